import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { ofCompany, optionalText, optionalUuid, text, uuid } from '../kernel/fields.ts'
import { memberships, paidPlanIds, periodicities } from './plans.ts'

const plan = z.enum(paidPlanIds)
const membership = z.enum(memberships)
const periodicity = z.enum(periodicities)

export const subscriptionContract = {
  listPlans: {
    summary: 'The plans for sale, prices in euros excluding tax.',
    call: 'GET /v1/plans',
    access: 'public',
    answer: z.array(
      z.object({
        id: plan,
        label: z.string(),
        monthly_price: z.number(),
        promo_price: z.number(),
        features: z.array(z.object({ id: z.string(), included: z.boolean(), text: z.string().nullable() })),
      }),
    ),
  },
  readSubscription: {
    summary: 'What a company bought, and what it may buy now.',
    call: 'GET /v1/company/:id/subscription',
    ...ofCompany('manager'),
    answer: z.object({
      membership,
      purchased: membership,
      periodicity: periodicity.nullable(),
      status: z.enum(['active', 'past_due', 'cancelling', 'ended']).nullable(),
      periodEnd: z.string().nullable(),
      /** When the plan ends by itself: cancelled, or not paid; null while it is paid. */
      endsAt: z.string().nullable(),
      offers: z.array(
        z.object({ plan, periodicity, offer: z.enum(['offered', 'current', 'included', 'not_offered']) }),
      ),
      billingPortal: z.boolean(),
    }),
  },
  createPaymentSession: {
    summary: 'Opens the provider’s payment page for a plan; the price comes from the server.',
    call: 'POST /v1/payment/create/paymentSession',
    access: { company: 'body.companyId', atLeast: 'owner' },
    body: z.object({
      companyId: uuid(),
      subscriptionId: text().pipe(plan),
      periodicity: text().pipe(periodicity),
    }),
    answer: z.object({ sessionId: z.string(), url: z.string() }),
    refusals: ['NOT_OFFERED', 'ALREADY_SUBSCRIBED', 'PAYMENT_UNAVAILABLE'],
  },
  validatePayment: {
    summary: 'Whether a payment session is paid, read at the provider; applies the plan once.',
    call: 'POST /v1/payment/validate',
    access: { through: 'payment', atLeast: 'owner' },
    body: z.object({ sessionId: optionalText(), companyId: optionalUuid() }),
    answer: z.object({
      status: z.enum(['paid', 'unpaid']),
      membership: membership.optional(),
      periodicity: periodicity.optional(),
    }),
    refusals: ['FORBIDDEN', 'SESSION_ID_REQUIRED', 'PAYMENT_NOT_FOUND', 'PAYMENT_UNAVAILABLE'],
  },
  openBillingPortal: {
    summary: 'A personal page at the provider: invoices, card, cancellation.',
    call: 'POST /v1/payment/billing-portal',
    access: { company: 'body.companyId', atLeast: 'owner' },
    body: z.object({ companyId: uuid() }),
    answer: z.object({ url: z.string() }),
    refusals: ['NO_CUSTOMER', 'PAYMENT_UNAVAILABLE'],
  },
  receiveWebhook: {
    summary: 'What the payment provider tells, signed in the header stripe-signature.',
    call: 'POST /v1/payment/webhook',
    access: 'signature',
    refusals: ['PAYMENT_UNAVAILABLE'],
  },
} as const satisfies Contract

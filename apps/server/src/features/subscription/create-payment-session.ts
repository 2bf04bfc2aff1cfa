import { createHash } from 'node:crypto'
import { byHandText, writeToTeamText } from '@parvis/domain/domains/domains.fr'
import { refusal } from '@parvis/domain/refusals'
import { currentSubscription, planOffer } from '@parvis/domain/subscription/membership'
import {
  type Membership,
  type PaidPlanId,
  type Periodicity,
  planLabel,
  priceOf,
} from '@parvis/domain/subscription/plans'
import { transaction } from '@parvis/postgres'
import { readNow } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { CheckoutRequest } from '../../gateways/payment/payment.ts'
import type { ActingCompany } from '../../http/actor.ts'
import { findActingCompany } from '../../http/authorize.queries.ts'
import { refuseBelow } from '../../http/authorize.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import { findCompanyPlan } from '../company/index.ts'
import { callProvider } from './call-provider.ts'
import { fulfilPayment } from './fulfil-payment.ts'
import { countSettledSessions, findSession, saveSession } from './payment-sessions.queries.ts'
import { findCompanyEmail, findCustomer, listStandingSubscriptions } from './subscriptions.queries.ts'

export type Choice = { plan: PaidPlanId; periodicity: Periodicity }
type Buyer = { userId: number; idempotencyKey: string | undefined }

const perCompany = { name: 'payment-session', max: 10, seconds: 3_600 }
const doubleClickSeconds = 30
const currency = 'eur'

/**
 * Opens the provider's payment page at the price of the server. The provider is asked before any transaction opens,
 * with one key per click, so that a double click or a retry after a time-out opens one page. Refuses what is not
 * sold to that type of business, what is already subscribed, and more than ten pages an hour.
 */
export async function createPaymentSession(
  deps: Dependencies,
  company: ActingCompany,
  choice: Choice,
  buyer: Buyer,
): Promise<{ sessionId: string; url: string }> {
  const { db, config, gateways } = deps
  await countAgainstLimit(db, config, perCompany, company.id)
  await refuseUnlessOffered(deps, company, choice)
  const request = await checkoutRequest(deps, company, choice, buyer)
  const { sessionId, url } = await callProvider(gateways.payment.createCheckout(request))
  await transaction(db, (tx) =>
    saveSession(tx, {
      id: sessionId,
      companyId: company.id,
      userId: buyer.userId,
      ...choice,
      amountCents: request.amountCents,
      currency,
    }),
  )
  return { sessionId, url }
}

async function refuseUnlessOffered({ db }: Dependencies, company: ActingCompany, choice: Choice): Promise<void> {
  const now = await readNow(db)
  const current = currentSubscription(await listStandingSubscriptions(db, company.id), now.epochMilliseconds)
  const plan = await findCompanyPlan(db, company.id)
  const bought = { membership: plan?.purchased ?? 'freemium', periodicity: current?.periodicity ?? null }
  const offer = planOffer(company.type, bought, choice.plan, choice.periodicity)
  if (offer === 'current') throw refusal('subscription.already_subscribed')
  if (offer !== 'offered') throw refusal('subscription.not_offered')
}

async function checkoutRequest(
  { db, config }: Dependencies,
  company: ActingCompany,
  { plan, periodicity }: Choice,
  buyer: Buyer,
): Promise<CheckoutRequest> {
  const customerId = await findCustomer(db, company.id)
  const customerEmail = await findCompanyEmail(db, company.id)
  const click = buyer.idempotencyKey ?? (await clickMark(db, company.id))
  return {
    companyId: company.id,
    userId: buyer.userId,
    planId: plan,
    periodicity,
    amountCents: priceOf(plan, periodicity).includingTax,
    currency,
    label: `${planLabel(plan)} – abonnement ${periodicity === 'annual' ? 'annuel' : 'mensuel'}`,
    ...(plan === 'digital' && { description: `${byHandText} ${writeToTeamText(config.links.supportEmail)}` }),
    ...(customerId && { customerId }),
    ...(customerEmail && { customerEmail }),
    successUrl: `${config.publicUrl}/paymentSuccess?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${config.publicUrl}/paymentFail`,
    idempotencyKey: createHash('sha256')
      .update([company.id, buyer.userId, plan, periodicity, click].join(' '))
      .digest('hex'),
  }
}

/** The same for the two halves of a double click; another once a payment came to an end. */
async function clickMark(db: Dependencies['db'], companyId: string): Promise<string> {
  const now = await readNow(db)
  const window = Math.floor(now.epochMilliseconds / 1_000 / doubleClickSeconds)
  return `${window} ${await countSettledSessions(db, companyId)}`
}

type Return = { sessionId?: string | undefined; companyId?: string | undefined }
type Outcome = { status: 'unpaid' } | { status: 'paid'; membership: Membership; periodicity: Periodicity }

/**
 * Whether a session is paid, as the provider says; the first time, the plan is given. The same session answers
 * the same again and changes nothing more. 404 for an unknown session, 403 for another company's.
 */
export async function validatePayment(
  deps: Dependencies,
  userId: number,
  { sessionId, companyId }: Return,
): Promise<Outcome> {
  if (!sessionId) throw refusal('subscription.session_id_required')
  const asked = await findSession(deps.db, sessionId)
  if (!asked) throw refusal('subscription.payment_not_found')
  if (companyId && companyId !== asked.companyId) throw refusal('request.forbidden')
  refuseBelow((await findActingCompany(deps.db, userId, asked.companyId))?.role, 'owner')

  const status = await fulfilPayment(deps, asked, { actor: `user:${userId}` })
  return status === 'paid' ? { status, membership: asked.plan, periodicity: asked.periodicity } : { status }
}

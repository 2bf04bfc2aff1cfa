import { plans } from '@parvis/domain/subscription/plans'
import { subscriptionContract } from '@parvis/domain/subscription/subscription.contract'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { bindContract } from '../../http/bind-contract.ts'
import { createPaymentSession, validatePayment } from './create-payment-session.ts'
import { openBillingPortal, readSubscription } from './read-subscription.ts'
import { receiveWebhook } from './receive-webhook.ts'

const webhookBytes = 256 * 1024

export function subscriptionRoutes(app: FastifyInstance, deps: Dependencies): void {
  const { receiveWebhook: webhook, ...contract } = subscriptionContract
  bindContract(app, deps, contract, {
    listPlans: async () =>
      plans.map(({ id, label, monthlyCents, annualCents, features }) => ({
        id,
        label,
        monthly_price: monthlyCents / 100,
        promo_price: annualCents / 100,
        features: [...features],
      })),
    readSubscription: async ({ company }) => await readSubscription(deps, company),
    createPaymentSession: async ({ company, actor, body, request }) => {
      const choice = { plan: body.subscriptionId, periodicity: body.periodicity }
      const idempotencyKey = request.headers['idempotency-key']?.toString()
      return await createPaymentSession(deps, company, choice, { userId: actor.userId, idempotencyKey })
    },
    validatePayment: async ({ actor, body }) => await validatePayment(deps, actor.userId, body),
    openBillingPortal: async ({ company }) => ({ url: await openBillingPortal(deps, company.id) }),
  })
  app.register(async (raw) => {
    // The signature covers the bytes as they were sent: nothing parses them before it is checked.
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: webhookBytes }, (_request, body, done) =>
      done(null, body),
    )
    bindContract(
      raw,
      deps,
      { webhook },
      {
        webhook: async ({ request }) => {
          const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          await receiveWebhook(deps, bytes, request.headers['stripe-signature']?.toString())
        },
      },
    )
  })
}

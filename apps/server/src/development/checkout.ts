import { setTimeout as wait } from 'node:timers/promises'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readNow } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import type { SignedWebhook } from '../gateways/payment/payment-events.ts'
import { checkoutPage } from './checkout-page.ts'
import type { CheckoutOutcome, EmbeddedCheckout } from './embedded-checkout.ts'

/** `checkout` is absent with a real provider. */
export type Delivery = { db: Db; app: FastifyInstance; checkout: EmbeddedCheckout | undefined }

const lateMilliseconds = 1_500

/** Shows the embedded payment page; 404 for an unknown session or with a real provider. */
export async function showCheckout(
  delivery: Delivery,
  publicUrl: string,
  sessionId: string,
  reply: FastifyReply,
): Promise<void> {
  const session = await embedded(delivery).find(sessionId)
  if (!session) throw refusal('subscription.payment_not_found')
  const { origin } = new URL(publicUrl)
  await reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self' ${origin}; base-uri 'none'; frame-ancestors 'none'`,
    )
    .send(checkoutPage(session))
}

/** Does what a button says; `paid` also delivers the provider's signed events, at once or late and twice. */
export async function settleCheckout(
  delivery: Delivery,
  sessionId: string,
  { outcome, duplicate }: { outcome: CheckoutOutcome; duplicate: boolean },
): Promise<string> {
  const nowSeconds = (await readNow(delivery.db)).epochMilliseconds / 1_000
  const settled = await embedded(delivery).settle(sessionId, outcome, nowSeconds)
  if (!settled) throw refusal('subscription.payment_not_found')
  if (duplicate) void deliverLateAndTwice(delivery.app, settled.webhooks)
  else await deliver(delivery.app, settled.webhooks)
  return settled.redirectTo
}

/** Plays the provider on the company's subscription; answers how many events it told (api.md 8.16). */
export async function playSubscription(
  delivery: Delivery,
  companyId: string,
  event: 'renewed' | 'payment_failed' | 'cancelled',
): Promise<number> {
  const nowSeconds = (await readNow(delivery.db)).epochMilliseconds / 1_000
  const webhooks = await embedded(delivery).playSubscription(companyId, event, nowSeconds)
  if (webhooks.length === 0) throw refusal('subscription.no_customer')
  await deliver(delivery.app, webhooks)
  return webhooks.length
}

function embedded({ checkout }: Delivery): EmbeddedCheckout {
  if (!checkout) throw refusal('request.not_found')
  return checkout
}

/** Through the whole server, as the provider's own calls would. */
async function deliver(app: FastifyInstance, webhooks: readonly SignedWebhook[]): Promise<void> {
  for (const { rawBody, signature } of webhooks) {
    await app.inject({
      method: 'POST',
      url: '/v1/payment/webhook',
      payload: rawBody,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })
  }
}

async function deliverLateAndTwice(app: FastifyInstance, webhooks: readonly SignedWebhook[]): Promise<void> {
  await wait(lateMilliseconds, undefined, { ref: false })
  await Promise.all([deliver(app, webhooks), deliver(app, webhooks)]).catch(() => undefined)
}

import { setTimeout as wait } from 'node:timers/promises'
import { formatEuros } from '@parvis/domain/kernel/french-format'
import { escapeMarkup } from '@parvis/domain/kernel/text'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readNow } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import type { SignedWebhook } from '../gateways/payment/payment-events.ts'
import type { CheckoutOutcome, EmbeddedCheckout } from './embedded-checkout.ts'
import type { EmbeddedSession } from './tables.queries.ts'

/** `checkout` is absent with a real provider. */
type Delivery = { db: Db; app: FastifyInstance; checkout: EmbeddedCheckout | undefined }

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
      `default-src 'none'; img-src data:; style-src 'self'; form-action 'self' ${origin}; base-uri 'none'; frame-ancestors 'none'`,
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

/** Injected into the whole server, as the provider's own calls arrive. */
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

/** The embedded payment page: no script, works with the keyboard, looks like a hosted checkout (api.md, development calls). */
function checkoutPage({ id, label, amountCents, periodicity, state, successUrl }: EmbeddedSession): string {
  const tax = amountCents - Math.round(amountCents / 1.2)
  const period = periodicity === 'annual' ? 'par an' : 'par mois'
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>Paiement – ${escapeMarkup(label)}</title>
<link rel="stylesheet" href="/dev/files/tokens.css">
<link rel="stylesheet" href="/dev/files/checkout.css">
</head>
<body>
<main>
<section class="order" aria-labelledby="order">
<p class="brand">Parvis Pro</p>
<h1 id="order">${escapeMarkup(label)}</h1>
<p class="price">${formatEuros(amountCents)} <small>TTC ${period}</small></p>
<dl>
<div><dt>Prix hors taxes</dt><dd>${formatEuros(amountCents - tax)}</dd></div>
<div><dt>TVA (20 %)</dt><dd>${formatEuros(tax)}</dd></div>
<div class="total"><dt>À payer aujourd’hui</dt><dd>${formatEuros(amountCents)}</dd></div>
</dl>
</section>
<section class="card" aria-labelledby="pay">
<h2 id="pay">Paiement de démonstration</h2>
${state === 'open' ? form(id) : done(successUrl.replace('{CHECKOUT_SESSION_ID}', id))}
</section>
</main>
</body>
</html>
`
}

function form(id: string): string {
  return `<p>Aucune carte n’est débitée : cette page tient lieu de celle du prestataire de paiement.</p>
<div class="number" aria-hidden="true">4242 4242 4242 4242<span>12 / 34</span></div>
<form method="post" action="/v1/dev/checkout/${encodeURIComponent(id)}">
<input type="hidden" name="page" value="1">
<button class="primary" name="outcome" value="paid">Payer</button>
<button name="outcome" value="unpaid">Refuser la carte</button>
<button class="quiet" name="outcome" value="cancel">Annuler</button>
</form>`
}

function done(url: string): string {
  return `<p>Ce paiement est terminé.</p><p><a href="${escapeMarkup(url)}">Revenir à Parvis Pro</a></p>`
}

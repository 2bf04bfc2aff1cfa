import { setTimeout as wait } from 'node:timers/promises'
import { formatEuros } from '@parvis/domain/kernel/french-format'
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
<title>Paiement – ${escapeHtml(label)}</title>
<style>${style}</style>
</head>
<body>
<main>
<section class="order" aria-labelledby="order">
<p class="brand">Parvis Pro</p>
<h1 id="order">${escapeHtml(label)}</h1>
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
  return `<p>Ce paiement est terminé.</p><p><a href="${escapeHtml(url)}">Revenir à Parvis Pro</a></p>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

const style = `
:root { color-scheme: light; font: 16px/1.5 Figtree, system-ui, sans-serif; color: #1f2a37; background: #fbfaf7 }
body { margin: 0 }
main { display: grid; min-height: 100vh; grid-template-columns: 1fr 1fr }
section { padding: 12vh clamp(24px, 6vw, 96px) 48px }
.order { background: #0f5c4d; color: #fff }
.brand { margin: 0 0 32px; font-weight: 600; letter-spacing: .02em; opacity: .85 }
h1 { margin: 0; font-size: 1.25rem; font-weight: 500 }
h2 { margin: 0 0 8px; font-size: 1.25rem }
.price { margin: 8px 0 32px; font-size: 2.5rem; font-weight: 700; font-variant-numeric: tabular-nums }
.price small { font-size: 1rem; font-weight: 400 }
dl { margin: 0; max-width: 420px }
dl div { display: flex; justify-content: space-between; padding: 12px 0; border-top: 1px solid rgb(255 255 255 / .25) }
dd { margin: 0; font-variant-numeric: tabular-nums }
.total { font-weight: 600 }
.card > * { max-width: 420px }
.number { display: flex; justify-content: space-between; margin: 24px 0; padding: 12px 16px; border: 1px solid #e6e2d9;
  border-radius: 12px; background: #fff; color: #55606d; font-variant-numeric: tabular-nums }
form { display: grid; gap: 12px }
button { min-height: 48px; border: 1px solid #0f5c4d; border-radius: 12px; background: #fff; color: #0f5c4d; font: inherit;
  font-weight: 600; cursor: pointer }
button.primary { background: #0f5c4d; color: #fff }
button.quiet { border-color: transparent; background: none; color: #1f2a37; font-weight: 500; text-decoration: underline }
button:hover { filter: brightness(.96) }
:focus-visible { outline: 3px solid #2f6fb0; outline-offset: 2px }
a { color: #0f5c4d }
@media (max-width: 760px) { main { grid-template-columns: 1fr } section { padding: 32px 24px } .brand { margin-bottom: 16px } }
`

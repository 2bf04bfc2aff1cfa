import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import type { SignedWebhook } from '../../apps/server/src/gateways/payment/webhook-signature.ts'
import type { FakeReply, SeenRequest } from './fake-provider.ts'

type Stored = Record<string, unknown> & { id: string }

export type FakeStripe = {
  handle: (request: SeenRequest) => FakeReply
  /** What a person does on the hosted page. */
  pay(sessionId: string): SignedWebhook[]
  change(sessionId: string, fields: object): void
}

/** The part of Stripe's API that we use, as its documentation says it behaves. Tests only. */
export function createFakeStripe(secretKey: string, webhookSecret: string): FakeStripe {
  const objects = new Map<string, Stored>()
  const answer = answerOnce(createRoutes(objects))
  const tell = (type: string, object: object) => signedEvent(new Stripe(secretKey), webhookSecret, type, object)
  return {
    handle(request) {
      const isOurs = request.headers.authorization === `Bearer ${secretKey}`
      return isOurs ? answer(request) : refusal(401, 'invalid_request_error', 'Invalid API Key')
    },
    pay(sessionId) {
      const session = objects.get(sessionId)
      if (!session) throw new Error('no such session')
      const customer = session.customer ?? newId('cus')
      const subscription = { ...subscriptionOf(session), customer }
      const paid = { ...session, status: 'complete', payment_status: 'paid', url: null, customer }
      objects.set(subscription.id, subscription)
      objects.set(sessionId, { ...paid, subscription: subscription.id })
      return [
        tell('checkout.session.completed', objects.get(sessionId) ?? {}),
        tell('invoice.paid', invoiceOf(subscription)),
      ]
    },
    change(sessionId, fields) {
      const session = objects.get(sessionId)
      if (session) objects.set(sessionId, { ...session, ...fields })
    },
  }
}

function createRoutes(objects: Map<string, Stored>): (request: SeenRequest) => FakeReply {
  const save = (object: Stored): FakeReply => {
    objects.set(object.id, object)
    return { json: object }
  }
  return ({ method, path, text }) => {
    const form = Object.fromEntries(new URLSearchParams(text))
    const [, call, id = ''] = /^\/v1\/([a-z_]+(?:\/sessions)?)(?:\/(\w+))?$/.exec(path) ?? []
    if (method === 'POST' && call === 'checkout/sessions') return save(sessionOf(form))
    if (method === 'POST' && call === 'billing_portal/sessions') {
      return { json: { id: newId('bps'), url: `https://billing.stripe.com/p/session/${form.customer}` } }
    }
    const known = objects.get(id)
    if (!known || known.status === 'canceled')
      return refusal(404, 'invalid_request_error', 'No such…', 'resource_missing')
    return method === 'DELETE' ? save({ ...known, status: 'canceled' }) : { json: known }
  }
}

/** The same idempotency key gets the same answer; with another body it is an error. */
function answerOnce(route: (request: SeenRequest) => FakeReply): (request: SeenRequest) => FakeReply {
  const answers = new Map<string, { body: string; reply: FakeReply }>()
  return (request) => {
    const key = request.headers['idempotency-key']
    if (request.method === 'GET' || typeof key !== 'string') return route(request)
    const known = answers.get(key) ?? { body: request.text, reply: route(request) }
    answers.set(key, known)
    return known.body === request.text
      ? known.reply
      : refusal(400, 'idempotency_error', 'Keys for idempotent requests…')
  }
}

function signedEvent(library: Stripe, secret: string, type: string, object: object): SignedWebhook {
  const created = Math.floor(Date.now() / 1000)
  const event = { id: newId('evt'), object: 'event', api_version: '2026-10-28.endive', created, livemode: false, type }
  const rawBody = JSON.stringify({ ...event, data: { object } }, null, 2)
  return { rawBody, signature: library.webhooks.generateTestHeaderString({ payload: rawBody, secret }) }
}

const newId = (prefix: string) => `${prefix}_test_${randomBytes(9).toString('hex')}`

function refusal(status: number, type: string, message: string, code?: string): FakeReply {
  return { status, json: { error: { type, message, ...(code && { code, param: 'id' }) } } }
}

/** Stripe's forms write nested keys as metadata[companyId]. */
function metadataOf(form: Record<string, string>, prefix: string): Record<string, string> {
  const own = Object.entries(form).filter(([name]) => name.startsWith(`${prefix}[`))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length + 1, -1), value]))
}

function sessionOf(form: Record<string, string>): Stored {
  const id = newId('cs')
  return {
    id,
    object: 'checkout.session',
    mode: form.mode,
    status: 'open',
    payment_status: 'unpaid',
    amount_total: Number(form['line_items[0][price_data][unit_amount]'] ?? 29880),
    currency: form['line_items[0][price_data][currency]'] ?? 'eur',
    livemode: false,
    customer: form.customer ?? null,
    subscription: null,
    url: `https://checkout.stripe.com/c/pay/${id}`,
    metadata: metadataOf(form, 'metadata'),
    subscriptionMetadata: metadataOf(form, 'subscription_data[metadata]'),
  }
}

function subscriptionOf(session: Stored): Stored {
  return {
    id: newId('sub'),
    object: 'subscription',
    status: 'active',
    livemode: false,
    customer: session.customer,
    items: { object: 'list', data: [{ id: newId('si'), current_period_end: 1_900_000_000 }] },
    cancel_at_period_end: false,
    metadata: session.subscriptionMetadata,
  }
}

function invoiceOf({ id, customer }: Stored): Stored {
  const parent = { type: 'subscription_details', subscription_details: { subscription: id, metadata: {} } }
  return { id: newId('in'), object: 'invoice', customer, amount_paid: 29880, parent }
}

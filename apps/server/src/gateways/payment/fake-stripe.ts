import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import type { FakeReply, SeenRequest } from '../fake-provider.ts'
import type { SignedWebhook } from './embedded-checkout.ts'

type Stored = Record<string, unknown> & { id: string }

export type FakeStripe = {
  handle(request: SeenRequest): FakeReply
  /** What a person does on the hosted page. */
  pay(sessionId: string): SignedWebhook[]
  change(sessionId: string, fields: object): void
}

/** The part of Stripe's API that we use, as its documentation says it behaves. Tests only. */
export function createFakeStripe(secretKey: string, webhookSecret: string): FakeStripe {
  const objects = new Map<string, Stored>()
  const answers = new Map<string, { body: string; reply: FakeReply }>()
  const library = new Stripe(secretKey)

  const sign = (type: string, object: object): SignedWebhook => {
    const created = Math.floor(Date.now() / 1000)
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created,
      livemode: false,
      type,
    }
    const rawBody = JSON.stringify({ ...event, data: { object } }, null, 2)
    return {
      rawBody,
      signature: library.webhooks.generateTestHeaderString({ payload: rawBody, secret: webhookSecret }),
    }
  }
  const once = (request: SeenRequest, act: () => FakeReply): FakeReply => {
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? answers.get(key) : undefined
    if (known && known.body !== request.text) return refusal(400, 'idempotency_error', 'Keys for idempotent requests…')
    if (known) return known.reply
    const reply = act()
    if (typeof key === 'string') answers.set(key, { body: request.text, reply })
    return reply
  }
  const save = (object: Stored): FakeReply => {
    objects.set(object.id, object)
    return { json: object }
  }
  const route = (request: SeenRequest): FakeReply => {
    const form = Object.fromEntries(new URLSearchParams(request.text))
    const [, collection, , id] =
      /^\/v1\/(checkout\/sessions|subscriptions|billing_portal\/sessions)(\/(\w+))?$/.exec(request.path) ?? []
    if (request.method === 'POST' && collection === 'checkout/sessions') return save(sessionOf(form))
    if (request.method === 'POST' && collection === 'billing_portal/sessions') {
      return { json: { id: newId('bps'), url: `https://billing.stripe.com/p/session/${form.customer}` } }
    }
    const known = objects.get(id ?? '')
    if (!known || known.status === 'canceled')
      return refusal(404, 'invalid_request_error', 'No such…', 'resource_missing')
    return request.method === 'DELETE' ? save({ ...known, status: 'canceled' }) : { json: known }
  }
  return {
    handle(request) {
      const key = request.headers.authorization
      if (key !== `Bearer ${secretKey}`) return refusal(401, 'invalid_request_error', 'Invalid API Key')
      return request.method === 'GET' ? route(request) : once(request, () => route(request))
    },
    pay(sessionId) {
      const session = objects.get(sessionId)
      if (!session) throw new Error('no such session')
      const subscription = subscriptionOf(session)
      const customer = session.customer ?? newId('cus')
      const paid = { status: 'complete', payment_status: 'paid', url: null, customer, subscription: subscription.id }
      save({ ...subscription, customer })
      save({ ...session, ...paid })
      return [
        sign('checkout.session.completed', objects.get(sessionId) ?? {}),
        sign('invoice.paid', invoiceOf(subscription)),
      ]
    },
    change(sessionId, fields) {
      const session = objects.get(sessionId)
      if (session) save({ ...session, ...fields })
    },
  }
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

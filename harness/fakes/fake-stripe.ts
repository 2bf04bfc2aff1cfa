import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import type { SignedWebhook } from '../../apps/server/src/gateways/payment/payment-events.ts'
import type { FakeReply, SeenRequest } from './fake-provider.ts'

type Stored = Record<string, unknown> & { id: string }

/** The part of Stripe's API that we use, behaving as its documentation says. Tests only. */
export function createFakeStripe(secretKey: string, webhookSecret: string) {
  const objects = new Map<string, Stored>()
  const answer = answerOnce(createRoutes(objects))
  const tell = (type: string, object: object) => signedEvent(new Stripe(secretKey), webhookSecret, type, object)
  return {
    handle: (request: SeenRequest): FakeReply => {
      const isOurs = request.headers.authorization === `Bearer ${secretKey}`
      return isOurs ? answer(request) : refusal(401, 'invalid_request_error', 'Invalid API Key')
    },
    tell,
    /** What a person does on the hosted page. */
    pay(sessionId: string): SignedWebhook[] {
      const session = objects.get(sessionId)
      if (!session) throw new Error('no such session')
      const customer = session.customer ?? newId('cus')
      const subscription = { ...subscriptionOf(session), customer }
      const paid = { ...session, status: 'complete', payment_status: 'paid', url: null, customer }
      objects.set(subscription.id, subscription)
      objects.set(sessionId, { ...paid, subscription: subscription.id })
      const invoice = bill(objects, subscription.id, 'paid')
      return [tell('checkout.session.completed', objects.get(sessionId) ?? {}), tell('invoice.paid', invoice)]
    },
    /** Changes any object, as the dashboard and the billing portal do. */
    change(id: string, fields: object) {
      const object = objects.get(id)
      if (object) objects.set(id, { ...object, ...fields })
    },
    /** Bills the next period: Stripe moves the period at once, whether or not its invoice is then paid. */
    renew(id: string, outcome: 'paid' | 'open'): SignedWebhook[] {
      const subscription = objects.get(id) as StoredSubscription
      const [item] = subscription.items.data
      const current_period_end = item.current_period_end + periodOf(item.price)
      const items = { ...subscription.items, data: [{ ...item, current_period_end }] }
      const status = outcome === 'paid' ? 'active' : 'past_due'
      objects.set(id, { ...subscription, status, items })
      const invoice = bill(objects, id, outcome)
      const type = outcome === 'paid' ? 'invoice.paid' : 'invoice.payment_failed'
      return [tell(type, invoice), tell('customer.subscription.updated', { ...subscription, status, items })]
    },
    /** Gives the money of the latest paid invoice back. */
    refund(id: string): SignedWebhook[] {
      const charge = latestCharge(objects, id)
      const refunded = { ...charge, refunded: true, amount_refunded: charge.amount }
      objects.set(charge.id, refunded)
      return [tell('charge.refunded', refunded)]
    },
    /** Sets the dispute of the latest paid invoice: 'needs_response', 'lost', 'won', 'warning_needs_response'. */
    dispute(id: string, status: string): SignedWebhook[] {
      const charge = latestCharge(objects, id)
      const dispute = { id: `dp_${charge.id}`, object: 'dispute', charge: charge.id, status }
      objects.set(dispute.id, dispute)
      return [tell(`charge.dispute.${status === 'won' || status === 'lost' ? 'closed' : 'created'}`, dispute)]
    },
  }
}

type StoredPrice = { id: string; unit_amount: number; currency: string; recurring: { interval: string } }
type StoredSubscription = Stored & { items: { data: [{ current_period_end: number; price: StoredPrice }] } }

const periodOf = ({ recurring }: StoredPrice) => (recurring.interval === 'year' ? 365 : 30) * 86_400

/** The invoice of the current period, its payment and its charge when it is paid. */
function bill(objects: Map<string, Stored>, subscriptionId: string, status: 'paid' | 'open'): Stored {
  const { customer, items } = objects.get(subscriptionId) as StoredSubscription
  const [{ current_period_end: end, price }] = items.data
  const invoice = { ...invoiceOf({ id: subscriptionId, customer }), status, number: objects.size }
  const line = { id: newId('il'), amount: price.unit_amount, period: { start: end - periodOf(price), end } }
  objects.set(invoice.id, { ...invoice, lines: { object: 'list', data: [line] } })
  if (status === 'open') return invoice
  const payment_intent = newId('pi')
  const charge = { id: newId('ch'), livemode: false, amount: price.unit_amount, amount_refunded: 0, payment_intent }
  objects.set(charge.id, { ...charge, object: 'charge', invoice: undefined })
  const payment = { id: newId('inpay'), object: 'invoice_payment', invoice: invoice.id, payment_intent }
  objects.set(payment.id, payment)
  return invoice
}

const listObjects = (objects: Map<string, Stored>, object: string, key: string, value: unknown): Stored[] =>
  [...objects.values()].filter((one) => one.object === object && one[key] === value)

function latestCharge(objects: Map<string, Stored>, subscriptionId: string): Stored & { amount: number } {
  const [invoice] = invoicesOf(objects, subscriptionId)
  const [payment] = listObjects(objects, 'invoice_payment', 'invoice', invoice?.id)
  const [charge] = listObjects(objects, 'charge', 'payment_intent', payment?.payment_intent)
  return charge as Stored & { amount: number }
}

/** Paid ones, the newest first. */
function invoicesOf(objects: Map<string, Stored>, subscriptionId: string | null): Stored[] {
  const isOurs = ({ object, status, parent }: Stored) =>
    object === 'invoice' && status === 'paid' && JSON.stringify(parent).includes(`"${subscriptionId}"`)
  return [...objects.values()].filter(isOurs).toReversed()
}

type Form = Record<string, string>

function createRoutes(objects: Map<string, Stored>): (request: SeenRequest) => FakeReply {
  const save = (object: Stored): FakeReply => {
    objects.set(object.id, object)
    return { json: object }
  }
  /** The hosted pages: nothing is done at them by this server itself. */
  const pages: Record<string, (form: Form) => FakeReply> = {
    'POST checkout/sessions': (form) => save(sessionOf(form)),
    'POST billing_portal/sessions': ({ customer }) => {
      return { json: { id: newId('bps'), url: `https://billing.stripe.com/p/session/${customer}` } }
    },
  }
  const lists: Record<string, (query: URLSearchParams) => Stored[]> = {
    'GET invoices': (query) => invoicesOf(objects, query.get('subscription')),
    'GET disputes': (query) => listObjects(objects, 'dispute', 'charge', query.get('charge')),
    'GET invoice_payments': (query) =>
      listObjects(objects, 'invoice_payment', 'payment_intent', query.get('payment[payment_intent]')).map((payment) => {
        return { ...payment, invoice: objects.get(String(payment.invoice)) }
      }),
  }
  const changes: Record<string, (known: Stored, form: Form) => FakeReply> = {
    'DELETE subscriptions': (known) => save({ ...known, status: 'canceled' }),
    'POST subscriptions': (known, form) =>
      save({ ...known, cancel_at_period_end: form.cancel_at_period_end === 'true' }),
  }
  const answerOf = (act: string, id: string, form: Form): FakeReply => {
    const known = objects.get(id)
    if (!known || known.status === 'canceled')
      return refusal(404, 'invalid_request_error', 'No such…', 'resource_missing')
    return changes[act]?.(known, form) ?? { json: known }
  }
  return ({ method, path, text, query }) => {
    const form = Object.fromEntries(new URLSearchParams(text))
    const [, call, id = ''] = /^\/v1\/([a-z_]+(?:\/sessions)?)(?:\/(\w+))?$/.exec(path) ?? []
    const act = `${method} ${call}`
    if (id !== '') return answerOf(act, id, form)
    const list = lists[act]?.(query)
    if (list) return { json: { object: 'list', has_more: false, data: list } }
    return pages[act]?.(form) ?? answerOf(act, id, form)
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
  const price = priceOf(form)
  return {
    id,
    object: 'checkout.session',
    mode: form.mode,
    status: 'open',
    payment_status: 'unpaid',
    amount_total: price.unit_amount,
    currency: form['line_items[0][price_data][currency]'] ?? 'eur',
    livemode: false,
    customer: form.customer ?? null,
    subscription: null,
    url: `https://checkout.stripe.com/c/pay/${id}`,
    metadata: metadataOf(form, 'metadata'),
    price,
    subscriptionMetadata: metadataOf(form, 'subscription_data[metadata]'),
  }
}

/** A price of the account as configured in tests (`price_<amount>_<interval>`), or one made of the call. */
function priceOf(form: Record<string, string>): StoredPrice {
  const [, amount, interval] = /^price_(\d+)_(\w+)$/.exec(form['line_items[0][price]'] ?? '') ?? []
  return {
    id: form['line_items[0][price]'] ?? newId('price'),
    unit_amount: Number(amount ?? form['line_items[0][price_data][unit_amount]'] ?? 29880),
    currency: form['line_items[0][price_data][currency]'] ?? 'eur',
    recurring: { interval: interval ?? form['line_items[0][price_data][recurring][interval]'] ?? 'year' },
  }
}

function subscriptionOf(session: Stored): Stored {
  const price = session.price as StoredPrice
  const current_period_end = Math.floor(Date.now() / 1000) + periodOf(price)
  return {
    id: newId('sub'),
    object: 'subscription',
    status: 'active',
    livemode: false,
    customer: session.customer,
    items: { object: 'list', data: [{ id: newId('si'), current_period_end, price }] },
    cancel_at_period_end: false,
    metadata: session.subscriptionMetadata,
  }
}

function invoiceOf({ id, customer }: { id: string; customer: unknown }) {
  const parent = { type: 'subscription_details', subscription_details: { subscription: id, metadata: {} } }
  return { id: newId('in'), object: 'invoice' as const, customer, amount_paid: 29880, parent }
}

import { firstFieldError } from '@parvis/domain/kernel/field-errors'
import { pathId, pathUuid } from '@parvis/domain/kernel/fields'
import { statusOfKind } from '@parvis/domain/kernel/refusal'
import { pickupMissing } from '@parvis/domain/orders/orders.refusals.fr'
import { type Refusal, type RefusalKey, refusals } from '@parvis/domain/refusals'
import type { TypedAgain } from '@parvis/domain/site/page'
import type { FormError } from '@parvis/domain/site/private-page'
import type { Link } from '@parvis/domain/site/shown'
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import type { Dependencies } from '../../../dependencies.ts'
import { errorHandler, toRefusal } from '../../../http/error-handler.ts'
import { hashBody } from '../../../http/idempotency.ts'
import { receivedBody } from '../../../http/read-body.ts'
import { businessPath, linkTo, residentHome } from '../addresses.ts'
import { findBusiness, findBusinessOfInstant } from '../businesses.queries.ts'
import { drawPage, onResidentHost } from '../hosts/draw-page.ts'
import { caching, readyAnswer, sendAnswer } from '../hosts/page-answer.ts'
import { siteBuild } from '../hosts/site-build.ts'
import { orderFormAgain } from '../pages/order-pages.ts'
import type { PageAnswer } from '../pages/reading.ts'
import { askPhone, askPhoneCode, confirmLink, otherDevice, refused, withList } from '../pages/show-message.ts'
import { sentenceOf, typedAgain, typedFields } from './typed-again.ts'

/** A form without script asks for a page; a script asks for JSON. */
const wantsPage = ({ headers }: FastifyRequest): boolean => /^[^,]*text\/html/.test(headers.accept ?? '')

/**
 * Answers the forms of the site (residents.md section 9): 303 to the page of the act instead of JSON, a page instead of a
 * refusal, PUT and DELETE sent as POST with a field `_method`; the same form of one page (`once`) acts once.
 */
export function registerForms(scope: FastifyInstance, deps: Dependencies): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    const isAnswer = reply.statusCode === 200 && String(reply.getHeader('content-type')).startsWith('application/json')
    if (!wantsPage(request) || request.method === 'GET' || !isAnswer) return payload
    const data = (JSON.parse(String(payload)) as { data: Record<string, unknown> }).data
    reply.code(303).header('location', `${residentHome(deps.config)}${await pageOf(deps, request, data)}`)
    reply.type('text/html; charset=utf-8')
    return '<!doctype html><html lang="fr"><title>C’est fait</title><p>C’est fait.</p></html>'
  })
  scope.setErrorHandler(async (error: Error, request, reply) => {
    if (!wantsPage(request) || !(await siteBuild())) return errorHandler(error, request, reply)
    const refusal = toRefusal(error)
    if (refusal.key === 'request.server_error') request.log.error({ err: error, reqId: request.id }, 'unexpected error')
    const status = statusOfKind[refusals[refusal.key].kind]
    if (refusal.extras.retryAfter !== undefined)
      reply.header('retry-after', Math.max(1, Math.ceil(refusal.extras.retryAfter)))
    const sent = await typedFields(deps, request)
    const order = await orderAgain(deps, request, sent, refusal)
    const back = await pageOfAct(deps, request.url).catch(() => undefined)
    const page = order ?? pageOfRefusal(refusal, { status, back }, typedAgain(request, sent, refusal))
    return await sendPage(deps, { request, reply }, { ...page, status })
  })
  scope.addHook('preHandler', async (request) => {
    const received = receivedBody(request)
    if (wantsPage(request) && received.fields.once)
      request.headers['idempotency-key'] ??= hashBody(received).toString('hex')
  })
  registerMethods(scope)
  registerCodes(scope, deps)
}

/**
 * A form that sends a phone without a code: sends the code and answers the page that asks for it. With a script,
 * the code is asked for by its own call.
 */
function registerCodes(scope: FastifyInstance, deps: Dependencies): void {
  scope.addHook('preHandler', async (request, reply) => {
    if (!asksCode(request, deps.config)) return
    const phone = String(receivedBody(request).fields.phone ?? '')
    const answer = await scope.inject({
      method: 'POST',
      url: '/v1/authentication/send-activation-code',
      headers: { host: request.headers.host, 'content-type': 'application/json' },
      remoteAddress: request.ip,
      payload: JSON.stringify({ phone }),
    })
    const { statusCode: status, headers } = answer
    if (headers['retry-after']) reply.header('retry-after', headers['retry-after'])
    return await sendPage(deps, { request, reply }, { ...pageOfCode(request.url, phone, answer), status })
  })
}

function asksCode(request: FastifyRequest, { residentUrl }: Dependencies['config']): boolean {
  const isPhone = request.method === 'POST' && request.url === '/v1/site/phone' && wantsPage(request)
  if (!isPhone || request.headers.origin !== residentUrl) return false
  const { code, _method: method } = receivedBody(request).fields
  return !code && !method
}

function pageOfCode(action: string, phone: string, answer: { statusCode: number; body: string }): PageAnswer {
  const fields = [{ name: 'phone', value: phone, label: 'Numéro de mobile' }]
  if (answer.statusCode === 200)
    return askPhoneCode({ action, fields: [...fields, { name: 'code', value: '', label: 'Le code reçu par SMS' }] })
  const { error } = JSON.parse(answer.body) as { error?: { message: string } }
  return refused(answer.statusCode, error?.message ?? '', { action, fields })
}

async function sendPage(deps: Dependencies, { request, reply }: Exchange, read: PageAnswer): Promise<FastifyReply> {
  const drawn = await drawPage(deps, onResidentHost, { ...read, cache: caching.never })
  return await sendAnswer(request, reply, await readyAnswer(drawn))
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

function pageOfRefusal(
  refusal: Refusal,
  { status, back }: { status: number; back: Link | undefined },
  typed: TypedAgain | undefined,
): PageAnswer {
  if (refusal.key === 'site.proof_needed') return askPhone(typed, back)
  // What is not known here, perhaps of another device, has no page to go back to.
  const [here, more] = status === 404 ? [[], otherDevice] : [back ? [back] : [], waysOn[refusal.key] ?? []]
  return refused(status, sentenceOf(refusal), withList(refusal.key, typed), [...here, ...more])
}

/** Where a refused act leads back to: what it is about, or its business. */
async function pageOfAct({ db }: Dependencies, url: string): Promise<Link | undefined> {
  const [, subject = '', id = ''] = /^\/v1\/site\/(\w+)\/?([\w-]*)/.exec(url) ?? []
  const page = pagesOf[subject]
  if (page) return { ...page, href: `${page.href}/${id}` }
  if (ofSettings.includes(subject)) return { href: '/reglages', name: 'Réglages' }
  const business = await findSubject(db, subject, id)
  return business ? linkTo(business) : undefined
}

async function findSubject(db: Dependencies['db'], subject: string, id: string) {
  const companyId = pathUuid().safeParse(id).data
  const instantId = pathId().safeParse(id).data
  if (subject === 'companies' && companyId) return await findBusiness(db, companyId)
  return subject === 'instants' && instantId ? await findBusinessOfInstant(db, { instantId }) : undefined
}

const pagesOf: Record<string, Link> = {
  orders: { href: '/mes-commandes', name: 'Voir ma commande' },
  bookings: { href: '/mes-places', name: 'Voir ma réservation' },
  conversations: { href: '/mes-messages', name: 'Voir la conversation' },
}

const ofSettings = ['settings', 'me', 'phone', 'letter', 'devices']

const waysOn: Partial<Record<RefusalKey, readonly Link[]>> = {
  'site.phone_needed': [confirmLink],
  'request.token_not_found': otherDevice,
  'request.session_unknown': otherDevice,
}

/** An order that was refused is its own form again, what is wrong beside its field; an identity to prove first is a page of its own. */
async function orderAgain(
  deps: Dependencies,
  request: FastifyRequest,
  sent: Record<string, unknown>,
  refusal: Refusal,
): Promise<PageAnswer | undefined> {
  const companyId = pathUuid().safeParse(/^\/v1\/site\/companies\/([^/]+)\/orders$/.exec(request.url)?.[1]).data
  if (!companyId || Object.keys(sent).length === 0 || refusal.key.startsWith('site.')) return undefined
  const texts = Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const typed = { orderContent: '', firstName: '', ...Object.fromEntries(texts) }
  return await orderFormAgain(deps, companyId, { typed, ...wrongIn(refusal) })
}

/** What is wrong in an order: its field, and the quarters that are still free where the one asked is not. */
function wrongIn(refusal: Refusal): { error: FormError; free: string[] } {
  const { details, fields = {} } = refusal.extras
  const { slots = [] } = (details ?? {}) as { slots?: { start: string }[] }
  const free = slots.map(({ start }) => start)
  const field = free.length > 0 ? 'slot' : firstFieldError(fields)?.field
  const sentence = fields.pickupDateTime === 'order_required_error' ? pickupMissing : sentenceOf(refusal)
  return { free, error: { sentence, ...(field && { field }) } }
}

async function pageOf({ db }: Dependencies, request: FastifyRequest, data: Record<string, unknown>): Promise<string> {
  const path = (request.url.split('?')[0] ?? '').replace('/v1/site', '')
  const [, subject, id, act] = [...path.split('/'), '', '', ''] as [string, string, string, string]
  if (subject === 'letter' || data.letter) return '/reglages#lettre'
  if (act === 'follow') return await followedPage(db, request, id)
  const erased = request.method === 'DELETE'
  const pages: Record<string, string> = {
    'companies messages': `/mes-messages/${String(data.uuid)}`,
    'instants bookings': `/mes-places/${String(data.id)}`,
    bookings: `/mes-places/${id}`,
    'companies orders': `/mes-commandes/${String(data.id)}`,
    orders: `/mes-commandes/${id}`,
    conversations: ['/mes-messages', erased ? '' : id].filter(Boolean).join('/'),
    reports: `/signalement/${String(data.code)}`,
    transfers: id === 'claim' ? '/mes-abonnements' : `/transfert?code=${String(data.code)}`,
    me: erased ? '/' : savedSettings,
  }
  return pages[`${subject} ${act}`] ?? pages[subject] ?? savedSettings
}

/** The settings say there that what was sent is saved. */
const savedSettings = '/reglages#enregistre'

/** The page of the business says that it is followed; a mode that was changed in the settings stays there. */
async function followedPage(db: Dependencies['db'], { headers }: FastifyRequest, companyId: string): Promise<string> {
  const { referer = '' } = headers
  if (URL.parse(referer)?.pathname === '/reglages') return savedSettings
  const business = await findBusiness(db, companyId)
  return business ? `${businessPath(business)}#suivi` : '/mes-abonnements'
}

/** RFC 9110 7.6.1: they are of the connection that carried them, and the answer of an injected call had none. */
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'date']
const withoutHopByHop = (headers: object): object =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)))

/** Calls that only exist as PUT or DELETE: a form reaches them at a POST of the same address. */
const twinPaths = ['me', 'settings', 'letter', 'devices/:id', 'conversations/:id'].map((path) => `/v1/site/${path}`)

/** Forms know GET and POST only: the field `_method` says the rest, and the call is made again as it means. */
function registerMethods(scope: FastifyInstance): void {
  scope.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST') return
    const { _method: method, ...fields } = receivedBody(request).fields
    if (method !== 'PUT' && method !== 'DELETE') return
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = request.headers
    const answer = await scope.inject({
      method,
      url: request.url,
      headers: { ...headers, 'content-type': 'application/json' } as NonNullable<InjectOptions['headers']>,
      remoteAddress: request.ip,
      payload: JSON.stringify(fields),
    })
    return await reply
      .code(answer.statusCode)
      .headers(withoutHopByHop(answer.headers) as Record<string, string>)
      .send(answer.rawPayload)
  })
  for (const url of twinPaths) {
    scope.post(url, { config: { formTwin: true } }, async (_request, reply) => {
      reply.callNotFound()
    })
  }
}

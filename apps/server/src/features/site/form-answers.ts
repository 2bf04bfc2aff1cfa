import { fieldTexts } from '@parvis/domain/field-texts.fr'
import { firstFieldError } from '@parvis/domain/kernel/field-errors'
import { statusOfKind } from '@parvis/domain/kernel/refusal'
import { refusalTexts } from '@parvis/domain/refusal-texts.fr'
import { Refusal, refusals } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { receivedBody } from '../../http/read-body.ts'
import { businessPath, residentHome } from './addresses.ts'
import { findBusiness } from './businesses.queries.ts'
import { refused } from './show-message.ts'
import { siteBuild } from './site-build.ts'

/** A form without script asks for a page; a script asks for JSON. */
const wantsPage = ({ headers }: FastifyRequest): boolean => /^[^,]*text\/html/.test(headers.accept ?? '')

/**
 * Forms of the site (residents.md section 9): 303 to the page of the act instead of JSON, a page that says why instead of
 * a refusal, PUT and DELETE as POST with a field `_method`.
 */
export function registerForms(scope: FastifyInstance, deps: Dependencies): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (!wantsPage(request) || request.method === 'GET' || reply.statusCode !== 200) return payload
    const data = (JSON.parse(String(payload)) as { data: Record<string, unknown> }).data
    reply.code(303).header('location', `${residentHome(deps.config)}${await pageOf(deps, request, data)}`)
    reply.removeHeader('content-type')
    return ''
  })
  scope.setErrorHandler(async (error: Error, request, reply) => {
    if (!wantsPage(request) || !(error instanceof Refusal)) return errorHandler(error, request, reply)
    const build = await siteBuild()
    if (!build) return errorHandler(error, request, reply)
    const { kind } = refusals[error.key]
    const { page } = refused(statusOfKind[kind], sentenceOf(error))
    if (error.extras.retryAfter !== undefined)
      reply.header('retry-after', Math.max(1, Math.ceil(error.extras.retryAfter)))
    const html = build.renderPage({ ...page, home: '', host: 'resident', script: build.script, pushKey: null })
    const policy = `default-src 'none'; script-src 'self'; style-src 'self' ${build.styleHash}; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
    return reply
      .code(statusOfKind[kind])
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(html)
  })
  registerMethods(scope)
}

function sentenceOf({ key, extras }: Refusal): string {
  const first = extras.fields && firstFieldError(extras.fields)
  const known = first && (fieldTexts as Record<string, string>)[first.key]
  return extras.message ?? known ?? refusalTexts[key]
}

/** The page of each act (15.29). */
async function pageOf({ db }: Dependencies, request: FastifyRequest, data: Record<string, unknown>): Promise<string> {
  const path = (request.url.split('?')[0] ?? '').replace('/v1/site', '')
  const [, subject, id, act] = [...path.split('/'), '', '', ''] as [string, string, string, string]
  if (act === 'follow') return await followedPage(db, id)
  const erased = request.method === 'DELETE'
  const pages: Record<string, string> = {
    'companies messages': `/mes-messages/${String(data.uuid)}`,
    'companies orders': `/mes-commandes/${String(data.id)}`,
    orders: `/mes-commandes/${id}`,
    conversations: ['/mes-messages', erased ? '' : id].filter(Boolean).join('/'),
    reports: `/signalement/${String(data.code)}`,
    transfers: id === 'claim' ? '/mes-abonnements' : `/transfert?code=${String(data.code)}`,
    me: erased ? '/' : '/reglages',
  }
  return pages[`${subject} ${act}`] ?? pages[subject] ?? '/reglages'
}

async function followedPage(db: Dependencies['db'], companyId: string): Promise<string> {
  const business = await findBusiness(db, companyId)
  return business ? businessPath(business) : '/mes-abonnements'
}

/** Calls that only exist as PUT or DELETE: a form reaches them at a POST of the same address. */
const twinPaths = ['/v1/site/me', '/v1/site/settings', '/v1/site/devices/:id', '/v1/site/conversations/:id']

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
      .headers(answer.headers as Record<string, string>)
      .send(answer.rawPayload)
  })
  for (const url of twinPaths) {
    scope.post(url, { config: { formTwin: true } }, async (_request, reply) => {
      reply.callNotFound()
    })
  }
}

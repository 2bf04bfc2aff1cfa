import { randomBytes } from 'node:crypto'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendRefusal } from './error-handler.ts'
import { allowStyle, type SecurityHeaders } from './security-headers.ts'

type KnownRoute = { pattern: RegExp; methods: Set<string> }

/** Remembers the API's routes to tell 405 (with Allow) from 404 for calls that match none. */
export function rememberRoutes(app: FastifyInstance): KnownRoute[] {
  const routes = new Map<string, KnownRoute>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/v1/')) return
    const known = routes.get(url) ?? {
      pattern: new RegExp(`^${url.replace(/:[^/]+/g, '[^/]+')}/?$`),
      methods: new Set(),
    }
    for (const one of [method].flat()) known.methods.add(one)
    routes.set(url, known)
    list.splice(0, list.length, ...routes.values())
  })
  // A path of its own is not an id: DELETE /v1/instants/calendar is no deletion of an instant.
  app.addHook('onRequest', (request, reply, done) => {
    const { url = '' } = request.routeOptions
    const path = request.url.split('?')[0] ?? ''
    const exact = url.includes(':') ? routes.get(path) : undefined
    if (!exact) return done()
    sendNotAllowed(reply, [exact])
  })
  const list: KnownRoute[] = []
  return list
}

export function registerNotFound(
  app: FastifyInstance,
  routes: readonly KnownRoute[],
  page: (url: string) => string | undefined,
) {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const known = routes.filter(({ pattern }) => pattern.test(path))
    if (known.length > 0) return sendNotAllowed(reply, known)
    const html = request.method === 'GET' ? page(path) : undefined
    if (html) {
      // The payment's session id must not travel to other sites in a Referer (ASVS 3.4.5).
      if (request.url.includes('session_id=')) reply.header('referrer-policy', 'no-referrer')
      return sendPage(reply, html)
    }
    return sendRefusal(reply, refusal('request.not_found'))
  })
}

function sendNotAllowed(reply: FastifyReply, known: readonly KnownRoute[]) {
  reply.header('allow', [...new Set(known.flatMap(({ methods }) => [...methods]))].join(', '))
  return sendRefusal(reply, refusal('request.method_not_allowed'))
}

/** The style elements of the widgets carry the nonce of this answer: no other style element counts (ASVS 3.4.3). */
function sendPage(reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .header('content-security-policy', allowStyle(reply.getHeader('content-security-policy'), `'nonce-${nonce}'`))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(html.replace('{{style-nonce}}', nonce))
}

/** A path that cannot be decoded, or with a part longer than any id, is not found, in the envelope as any other. */
export function answerUnreadablePath(headers: SecurityHeaders) {
  // It is answered before any hook has run.
  return (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers).header('x-request-id', request.id)
    sendRefusal(reply, refusal('request.not_found'))
  }
}

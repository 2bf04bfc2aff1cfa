import { randomBytes } from 'node:crypto'
import { type Contract, methodOf, pathOf } from '@parvis/domain/kernel/contract'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendRefusal } from './error-handler.ts'
import { allowStyle, type SecurityHeaders } from './security-headers.ts'
import { sitePath } from './site-hosts.ts'

type KnownPath = { pattern: RegExp; parameters: number; methods: Set<string> }

/** The methods of each path, computed from the contracts: they tell 405 (with Allow) from 404. */
function pathsOf(contracts: readonly Contract[]): Map<string, KnownPath> {
  const paths = new Map<string, KnownPath>()
  for (const endpoint of contracts.flatMap((contract) => Object.values(contract))) {
    const [method, path] = [methodOf(endpoint), pathOf(endpoint)]
    const known = paths.get(path) ?? {
      pattern: new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`),
      parameters: path.split(':').length - 1,
      methods: new Set(),
    }
    // Fastify answers HEAD wherever it answers GET.
    for (const one of method === 'GET' ? ['GET', 'HEAD'] : [method]) known.methods.add(one)
    paths.set(path, known)
  }
  // Every page of the residents’ hosts: TRACE and the methods of WebDAV reach no route, and end here.
  paths.set(sitePath, { pattern: /^\/\.site$/, parameters: 0, methods: new Set(['GET', 'HEAD']) })
  return paths
}

/** Answers a request that matches no route: 405 where a contract knows the path, else the portal's page, else 404. */
export function registerNotFound(
  app: FastifyInstance,
  contracts: readonly Contract[],
  page: (url: string) => string | undefined,
): void {
  const paths = pathsOf(contracts)
  const answerUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? ''
    const matching = [...paths.values()].filter(({ pattern }) => pattern.test(path))
    const fewest = Math.min(...matching.map(({ parameters }) => parameters))
    const known = matching.filter(({ parameters }) => parameters === fewest)
    if (known.length > 0) return sendNotAllowed(reply, known)
    const html = request.method === 'GET' ? page(path) : undefined
    if (html) {
      // The payment's session id must not travel to other sites in a Referer (ASVS 3.4.5).
      if (request.url.includes('session_id=')) reply.header('referrer-policy', 'no-referrer')
      return sendPage(reply, html)
    }
    return sendRefusal(reply, refusal('request.not_found'))
  }
  app.addHook('onRequest', (request, reply, done) => {
    // Nothing reads the body of a call that does not exist: what is wrong with it comes after 405 and 404 (api.md 8.30).
    if (request.is404) {
      answerUnknown(request, reply)
      return
    }
    // A literal path segment is not an id: DELETE /v1/instants/calendar deletes no instant.
    const exact = paths.get(request.url.split('?', 1)[0] ?? '')
    if (!exact || !request.routeOptions.url?.includes(':')) return done()
    sendNotAllowed(reply, [exact])
  })
  app.setNotFoundHandler(answerUnknown)
}

function sendNotAllowed(reply: FastifyReply, known: readonly KnownPath[]) {
  reply.header('allow', [...new Set(known.flatMap(({ methods }) => [...methods]))].join(', '))
  return sendRefusal(reply, refusal('request.method_not_allowed'))
}

/** Style elements carry the nonce of this answer; the content policy applies no other (ASVS 3.4.3). */
function sendPage(reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .header('content-security-policy', allowStyle(reply.getHeader('content-security-policy'), `'nonce-${nonce}'`))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(html.replaceAll('{{style-nonce}}', nonce))
}

/** Answers 404 in the usual envelope for a path that cannot be decoded, or with a segment longer than any id. */
export function answerUnreadablePath(headers: SecurityHeaders) {
  // Fastify answers such a request before any hook runs, so that the headers are set here.
  return (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers).header('x-request-id', request.id)
    sendRefusal(reply, refusal('request.not_found'))
  }
}

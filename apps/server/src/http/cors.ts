import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isResidentHost } from './site-hosts.ts'

const preflight = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-Sign-In-Nonce',
  'access-control-max-age': '600',
}
/** Open data: any site may read them, without whoever its visitor is. */
const ofOpenData = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After, Link',
}
const openPreflight = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'If-None-Match',
  'access-control-max-age': '86400',
}
const isOpenData = ({ url }: FastifyRequest): boolean => url.startsWith('/v1/open/')

/** Beside those that a script may always read; `Link` and `Allow` lead on, `Retry-After` says when to try again. */
const exposed = 'X-Request-Id, Retry-After, Link, Allow'

type Settings = { frontOrigins: readonly string[]; residentUrl: string | undefined; links: { webDomain: string } }

/**
 * CORS: the configured front origins, without cookies (api.md section 1). A premium address may send one act to the residents'
 * host with its cookie: the door then asks whether its subdomain is in use.
 */
export function registerCors(app: FastifyInstance, settings: Settings): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isOpenData(request)) {
      reply.headers(ofOpenData)
      if (request.method !== 'OPTIONS') return done()
      return reply.headers(openPreflight).code(204).send()
    }
    const { origin } = request.headers
    if (!origin) return done()
    reply.header('vary', 'Origin')
    const follows = isFollow(settings, request) && isPremium(settings, origin)
    if (!follows && !settings.frontOrigins.includes(origin)) return done()
    reply.header('access-control-allow-origin', origin)
    if (follows) reply.header('access-control-allow-credentials', 'true')
    reply.header('access-control-expose-headers', exposed)
    if (request.method !== 'OPTIONS') return done()
    reply.headers(preflight).code(204).send()
  })
}

const isFollow = (settings: Settings, request: FastifyRequest): boolean =>
  isResidentHost(settings, request) && /^\/v1\/site\/companies\/[\w-]+\/follow$/.test(request.url)

/** True for one label under the residents' host or WEB_DOMAIN, with the same scheme and port. */
function isPremium({ residentUrl, links }: Settings, origin: string): boolean {
  const [scheme = '', host = ''] = origin.split('://')
  const { protocol, host: own } = new URL(residentUrl ?? '')
  const parent = host.slice(host.indexOf('.') + 1)
  return `${scheme}:` === protocol && (parent === own || parent === links.webDomain)
}

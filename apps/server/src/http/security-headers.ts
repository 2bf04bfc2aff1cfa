import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'

const year = 31_536_000

/** Headers of every answer (T27): a strict CSP with Trusted Types, no framing, no sniffing, HSTS, a number to quote. */
export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const fixed = { ...helmetHeaders(config), 'permissions-policy': permissions, 'cache-control': 'no-store' }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed).header('x-request-id', request.id)
    done()
  })
}

const permissions = 'camera=(), microphone=(), geolocation=(), payment=()'

/** What helmet says never changes from one answer to the next: it is asked once. */
function helmetHeaders({ links, production }: Config): OutgoingHttpHeaders {
  const tiles = links.tilesUrl ? [new URL(links.tilesUrl.replaceAll(/[{}]/g, '')).origin] : []
  const social = links.facebookAppId ? ['https://connect.facebook.net'] : []
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...social],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...tiles],
        'connect-src': ["'self'", ...(links.facebookAppId ? ['https://graph.facebook.com'] : [])],
        'font-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['parvis', 'default', "'allow-duplicates'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'same-site' },
    hsts: production ? { maxAge: year, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  write(answer.req, answer, () => undefined)
  return answer.getHeaders()
}

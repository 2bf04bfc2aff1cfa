import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const year = 31_536_000

/** Headers of every answer (T27): a strict CSP with Trusted Types, no framing, no sniffing, HSTS. */
export function registerSecurityHeaders(app: FastifyInstance, { links, production }: Config): void {
  const tiles = links.tilesUrl ? [new URL(links.tilesUrl.replaceAll(/[{}]/g, '')).origin] : []
  const social = links.facebookAppId ? ['https://connect.facebook.net'] : []
  app.register(helmet, {
    global: true,
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
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
  })
}

import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'

const year = 31_536_000

/**
 * CSP sources of Meta's SDK on a page: the script, the Graph API, the frame that reads the sign-in state, and a popup
 * that may message the page. Granted only where an application id is set.
 */
const meta = {
  script: ['https://connect.facebook.net'],
  connect: ['https://graph.facebook.com', 'https://*.facebook.com'],
  frame: ['https://www.facebook.com', 'https://web.facebook.com'],
  // The SDK writes style elements without a nonce.
  style: ["'unsafe-inline'"],
}
const nobody = { script: [], connect: [], frame: [], style: [] }

/** Headers of every answer: a strict CSP with Trusted Types, no framing, no sniffing, HSTS, a number to quote. */
export function registerSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}

export type SecurityHeaders = OutgoingHttpHeaders

export function securityHeaders(config: Config): SecurityHeaders {
  return { ...helmetHeaders(config), 'permissions-policy': permissions, 'cache-control': 'no-store' }
}

/** The policy of a page that has style elements of its own: `'nonce-…'` or `'sha256-…'`. */
export function allowStyle(policy: unknown, source: string): string {
  const written = String(policy)
  return written.includes("'unsafe-inline'")
    ? written
    : written.replace("style-src 'self'", `style-src 'self' ${source}`)
}

/** « Près de moi » orders a page of the residents' site on the device: no call takes a position. */
const permissions = 'camera=(), microphone=(), geolocation=(self), payment=()'

/** helmet's headers are the same in every answer: it runs once. */
function helmetHeaders({ links, production, publicUrl, residentUrl, mediaOrigin }: Config): OutgoingHttpHeaders {
  const tiles = links.tilesUrl ? [new URL(links.tilesUrl.replaceAll(/[{}]/g, '')).origin] : []
  // In development the portal is opened at 127.0.0.1 and at localhost, which alone has passkeys: pictures come from one of them.
  const media = production && mediaOrigin === publicUrl ? [] : [mediaOrigin]
  const social = links.facebookAppId ? meta : nobody
  // What helmet asks of an answer: one of Node's own would import node:http, which loads undici at the start.
  const headers = new Map<string, string>()
  const answer = {
    setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value),
    removeHeader() {},
  }
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...social.script],
        'style-src': ["'self'", ...social.style],
        'img-src': ["'self'", 'data:', 'blob:', ...media, ...tiles],
        'connect-src': ["'self'", ...social.connect],
        'font-src': ["'self'"],
        // The preview of what other sites may frame.
        'frame-src': ["'self'", ...(residentUrl ? [residentUrl] : []), ...social.frame],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['parvis', 'default', "'allow-duplicates'"],
      },
    },
    crossOriginOpenerPolicy: { policy: links.facebookAppId ? 'same-origin-allow-popups' : 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    xFrameOptions: { action: 'deny' },
    hsts: production ? { maxAge: year, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  write({} as IncomingMessage, answer as unknown as ServerResponse, () => undefined)
  return Object.fromEntries(headers)
}

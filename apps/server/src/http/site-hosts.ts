import type { IncomingMessage } from 'node:http'
import { refusal } from '@parvis/domain/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The hosts of the product, from the settings. */
type Config = {
  residentUrl: string | undefined
  customDomains: boolean
  mediaOrigin: string
  publicUrl: string
  links: { webDomain: string; appLink92110: string; appLinkParis: string }
}

/** Which site a Host header asks for (residents.md section 2): only this header counts, never X-Forwarded-Host. */
export type Site =
  | { kind: 'portal' }
  | { kind: 'resident' }
  | { kind: 'premium'; subdomain: string }
  /** Redirects: `www.`, and the links of the city apps. */
  | { kind: 'redirect'; to: string; status: 301 | 302 }
  /** A name under ours that nobody can have: a label with a dot, or longer than a label may be. */
  | { kind: 'nobody' }
  /** A foreign host: somebody's own domain, or unknown. */
  | { kind: 'foreign'; host: string }

type Wanted = { written: string | undefined; otherwise: string; taken: readonly string[] }

/**
 * The origin of the residents' site, on a host of its own. An explicit setting with a host in use or a path throws; a
 * default that collides leaves the server without the site.
 */
export function residentAddress({ written, otherwise, taken }: Wanted): string | undefined {
  if (written && new URL(written).origin !== written)
    throw new Error('RESIDENT_URL doit être une adresse http(s) sans chemin')
  const url = written ?? otherwise
  const isTaken = taken.some((other) => new URL(other).hostname === new URL(url).hostname)
  if (isTaken && written) throw new Error('RESIDENT_URL doit être sur un autre hôte que PUBLIC_URL et MEDIA_ORIGIN')
  return isTaken ? undefined : url
}

/** The host of a Host header: lower case, without the port or a final dot. */
const hostOf = (written = ''): string => written.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

export const isResidentHost = ({ residentUrl }: Pick<Config, 'residentUrl'>, { headers }: FastifyRequest): boolean =>
  residentUrl !== undefined && hostOf(headers.host) === new URL(residentUrl).hostname

/** Returns a function that tells which site a Host header names. */
export function siteHosts(config: Config): (written: string | undefined) => Site {
  const { residentUrl, links } = config
  const portal: Site = { kind: 'portal' }
  if (residentUrl === undefined) return () => portal
  const known = new Map<string, Site>()
  const resident = new URL(residentUrl).hostname
  const leadTo = (path: string, link: string) =>
    known.set(new URL(link).hostname, { kind: 'redirect', to: `${residentUrl}${path}`, status: 302 })
  leadTo('/', links.appLinkParis)
  leadTo('/clichy-92110', links.appLink92110)
  known.set(resident, { kind: 'resident' })
  for (const own of [config.mediaOrigin, config.publicUrl]) known.set(new URL(own).hostname, portal)
  const parents = [`.${resident}`, `.${links.webDomain}`]

  return (written) => {
    const host = hostOf(written)
    const found = known.get(host)
    if (found) return found
    const parent = parents.find((end) => host.endsWith(end))
    if (parent) return underOurs(host.slice(0, -parent.length), residentUrl)
    return config.customDomains && !isThisMachine(host) ? { kind: 'foreign', host } : portal
  }
}

function underOurs(label: string, residentUrl: string): Site {
  if (label === 'www') return { kind: 'redirect', to: residentUrl, status: 301 }
  return /^[a-z0-9_-]{1,63}$/.test(label) ? { kind: 'premium', subdomain: label } : { kind: 'nobody' }
}

/** True for IP addresses and `localhost`: a foreign name that resolves to this server must never show the sign-in page. */
const isThisMachine = (host: string): boolean => host === '' || host === 'localhost' || /^[\d.]+$|^\[/.test(host)

/** The path under which every page of the residents' sites is answered, whatever its own is. */
export const sitePath = '/.site'

/** The calls of `/v1` that the residents' host answers. */
const siteCalls =
  /^\/v1\/(site|media|icons|email)\/|^\/v1\/(error-report|health|health\/ready|authentication\/send-activation-code)(\?|$)/

/**
 * Rewrites the URL that Fastify routes by: unchanged on the portal, `sitePath` for the pages of the other hosts, which read their
 * path from `originalUrl`. A path of another site is never looked up among the portal's routes (section 13).
 */
export function routedUrl(config: Config): (request: IncomingMessage) => string {
  const siteOf = siteHosts(config)
  return (request) => {
    const url = request.url ?? '/'
    const { kind } = siteOf(request.headers.host)
    if (kind === 'portal') return url.startsWith(sitePath) ? '/v1/-' : url
    if (kind === 'resident' && siteCalls.test(url)) return url
    return sitePath
  }
}

/** The host of the pictures, when they have one of their own, serves nothing else: no page, no other call (ASVS 3.5.4). */
export function registerMediaHost(app: FastifyInstance, { mediaOrigin, publicUrl }: Config): void {
  if (mediaOrigin === publicUrl) return
  const { host } = new URL(mediaOrigin)
  app.addHook('onRequest', async (request) => {
    if (request.host === host && !request.url.startsWith('/v1/media/')) throw refusal('request.not_found')
  })
}

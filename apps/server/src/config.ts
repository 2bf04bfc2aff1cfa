import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { LegalSettings } from '@parvis/domain/legal/legal'
import { type DatabaseAddresses, readDatabaseAddresses } from './database-addresses.ts'
import { type BlobSettings, readBlobSettings } from './gateways/blobs/blob-settings.ts'
import { type DomainSettings, readDomainSettings } from './gateways/dns/domain-settings.ts'
import {
  collectFaults,
  type Environment,
  isLoopback,
  isProduction,
  noteFault,
  oneOf,
  readOr,
  webAddress,
  wholeNumber,
  wordsOf,
} from './gateways/environment.ts'
import { type GatewaySettings, readGatewaySettings } from './gateways/gateway-settings.ts'
import { residentAddress } from './http/site-hosts.ts'
import { readLegalSettings } from './legal-settings.ts'
import { type ProofSettings, readProofSettings } from './proof-settings.ts'
import { readKeySettings, type Secrets } from './secret-key.ts'

export type Config = DatabaseAddresses &
  DomainSettings &
  ProofSettings &
  Secrets & {
    production: boolean
    /** Development on an address that others may reach, which takes a setting of its own. */
    developmentInPublic: boolean
    port: number
    /** Whether PORT is set: a worker listens only then. */
    isPortGiven: boolean
    /** Where `npm run dev` serves the portal with hot reloading; 0 without it. */
    livePortalPort: number
    host: string
    publicUrl: string
    /** What the addresses of pictures begin with: `publicUrl`, or a host that serves nothing else. */
    mediaOrigin: string
    /** Origin of the residents' pages and of `/v1/site`; undefined: this server has no residents' site. */
    residentUrl: string | undefined
    /** False: /sw.js of the residents' site is a worker that removes itself and its caches. */
    residentWorker: boolean
    frontOrigins: readonly string[]
    /** False: no calendar of a business is read. */
    calendars: boolean
    /** Number of reverse proxies in front: the client's address is the one that the outermost of them saw. */
    trustProxy: number
    dataFolder: string
    poolSize: number
    /** What this process does: answer calls, run jobs, or both. */
    role: 'all' | 'api' | 'worker'
    /** Processes that answer calls (PROCESSES), one core each; a worker or an API role alone is one. */
    processes: number
    /** After SIGTERM: seconds of answering while `ready` says 503, for load balancers that ask before they send. */
    drainSeconds: number
    rateLimits: 'strict' | 'relaxed'
    logLevel: string
    specialCompanyIds: readonly string[]
    /** Bearer token of /v1/metrics; absent, only this machine may read it. */
    metricsToken: string | undefined
    /** Base address of an OpenTelemetry collector; without it no trace is made. */
    tracesEndpoint: string | undefined
    /** Public settings: GET /v1/configuration. */
    links: ReturnType<typeof publicLinks>
    /** Facts of the legal pages; missing ones are left out of them. */
    legal: LegalSettings
    gateways: GatewaySettings
  }

/** Reads and checks every setting once. Throws one ConfigError that names each wrong one and says in French what is expected. */
export function readConfig(env: Environment = process.env): Config {
  return collectFaults(env, () => readAll(env))
}

function readAll(env: Environment): Config {
  const production = checkedProduction(env)
  const port = wholeNumber(env, 'PORT', 3000, 0, 65_535)
  const host = env.HOST || '127.0.0.1'
  const dataFolder = resolve(env.PARVIS_DATA || '.data')
  const publicUrl = webAddress(env, 'PUBLIC_URL') ?? `http://${reachableName(host)}:${port}`
  const trustProxy = wholeNumber(env, 'TRUST_PROXY', 0, 0, 8)
  const gateways = readGatewaySettings(env)
  const livePortalPort = production ? 0 : wholeNumber(env, 'PORTAL_PORT', 0, 0, 65_535)
  const mailLeaves = !production || gateways.mail.provider === 'smtp'
  const residentUrl = readOr(env, 'RESIDENT_URL', undefined, () =>
    residentAddress({
      written: webAddress(env, 'RESIDENT_URL'),
      otherwise: production ? `https://${webDomain(env)}` : `http://parvis.localhost:${port}`,
      taken: [publicUrl, mediaOrigin(env, publicUrl)],
    }),
  )
  return {
    production,
    developmentInPublic: developmentInPublic(env, { production, host, publicUrl, trustProxy }),
    port,
    isPortGiven: Boolean(env.PORT),
    livePortalPort,
    host,
    publicUrl,
    mediaOrigin: mediaOrigin(env, publicUrl),
    residentUrl,
    residentWorker: oneOf(env, 'RESIDENT_WORKER', ['on', 'off'], 'on') === 'on',
    ...readDomainSettings(env, production, residentUrl),
    frontOrigins: wordsOf(env.FRONT_ORIGINS).concat(publicUrl),
    calendars: oneOf(env, 'CALENDARS', ['0', '1'], '1') === '1',
    trustProxy,
    dataFolder,
    ...readDatabaseAddresses(env),
    poolSize: wholeNumber(env, 'DATABASE_POOL_SIZE', 16, 2, 200),
    role: oneOf(env, 'PROCESS_ROLE', ['all', 'api', 'worker'], 'all'),
    processes: countProcesses(env, production),
    drainSeconds: wholeNumber(env, 'DRAIN_SECONDS', 0, 0, 60),
    rateLimits: oneOf(env, 'RATE_LIMITS', ['strict', 'relaxed'], production ? 'strict' : 'relaxed'),
    logLevel: oneOf(env, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], production ? 'info' : 'warn'),
    ...readKeySettings(env, dataFolder),
    metricsToken: env.METRICS_TOKEN || undefined,
    tracesEndpoint: webAddress(env, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
    specialCompanyIds: wordsOf(env.SPECIAL_COMPANY_IDS).slice(0, 4),
    links: publicLinks(env),
    legal: readLegalSettings(env),
    ...readProofSettings(env, { publicUrl, port, livePortalPort, mailLeaves }),
    gateways,
  }
}

const maxProcesses = 32
const maxAutomatic = 8

/** `auto`: half of the cores in production, since PostgreSQL uses as much; one in development. */
function countProcesses(env: Environment, production: boolean): number {
  if (env.PROCESS_ROLE && env.PROCESS_ROLE !== 'all') return 1
  if (env.PROCESSES && env.PROCESSES !== 'auto') return wholeNumber(env, 'PROCESSES', 1, 1, maxProcesses)
  return production ? Math.min(maxAutomatic, Math.max(1, Math.floor(availableParallelism() / 2))) : 1
}

/** The host of a URL that reaches this machine: 0.0.0.0 and :: are replaced by the loopback address. */
function reachableName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function mediaOrigin(env: Environment, publicUrl: string): string {
  const written = webAddress(env, 'MEDIA_ORIGIN')
  if (written && new URL(written).origin !== written)
    noteFault(env, 'MEDIA_ORIGIN', 'MEDIA_ORIGIN doit être une adresse http(s) sans chemin')
  return written ?? publicUrl
}

const webDomain = (env: Environment): string => env.WEB_DOMAIN || 'parvis.site'

function checkedProduction(env: Environment): boolean {
  if (!isProduction(env)) return false
  const sentence = 'NODE_TLS_REJECT_UNAUTHORIZED=0 accepte n’importe quel certificat : retirez-le'
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') noteFault(env, 'NODE_TLS_REJECT_UNAUTHORIZED', sentence)
  return true
}

/**
 * Whether development may listen on a public address: its outbox shows every sign-in code, so that a setting of its own allows
 * it.
 */
function developmentInPublic(
  env: Environment,
  { production, host, publicUrl, trustProxy }: Pick<Config, 'production' | 'host' | 'publicUrl' | 'trustProxy'>,
): boolean {
  const isAllowed = oneOf(env, 'ALLOW_DEVELOPMENT_IN_PUBLIC', ['0', '1'], '0') === '1'
  if (production || isAllowed) return isAllowed && !production
  const open = [
    !isLoopback(host) && 'HOST',
    !isLoopback(new URL(publicUrl).hostname) && 'PUBLIC_URL',
    trustProxy > 0 && 'TRUST_PROXY',
  ].find((name) => name !== false)
  if (!open) return false
  noteFault(
    env,
    open,
    `${open} ouvre ce serveur à d’autres que vous, mais il est en développement : n’importe qui y lirait les codes de connexion. Mettez NODE_ENV=production (ou ALLOW_DEVELOPMENT_IN_PUBLIC=1 si c’est voulu)`,
  )
  return false
}

/** The database settings alone, for tools that run beside the server. */
export function readDatabaseSettings(env: Environment = process.env): DatabaseAddresses & { dataFolder: string } {
  const dataFolder = resolve(env.PARVIS_DATA || '.data')
  return collectFaults(env, () => ({ ...readDatabaseAddresses(env), dataFolder }))
}

/** The settings of what is sealed alone, for the operator's tool. */
export function readDocumentSettings(
  env: Environment = process.env,
): Secrets & Pick<Config, 'legal'> & { blobs: BlobSettings } {
  const { dataFolder } = readDatabaseSettings(env)
  return collectFaults(env, () => ({
    blobs: readBlobSettings(env, join(dataFolder, 'blobs')),
    legal: readLegalSettings(env),
    ...readKeySettings(env, dataFolder),
  }))
}

function publicLinks(env: Environment) {
  return {
    webDomain: webDomain(env),
    appLink92110: webAddress(env, 'APP_LINK_92110') ?? 'https://clichy.parvis.app',
    appLinkParis: webAddress(env, 'APP_LINK_PARIS') ?? 'https://paris.parvis.app',
    billingPortalUrl: webAddress(env, 'BILLING_PORTAL_URL') ?? null,
    cityWebsiteUrl: webAddress(env, 'CITY_WEBSITE_URL') ?? null,
    meetingUrl: webAddress(env, 'MEETING_URL') ?? null,
    supportEmail: env.SUPPORT_EMAIL || 'contact@parvis.app',
    supportPhone: env.SUPPORT_PHONE || null,
    facebookAppId: env.FACEBOOK_APP_ID || null,
    tilesUrl: env.TILES_URL || null,
  }
}

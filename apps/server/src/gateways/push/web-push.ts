import { memoised } from '@parvis/domain/kernel/memoised'
import { LRUCache } from 'lru-cache'
import webPush from 'web-push'
import { z } from 'zod'
import { parseJson } from '../../parse-json.ts'
import { boundedFetch } from '../bounded-fetch.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { GatewayFailure } from '../gateway-failure.ts'
import { type HttpContext, readRetryAfter } from '../http-client.ts'
import { contentTypeOf, daySeconds, declarativePayload, topicOf } from './declarative-payload.ts'
import type { PushMessage, PushResult } from './push.ts'

export type WebPushSettings = {
  /** mailto: or https: address of whoever runs the service. */
  subject: string
  publicKey: string
  privateKey: string
  /** Hosts a subscription may point to; undefined = the push services of the known browsers. */
  hosts: readonly string[] | undefined
}

const timeoutMilliseconds = 5000
/** Push services whose signature and circuit are kept. */
const maxHosts = 100
/** Longest wait that a push service may ask for. */
const maxWaitSeconds = 3_600
/** A signature that names its push service is sent again for so long: it is valid for twelve hours. */
const signatureMilliseconds = 3_600_000

/** Sends one notification to a browser, encrypted for it alone (RFC 8291) and signed with our VAPID key. */
export function createWebPush(settings: WebPushSettings, context: HttpContext) {
  const signatures = signaturesOf(settings)
  const hosts = settings.hosts ?? knownPushHosts
  const breakerOf = memoised(maxHosts, (host: string) => createCircuitBreaker(`push ${host}`))
  // Hosts that answered 429 or 503 with Retry-After: not asked again until then (RFC 8030 section 8.4).
  const waitUntil = new Map<string, number>()
  const post = async (subscription: Subscription, message: PushMessage): Promise<PushResult> => {
    const options = {
      headers: { Authorization: signatures.memo(new URL(subscription.endpoint).origin) },
      TTL: message.ttl ?? daySeconds,
      urgency: message.urgency ?? 'normal',
      topic: topicOf(message),
    } as const
    const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payloadOf(message), options)
    const url = new URL(endpoint)
    const init = {
      method: 'POST',
      headers: {
        ...textual(headers),
        ...(message.navigate && { 'Content-Type': contentTypeOf(url.hostname, hosts.includes(`${url.origin};apple`)) }),
      },
      body: body && new Uint8Array(body),
    }
    const bounds = { timeoutMs: context.timeoutMs ?? timeoutMilliseconds, maxBytes: 100_000 }
    if ((waitUntil.get(url.host) ?? 0) > performance.now())
      throw new GatewayFailure('rate_limited', 'not asked: it wants to be left alone for now')
    return breakerOf(url.host).run(async () => {
      const answer = await boundedFetch(url, init, bounds)
      if (answer.status === 401) signatures.delete(url.origin)
      const asked = answer.status === 429 || answer.status === 503 ? readRetryAfter(answer.headers) : undefined
      if (asked) waitUntil.set(url.host, performance.now() + 1_000 * Math.min(asked, maxWaitSeconds))
      const result = resultOf(answer.status)
      if (result === 'refused')
        context.log.warn(
          { gateway: 'push web', host: url.host, status: answer.status },
          'a push is refused by our fault',
        )
      return result
    })
  }
  return async (message: PushMessage): Promise<PushResult> => {
    const { data: subscription } = subscriptionSchema.safeParse(parseJson(message.token))
    // The address comes from a browser we do not trust: only a push service is ever called.
    if (!subscription || !isPushService(subscription.endpoint, hosts)) return 'expired'
    try {
      return await post(subscription, message)
    } catch (error) {
      const { kind, message: reason } = error instanceof GatewayFailure ? error : refusedKeys
      context.log.warn({ gateway: 'push web', kind, reason }, 'gateway failure')
      return kind === 'invalid_input' ? 'expired' : 'retry'
    }
  }
}

/** VAPID signatures by origin: signing anew for each device costs a third of the processor time of its push. */
const signaturesOf = ({ subject, publicKey, privateKey }: WebPushSettings) =>
  new LRUCache<string, string>({
    max: maxHosts,
    ttl: signatureMilliseconds,
    memoMethod: (origin) => {
      try {
        return webPush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm').Authorization
      } catch {
        throw new GatewayFailure('misconfigured', 'our VAPID keys sign nothing')
      }
    },
  })

/** The library throws when a subscription's keys are malformed. */
const refusedKeys = { kind: 'invalid_input', message: 'keys of a subscription refused' } as const

const subscriptionSchema = z.object({
  endpoint: z.string().max(2000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
})
type Subscription = z.infer<typeof subscriptionSchema>

/** 4,096 bytes at most once encrypted: a long text is cut. */
function payloadOf(message: PushMessage): string {
  const { title, body, data, key, navigate } = message
  if (navigate !== undefined) return JSON.stringify(declarativePayload(message))
  return JSON.stringify({ title: title.slice(0, 200), body: body.slice(0, 600), data, tag: key })
}

function textual(headers: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** Our fault: a malformed request, an unknown VAPID key, or a payload that is too large (RFC 8030, RFC 8292). */
const faultsOfOurs: readonly number[] = [400, 403, 413]

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'expired'
  if (faultsOfOurs.includes(status)) return 'refused'
  const kind = status >= 500 || status < 400 ? 'unavailable' : status === 429 ? 'rate_limited' : 'misconfigured'
  throw new GatewayFailure(kind, `answered ${status}`, { status })
}

/** Push services of Chrome and its kin, Firefox, Safari and Edge. "*." stands for any subdomain. */
export const knownPushHosts: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/**
 * Whether an endpoint given by a browser belongs to an allowed push service: https on its own port, no user part.
 * An entry that is a whole origin ("http://127.0.0.1:4100") allows just that origin, for a simulator; with
 * ";apple" after it, a simulator of Apple's (residents.md 15.28).
 */
export function isPushService(endpoint: string, entries: readonly string[]): boolean {
  const allowed = entries.map((entry) => entry.replace(/;apple$/, ''))
  if (!URL.canParse(endpoint)) return false
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint)
  if (username || password) return false
  if (allowed.includes(origin)) return true
  return protocol === 'https:' && port === '' && allowed.some((host) => isHost(hostname, host))
}

function isHost(hostname: string, allowed: string): boolean {
  return allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : hostname === allowed
}

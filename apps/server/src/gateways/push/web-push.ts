import { createHash } from 'node:crypto'
import webPush from 'web-push'
import { z } from 'zod'
import { boundedFetch } from '../bounded-fetch.ts'
import { type CircuitBreaker, createCircuitBreaker } from '../circuit-breaker.ts'
import { GatewayFailure } from '../gateway-failure.ts'
import type { HttpContext } from '../http-client.ts'
import type { PushMessage, PushResult } from './push.ts'
import { isPushService, KNOWN_PUSH_HOSTS } from './push-hosts.ts'

export type WebPushSettings = {
  /** mailto: or https: address of whoever runs the service. */
  subject: string
  publicKey: string
  privateKey: string
  /** Hosts a subscription may point to; undefined = the push services of the known browsers. */
  hosts: readonly string[] | undefined
}

/** A day: an offer of yesterday wakes nobody. */
const TTL_SECONDS = 86_400
const TIMEOUT_MS = 5000

/** Sends one notification to a browser, encrypted for it alone (RFC 8291) and signed with our VAPID key. */
export function createWebPush(settings: WebPushSettings, context: HttpContext) {
  const vapidDetails = { subject: settings.subject, publicKey: settings.publicKey, privateKey: settings.privateKey }
  const hosts = settings.hosts ?? KNOWN_PUSH_HOSTS
  const breakers = new Map<string, CircuitBreaker>()
  const breakerOf = (host: string) => {
    const known = breakers.get(host) ?? createCircuitBreaker(`push ${host}`)
    breakers.set(host, known)
    return known
  }
  const post = async (subscription: Subscription, message: PushMessage): Promise<PushResult> => {
    const options = { vapidDetails, TTL: TTL_SECONDS, urgency: 'normal', topic: topicOf(message.key) } as const
    const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, payloadOf(message), options)
    const url = new URL(endpoint)
    const init = { method: 'POST', headers: textual(headers), body: body && new Uint8Array(body) }
    const bounds = { timeoutMs: context.timeoutMs ?? TIMEOUT_MS, maxBytes: 100_000 }
    return breakerOf(url.host).run(async () => resultOf((await boundedFetch(url, init, bounds)).status))
  }
  return async (message: PushMessage): Promise<PushResult> => {
    const subscription = readSubscription(message.token)
    // The address comes from a browser we do not trust: only a push service is ever called (T14).
    if (!subscription || !isPushService(subscription.endpoint, hosts)) return 'expired'
    try {
      return await post(subscription, message)
    } catch (error) {
      const { kind, message: reason } = error instanceof GatewayFailure ? error : REFUSED_KEYS
      context.log.warn({ gateway: 'push web', kind, reason }, 'gateway failure')
      return kind === 'invalid_input' ? 'expired' : 'retry'
    }
  }
}

/** The library throws on the keys of a subscription that are no keys. */
const REFUSED_KEYS = { kind: 'invalid_input', message: 'keys of a subscription refused' } as const

const subscriptionSchema = z.object({
  endpoint: z.string().max(2000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
})
type Subscription = z.infer<typeof subscriptionSchema>

function readSubscription(token: string): Subscription | undefined {
  try {
    return subscriptionSchema.parse(JSON.parse(token))
  } catch {
    return undefined
  }
}

/** 4,096 bytes at most once encrypted: a long text is cut. */
function payloadOf({ title, body, data, key }: PushMessage): string {
  return JSON.stringify({ title: title.slice(0, 200), body: body.slice(0, 600), data, tag: key })
}

/** Replaces an undelivered notification with the same key; 32 characters of base64url at most (RFC 8030). */
function topicOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 32)
}

function textual(headers: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'expired'
  const kind = status >= 500 || status < 400 ? 'unavailable' : status === 429 ? 'rate_limited' : 'misconfigured'
  throw new GatewayFailure(kind, `answered ${status}`, { status })
}

import { sign } from 'node:crypto'
import { z } from 'zod'
import type { HttpReply } from '../bounded-fetch.ts'
import { GatewayFailure } from '../gateway-failure.ts'
import { createHttpClient, expectSuccess, type HttpContext, readJson } from '../http-client.ts'
import type { PushMessage, PushResult } from './push.ts'

/** Sends one notification to an Android or Apple telephone through FCM HTTP v1. */
export function createFcmPush(settings: FcmSettings, context: HttpContext) {
  const client = createHttpClient({ name: 'push fcm', baseUrl: settings.baseUrl, timeoutMs: 5000 }, context)
  const access = createFcmAccess(settings, context)
  const path = `/projects/${encodeURIComponent(settings.account.projectId)}/messages:send`
  return async (message: PushMessage): Promise<PushResult> => {
    try {
      const headers = { authorization: `Bearer ${await access.token()}` }
      return await client.call({ method: 'POST', path, headers, json: { message: toFcm(message) } }, readResult)
    } catch (error) {
      // Drops the cached OAuth token: the next message requests a new one.
      if (error instanceof GatewayFailure && error.kind === 'misconfigured') access.forget()
      return 'retry'
    }
  }
}

function toFcm({ token, title, body, data, key }: PushMessage) {
  // Apple takes 64 bytes at most.
  const collapse = key.slice(0, 64)
  return {
    token,
    notification: { title: title.slice(0, 200), body: body.slice(0, 600) },
    data,
    android: { priority: 'high', ttl: '86400s', collapse_key: collapse, notification: { tag: collapse } },
    apns: { headers: { 'apns-priority': '10', 'apns-collapse-id': collapse }, payload: { aps: { sound: 'default' } } },
  }
}

function readResult(reply: HttpReply): PushResult {
  if (reply.status >= 200 && reply.status < 300) {
    readJson(reply, sentSchema)
    return 'sent'
  }
  const { error } = readJson(reply, errorSchema)
  const code = error.details.find(({ errorCode }) => errorCode !== undefined)?.errorCode ?? error.status
  if (code !== undefined && goneCodes.has(code)) return 'expired'
  if (code === 'INVALID_ARGUMENT' && isAboutToken(error)) return 'expired'
  expectSuccess(reply, code?.slice(0, 60))
  return 'retry'
}

const goneCodes = new Set(['UNREGISTERED', 'SENDER_ID_MISMATCH', 'NOT_FOUND'])

const sentSchema = z.object({ name: z.string() })
const errorSchema = z.object({
  error: z.object({
    status: z.string().optional(),
    message: z.string().default(''),
    details: z
      .array(
        z.object({
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.object({ field: z.string() })).optional(),
        }),
      )
      .default([]),
  }),
})

/** An ill-formed registration token, not a fault in our request. */
function isAboutToken({ message, details }: z.infer<typeof errorSchema>['error']): boolean {
  const fields = details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field))
  return fields.includes('message.token') || /registration token/i.test(message)
}

/** The OAuth token that FCM wants: asked with a signed JWT, cached until a minute before its end. */
function createFcmAccess({ account, tokenUrl }: FcmSettings, context: HttpContext) {
  const client = createHttpClient({ name: 'push fcm token', baseUrl: tokenUrl, timeoutMs: 5000, retries: 1 }, context)
  let cached: { until: number; token: Promise<string> } | undefined
  const ask = async () => {
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertionOf(account, tokenUrl),
    }
    return client.call({ method: 'POST', path: '', form }, (reply) => {
      expectSuccess(reply)
      return readJson(reply, tokenSchema)
    })
  }
  return {
    async token(): Promise<string> {
      if (cached && Date.now() < cached.until) return cached.token
      const asking = ask()
      // One minute while the request is pending, so that a thousand messages share it; then the lifetime that Google grants.
      const entry = { until: Date.now() + 60_000, token: asking.then(({ access_token }) => access_token) }
      cached = entry
      asking.then(
        ({ expires_in }) => {
          entry.until = Date.now() + (expires_in - 60) * 1000
        },
        () => {
          if (cached === entry) cached = undefined
        },
      )
      return entry.token
    },
    forget() {
      cached = undefined
    },
  }
}

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

function assertionOf({ clientEmail, privateKey }: ServiceAccount, tokenUrl: string): string {
  const iat = Math.floor(Date.now() / 1000)
  const scope = 'https://www.googleapis.com/auth/firebase.messaging'
  const claims = { iss: clientEmail, scope, aud: tokenUrl, iat, exp: iat + 3600 }
  const text = [{ alg: 'RS256', typ: 'JWT' }, claims].map(base64Json).join('.')
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

const base64Json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What FCM v1 needs of Google's JSON key. */
type ServiceAccount = { projectId: string; clientEmail: string; privateKey: string }

export type FcmSettings = { account: ServiceAccount; baseUrl: string; tokenUrl: string }

/** Throws an Error that names the setting when the text is not such a key. */
export function readServiceAccount(json: string): ServiceAccount {
  try {
    const key = keySchema.parse(JSON.parse(json))
    return { projectId: key.project_id, clientEmail: key.client_email, privateKey: key.private_key }
  } catch {
    // The cause would quote the key: left out on purpose.
    throw new Error('FCM_SERVICE_ACCOUNT doit être la clé JSON d’un compte de service, ou le chemin de son fichier')
  }
}

const keySchema = z.object({
  project_id: z.string().regex(/^[\w-]+$/),
  client_email: z.string().min(3),
  private_key: z.string().includes('PRIVATE KEY'),
})

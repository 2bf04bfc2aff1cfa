import { z } from 'zod'
import type { HttpReply } from '../bounded-fetch.ts'
import { GatewayFailure } from '../gateway-failure.ts'
import { createHttpClient, expectSuccess, type HttpContext, readJson } from '../http-client.ts'
import { createFcmAccess } from './fcm-access.ts'
import type { FcmSettings } from './fcm-service-account.ts'
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
      // The next message asks for a new token.
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
  if (code !== undefined && GONE.has(code)) return 'expired'
  if (code === 'INVALID_ARGUMENT' && isAboutToken(error)) return 'expired'
  expectSuccess(reply, code?.slice(0, 60))
  return 'retry'
}

const GONE = new Set(['UNREGISTERED', 'SENDER_ID_MISMATCH', 'NOT_FOUND'])

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

/** A token that is no token, rather than a fault in what we wrote. */
function isAboutToken({ message, details }: z.infer<typeof errorSchema>['error']): boolean {
  const fields = details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field))
  return fields.includes('message.token') || /registration token/i.test(message)
}

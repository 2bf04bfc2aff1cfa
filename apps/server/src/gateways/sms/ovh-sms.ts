import { createHash } from 'node:crypto'
import { z } from 'zod'
import { GatewayFailure } from '../gateway-failure.ts'
import { createHttpClient, expectSuccess, type HttpContext, readJson } from '../http-client.ts'
import { gsmText, isGsmText, type Sms } from './sms.ts'

export type OvhSettings = {
  name: 'ovh'
  baseUrl: string
  applicationKey: string
  applicationSecret: string
  consumerKey: string
  /** The SMS account: sms-ab12345-1. */
  service: string
  sender: string
}

/** OVHcloud: POST /sms/{service}/jobs, signed with our secret and OVH's clock. */
export function createOvhSms(settings: OvhSettings, context: HttpContext, timeoutMs: number): Sms {
  const client = createHttpClient({ name: 'sms ovh', baseUrl: settings.baseUrl, timeoutMs }, context)
  const clock = createOvhClock(settings.baseUrl, context)
  return {
    async send({ to, text }) {
      const path = `/sms/${encodeURIComponent(settings.service)}/jobs`
      const body = JSON.stringify(jobOf(to, gsmText(text), settings.sender))
      const headers = signatureOf(settings, path, body, await clock.now())
      await client.call({ method: 'POST', path, headers, body }, (reply) => {
        // OVH says 403 for a key, consumer or service that is not valid, and for a stamp too far from its clock.
        if (reply.status === 403) {
          clock.forget()
          throw new GatewayFailure('misconfigured', 'OVH refuses our keys', { status: 403 })
        }
        expectSuccess(reply)
        const { ids, invalidReceivers } = readJson(reply, jobSchema)
        if (ids.length === 0 || invalidReceivers.length > 0) {
          throw new GatewayFailure('invalid_input', 'OVH cannot write to this number')
        }
      })
    },
  }
}

const jobSchema = z.object({ ids: z.array(z.number()), invalidReceivers: z.array(z.string()) })

function jobOf(to: string, message: string, sender: string) {
  return {
    charset: 'UTF-8',
    coding: isGsmText(message) ? '7bit' : '8bit',
    class: 'phoneDisplay',
    priority: 'high',
    message,
    receivers: [to],
    sender,
    // Transactional: no "STOP" line. Worth nothing after ten minutes, when the code is dead.
    noStopClause: true,
    validityPeriod: 10,
  }
}

function signatureOf(settings: OvhSettings, path: string, body: string, now: number): Record<string, string> {
  const { applicationKey, applicationSecret, consumerKey, baseUrl } = settings
  const signed = [applicationSecret, consumerKey, 'POST', `${baseUrl}${path}`, body, now].join('+')
  return {
    'content-type': 'application/json',
    'x-ovh-application': applicationKey,
    'x-ovh-consumer': consumerKey,
    'x-ovh-timestamp': String(now),
    'x-ovh-signature': `$1$${createHash('sha1').update(signed).digest('hex')}`,
  }
}

/**
 * OVH refuses a stamp too far from its own clock: the difference is read once, again when a signature is refused since ours may have
 * been set, and our own clock serves meanwhile.
 */
function createOvhClock(baseUrl: string, context: HttpContext) {
  const client = createHttpClient({ name: 'sms ovh clock', baseUrl, timeoutMs: 800 }, context)
  let difference: number | undefined
  const ours = () => Math.floor(Date.now() / 1000)
  return {
    async now() {
      const readTime = () => client.call({ method: 'GET', path: '/auth/time' }, (reply) => readJson(reply, z.number()))
      difference ??= await readTime()
        .then((theirs) => theirs - ours())
        .catch(() => undefined)
      return ours() + (difference ?? 0)
    },
    forget() {
      difference = undefined
    },
  }
}

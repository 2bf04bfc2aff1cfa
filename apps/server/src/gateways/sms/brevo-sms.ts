import { z } from 'zod'
import { createHttpClient, expectSuccess, type HttpContext, readJson } from '../http-client.ts'
import { gsmText, type Sms } from './sms.ts'

export type BrevoSettings = { name: 'brevo'; baseUrl: string; apiKey: string; sender: string }

/** Brevo: POST /transactionalSMS/send. */
export function createBrevoSms(settings: BrevoSettings, context: HttpContext, timeoutMs: number): Sms {
  const client = createHttpClient({ name: 'sms brevo', baseUrl: settings.baseUrl, timeoutMs }, context)
  return {
    async send({ to, text }) {
      // Brevo writes numbers without the plus sign.
      const recipient = to.replace('+', '')
      const json = { sender: settings.sender, recipient, content: gsmText(text), type: 'transactional', tag: 'otp' }
      const headers = { 'api-key': settings.apiKey }
      await client.call({ method: 'POST', path: '/transactionalSMS/send', headers, json }, (reply) => {
        // 402: no credit left.
        expectSuccess(reply, reply.status >= 400 ? readJson(reply, errorSchema).code : undefined)
        readJson(reply, sentSchema)
      })
    },
  }
}

const errorSchema = z.object({ code: z.string().max(60).optional() })
const sentSchema = z.object({ messageId: z.union([z.number(), z.string()]) })

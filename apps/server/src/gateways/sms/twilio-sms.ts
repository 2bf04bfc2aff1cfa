import { z } from 'zod'
import { GatewayFailure } from '../gateway-failure.ts'
import { createHttpClient, expectSuccess, type HttpContext, readJson } from '../http-client.ts'
import { gsmText, type Sms } from './sms.ts'

export type TwilioSettings = {
  name: 'twilio'
  baseUrl: string
  accountSid: string
  /** An API key (SK…), or the account itself with its auth token. */
  keySid: string
  keySecret: string
  sender: string
}

/** Twilio Messaging: POST /Accounts/{sid}/Messages.json, a form with basic authentication. */
export function createTwilioSms(settings: TwilioSettings, context: HttpContext, timeoutMs: number): Sms {
  const client = createHttpClient({ name: 'sms twilio', baseUrl: settings.baseUrl, timeoutMs }, context)
  const path = `/Accounts/${encodeURIComponent(settings.accountSid)}/Messages.json`
  const basic = Buffer.from(`${settings.keySid}:${settings.keySecret}`).toString('base64')
  return {
    async send({ to, text }) {
      const form = { To: to, From: settings.sender, Body: gsmText(text), ValidityPeriod: '600' }
      await client.call({ method: 'POST', path, headers: { authorization: `Basic ${basic}` }, form }, (reply) => {
        expectSuccess(reply, reply.status >= 400 ? String(readJson(reply, errorSchema).code) : undefined)
        const { status, error_code } = readJson(reply, messageSchema)
        if (status !== 'failed' && status !== 'undelivered') return
        throw new GatewayFailure('refused', 'Twilio did not take it', { providerCode: String(error_code) })
      })
    },
  }
}

const errorSchema = z.object({ code: z.number().optional() })
const messageSchema = z.object({ sid: z.string(), status: z.string(), error_code: z.number().nullish() })

import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { address, type Environment, needed, noteFault, oneOf, optional } from '../environment.ts'
import { GatewayFailure } from '../gateway-failure.ts'
import { createHttpClient, expectSuccess, type HttpContext, readJson } from '../http-client.ts'
import { createOvhSms, type OvhSettings } from './ovh-sms.ts'
import { gsmText, type Sms, type SmsMessage } from './sms.ts'

/** Two providers share the 5 s that a person waits at most. */
const aloneMilliseconds = 4500
const eachMilliseconds = 2300

/**
 * One provider, or two: the second is asked when the first did not take the message, whatever the reason but a number
 * it calls wrong. A message that one of them took is never handed over again (same key); after a silence, when nobody
 * can know, one more text may reach the person, with the same code.
 */
export function createRealSms(
  { first, fallback }: { first: RealSmsSettings; fallback: RealSmsSettings | undefined },
  context: HttpContext,
): Sms {
  if (fallback === undefined) return oncePerKey(createProvider(first, context, aloneMilliseconds))
  const providers = [
    createProvider(first, context, eachMilliseconds),
    createProvider(fallback, context, eachMilliseconds),
  ] as const
  return oncePerKey({
    async send(message) {
      try {
        await providers[0].send(message)
      } catch (error) {
        if (error instanceof GatewayFailure && error.kind === 'invalid_input') throw error
        context.log.warn({ gateway: 'sms', from: first.name, to: fallback.name }, 'second SMS provider asked')
        await providers[1].send(message)
      }
    },
  })
}

function createProvider(settings: RealSmsSettings, context: HttpContext, timeoutMs: number): Sms {
  if (settings.name === 'ovh') return createOvhSms(settings, context, timeoutMs)
  if (settings.name === 'brevo') return createBrevoSms(settings, context, timeoutMs)
  return createTwilioSms(settings, context, timeoutMs)
}

export type BrevoSettings = { name: 'brevo'; baseUrl: string; apiKey: string; sender: string }

/** Brevo: POST /transactionalSMS/send. */
function createBrevoSms(settings: BrevoSettings, context: HttpContext, timeoutMs: number): Sms {
  const client = createHttpClient({ name: 'sms brevo', baseUrl: settings.baseUrl, timeoutMs }, context)
  return {
    async send({ to, text }) {
      // Brevo writes numbers without the plus sign.
      const recipient = to.replace('+', '')
      const json = { sender: settings.sender, recipient, content: gsmText(text), type: 'transactional', tag: 'otp' }
      const headers = { 'api-key': settings.apiKey }
      await client.call({ method: 'POST', path: '/transactionalSMS/send', headers, json }, (reply) => {
        // 402: no credit left.
        expectSuccess(reply, reply.status >= 400 ? readJson(reply, brevoError).code : undefined)
        readJson(reply, brevoSent)
      })
    },
  }
}

const brevoError = z.object({ code: z.string().max(60).optional() })
const brevoSent = z.object({ messageId: z.union([z.number(), z.string()]) })

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
function createTwilioSms(settings: TwilioSettings, context: HttpContext, timeoutMs: number): Sms {
  const client = createHttpClient({ name: 'sms twilio', baseUrl: settings.baseUrl, timeoutMs }, context)
  const path = `/Accounts/${encodeURIComponent(settings.accountSid)}/Messages.json`
  const basic = Buffer.from(`${settings.keySid}:${settings.keySecret}`).toString('base64')
  return {
    async send({ to, text }) {
      const form = { To: to, From: settings.sender, Body: gsmText(text), ValidityPeriod: '600' }
      await client.call({ method: 'POST', path, headers: { authorization: `Basic ${basic}` }, form }, (reply) => {
        expectSuccess(reply, reply.status >= 400 ? String(readJson(reply, twilioError).code) : undefined)
        const { status, error_code } = readJson(reply, twilioMessage)
        if (status !== 'failed' && status !== 'undelivered') return
        throw new GatewayFailure('refused', 'Twilio did not take it', { providerCode: String(error_code) })
      })
    },
  }
}

const twilioError = z.object({ code: z.number().optional() })
const twilioMessage = z.object({ sid: z.string(), status: z.string(), error_code: z.number().nullish() })

const maxRememberedKeys = 5000

/** Two calls with one key, even at the same time, are one message; a key that failed may be tried again. */
function oncePerKey(sms: Sms): Sms {
  const sent = new LRUCache<string, Promise<void>>({ max: maxRememberedKeys })
  const sendAndForgetFailure = (message: SmsMessage) =>
    sms.send(message).catch((error: unknown) => {
      sent.delete(message.key)
      throw error
    })
  return {
    send(message) {
      const known = sent.get(message.key)
      if (known) return known
      const sending = sendAndForgetFailure(message)
      sent.set(message.key, sending)
      return sending
    },
  }
}

export type RealSmsSettings = OvhSettings | BrevoSettings | TwilioSettings

export type SmsSettings =
  | { provider: 'embedded' }
  /** `fallback` is asked when the first provider did not take the message. */
  | { provider: 'real'; first: RealSmsSettings; fallback: RealSmsSettings | undefined }

const realProviders = ['ovh', 'brevo', 'twilio'] as const

export function readSmsSettings(env: Environment): SmsSettings {
  const name = oneOf(env, 'SMS_PROVIDER', ['embedded', ...realProviders], 'embedded')
  const second = oneOf(env, 'SMS_FALLBACK_PROVIDER', ['none', ...realProviders], 'none')
  if (name === 'embedded') return { provider: 'embedded' }
  if (second === name) noteFault(env, 'SMS_FALLBACK_PROVIDER', 'SMS_FALLBACK_PROVIDER doit différer de SMS_PROVIDER')
  const fallback = second === 'none' ? undefined : settingsReaders[second](env, 'SMS_FALLBACK_API_URL')
  return { provider: 'real', first: settingsReaders[name](env, 'SMS_API_URL'), fallback }
}

const settingsReaders = {
  ovh: (env: Environment, urlName: string): OvhSettings => ({
    name: 'ovh',
    baseUrl: address(env, urlName, 'https://eu.api.ovh.com/1.0'),
    applicationKey: needed(env, 'OVH_APPLICATION_KEY', 'la clé d’application de l’API OVHcloud'),
    applicationSecret: needed(env, 'OVH_APPLICATION_SECRET', 'le secret d’application de l’API OVHcloud'),
    consumerKey: needed(env, 'OVH_CONSUMER_KEY', 'la clé de consommateur (consumer key) de l’API OVHcloud'),
    service: needed(env, 'OVH_SMS_SERVICE', 'le nom du compte SMS, comme sms-ab12345-1'),
    sender: readSender(env),
  }),
  brevo: (env: Environment, urlName: string): BrevoSettings => ({
    name: 'brevo',
    baseUrl: address(env, urlName, 'https://api.brevo.com/v3'),
    apiKey: needed(env, 'BREVO_API_KEY', 'une clé d’API de Brevo'),
    sender: readSender(env),
  }),
  twilio: (env: Environment, urlName: string): TwilioSettings => ({
    name: 'twilio',
    baseUrl: address(env, urlName, 'https://api.twilio.com/2010-04-01'),
    accountSid: needed(env, 'TWILIO_ACCOUNT_SID', 'l’identifiant du compte, AC…'),
    keySid: optional(env, 'TWILIO_KEY_SID') ?? needed(env, 'TWILIO_ACCOUNT_SID', 'l’identifiant du compte, AC…'),
    keySecret: needed(env, 'TWILIO_KEY_SECRET', 'le secret de TWILIO_KEY_SID, ou le jeton (auth token) du compte'),
    sender: readSender(env),
  }),
}

/** French operators take names of 11 letters and digits at most; ordinary 06/07 numbers are blocked since 2023. */
function readSender(env: Environment): string {
  const sender = needed(env, 'SMS_SENDER', 'le nom affiché à la personne, 3 à 11 lettres et chiffres')
  if (!/^(?=.*[a-z])[a-z0-9]{3,11}$/i.test(sender)) {
    const sentence = 'SMS_SENDER doit être fait de 3 à 11 lettres et chiffres, dont une lettre au moins'
    noteFault(env, 'SMS_SENDER', sentence)
  }
  return sender
}

import { address, type Environment, needed, noteFault, oneOf, optional } from '../environment.ts'
import type { BrevoSettings } from './brevo-sms.ts'
import type { OvhSettings } from './ovh-sms.ts'
import type { TwilioSettings } from './twilio-sms.ts'

export type RealSmsSettings = OvhSettings | BrevoSettings | TwilioSettings

export type SmsSettings =
  | { provider: 'embedded' }
  /** `fallback` is asked when the first provider did not take the message. */
  | { provider: 'real'; first: RealSmsSettings; fallback: RealSmsSettings | undefined }

const REAL = ['ovh', 'brevo', 'twilio'] as const

export function readSmsSettings(env: Environment): SmsSettings {
  const name = oneOf(env, 'SMS_PROVIDER', ['embedded', ...REAL], 'embedded')
  const second = oneOf(env, 'SMS_FALLBACK_PROVIDER', ['none', ...REAL], 'none')
  if (name === 'embedded') return { provider: 'embedded' }
  if (second === name) noteFault(env, 'SMS_FALLBACK_PROVIDER', 'SMS_FALLBACK_PROVIDER doit différer de SMS_PROVIDER')
  const fallback = second === 'none' ? undefined : readProvider(env, second, 'SMS_FALLBACK_API_URL')
  return { provider: 'real', first: readProvider(env, name, 'SMS_API_URL'), fallback }
}

function readProvider(env: Environment, name: (typeof REAL)[number], urlName: string): RealSmsSettings {
  return READERS[name](env, urlName)
}

const READERS = {
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

import { address, type Environment, needed, oneOf, optional } from '../environment.ts'
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
  if (second === name) throw new Error('SMS_FALLBACK_PROVIDER must differ from SMS_PROVIDER')
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
    applicationKey: needed(env, 'OVH_APPLICATION_KEY', 'the application key of the OVHcloud API'),
    applicationSecret: needed(env, 'OVH_APPLICATION_SECRET', 'the application secret of the OVHcloud API'),
    consumerKey: needed(env, 'OVH_CONSUMER_KEY', 'the consumer key of the OVHcloud API'),
    service: needed(env, 'OVH_SMS_SERVICE', 'the name of the SMS account, such as sms-ab12345-1'),
    sender: readSender(env),
  }),
  brevo: (env: Environment, urlName: string): BrevoSettings => ({
    name: 'brevo',
    baseUrl: address(env, urlName, 'https://api.brevo.com/v3'),
    apiKey: needed(env, 'BREVO_API_KEY', 'an API key of Brevo'),
    sender: readSender(env),
  }),
  twilio: (env: Environment, urlName: string): TwilioSettings => ({
    name: 'twilio',
    baseUrl: address(env, urlName, 'https://api.twilio.com/2010-04-01'),
    accountSid: needed(env, 'TWILIO_ACCOUNT_SID', 'the account identifier, AC…'),
    keySid: optional(env, 'TWILIO_KEY_SID') ?? needed(env, 'TWILIO_ACCOUNT_SID', 'the account identifier, AC…'),
    keySecret: needed(env, 'TWILIO_KEY_SECRET', 'the secret of TWILIO_KEY_SID, or the account’s auth token'),
    sender: readSender(env),
  }),
}

/** French operators take names of 11 letters and digits at most; ordinary 06/07 numbers are blocked since 2023. */
function readSender(env: Environment): string {
  const sender = needed(env, 'SMS_SENDER', 'the name shown to the person, 3 to 11 letters and digits')
  if (!/^(?=.*[a-z])[a-z0-9]{3,11}$/i.test(sender)) {
    throw new Error('SMS_SENDER must be 3 to 11 letters and digits, with one letter at least')
  }
  return sender
}

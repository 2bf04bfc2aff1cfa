import { join } from 'node:path'
import { type BlobSettings, readBlobSettings } from './blobs/blob-settings.ts'
import { type ChatWebhookSettings, readChatWebhookSettings } from './chat-webhook/chat-webhook.ts'
import { type DnsSettings, readDnsSettings } from './dns/dns.ts'
import { collectFaults, type Environment, isProduction, noteFault, optional } from './environment.ts'
import { type GeocoderSettings, readGeocoderSettings } from './geocoder/real-geocoder.ts'
import { type MailSettings, readMailSettings } from './mail/mail-settings.ts'
import { readOutgoingOrigins } from './outgoing/outgoing.ts'
import { type PaymentSettings, readPaymentSettings } from './payment/stripe-payment.ts'
import { type PushSettings, readPushSettings } from './push/real-push.ts'
import { type RegistrySettings, readRegistrySettings } from './registry/real-registry.ts'
import { readScannerSettings, type ScannerSettings } from './scanner/clamd-scanner.ts'
import { readSmsSettings, type SmsSettings } from './sms/real-sms.ts'
import { readSocialSettings, type SocialSettings } from './social/meta-social.ts'

export type GatewaySettings = {
  production: boolean
  sms: SmsSettings
  mail: MailSettings
  payment: PaymentSettings
  registry: RegistrySettings
  geocoder: GeocoderSettings
  push: PushSettings
  social: SocialSettings
  blobs: BlobSettings
  chatWebhook: ChatWebhookSettings
  scanner: ScannerSettings
  dns: DnsSettings
  /** Origins that may be read although they are inside: tests. */
  outgoingOrigins: readonly string[]
}

/**
 * Which provider serves each capability, from the environment; the names are listed in docs/operations.md.
 * Throws one ConfigError that names each wrong variable and says in French what is expected. In production an embedded SMS or payment
 * provider is refused unless ALLOW_EMBEDDED_PROVIDERS=1.
 */
export function readGatewaySettings(env: Environment): GatewaySettings {
  return collectFaults(env, () => readEach(env))
}

function readEach(env: Environment): GatewaySettings {
  const production = isProduction(env)
  const settings: GatewaySettings = {
    production,
    sms: readSmsSettings(env),
    mail: readMailSettings(env),
    payment: readPaymentSettings(env),
    registry: readRegistrySettings(env),
    geocoder: readGeocoderSettings(env),
    push: readPushSettings(env),
    social: readSocialSettings(env),
    blobs: readBlobSettings(env, join(optional(env, 'PARVIS_DATA') ?? '.data', 'blobs')),
    chatWebhook: readChatWebhookSettings(env, production),
    scanner: readScannerSettings(env),
    dns: readDnsSettings(env, production),
    outgoingOrigins: readOutgoingOrigins(env, production),
  }
  if (production && optional(env, 'ALLOW_EMBEDDED_PROVIDERS') !== '1') refuseEmbedded(env, settings)
  return settings
}

function refuseEmbedded(env: Environment, { sms, payment }: GatewaySettings): void {
  const anyway = 'ou ALLOW_EMBEDDED_PROVIDERS=1 pour s’en passer en production'
  if (sms.provider === 'embedded') {
    noteFault(
      env,
      'SMS_PROVIDER',
      `SMS_PROVIDER doit être ovh, brevo ou twilio (sans cela, aucun code n’arrive sur un téléphone), ${anyway}`,
    )
  }
  // Said by name, none is a choice: a town that sells no plan keeps the guard on SMS.
  if (payment.provider === 'embedded' && optional(env, 'PAYMENT_PROVIDER') !== 'none') {
    noteFault(
      env,
      'PAYMENT_PROVIDER',
      `PAYMENT_PROVIDER doit être stripe, ou none si aucun abonnement n’est vendu (sans l’un ni l’autre, ils seraient donnés sans être payés), ${anyway}`,
    )
  }
}

/** One line per capability for the start-up log; no key, no secret address. */
export function describeGateways(settings: GatewaySettings): string[] {
  return [
    `sms: ${smsLine(settings)}`,
    `mail: ${mailLine(settings)}`,
    `payment: ${paymentLine(settings)}`,
    `registry: ${registryLine(settings)}`,
    `geocoder: ${settings.geocoder.provider === 'embedded' ? 'embedded (communes, no street map)' : settings.geocoder.provider}`,
    `push: ${pushLine(settings)}`,
    `social: ${settings.social.provider}`,
    `blobs: ${blobsLine(settings.blobs)}`,
    `chat webhook: ${settings.chatWebhook.provider === 'embedded' ? outbox : settings.chatWebhook.provider}`,
    `dns: ${settings.dns.provider === 'embedded' ? 'embedded (records of /dev/dns)' : 'resolver'}`,
    ...(settings.scanner.provider === 'clamd' ? ['scanner: clamd'] : []),
  ]
}

const outbox = 'embedded (outbox, nothing is sent)'
const unsent = 'none (nothing is sent)'

function smsLine({ sms, production }: GatewaySettings): string {
  if (sms.provider === 'embedded') return production ? unsent : outbox
  return [sms.first.name, sms.fallback?.name].filter(Boolean).join(', then ')
}

function mailLine({ mail, production }: GatewaySettings): string {
  if (mail.provider === 'embedded') return production ? unsent : outbox
  return `smtp (${mail.host})`
}

function paymentLine({ payment, production }: GatewaySettings): string {
  if (payment.provider === 'embedded') {
    return production ? 'none (no plan can be bought)' : 'embedded (look-alike page, no money)'
  }
  return `stripe (${payment.secretKey.includes('_live_') ? 'live' : 'test'} mode)`
}

function registryLine({ registry, production }: GatewaySettings): string {
  if (registry.provider === 'embedded') {
    return production ? 'none (everything is typed by hand)' : 'embedded (demonstration town)'
  }
  return registry.insee ? 'insee, then recherche-entreprises' : 'recherche-entreprises'
}

function pushLine({ push, production }: GatewaySettings): string {
  if (push.provider === 'embedded') return production ? unsent : outbox
  return [push.webPush && 'webpush', push.fcm && 'fcm'].filter(Boolean).join(', ')
}

function blobsLine({ store }: GatewaySettings['blobs']): string {
  return store.provider === 'disk' ? `disk (${store.folder})` : `s3 (${store.bucket})`
}

import { join } from 'node:path'
import { type BlobSettings, readBlobSettings } from './blobs/blob-settings.ts'
import { type ChatWebhookSettings, readChatWebhookSettings } from './chat-webhook/chat-webhook-settings.ts'
import { type DnsSettings, readDnsSettings } from './dns/dns.ts'
import { collectFaults, type Environment, isProduction, noteFault, optional } from './environment.ts'
import { type GeocoderSettings, readGeocoderSettings } from './geocoder/geocoder-settings.ts'
import { type MailSettings, readMailSettings } from './mail/mail-settings.ts'
import { type PaymentSettings, readPaymentSettings } from './payment/payment-settings.ts'
import { type PushSettings, readPushSettings } from './push/push-settings.ts'
import { type RegistrySettings, readRegistrySettings } from './registry/registry-settings.ts'
import { readScannerSettings, type ScannerSettings } from './scanner/scanner-settings.ts'
import { readSmsSettings, type SmsSettings } from './sms/sms-settings.ts'
import { readSocialSettings, type SocialSettings } from './social/social-settings.ts'

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
  if (payment.provider === 'embedded') {
    noteFault(
      env,
      'PAYMENT_PROVIDER',
      `PAYMENT_PROVIDER doit être stripe (sans cela, les abonnements sont donnés sans être payés), ${anyway}`,
    )
  }
}

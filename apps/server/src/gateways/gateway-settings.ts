import { join } from 'node:path'
import { readBlobSettings } from './blobs/blob-settings.ts'
import { readChatWebhookSettings } from './chat-webhook/chat-webhook.ts'
import { readDnsSettings } from './dns/dns.ts'
import { collectFaults, type Environment, isProduction, noteFault, optional } from './environment.ts'
import { readGeocoderSettings } from './geocoder/real-geocoder.ts'
import { readMailSettings } from './mail/mail-settings.ts'
import { readOutgoingOrigins } from './outgoing/outgoing.ts'
import { readPaymentSettings } from './payment/stripe-payment.ts'
import { readPushSettings } from './push/real-push.ts'
import { readRegistrySettings } from './registry/real-registry.ts'
import { readScannerSettings } from './scanner/clamd-scanner.ts'
import { readSmsSettings } from './sms/real-sms.ts'

export type GatewaySettings = ReturnType<typeof readEach>

/**
 * Which provider serves each capability, from the environment; the names are listed in docs/operations.md.
 * Throws one ConfigError that names each wrong variable and says in French what is expected. In production an embedded SMS or payment
 * provider is refused unless ALLOW_EMBEDDED_PROVIDERS=1.
 */
export function readGatewaySettings(env: Environment): GatewaySettings {
  return collectFaults(env, () => readEach(env))
}

function readEach(env: Environment) {
  const production = isProduction(env)
  const settings = {
    production,
    sms: readSmsSettings(env),
    mail: readMailSettings(env),
    payment: readPaymentSettings(env),
    registry: readRegistrySettings(env),
    geocoder: readGeocoderSettings(env),
    push: readPushSettings(env),
    blobs: readBlobSettings(env, join(optional(env, 'PARVIS_DATA') ?? '.data', 'blobs')),
    chatWebhook: readChatWebhookSettings(env, production),
    scanner: readScannerSettings(env),
    dns: readDnsSettings(env, production),
    /** Origins that may be read although they are inside: tests. */
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
  const { production, sms, mail, payment, registry, geocoder, push, blobs, chatWebhook, dns } = settings
  const unset = production ? absent : embedded
  const names = {
    sms: named(sms, unset.sends, ({ first, fallback }) => listed(', then ', first.name, fallback?.name)),
    mail: named(mail, unset.sends, ({ host }) => `smtp (${host})`),
    payment: named(payment, unset.sells, ({ secretKey }) => `stripe (${modeOf(secretKey)} mode)`),
    registry: named(registry, unset.finds, ({ insee }) => listed(', then ', insee && 'insee', 'recherche-entreprises')),
    geocoder: named(geocoder, 'embedded (communes, no street map)', ({ provider }) => provider),
    push: named(push, unset.sends, ({ webPush, fcm }) => listed(', ', webPush && 'webpush', fcm && 'fcm')),
    blobs: blobs.store.provider === 'disk' ? `disk (${blobs.store.folder})` : `s3 (${blobs.store.bucket})`,
    'chat webhook': named(chatWebhook, embedded.sends, ({ provider }) => provider),
    dns: named(dns, 'embedded (records of /dev/dns)', ({ provider }) => provider),
    ...(settings.scanner.provider === 'clamd' && { scanner: 'clamd' }),
  }
  return Object.entries(names).map(([capability, name]) => `${capability}: ${name}`)
}

type Chosen<Settings> = Exclude<Settings, { provider: 'embedded' }>
const named = <Settings extends { provider: string }>(
  settings: Settings,
  embeddedName: string,
  nameOf: (chosen: Chosen<Settings>) => string,
): string => (settings.provider === 'embedded' ? embeddedName : nameOf(settings as Chosen<Settings>))

const embedded = {
  sends: 'embedded (outbox, nothing is sent)',
  sells: 'embedded (look-alike page, no money)',
  finds: 'embedded (demonstration town)',
}
const absent = {
  sends: 'none (nothing is sent)',
  sells: 'none (no plan can be bought)',
  finds: 'none (everything is typed by hand)',
}

const listed = (between: string, ...names: (string | undefined)[]): string => names.filter(Boolean).join(between)
const modeOf = (secretKey: string): string => (secretKey.includes('_live_') ? 'live' : 'test')

import { hkdfSync } from 'node:crypto'
import { countProviderCalls } from '../metrics.ts'
import type { Blobs } from './blobs/blobs.ts'
import { createDiskBlobs } from './blobs/disk-blobs.ts'
import { createS3Blobs } from './blobs/s3-blobs.ts'
import { createSealedBlobs, type SealedBlobs } from './blobs/sealed-blobs.ts'
import { type ChatWebhook, createRealChatWebhook } from './chat-webhook/chat-webhook.ts'
import { createDns, type Dns } from './dns/dns.ts'
import { GatewayFailure, type GatewayLog } from './gateway-failure.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import { createEmbeddedGeocoder } from './geocoder/embedded-geocoder.ts'
import type { Geocoder } from './geocoder/geocoder.ts'
import { createRealGeocoder } from './geocoder/real-geocoder.ts'
import type { HttpContext } from './http-client.ts'
import type { Mail } from './mail/mail.ts'
import { createSmtpMail } from './mail/smtp-mail.ts'
import { createOutgoing, type Outgoing } from './outgoing/outgoing.ts'
import type { Payment } from './payment/payment.ts'
import { createStripePayment } from './payment/stripe-payment.ts'
import type { BrowserPush, Push } from './push/push.ts'
import { createRealPush } from './push/real-push.ts'
import { isPushService, knownPushHosts, type WebPushSettings } from './push/web-push.ts'
import { createRealRegistry } from './registry/real-registry.ts'
import type { Registry } from './registry/registry.ts'
import { createClamdScanner, type Scanner } from './scanner/clamd-scanner.ts'
import { createRealSms } from './sms/real-sms.ts'
import type { Sms } from './sms/sms.ts'

export type Gateways = {
  sms: Sms
  mail: Mail
  payment: Payment
  registry: Registry
  geocoder: Geocoder
  push: Push
  browserPush: BrowserPush
  blobs: Blobs
  /** Identity documents, sealed. */
  sealedBlobs: SealedBlobs
  chatWebhook: ChatWebhook
  /** Absent: files are not scanned, only decoded and written again. */
  scanner: Scanner | undefined
  /** Reads the records that prove and point a business's own domain. */
  dns: Dns
  /** Reads the addresses that a business gives. */
  outgoing: Outgoing
}

/** Substitutes used where no provider is chosen. */
export type Substitutes = Pick<
  Gateways,
  'sms' | 'mail' | 'payment' | 'registry' | 'geocoder' | 'push' | 'chatWebhook' | 'dns'
>

export type GatewayDependencies = {
  log: GatewayLog
  publicUrl: string
  /** 32 bytes; keys without a setting of their own are derived from it. */
  secretKey: Buffer
  /** The substitutes of src/development/; absent, nothing is sent, sold or looked up. */
  substitutes?: Substitutes | undefined
  /** The VAPID pair of the database; absent, browsers are served only with the pair of the settings. */
  vapid?: { publicKey: string; privateKey: string } | undefined
}

/** Builds what talks to the outside world, as the settings say. Nothing is called yet. */
export function createGateways(settings: GatewaySettings, dependencies: GatewayDependencies): Gateways {
  const { sms, mail, payment, registry, geocoder, chatWebhook, scanner, dns } = settings
  const { log, publicUrl, secretKey, substitutes = createNoProviders() } = dependencies
  const context: HttpContext = { log, userAgent: `Parvis/0.1 (+${publicUrl})` }
  const blobs = createBlobs(settings)
  const { push, browserPush } = createPush(settings, dependencies, { substitute: substitutes.push, context })
  return {
    sms: counted('sms', sms.provider === 'embedded' ? substitutes.sms : createRealSms(sms, context)),
    mail: counted('mail', mail.provider === 'smtp' ? createSmtpMail(mail, context) : substitutes.mail),
    push: counted('push', push),
    browserPush,
    payment: payment.provider === 'stripe' ? createStripePayment(payment, context) : substitutes.payment,
    registry: registry.provider === 'embedded' ? substitutes.registry : createRealRegistry(registry, context),
    geocoder: geocoder.provider === 'embedded' ? substitutes.geocoder : createRealGeocoder(geocoder, context),
    blobs,
    sealedBlobs: createSealedStore(settings, secretKey, blobs),
    chatWebhook: 'url' in chatWebhook ? createRealChatWebhook(chatWebhook, context) : substitutes.chatWebhook,
    dns: createDns(dns, substitutes.dns),
    outgoing: createOutgoing({ origins: settings.outgoingOrigins, userAgent: context.userAgent }),
    scanner: scanner.provider === 'clamd' ? createClamdScanner(scanner.at) : undefined,
  }
}

/** The same gateway, the outcomes of its sendings counted (docs/operations.md, "What to watch"). */
function counted<Asked, Answer, Gateway extends { send(asked: Asked): Promise<Answer> }>(
  provider: string,
  gateway: Gateway,
): Gateway {
  return { ...gateway, send: countProviderCalls(provider, (asked: Asked) => gateway.send(asked)) }
}

/**
 * Production's substitutes where no provider is chosen: nothing is sent, sold or looked up, and the start log says so.
 * ALLOW_EMBEDDED_PROVIDERS=1 is required for SMS and payment; the geocoder knows the communes of France offline.
 */
function createNoProviders(): Substitutes {
  const notConfigured = async () => {
    throw new GatewayFailure('misconfigured', 'no payment provider is chosen', { notAsked: true })
  }
  return {
    sms: { send: async () => undefined },
    mail: { isServed: false, send: async () => undefined },
    payment: {
      livemode: false,
      createCheckout: notConfigured,
      readSession: notConfigured,
      readSubscription: notConfigured,
      endSubscription: notConfigured,
      endAtPeriodEnd: notConfigured,
      readCharge: notConfigured,
      billingPortal: notConfigured,
      parseWebhook: () => undefined,
    },
    registry: { lookUp: async () => undefined },
    geocoder: createEmbeddedGeocoder(),
    // Reports every push as sent, so that campaigns end and no device is deleted.
    push: { send: async (batch) => batch.map(() => 'sent') },
    chatWebhook: { active: false, post: async () => undefined },
    dns: { readTexts: async () => undefined, readPointers: async () => undefined },
  }
}

/** The VAPID pair of the settings, else of the database; an embedded push service in production serves no browser. */
function createPush(
  { push, production }: GatewaySettings,
  { vapid }: GatewayDependencies,
  { substitute, context }: { substitute: Push; context: HttpContext },
): Pick<Gateways, 'push' | 'browserPush'> {
  if (push.provider === 'embedded') {
    const publicKey = production ? undefined : vapid?.publicKey
    return { push: substitute, browserPush: browserPush(publicKey, push.hosts) }
  }
  const webPush = push.webPush && { ...vapid, ...withoutEmpty(push.webPush) }
  return {
    push: createRealPush({ ...push, webPush }, context),
    browserPush: browserPush(webPush?.publicKey, webPush?.hosts),
  }
}

function browserPush(publicKey: string | undefined, hosts: readonly string[] = knownPushHosts): BrowserPush {
  return { publicKey: publicKey || null, isPushService: (endpoint) => isPushService(endpoint, hosts) }
}

/** The public and private key of the settings are used together or not at all. */
function withoutEmpty({ publicKey, privateKey, ...rest }: WebPushSettings): WebPushSettings {
  return (publicKey && privateKey ? { ...rest, publicKey, privateKey } : rest) as WebPushSettings
}

/** The sealed documents alone, for the operator's tool that runs beside the server. */
export function createSealedStore(
  settings: Pick<GatewaySettings, 'blobs'>,
  secretKey: Buffer,
  blobs = createBlobs(settings),
): SealedBlobs {
  return createSealedBlobs(blobs, settings.blobs.identityKey ?? derivedKey(secretKey, 'identity documents'))
}

/** The files alone, for the operator's copies. */
export function createBlobs({ blobs: { store } }: Pick<GatewaySettings, 'blobs'>): Blobs {
  return store.provider === 'disk' ? createDiskBlobs(store.folder) : createS3Blobs(store)
}

/** A key of 32 bytes for one purpose (HKDF). */
export function derivedKey(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `parvis ${purpose}`, 32))
}

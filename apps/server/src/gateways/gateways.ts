import { hkdfSync } from 'node:crypto'
import type { Blobs } from './blobs/blobs.ts'
import { createDiskBlobs } from './blobs/disk-blobs.ts'
import { createS3Blobs } from './blobs/s3-blobs.ts'
import { createSealedBlobs, type SealedBlobs } from './blobs/sealed-blobs.ts'
import type { ChatWebhook } from './chat-webhook/chat-webhook.ts'
import { createEmbeddedChatWebhook, createSilentChatWebhook } from './chat-webhook/embedded-chat-webhook.ts'
import { createRealChatWebhook } from './chat-webhook/real-chat-webhook.ts'
import type { GatewayLog } from './gateway-log.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import { createEmbeddedGeocoder } from './geocoder/embedded-geocoder.ts'
import type { Geocoder } from './geocoder/geocoder.ts'
import { createRealGeocoder } from './geocoder/real-geocoder.ts'
import type { HttpContext } from './http-client.ts'
import type { Outbox } from './outbox.ts'
import { createEmbeddedCheckout, type EmbeddedCheckout } from './payment/embedded-checkout.ts'
import { createEmbeddedPayment } from './payment/embedded-payment.ts'
import { createMemoryPaymentStore, type EmbeddedPaymentStore } from './payment/embedded-payment-store.ts'
import type { Payment } from './payment/payment.ts'
import { createStripePayment } from './payment/stripe-payment.ts'
import { createEmbeddedPush } from './push/embedded-push.ts'
import type { Push } from './push/push.ts'
import { createRealPush } from './push/real-push.ts'
import { createEmbeddedRegistry } from './registry/embedded-registry.ts'
import { createRealRegistry } from './registry/real-registry.ts'
import type { Registry } from './registry/registry.ts'
import { createClamdScanner } from './scanner/clamd-scanner.ts'
import type { Scanner } from './scanner/scanner.ts'
import { createEmbeddedSms } from './sms/embedded-sms.ts'
import { createRealSms } from './sms/real-sms.ts'
import type { Sms } from './sms/sms.ts'
import { createDisabledSocial } from './social/disabled-social.ts'
import { createMetaSocial } from './social/meta-social.ts'
import type { Social } from './social/social.ts'

export type Gateways = {
  sms: Sms
  payment: Payment
  /** The embedded payment page; undefined with a real provider. */
  checkout: EmbeddedCheckout | undefined
  registry: Registry
  geocoder: Geocoder
  push: Push
  social: Social
  blobs: Blobs
  /** Identity documents, sealed (AMB-144). */
  sealedBlobs: SealedBlobs
  chatWebhook: ChatWebhook
  /** Absent: files are not scanned, only decoded and written again. */
  scanner: Scanner | undefined
}

export type GatewayDependencies = {
  outbox: Outbox
  log: GatewayLog
  publicUrl: string
  /** 32 bytes; the keys that no setting gives are derived from it. */
  secretKey: Buffer
  /** Absent: the embedded payment keeps its books in this process only. */
  paymentStore?: EmbeddedPaymentStore
}

/** Builds what talks to the outside world, embedded or real as the settings say. Nothing is called yet. */
export function createGateways(settings: GatewaySettings, dependencies: GatewayDependencies): Gateways {
  const { outbox, log } = dependencies
  const context: HttpContext = { log, userAgent: `Parvis/0.1 (+${dependencies.publicUrl})` }
  const blobs = createBlobs(settings)
  return {
    ...createPayment(settings, dependencies, context),
    sms:
      settings.sms.provider === 'embedded'
        ? createEmbeddedSms(outbox, log, !settings.production)
        : createRealSms(settings.sms, context),
    registry:
      settings.registry.provider === 'embedded'
        ? createEmbeddedRegistry()
        : createRealRegistry(settings.registry, context),
    geocoder:
      settings.geocoder.provider === 'embedded'
        ? createEmbeddedGeocoder()
        : createRealGeocoder(settings.geocoder, context),
    push: settings.push.provider === 'embedded' ? createEmbeddedPush(outbox) : createRealPush(settings.push, context),
    social: settings.social.provider === 'meta' ? createMetaSocial(settings.social, context) : createDisabledSocial(),
    blobs,
    sealedBlobs: createSealedStore(settings, dependencies.secretKey, blobs),
    chatWebhook: createChatWebhook(settings, dependencies, context),
    scanner: createScanner(settings),
  }
}

function createScanner({ scanner }: GatewaySettings): Scanner | undefined {
  return scanner.provider === 'clamd' ? createClamdScanner(scanner.at) : undefined
}

/** The sealed documents alone, for the operator's tool that runs beside the server. */
export function createSealedStore(
  settings: Pick<GatewaySettings, 'blobs'>,
  secretKey: Buffer,
  blobs = createBlobs(settings),
): SealedBlobs {
  return createSealedBlobs(blobs, settings.blobs.identityKey ?? derived(secretKey, 'identity documents'))
}

function createPayment(
  { payment }: GatewaySettings,
  { publicUrl, secretKey, paymentStore }: GatewayDependencies,
  context: HttpContext,
): Pick<Gateways, 'payment' | 'checkout'> {
  if (payment.provider === 'stripe') return { payment: createStripePayment(payment, context), checkout: undefined }
  const store = paymentStore ?? createMemoryPaymentStore()
  const webhookSecret = derived(secretKey, 'embedded payment webhooks').toString('hex')
  return {
    payment: createEmbeddedPayment({ publicUrl, webhookSecret }, store),
    checkout: createEmbeddedCheckout(webhookSecret, store),
  }
}

function createChatWebhook(
  { chatWebhook }: GatewaySettings,
  { outbox, log }: GatewayDependencies,
  context: HttpContext,
): ChatWebhook {
  if (chatWebhook.provider === 'none') return createSilentChatWebhook()
  if (chatWebhook.provider === 'embedded') return createEmbeddedChatWebhook(outbox, log)
  return createRealChatWebhook(chatWebhook, context)
}

/** The files alone, for the operator's copies. */
export function createBlobs({ blobs: { store } }: Pick<GatewaySettings, 'blobs'>): Blobs {
  return store.provider === 'disk' ? createDiskBlobs(store.folder) : createS3Blobs(store)
}

function derived(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `parvis ${purpose}`, 32))
}

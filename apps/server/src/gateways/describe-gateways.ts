import type { GatewaySettings } from './gateway-settings.ts'

/** One line per capability for the start-up log; no key, no secret address. */
export function describeGateways(settings: GatewaySettings): string[] {
  const { sms, payment, registry, geocoder, push, social, blobs, chatWebhook } = settings
  return [
    `sms: ${sms.provider === 'embedded' ? OUTBOX : [sms.first.name, sms.fallback?.name].filter(Boolean).join(', then ')}`,
    `payment: ${payment.provider === 'embedded' ? 'embedded (look-alike page, no money)' : stripeMode(payment.secretKey)}`,
    `registry: ${registry.provider === 'embedded' ? 'embedded (demonstration town)' : registryChain(registry.insee)}`,
    `geocoder: ${geocoder.provider === 'embedded' ? 'embedded (communes, no street map)' : geocoder.provider}`,
    `push: ${push.provider === 'embedded' ? OUTBOX : [push.webPush && 'webpush', push.fcm && 'fcm'].filter(Boolean).join(', ')}`,
    `social: ${social.provider}`,
    `blobs: ${blobs.store.provider === 'disk' ? `disk (${blobs.store.folder})` : `s3 (${blobs.store.bucket})`}`,
    `chat webhook: ${chatWebhook.provider === 'embedded' ? OUTBOX : chatWebhook.provider}`,
  ]
}

const OUTBOX = 'embedded (outbox, nothing is sent)'

const stripeMode = (key: string) => `stripe (${key.includes('_live_') ? 'live' : 'test'} mode)`

const registryChain = (insee: object | undefined) =>
  insee ? 'insee, then recherche-entreprises' : 'recherche-entreprises'

import type { GatewaySettings } from './gateway-settings.ts'

/** One line per capability for the start-up log; no key, no secret address. */
export function describeGateways(settings: GatewaySettings): string[] {
  return [
    `sms: ${smsLine(settings.sms)}`,
    `payment: ${paymentLine(settings.payment)}`,
    `registry: ${registryLine(settings.registry)}`,
    `geocoder: ${settings.geocoder.provider === 'embedded' ? 'embedded (communes, no street map)' : settings.geocoder.provider}`,
    `push: ${pushLine(settings.push)}`,
    `social: ${settings.social.provider}`,
    `blobs: ${blobsLine(settings.blobs)}`,
    `chat webhook: ${settings.chatWebhook.provider === 'embedded' ? OUTBOX : settings.chatWebhook.provider}`,
    ...(settings.scanner.provider === 'clamd' ? ['scanner: clamd'] : []),
  ]
}

const OUTBOX = 'embedded (outbox, nothing is sent)'

function smsLine(sms: GatewaySettings['sms']): string {
  if (sms.provider === 'embedded') return OUTBOX
  return [sms.first.name, sms.fallback?.name].filter(Boolean).join(', then ')
}

function paymentLine(payment: GatewaySettings['payment']): string {
  if (payment.provider === 'embedded') return 'embedded (look-alike page, no money)'
  return `stripe (${payment.secretKey.includes('_live_') ? 'live' : 'test'} mode)`
}

function registryLine(registry: GatewaySettings['registry']): string {
  if (registry.provider === 'embedded') return 'embedded (demonstration town)'
  return registry.insee ? 'insee, then recherche-entreprises' : 'recherche-entreprises'
}

function pushLine(push: GatewaySettings['push']): string {
  if (push.provider === 'embedded') return OUTBOX
  return [push.webPush && 'webpush', push.fcm && 'fcm'].filter(Boolean).join(', ')
}

function blobsLine({ store }: GatewaySettings['blobs']): string {
  return store.provider === 'disk' ? `disk (${store.folder})` : `s3 (${store.bucket})`
}

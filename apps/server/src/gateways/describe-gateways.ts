import type { GatewaySettings } from './gateway-settings.ts'

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

import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const canary = (prefix = '') => `${prefix}canary${randomBytes(12).toString('hex')}`

const vapid = createECDH('prime256v1')
vapid.generateKeys()
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))

/** Every secret setting, each with a value that is nowhere else. */
export const canaries: Record<string, string> = {
  SECRET_KEY: randomBytes(32).toString('hex'),
  ID_DOCUMENT_KEY: randomBytes(32).toString('hex'),
  METRICS_TOKEN: canary(),
  OVH_APPLICATION_KEY: canary(),
  OVH_APPLICATION_SECRET: canary(),
  OVH_CONSUMER_KEY: canary(),
  BREVO_API_KEY: canary('xkeysib-'),
  TWILIO_KEY_SECRET: canary(),
  STRIPE_SECRET_KEY: canary('sk_live_'),
  STRIPE_WEBHOOK_SECRET: canary('whsec_'),
  INSEE_API_KEY: canary(),
  GOOGLE_MAPS_KEY: canary('AIza'),
  VAPID_PRIVATE_KEY: vapid.getPrivateKey('base64url'),
  FCM_PRIVATE_KEY: pem.split('\n')[3] ?? '',
  S3_SECRET_ACCESS_KEY: canary(),
  CHAT_WEBHOOK: canary(),
}

/** The settings of an installation whose providers are all real ones, at this address. */
export function realProviders(url: string): Record<string, string> {
  const { FCM_PRIVATE_KEY: _, CHAT_WEBHOOK, ...secrets } = canaries
  const account = { project_id: 'parvis-1', client_email: 'push@parvis.example', private_key: pem }
  return {
    ...secrets,
    SMS_PROVIDER: 'ovh',
    SMS_FALLBACK_PROVIDER: 'brevo',
    SMS_API_URL: url,
    SMS_FALLBACK_API_URL: url,
    SMS_SENDER: 'Parvis',
    OVH_SMS_SERVICE: 'sms-ab1-1',
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_API_URL: url,
    REGISTRY_PROVIDER: 'insee',
    INSEE_API_URL: url,
    REGISTRY_API_URL: url,
    ASSOCIATIONS_API_URL: url,
    GAZETTE_API_URL: url,
    GEOCODER: 'google',
    GEOCODER_API_URL: url,
    PUSH_PROVIDER: 'webpush+fcm',
    VAPID_SUBJECT: 'mailto:contact@parvis.app',
    VAPID_PUBLIC_KEY: vapid.getPublicKey('base64url'),
    FCM_SERVICE_ACCOUNT: JSON.stringify(account),
    FCM_API_URL: url,
    FCM_TOKEN_URL: `${url}/token`,
    FACEBOOK_APP_ID: '123456',
    CHAT_WEBHOOK_URL: `${url}/hooks/${CHAT_WEBHOOK}`,
  }
}

/** Stands for every provider: refuses each call, in turn as the caller's fault and as its own, quoting all of it. */
export async function startEcho() {
  const received: string[] = []
  const server = createServer((incoming, response) => {
    void buffer(incoming).then((body) => {
      const told = `${incoming.url} ${JSON.stringify(incoming.headers)} ${body.toString('utf8')}`
      received.push(told)
      // An SMS refused as the caller's fault would not be tried with the second provider.
      const status = incoming.url?.startsWith('/sms/') || received.length % 2 === 1 ? 500 : 400
      const answer = { message: told, error: { message: told, type: 'invalid_request_error' } }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

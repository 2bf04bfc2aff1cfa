import { describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { describeGateways, readGatewaySettings } from './gateway-settings.ts'
import { createGateways } from './gateways.ts'

const DEVELOPMENT = { NODE_ENV: 'development' }
const OVH = {
  SMS_PROVIDER: 'ovh',
  SMS_SENDER: 'Parvis',
  OVH_APPLICATION_KEY: 'ak',
  OVH_APPLICATION_SECRET: 'as',
  OVH_CONSUMER_KEY: 'ck',
  OVH_SMS_SERVICE: 'sms-ab1-1',
}
const STRIPE = { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' }
const PRODUCTION = { ...OVH, ...STRIPE }
const VAPID = webPush.generateVAPIDKeys()
const FCM = JSON.stringify({
  project_id: 'parvis-1',
  client_email: 'a@b.c',
  private_key: '-----BEGIN PRIVATE KEY-----',
})

const dependencies = {
  log: { info: () => {}, warn: () => {} },
  publicUrl: 'http://127.0.0.1:3000',
  secretKey: Buffer.alloc(32, 1),
}

test('AMB-09 with nothing set everything is embedded, and said so', () => {
  const settings = readGatewaySettings(DEVELOPMENT)
  expect(describeGateways(settings)).toEqual([
    'sms: embedded (outbox, nothing is sent)',
    'mail: embedded (outbox, nothing is sent)',
    'payment: embedded (look-alike page, no money)',
    'registry: embedded (demonstration town)',
    'geocoder: embedded (communes, no street map)',
    'push: embedded (outbox, nothing is sent)',
    'blobs: disk (.data/blobs)',
    'chat webhook: embedded (outbox, nothing is sent)',
    'dns: embedded (records of /dev/dns)',
  ])
})

describe('production', () => {
  test('refuses an embedded SMS or payment, unless told so; absent NODE_ENV is production', () => {
    expect(() => readGatewaySettings({})).toThrow(/^SMS_PROVIDER .*ALLOW_EMBEDDED_PROVIDERS=1/)
    expect(() => readGatewaySettings({ ...OVH })).toThrow(/^PAYMENT_PROVIDER/)
    // A town that sells no plan keeps the guard on SMS.
    expect(readGatewaySettings({ ...OVH, PAYMENT_PROVIDER: 'none' }).payment).toEqual({ provider: 'embedded' })
    expect(() => readGatewaySettings({ PAYMENT_PROVIDER: 'none' })).toThrow(/^SMS_PROVIDER/)
    expect(readGatewaySettings({ ALLOW_EMBEDDED_PROVIDERS: '1' }).sms.provider).toBe('embedded')
  })

  test('AMB-148 posts to no chat unless a webhook is set', async () => {
    const settings = readGatewaySettings(PRODUCTION)
    expect(settings.chatWebhook).toEqual({ provider: 'none' })
    const { chatWebhook } = createGateways(settings, dependencies)
    expect(chatWebhook.active).toBe(false)
    await chatWebhook.post('x')
  })

  test('AMB-09 without providers nothing is sent, sold or looked up, and it is said', async () => {
    const settings = readGatewaySettings({ ALLOW_EMBEDDED_PROVIDERS: '1' })
    expect(describeGateways(settings).slice(0, 6)).toEqual([
      'sms: none (nothing is sent)',
      'mail: none (nothing is sent)',
      'payment: none (no plan can be bought)',
      'registry: none (everything is typed by hand)',
      'geocoder: embedded (communes, no street map)',
      'push: webpush',
    ])
    const { sms, mail, payment, registry, push } = createGateways(settings, dependencies)
    await sms.send({ to: '+33612345678', text: 'x', key: 'x' })
    expect(mail.isServed).toBe(false)
    await expect(payment.readSession('cs_test_1')).rejects.toMatchObject({ kind: 'misconfigured' })
    expect(await registry.lookUp('73282932000074')).toBeUndefined()
    expect(await push.send([])).toEqual([])
  })

  test('every real provider is named in the log, without a secret', () => {
    const settings = readGatewaySettings({
      ...PRODUCTION,
      SMS_FALLBACK_PROVIDER: 'brevo',
      BREVO_API_KEY: 'xkeysib-secret',
      REGISTRY_PROVIDER: 'insee',
      INSEE_API_KEY: 'insee-secret',
      GEOCODER: 'geoplateforme',
      PUSH_PROVIDER: 'webpush+fcm',
      VAPID_SUBJECT: 'mailto:a@b.c',
      VAPID_PUBLIC_KEY: VAPID.publicKey,
      VAPID_PRIVATE_KEY: VAPID.privateKey,
      FCM_SERVICE_ACCOUNT: FCM,
      EMAIL_PROVIDER: 'smtp',
      SMTP_URL: 'smtps://parvis:mail-secret@smtp.exemple.fr',
      BLOBS: 's3',
      S3_BUCKET: 'parvis',
      S3_ACCESS_KEY_ID: 'key-secret',
      S3_SECRET_ACCESS_KEY: 's3-secret',
      S3_ENDPOINT: 'https://s3.fr-par.scw.cloud',
      ID_DOCUMENT_KEY: 'ab'.repeat(32),
      CHAT_WEBHOOK_URL: 'https://discord.com/api/webhooks/1/secret',
    })
    const lines = describeGateways(settings)
    expect(lines).toEqual([
      'sms: ovh, then brevo',
      'mail: smtp (smtp.exemple.fr)',
      'payment: stripe (live mode)',
      'registry: insee, then recherche-entreprises',
      'geocoder: geoplateforme',
      'push: webpush, fcm',
      'blobs: s3 (parvis)',
      'chat webhook: discord',
      'dns: resolver',
    ])
    expect(lines.join()).not.toMatch(`secret|${VAPID.privateKey}`)
    const gateways = createGateways(settings, dependencies)
    expect(gateways.payment.livemode).toBe(true)
  })
})

test.each([
  [{ SMS_PROVIDER: 'orange' }, 'SMS_PROVIDER doit être embedded ou ovh ou brevo ou twilio, et non « orange »'],
  [{ ...OVH, OVH_CONSUMER_KEY: ' ' }, 'OVH_CONSUMER_KEY manque : '],
  [{ ...OVH, SMS_SENDER: '0612345678' }, 'SMS_SENDER doit être fait de 3 à 11'],
  [{ ...OVH, SMS_SENDER: 'Parvis Clichy' }, 'SMS_SENDER doit être fait de 3 à 11'],
  [{ ...OVH, SMS_FALLBACK_PROVIDER: 'ovh' }, 'SMS_FALLBACK_PROVIDER doit différer'],
  [{ ...OVH, SMS_FALLBACK_PROVIDER: 'twilio' }, 'TWILIO_ACCOUNT_SID manque : '],
  [{ ...OVH, SMS_API_URL: 'http://sms.example' }, 'SMS_API_URL doit être une adresse https'],
  [{ ...STRIPE, STRIPE_SECRET_KEY: 'pk_live_abc' }, 'STRIPE_SECRET_KEY doit commencer par'],
  [{ PAYMENT_PROVIDER: 'stripe' }, 'STRIPE_SECRET_KEY manque : '],
  [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET manque : '],
  [{ EMAIL_PROVIDER: 'smtp' }, 'SMTP_URL manque : '],
  [{ EMAIL_PROVIDER: 'smtp', SMTP_URL: 'https://smtp.exemple.fr' }, 'SMTP_URL doit être'],
  [{ EMAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://localhost', EMAIL_FROM: 'Parvis' }, 'EMAIL_FROM doit être'],
  [{ EMAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://localhost', DKIM_DOMAIN: 'exemple.fr' }, 'DKIM_PRIVATE_KEY manque : '],
  [{ REGISTRY_PROVIDER: 'insee' }, 'INSEE_API_KEY manque : '],
  [{ GEOCODER: 'google' }, 'GOOGLE_MAPS_KEY manque : '],
  [{ GEOCODER: 'geoplateforme', GEOCODER_API_URL: 'https://user:pw@data.geopf.fr' }, 'GEOCODER_API_URL doit être'],
  [{ PUSH_PROVIDER: 'webpush', VAPID_SUBJECT: 'contact' }, 'VAPID_SUBJECT doit commencer par'],
  [
    { ...PRODUCTION, NODE_ENV: 'production', VAPID_SUBJECT: 'mailto:moi@localhost' },
    'VAPID_SUBJECT (sinon SUPPORT_EMAIL) doit être',
  ],
  [
    { ...PRODUCTION, NODE_ENV: 'production', SUPPORT_EMAIL: 'contact@parvis.example' },
    'VAPID_SUBJECT (sinon SUPPORT_EMAIL) doit être',
  ],
  [
    { PUSH_PROVIDER: 'webpush', VAPID_PRIVATE_KEY: 'k'.repeat(43) },
    'VAPID_PUBLIC_KEY et VAPID_PRIVATE_KEY doivent être',
  ],
  [
    { PUSH_PROVIDER: 'webpush', VAPID_PUBLIC_KEY: 'public', VAPID_PRIVATE_KEY: 'private' },
    'VAPID_PUBLIC_KEY et VAPID_PRIVATE_KEY doivent être',
  ],
  [{ PUSH_PROVIDER: 'fcm', FCM_SERVICE_ACCOUNT: '{}' }, 'FCM_SERVICE_ACCOUNT doit être'],
  [{ PUSH_PROVIDER: 'fcm', FCM_SERVICE_ACCOUNT: '/nowhere.json' }, 'FCM_SERVICE_ACCOUNT doit être'],
  [{ BLOBS: 's3' }, 'S3_BUCKET manque : '],
  [{ ID_DOCUMENT_KEY: 'abc' }, 'ID_DOCUMENT_KEY doit être fait de 64'],
  [{ CHAT_WEBHOOK_URL: 'http://172.32.0.1/hooks/x' }, 'CHAT_WEBHOOK_URL doit être'],
  [{ CHAT_WEBHOOK_URL: 'hooks.slack.com' }, 'CHAT_WEBHOOK_URL doit être'],
])('%j stops the start: %s', (env, message) => {
  expect(() => readGatewaySettings({ ...DEVELOPMENT, ...env })).toThrow(message)
})

test.each([
  [{}, 'webpush'],
  [{ PUSH_PROVIDER: 'fcm', FCM_SERVICE_ACCOUNT: FCM }, 'fcm'],
  [{ PUSH_PROVIDER: 'embedded' }, 'embedded'],
])(
  'W-072 U-098 in production %j is %s: browsers are served by the pair of the database, or not at all',
  (env, provider) => {
    const settings = readGatewaySettings({ ...PRODUCTION, ...env })
    const vapid = { publicKey: 'of-the-database', privateKey: 'x' }
    const { publicKey } = createGateways(settings, { ...dependencies, vapid }).browserPush
    expect(publicKey).toBe(provider === 'webpush' ? 'of-the-database' : null)
  },
)

test('all faults of all providers are told at once, each variable once', () => {
  const env = { SMS_PROVIDER: 'ovh', SMS_SENDER: '06', PAYMENT_PROVIDER: 'cash', GEOCODER: 'google', BLOBS: 's3' }
  expect(() => readGatewaySettings(env)).toThrow(
    new RegExp(
      ['OVH_APPLICATION_KEY', 'OVH_APPLICATION_SECRET', 'OVH_CONSUMER_KEY', 'OVH_SMS_SERVICE', 'SMS_SENDER']
        .concat('PAYMENT_PROVIDER', 'GOOGLE_MAPS_KEY', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY')
        .map((name) => `${name} [^\\n]+`)
        .join('\\n')
        .replace(/.*/, '^$&$'),
    ),
  )
})

test.each([
  ['https://hooks.slack.com/services/T/B/x', 'slack'],
  ['https://chat.ville.example/hooks/abc', 'slack'],
  ['https://discord.com/api/webhooks/1/x', 'discord'],
  ['http://mattermost:8065/hooks/abc', 'slack'],
  ['http://10.0.0.7/hooks/abc', 'slack'],
])('%s is a %s webhook', (url, provider) => {
  expect(readGatewaySettings({ ...DEVELOPMENT, CHAT_WEBHOOK_URL: url }).chatWebhook).toEqual({ provider, url })
})

test('a Stripe price per plan and periodicity', () => {
  const { payment } = readGatewaySettings({ ...DEVELOPMENT, ...STRIPE, STRIPE_PRICE_DIGITAL_ANNUAL: 'price_9' })
  expect(payment).toMatchObject({ prices: { 'digital:annual': 'price_9' }, apiUrl: 'https://api.stripe.com' })
})

import { createECDH, randomBytes } from 'node:crypto'
import { type Fault, startFakeProvider, timeoutFor } from '@parvis/harness/fakes/fake-provider'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import ece from 'http_ece'
import { describe, expect, test } from 'vitest'
import webPush from 'web-push'
import type { PushMessage } from './push.ts'
import { createRealPush } from './real-push.ts'
import { isPushService, knownPushHosts } from './web-push.ts'

const service = untilFileEnds(await startFakeProvider())

const keys = webPush.generateVAPIDKeys()
const browser = createECDH('prime256v1')
browser.generateKeys()
const authSecret = randomBytes(16).toString('base64url')
const subscription = (endpoint: string) =>
  JSON.stringify({
    endpoint,
    expirationTime: null,
    keys: { p256dh: browser.getPublicKey('base64url'), auth: authSecret },
  })

const lines: string[] = []
const log = { info: () => {}, warn: (details: object) => void lines.push(JSON.stringify(details)) }
const push = (timeoutMs = timeoutFor()) =>
  createRealPush(
    {
      provider: 'real',
      webPush: { subject: 'mailto:contact@parvis.example', ...keys, hosts: [service.url] },
      fcm: undefined,
    },
    { log, userAgent: 'Parvis tests', timeoutMs },
  )
const message = (fields: Partial<PushMessage> = {}): PushMessage => ({
  token: subscription(`${service.url}/wp/device-1`),
  platform: 'web',
  title: 'Boulangerie des Lilas',
  body: 'Fournée de 17 h',
  data: { instantId: '42' },
  key: 'instant-42',
  ...fields,
})

test('AMB-149 the browser alone can read the notification; one key, one topic', async () => {
  service.reply({ status: 201, text: '' })
  expect(await push().send([message(), message()])).toEqual(['sent', 'sent'])
  const [first, second] = service.requests
  const clear = ece.decrypt(first?.body ?? Buffer.alloc(0), { version: 'aes128gcm', privateKey: browser, authSecret })
  expect(JSON.parse(clear.toString())).toEqual({
    title: 'Boulangerie des Lilas',
    body: 'Fournée de 17 h',
    data: { instantId: '42' },
    tag: 'instant-42',
  })
  expect(first?.text).not.toContain('Boulangerie')
  expect(first).toMatchObject({ method: 'POST', path: '/wp/device-1', headers: { 'content-encoding': 'aes128gcm' } })
  expect(first?.headers.topic).toMatch(/^[\w-]{32}$/)
  expect(second?.headers.topic).toBe(first?.headers.topic)
  expect(Number(first?.headers.ttl)).toBe(86_400)
})

test('is signed for that push service with our VAPID key, once for all its devices until it refuses the signature', async () => {
  service.reply({ status: 201, text: '' })
  const one = push()
  const signatures = () => service.requests.map(({ headers }) => headers.authorization)
  await one.send([message(), message()])
  await one.send([message()])
  const [first, ...others] = signatures()
  expect(others).toEqual([first, first])
  service.reply({ status: 401, text: '' })
  await one.send([message()])
  expect(signatures()).toEqual([first])
  service.reply({ status: 201, text: '' })
  await one.send([message()])
  expect(signatures()).not.toContain(first)
  const header = service.requests[0]?.headers.authorization ?? ''
  const [, jwt = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? []
  expect(key).toBe(keys.publicKey)
  const claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({ aud: service.url, sub: 'mailto:contact@parvis.example' })
})

test.each([
  [201, 'sent'],
  [404, 'expired'],
  [410, 'expired'],
  [400, 'refused'],
  [403, 'refused'],
  [413, 'refused'],
  [429, 'retry'],
  [503, 'retry'],
])('W-076 %i means %s', async (status, result) => {
  service.reply({ status, text: '' })
  expect(await push().send([message()])).toEqual([result])
})

test('W-079 15.28 Apple’s servers get the type that names the shape, others bytes', async () => {
  service.reply({ status: 201, text: '' })
  const apple = createRealPush(
    {
      provider: 'real',
      webPush: { subject: 'mailto:contact@parvis.example', ...keys, hosts: [`${service.url};apple`] },
      fcm: undefined,
    },
    { log, userAgent: 'Parvis tests', timeoutMs: timeoutFor() },
  )
  const told = message({ navigate: 'https://exemple.fr/mes-abonnements' })
  expect([await push().send([told]), await apple.send([told])]).toEqual([['sent'], ['sent']])
  const types = service.requests.slice(-2).map(({ headers }) => headers['content-type'])
  expect(types).toEqual(['application/octet-stream', 'application/notification+json'])
})

test('W-076 a host that answers 429 or 503 with Retry-After is not asked before its time', async () => {
  for (const [status, header] of [
    [429, '3600'],
    [503, new Date(Date.now() + 60_000).toUTCString()],
  ] as const) {
    const gateway = push()
    service.reply({ status, text: '', headers: { 'retry-after': header } })
    expect(await gateway.send([message()])).toEqual(['retry'])
    const asked = service.requests.length
    service.reply({ status: 201, text: '' })
    expect(await gateway.send([message(), message()])).toEqual(['retry', 'retry'])
    expect(service.requests.length - asked, String(status)).toBeLessThanOrEqual(0)
    expect(await push().send([message()])).toEqual(['sent'])
  }
})

test.each<Fault>(['silence', 'cut', 'redirect', 'huge'])('%s is to be tried again', async (fault) => {
  service.reply(fault)
  expect(await push(timeoutFor(fault)).send([message()])).toEqual(['retry'])
  expect(service.requests).toHaveLength(1)
})

test('W-071 keys of ours that sign nothing take no browser away', async () => {
  const webPush = {
    subject: 'mailto:contact@parvis.example',
    publicKey: 'abc',
    privateKey: 'def',
    hosts: [service.url],
  }
  const faulty = createRealPush({ provider: 'real', webPush, fcm: undefined }, { log, userAgent: 'Parvis tests' })
  expect(await faulty.send([message()])).toEqual(['retry'])
  const strange = { endpoint: `${service.url}/wp/device-1`, keys: { p256dh: 'abc', auth: 'def' } }
  expect(await push().send([message({ token: JSON.stringify(strange) })])).toEqual(['expired'])
})

test('a text of any length fits in 4,096 bytes', async () => {
  service.reply({ status: 201, text: '' })
  await push().send([message({ title: 'é'.repeat(5000), body: '€'.repeat(9000) })])
  expect(service.requests[0]?.body.length).toBeLessThanOrEqual(4096)
})

test('each message has its own result, in order, whatever the others get', async () => {
  service.reply((seen) => ({ status: seen.path.endsWith('3') ? 410 : 201, text: '' }))
  const batch = Array.from({ length: 200 }, (_, at) => message({ token: subscription(`${service.url}/wp/${at}`) }))
  const results = await push().send([...batch, message({ platform: 'ios', token: 'fcm-token' })])
  expect(results).toHaveLength(201)
  expect(results.slice(0, 200)).toEqual(batch.map((_, at) => (at % 10 === 3 ? 'expired' : 'sent')))
  expect(results[200]).toBe('retry')
})

describe('T14 an address given by a browser', () => {
  test.each([
    'http://169.254.169.254/latest',
    'https://fcm.googleapis.com.evil.example/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'http://fcm.googleapis.com/x',
    'https://push.apple.com.evil.example',
    'file:///etc/passwd',
    'not an address',
  ])('%s is never called', async (endpoint) => {
    service.reply({ status: 201, text: '' })
    expect(isPushService(endpoint, knownPushHosts)).toBe(false)
    expect(await push().send([message({ token: subscription(endpoint) })])).toEqual(['expired'])
    expect(service.requests).toHaveLength(0)
  })

  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://web.push.apple.com/x',
    'https://par02p.notify.windows.com/w',
  ])('%s is a push service', (endpoint) => expect(isPushService(endpoint, knownPushHosts)).toBe(true))

  test.each(['', '{}', 'null', '{"endpoint":1}', 'fcm-token'])('%s is no subscription: forgotten', async (token) => {
    expect(await push().send([message({ token })])).toEqual(['expired'])
  })

  test('keys that are no keys: forgotten', async () => {
    const token = JSON.stringify({ endpoint: `${service.url}/wp/1`, keys: { p256dh: 'x', auth: 'y' } })
    expect(await push().send([message({ token })])).toEqual(['expired'])
  })
})

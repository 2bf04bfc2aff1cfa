import { generateKeyPairSync, verify } from 'node:crypto'
import {
  type FakeReply,
  type Fault,
  type SeenRequest,
  startFakeProvider,
  timeoutFor,
} from '@parvis/harness/fakes/fake-provider'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { describe, expect, test } from 'vitest'
import { readServiceAccount } from './fcm-push.ts'
import type { PushMessage } from './push.ts'
import { createRealPush } from './real-push.ts'

const google = untilFileEnds(await startFakeProvider())

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const account = readServiceAccount(
  JSON.stringify({
    type: 'service_account',
    project_id: 'parvis-1',
    client_email: 'push@parvis-1.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }),
)
const push = (timeoutMs = timeoutFor()) =>
  createRealPush(
    {
      provider: 'real',
      webPush: undefined,
      fcm: { account, baseUrl: `${google.url}/v1`, tokenUrl: `${google.url}/token` },
    },
    { log: { info: () => {}, warn: () => {} }, userAgent: 'Parvis tests', timeoutMs },
  )
const message = (fields: Partial<PushMessage> = {}): PushMessage => ({
  token: 'device-1',
  platform: 'android',
  title: 'Commande validée',
  body: 'Boulangerie des Lilas',
  data: { orderId: '7' },
  key: 'order-7',
  ...fields,
})
const TOKEN = { json: { access_token: 'ya29.one', expires_in: 3599, token_type: 'Bearer' } }
const withToken = (reply: FakeReply | ((seen: SeenRequest) => FakeReply)) => (seen: SeenRequest) => {
  if (seen.path === '/token') return TOKEN
  return typeof reply === 'function' ? reply(seen) : reply
}
const error = (status: number, errorCode: string, message = '') => ({
  status,
  json: { error: { code: status, status: 'X', message, details: [{ '@type': 'type.googleapis.com/fcm', errorCode }] } },
})

test('signs for a token once, then sends to each device', async () => {
  google.reply(withToken({ json: { name: 'projects/parvis-1/messages/0:1' } }))
  const one = push()
  expect(await one.send([message(), message({ token: 'device-2', platform: 'ios' })])).toEqual(['sent', 'sent'])
  expect(await one.send([message()])).toEqual(['sent'])
  expect(google.requests.map(({ path }) => path)).toEqual([
    '/token',
    ...Array(3).fill('/v1/projects/parvis-1/messages:send'),
  ])
  expect(google.requests[1]?.headers.authorization).toBe('Bearer ya29.one')
  expect(JSON.parse(google.requests[1]?.text ?? '')).toMatchObject({
    message: {
      token: 'device-1',
      notification: { title: 'Commande validée', body: 'Boulangerie des Lilas' },
      data: { orderId: '7' },
      android: { collapse_key: 'order-7', notification: { tag: 'order-7' } },
      apns: { headers: { 'apns-collapse-id': 'order-7' } },
    },
  })
})

test('the JWT is ours, for an hour, for messaging only', async () => {
  google.reply(withToken({ json: { name: 'x' } }))
  await push().send([message()])
  const form = new URLSearchParams(google.requests[0]?.text)
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const [head = '', body = '', signature = ''] = form.get('assertion')?.split('.') ?? []
  expect(verify('sha256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  expect(claims).toMatchObject({
    iss: 'push@parvis-1.iam.gserviceaccount.com',
    aud: `${google.url}/token`,
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
  })
  expect(claims.exp - claims.iat).toBe(3600)
})

describe('what FCM answers', () => {
  test.each([
    [error(404, 'UNREGISTERED'), 'expired'],
    [error(403, 'SENDER_ID_MISMATCH'), 'expired'],
    [error(400, 'INVALID_ARGUMENT', 'The registration token is not a valid FCM registration token'), 'expired'],
    [error(400, 'INVALID_ARGUMENT', 'Invalid value at message.data'), 'retry'],
    [error(429, 'QUOTA_EXCEEDED'), 'retry'],
    [error(503, 'UNAVAILABLE'), 'retry'],
    [error(500, 'INTERNAL'), 'retry'],
  ])('%j means %s', async (reply, result) => {
    google.reply(withToken(reply))
    expect(await push().send([message()])).toEqual([result])
  })

  test.each<Fault>(['silence', 'cut', 'drip', 'html', 'wrong-json', 'huge', 'redirect'])(
    '%s is to be tried again',
    async (fault) => {
      google.reply(withToken(fault))
      expect(await push(3 * timeoutFor(fault)).send([message()])).toEqual(['retry'])
    },
  )

  test('a refused token is asked anew for the next message', async () => {
    google.reply(
      withToken((seen) => (seen.text.includes('first') ? error(401, 'UNAUTHENTICATED') : { json: { name: 'x' } })),
    )
    const one = push()
    expect(await one.send([message({ token: 'first' })])).toEqual(['retry'])
    expect(await one.send([message({ token: 'second' })])).toEqual(['sent'])
    expect(google.requests.filter(({ path }) => path === '/token')).toHaveLength(2)
  })

  test('no token, no message', async () => {
    google.reply('500')
    expect(await push().send([message(), message()])).toEqual(['retry', 'retry'])
    expect(new Set(google.requests.map(({ path }) => path))).toEqual(new Set(['/token']))
  })

  test('an outage is not hammered by a fan-out', async () => {
    google.reply(withToken('500'))
    const results = await push().send(Array.from({ length: 1000 }, () => message()))
    expect(new Set(results)).toEqual(new Set(['retry']))
    expect(google.requests.length).toBeLessThan(100)
  })
})

test.each(['', '{}', '{"project_id":"../x","client_email":"a@b","private_key":"PRIVATE KEY"}'])(
  '%j is no service account',
  (json) => {
    expect(() => readServiceAccount(json)).toThrow('FCM_SERVICE_ACCOUNT')
  },
)

import { startFakeProvider } from '@parvis/harness/fakes/fake-provider'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { expect, test } from 'vitest'

const provider = untilFileEnds(await startFakeProvider())

const server = testApp({
  RATE_LIMITS: 'strict',
  SMS_PROVIDER: 'brevo',
  SMS_API_URL: provider.url,
  BREVO_API_KEY: 'x',
  SMS_SENDER: 'Parvis',
})
const ask = (phone: string) => server.client.answer('POST /v1/authentication/send-activation-code', { body: { phone } })
const taken = { status: 201, json: { messageId: 1 } }

test('F09 a SMS that the provider refused does not count: the person tries again soon', async () => {
  for (const fault of ['500', '429'] as const) {
    provider.reply(fault)
    const refused = await ask('06 11 22 33 44')
    expect(refused.status).toBe(503)
    expect(refused.error?.code).toBe('SMS_UNAVAILABLE')
    expect(refused.headers['retry-after']).toBe('5')
  }
  provider.reply(taken)
  expect((await ask('06 11 22 33 44')).status).toBe(200)
  expect((await ask('06 11 22 33 44')).status).toBe(429)
})

test('F09 after a cut nobody knows whether it left: it counts, and the answer says how long', async () => {
  provider.reply('cut')
  const cut = await ask('06 11 22 33 55')
  expect(cut.status).toBe(503)
  expect(cut.headers['retry-after']).toBe('60')
  provider.reply(taken)
  expect((await ask('06 11 22 33 55')).status).toBe(429)
  expect(provider.requests).toHaveLength(0)
})

import { createHash } from 'node:crypto'
import { type Fault, type SeenRequest, startFakeProvider, timeoutFor } from '@parvis/harness/fakes/fake-provider'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { describe, expect, test } from 'vitest'
import type { OvhSettings } from './ovh-sms.ts'
import { type BrevoSettings, createRealSms, type RealSmsSettings, type TwilioSettings } from './real-sms.ts'

const main = untilFileEnds(await startFakeProvider())
const spare = untilFileEnds(await startFakeProvider())

const context = (timeoutMs: number) => ({
  log: { info: () => {}, warn: () => {} },
  userAgent: 'Parvis tests',
  timeoutMs,
})
const message = { to: '+33612345678', text: 'Votre code Parvis : 12345 – à bientôt’', key: 'code-1' }
const folded = "Votre code Parvis : 12345 - à bientot'"

const ovh = (): OvhSettings => ({
  name: 'ovh',
  baseUrl: `${main.url}/1.0`,
  applicationKey: 'AK',
  applicationSecret: 'AS',
  consumerKey: 'CK',
  service: 'sms-ab1-1',
  sender: 'Parvis',
})
const brevo = (): BrevoSettings => ({ name: 'brevo', baseUrl: `${main.url}/v3`, apiKey: 'xkeysib', sender: 'Parvis' })
const twilio = (): TwilioSettings => ({
  name: 'twilio',
  baseUrl: `${main.url}/2010-04-01`,
  accountSid: 'AC1',
  keySid: 'SK1',
  keySecret: 'secret',
  sender: 'Parvis',
})
const alone = (settings: RealSmsSettings, timeoutMs = timeoutFor()) =>
  createRealSms({ first: settings, fallback: undefined }, context(timeoutMs))

const SENT = {
  ovh: { json: { totalCreditsRemoved: 1, invalidReceivers: [], ids: [27814656], validReceivers: ['+33612345678'] } },
  brevo: { status: 201, json: { reference: 'r', messageId: 1511882900176220, smsCount: 1 } },
  twilio: { status: 201, json: { sid: 'SM1', status: 'queued', num_segments: '1', error_code: null } },
}
const THEIR_TIME = 1_900_000_000
const ovhReply = (job: object) => (seen: SeenRequest) =>
  seen.path === '/1.0/auth/time' ? { text: String(THEIR_TIME) } : job

describe('OVHcloud', () => {
  test('signs the job with its own clock', async () => {
    main.reply(ovhReply(SENT.ovh))
    await alone(ovh()).send(message)
    const job = main.requests[1]
    expect(job).toMatchObject({ method: 'POST', path: '/1.0/sms/sms-ab1-1/jobs' })
    expect(JSON.parse(job?.text ?? '')).toMatchObject({
      message: folded,
      receivers: ['+33612345678'],
      sender: 'Parvis',
      coding: '7bit',
      noStopClause: true,
    })
    const stamp = Number(job?.headers['x-ovh-timestamp'])
    expect(Math.abs(stamp - THEIR_TIME)).toBeLessThanOrEqual(2)
    const signed = `AS+CK+POST+${main.url}/1.0/sms/sms-ab1-1/jobs+${job?.text}+${stamp}`
    expect(job?.headers['x-ovh-signature']).toBe(`$1$${createHash('sha1').update(signed).digest('hex')}`)
    expect(job?.headers).toMatchObject({ 'x-ovh-application': 'AK', 'x-ovh-consumer': 'CK' })
  })

  test('a refused number or key is said as such', async () => {
    main.reply(ovhReply({ json: { ids: [], invalidReceivers: ['+33612345678'] } }))
    await expect(alone(ovh()).send(message)).rejects.toMatchObject({ kind: 'invalid_input' })
    main.reply(ovhReply({ status: 403, json: { message: 'This credential is not valid' } }))
    await expect(alone(ovh()).send(message)).rejects.toMatchObject({ kind: 'misconfigured' })
  })

  test('F11 its clock is read again once it refuses a signature: ours may have been set meanwhile', async () => {
    main.reply(ovhReply({ status: 403, json: { message: 'Invalid signature' } }))
    const sms = alone(ovh())
    await expect(sms.send(message)).rejects.toMatchObject({ kind: 'misconfigured' })
    const later = THEIR_TIME + 3_600
    main.reply(({ path }) => (path === '/1.0/auth/time' ? { text: String(later) } : SENT.ovh))
    await sms.send(message)
    expect(Math.abs(Number(main.requests.at(-1)?.headers['x-ovh-timestamp']) - later)).toBeLessThanOrEqual(2)
  })

  test('an emoji goes in UCS-2', async () => {
    main.reply(ovhReply(SENT.ovh))
    await alone(ovh()).send({ ...message, text: 'Bravo 🎉' })
    expect(JSON.parse(main.requests[1]?.text ?? '')).toMatchObject({ coding: '8bit', message: 'Bravo 🎉' })
  })
})

test('Brevo gets the number without plus, and its key', async () => {
  main.reply(SENT.brevo)
  await alone(brevo()).send(message)
  expect(main.requests[0]).toMatchObject({ path: '/v3/transactionalSMS/send', headers: { 'api-key': 'xkeysib' } })
  expect(JSON.parse(main.requests[0]?.text ?? '')).toMatchObject({ recipient: '33612345678', content: folded })
  main.reply({ status: 402, json: { code: 'not_enough_credits' } })
  const noCredit = { kind: 'misconfigured', providerCode: 'not_enough_credits' }
  await expect(alone(brevo()).send(message)).rejects.toMatchObject(noCredit)
})

test('Twilio gets a form with basic authentication', async () => {
  main.reply(SENT.twilio)
  await alone(twilio()).send(message)
  expect(main.requests[0]?.path).toBe('/2010-04-01/Accounts/AC1/Messages.json')
  expect(main.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('SK1:secret').toString('base64')}`)
  expect(Object.fromEntries(new URLSearchParams(main.requests[0]?.text))).toMatchObject({
    To: '+33612345678',
    From: 'Parvis',
    Body: folded,
  })
  main.reply({ status: 400, json: { code: 21211, message: "The 'To' number is not valid" } })
  const refusal = { kind: 'invalid_input', providerCode: '21211' }
  await expect(alone(twilio()).send(message)).rejects.toMatchObject(refusal)
  main.reply({ status: 201, json: { sid: 'SM1', status: 'failed', error_code: 30007 } })
  await expect(alone(twilio()).send(message)).rejects.toMatchObject({ kind: 'refused' })
})

const FAULTS: Fault[] = ['silence', 'cut', 'drip', 'html', 'wrong-json', 'huge', 'redirect', '500', '429']

describe.each([
  ['OVH', ovh],
  ['Brevo', brevo],
  ['Twilio', twilio],
] as const)('F09 %s', (_name, make) => {
  test.each(FAULTS)('%s fails in time, after one message at most', async (fault) => {
    main.reply((seen) => (seen.path === '/1.0/auth/time' ? { text: String(THEIR_TIME) } : fault))
    const kind = fault === '429' ? 'rate_limited' : 'unavailable'
    const start = performance.now()
    await expect(alone(make(), timeoutFor(fault)).send(message)).rejects.toMatchObject({ kind })
    expect(performance.now() - start).toBeLessThan(4000)
    expect(main.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })
})

describe('F09 two providers', () => {
  const both = (timeoutMs = timeoutFor()) =>
    createRealSms({ first: brevo(), fallback: { ...twilio(), baseUrl: spare.url } }, context(timeoutMs))

  test.each(FAULTS)('after %s the second one sends', async (fault) => {
    main.reply(fault)
    spare.reply(SENT.twilio)
    await both(3 * timeoutFor(fault)).send(message)
    expect([main.requests.length, spare.requests.length]).toEqual([1, 1])
  })

  test('what the first one took is not sent again', async () => {
    main.reply(SENT.brevo)
    spare.reply(SENT.twilio)
    const sms = both()
    await Promise.all([sms.send(message), sms.send(message)])
    await sms.send(message)
    expect([main.requests.length, spare.requests.length]).toEqual([1, 0])
  })

  test('a number that the first one calls wrong goes no further', async () => {
    main.reply({ status: 400, json: { code: 'invalid_parameter' } })
    spare.reply(SENT.twilio)
    await expect(both().send(message)).rejects.toMatchObject({ kind: 'invalid_input' })
    expect(spare.requests).toHaveLength(0)
  })

  test('when both fail the key may be tried again', async () => {
    main.reply('500')
    spare.reply('500', SENT.twilio)
    const sms = both()
    await expect(sms.send(message)).rejects.toMatchObject({ kind: 'unavailable' })
    await sms.send(message)
    expect(spare.requests).toHaveLength(2)
  })
})

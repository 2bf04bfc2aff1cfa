import { newPhone, testApp } from '@parvis/harness/server/test-app'
import { registrationForm, updateCompany } from '@parvis/harness/town/companies'
import { newOwner, newPerson } from '@parvis/harness/town/people'
import { expect, test } from 'vitest'
import { columnOf, run } from '../../db/database.ts'

const server = testApp()
const strict = testApp({ RATE_LIMITS: 'strict' })

const ask = (phone: string, app = server) =>
  app.call('POST', '/v1/authentication/send-activation-code', {
    form: { phone, device_id: 'WEB_APP', app_version: 'x.0.17' },
  })
const confirm = (phone: string, code: string) =>
  server.client.answer('POST /v1/authentication/start-session', { body: { phone, code } })

test('C-003 sends a code asked by a form, without a session', async () => {
  const phone = newPhone()
  expect((await ask(phone)).data).toMatchObject({ phone, expiresIn: 600 })
})

test.each(['+33612345678', '0033712345678', '0612345678', '06 12 34 56 78'])(
  'A-035 takes the mobile %s',
  async (phone) => {
    expect((await ask(phone)).status).toBe(200)
  },
)

test.each(['', '123', '0812345678', '0145678901', '+3361234567'])(
  'A-035 C-004 refuses %j, which receives no SMS',
  async (phone) => {
    const before = await sentTo()
    const { status, error } = await ask(phone)
    expect([status, error?.code, error?.message]).toEqual([
      400,
      'INVALID_PHONE',
      'Merci de vérifier votre numéro de téléphone',
    ])
    expect(await sentTo()).toEqual(before)
  },
)

test('C-004 C-006 refuses a blocked phone at both steps with 403, a wrong code otherwise', async () => {
  const phone = newPhone()
  await ask(phone)
  expect((await confirm(phone, 'abcde')).status).toBe(400)
  await run(server.db)`
    insert into sign_in_phones (phone, blocked) values (${phone}, true)
    on conflict (phone) do update set blocked = true`
  for (const { status, error } of [await ask(phone), await confirm(phone, '12345')]) {
    expect([status, error?.code]).toEqual([403, 'PHONE_BLOCKED'])
  }
})

test('C-008 refuses another phone than that of the session with 422', async () => {
  const { token } = await newPerson(server)
  const { status, error } = await server.client.answer('POST /v1/profile/update', {
    token,
    body: { phone_number: '0699999999' },
  })
  expect([status, error?.code]).toEqual([422, 'INVALID_PHONE'])
})

test.each([[['0612345678']], [true], [{ a: 1 }], ['06\u000012345678'], ['06\ud80012345678']])(
  'C-004 C-006 C-008 AMB-38 what cannot be read is a bad phone: %j',
  async (phone) => {
    const { token } = await newPerson(server)
    const post = (path: string, json: object) => server.call('POST', path, { json, token })
    const answers = [
      await post('/v1/authentication/send-activation-code', { phone }),
      await post('/v1/authentication/start-session', { phone, code: '12345' }),
      await post('/v1/profile/update', { phone_number: phone }),
    ]
    expect(answers.map(({ status, error }) => [status, error?.code])).toEqual([
      [400, 'INVALID_PHONE'],
      [400, 'INVALID_PHONE'],
      [422, 'INVALID_PHONE'],
    ])
  },
)

test('X-030 answers bursts of codes, look-ups and error reports with 429 and a wait', async () => {
  const phone = newPhone()
  expect((await ask(phone, strict)).status).toBe(200)
  const bursts = [
    await ask(phone, strict),
    await last(31, () => strict.call('GET', '/v1/company/siren?siren=73282932000074')),
    await last(11, () => strict.call('POST', '/v1/error-report', { json: { name: 'x' } })),
  ]
  for (const { status, error, headers } of bursts) {
    expect([status, error?.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
})

test('X-023 gives an identity document at no public address, even to its owner', async () => {
  const owner = await newOwner(server, { category: null })
  expect((await updateCompany(server, owner, await registrationForm())).status).toBe(200)
  const names = await columnOf<string | null>(server.db)`select identity_documents.name from identity_documents`
  expect(names).toHaveLength(2)
  for (const name of names) {
    for (const path of [`/v1/media/${name}`, `/v1/media/private/${name}`, `/v1/media/identity%2F${name}`]) {
      expect([403, 404]).toContain((await server.call('GET', path, { token: owner.token })).status)
    }
  }
})

async function sentTo(): Promise<string[]> {
  const { data } = await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'sms' } })
  return (data as { to: string }[]).map(({ to }) => to)
}

async function last<T>(times: number, act: () => Promise<T>): Promise<T> {
  for (let time = 1; time < times; time++) await act()
  return await act()
}

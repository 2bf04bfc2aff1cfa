import { newPhone, testApp } from '@parvis/harness/server/test-app'
import { codeSentTo } from '@parvis/harness/town/town-client'
import { expect, test } from 'vitest'

const server = testApp()

async function askCode(phone: string): Promise<string> {
  const { status } = await server.client.answer('POST /v1/authentication/send-activation-code', {
    as: 'form',
    body: { phone },
  })
  expect(status).toBe(200)
  return await codeSentTo(server.client, phone)
}

const confirm = (phone: string, code: string) =>
  server.client.answer('POST /v1/authentication/start-session', { body: { phone, code, app_id: 'WEB_APP' } })

const wrong = (code: string) => String((Number(code) + 1) % 100_000).padStart(5, '0')

test('A-036 C-005 opens one account for a phone written in three forms', async () => {
  const phone = newPhone()
  const ids = new Set<number>()
  for (const written of [phone, `0${phone.slice(3)}`, `0033${phone.slice(3)}`]) {
    const code = await askCode(phone)
    const { data } = await confirm(written, code)
    // The personal profile is not filled yet.
    expect(data).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), registration: true })
    const { token } = data as { token: string }
    const session = await server.client.answer('GET /v1/authentication/session', { token })
    ids.add((session.data as { user: { id: number } }).user.id)
  }
  expect(ids.size).toBe(1)
})

test('A-037 lets exactly one of five simultaneous confirmations in', async () => {
  const phone = newPhone()
  const code = await askCode(phone)
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(phone, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('A-037 A-025 judges three of twenty simultaneous guesses, and the code is dead', async () => {
  const phone = newPhone()
  const code = await askCode(phone)
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(phone, wrong(code))))
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(3)
  const after = await confirm(phone, code)
  expect(after.status).toBe(429)
  expect(Number(after.headers['retry-after'])).toBeGreaterThan(0)
})

test('A-037 refuses even a right code after nine wrong ones in a day, and lets it in the day after', async () => {
  const phone = newPhone()
  for (let round = 0; round < 3; round++) {
    const code = await askCode(phone)
    for (let tries = 0; tries < 3; tries++) expect((await confirm(phone, wrong(code))).error?.code).toBe('CODE_INVALID')
  }
  expect((await confirm(phone, await askCode(phone))).status).toBe(429)

  await server.setClock(new Date(Date.now() + 25 * 3_600_000).toISOString())
  expect((await confirm(phone, await askCode(phone))).status).toBe(200)
  await server.setClock(null)
})

test('A-038 answers alike for a known and an unknown phone', async () => {
  const known = newPhone()
  await confirm(known, await askCode(known))
  const ask = (phone: string) =>
    server.client.answer('POST /v1/authentication/send-activation-code', { as: 'form', body: { phone } })
  const answers = [await ask(known), await ask(newPhone())].map(({ data }) => ({ ...(data as object), phone: '' }))
  expect(answers[0]).toEqual(answers[1])
})

test('A-013 A-014 tells an empty code from one of the wrong length', async () => {
  const phone = newPhone()
  await askCode(phone)
  expect((await confirm(phone, ' ')).error?.code).toBe('CODE_REQUIRED')
  expect((await confirm(phone, '123')).error?.code).toBe('CODE_FORMAT')
})

test('C-051 A-032 ends a session at logout', async () => {
  const phone = newPhone()
  const { data } = await confirm(phone, await askCode(phone))
  const { token } = data as { token: string }
  expect((await server.client.answer('GET /v1/authentication/session', { token })).data).toEqual({
    user: {
      id: expect.any(Number),
      first_name: null,
      last_name: null,
      phone_number: phone,
      date_of_birth: null,
      email: null,
      zip_code: null,
      city: null,
    },
    isSuperAdmin: false,
    registration: true,
  })
  expect((await server.client.answer('POST /v1/authentication/logout', { token })).data).toEqual({})
  expect((await server.client.answer('GET /v1/authentication/session', { token })).error?.code).toBe('SESSION_UNKNOWN')
  expect((await server.client.answer('GET /v1/authentication/session')).error?.code).toBe('TOKEN_NOT_FOUND')
})

test('AMB-21 a name is kept with single spaces', async () => {
  const phone = newPhone()
  const { token } = (await confirm(phone, await askCode(phone))).data as { token: string }
  const json = {
    first_name: '  Éloïse   Anne ',
    last_name: 'De  La Tour',
    date_of_birth: '1990-12-31',
    email: 'e@tour.fr',
    zip_code: '92110',
    city: 'Clichy',
  }
  const { data } = await server.client.answer('POST /v1/profile/update', { token, body: json })
  expect(data).toMatchObject({ first_name: 'Éloïse Anne', last_name: 'De La Tour' })
})

import { newPhone, testApp } from '@parvis/harness/server/test-app'
import { describe, expect, test } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { countEvents, recordEvents } from './sign-in.queries.ts'

const server = testApp({ RATE_LIMITS: 'strict' })
const start = Date.parse('2027-03-01T08:00:00Z')
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const at = async (milliseconds: number) => await server.setClock(new Date(start + milliseconds).toISOString())

let lastAddress = 0
/** An address without earlier events. */
const newAddress = () => `127.0.${7 + Math.floor(++lastAddress / 250)}.${1 + (lastAddress % 250)}`

type From = { address?: string; cookie?: string }

async function post(path: string, json: object, { address = newAddress(), cookie }: From = {}) {
  const { statusCode, headers, body } = await server.app.inject({
    method: 'POST',
    url: `/v1/authentication/${path}`,
    payload: json,
    remoteAddress: address,
    headers: cookie ? { cookie } : {},
  })
  const { data, error } = JSON.parse(body)
  return { status: statusCode, code: error?.code as string | undefined, body, headers, data }
}

const ask = (phone: string, from?: From) => post('send-activation-code', { phone }, from)
const confirm = (phone: string, code: string, from?: From) =>
  post('start-session', { phone, code, app_id: 'WEB_APP' }, from)

async function codeOf(phone: string): Promise<string> {
  const { data } = await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'sms', to: phone } })
  return (data as { text: string }[])[0]?.text.slice(-5) ?? ''
}

async function askCode(phone: string): Promise<string> {
  expect((await ask(phone)).status).toBe(200)
  return await codeOf(phone)
}

const wrong = (code: string) => (code === '00000' ? '00001' : '00000')

async function guess(phone: string, times: number, from?: From) {
  const code = await askCode(phone)
  const codes = []
  for (let n = 0; n < times; n++) codes.push((await confirm(phone, wrong(code), from)).code)
  return codes
}

describe('T02 AMB-141 codes sent', () => {
  test('to one phone, however it is written: one a minute, five an hour, ten a day', async () => {
    await at(0)
    const phone = '+33698765432'
    const spellings = [
      phone,
      '06 98 76 54 32',
      '06.98.76.54.32',
      '0033698765432',
      '+33 (0)6 98 76 54 32',
      '０６９８７６５４３２',
    ]
    expect((await ask('0698765432')).status).toBe(200)
    for (const spelling of spellings) expect((await ask(spelling)).status, spelling).toBe(429)

    const sentAt = async (milliseconds: number) => {
      await at(milliseconds)
      return (await ask(phone)).status
    }
    const statuses = []
    for (const minutes of [2, 4, 6, 8, 10, 58]) statuses.push(await sentAt(minutes * minute))
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    for (const time of [2, 3, 4, 5, 6]) expect(await sentAt(time * hour)).toBe(200)
    expect(await sentAt(8 * hour)).toBe(429)
    expect(await sentAt(day + 7 * hour)).toBe(200)
    const { data } = await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'sms', to: phone } })
    expect(data).toHaveLength(11)
  })

  test('from one address: sixty an hour, whatever the phones', async () => {
    await at(0)
    const address = newAddress()
    const statuses = []
    for (let n = 0; n < 61; n++) statuses.push((await ask(newPhone(), { address })).status)
    expect([statuses.slice(0, 60).every((status) => status === 200), statuses[60]]).toEqual([true, 429])
    expect((await ask(newPhone())).status).toBe(200)
  })

  test('F20 by the whole service: two thousand an hour to browsers that never signed in, the others go on', async () => {
    await at(3 * day)
    const owner = newPhone()
    const { headers } = await confirm(owner, await askCode(owner))
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    await at(3 * day + 10 * minute)
    await recordEvents(server.db, 'sent', Array(1_999).fill('all'))
    expect((await ask(newPhone())).status).toBe(429)
    expect((await ask(owner, { cookie })).status).toBe(200)
    await at(3 * day + 71 * minute)
    expect((await ask(newPhone())).status).toBe(200)
  })

  test.each(['+15551234567', '+88212345678', '0892123456', '+33892123456', '00447700900123', '3631'])(
    'to %s never: it is no French mobile',
    async (phone) => {
      expect((await ask(phone)).code).toBe('INVALID_PHONE')
    },
  )
})

describe('T01 AMB-141 codes guessed', () => {
  test('a former code, another phone’s, a used one and one of ten minutes ago are refused alike', async () => {
    await at(0)
    const [phone, other] = [newPhone(), newPhone()]
    const former = await askCode(phone)
    const others = await askCode(other)
    let code = former
    for (let minutes = 2; code === former || code === others; minutes += 2) {
      await at(minutes * minute)
      code = await askCode(phone)
    }
    const refused = [await confirm(phone, former), await confirm(phone, others)]
    expect((await confirm(phone, code)).status).toBe(200)
    refused.push(await confirm(phone, code))
    await at(20 * minute)
    const late = await askCode(phone)
    await at(30 * minute + 1_000)
    refused.push(await confirm(phone, late))
    expect(new Set(refused.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
    expect(refused[0]?.code).toBe('CODE_INVALID')
  })

  test('fifty wrong ones without a success block the phone until the team frees it', async () => {
    const phone = newPhone()
    for (let spent = 0; spent < 50; ) {
      await at(Math.floor(spent / 9) * 25 * hour + (spent % 9) * 10 * minute)
      spent += (await guess(phone, Math.min(3, 50 - spent))).length
    }
    await at(30 * day)
    expect([(await ask(phone)).code, (await confirm(phone, '12345')).code]).toEqual(['PHONE_BLOCKED', 'PHONE_BLOCKED'])
  })

  test('a browser that signed in before keeps its own budget while a stranger burns the phone’s', async () => {
    await at(0)
    const phone = newPhone()
    const { headers } = await confirm(phone, await askCode(phone))
    const cookie = String(headers['set-cookie'])
    expect(cookie).toMatch(/^__Host-device=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; Secure; SameSite=Strict$/)
    for (const time of [2, 4, 6]) {
      await at(time * minute)
      expect(await guess(phone, 3)).toEqual(['CODE_INVALID', 'CODE_INVALID', 'CODE_INVALID'])
    }
    await at(8 * minute)
    const code = await askCode(phone)
    expect((await confirm(phone, code)).status).toBe(429)
    expect((await confirm(phone, code, { cookie: '__Host-device=AAAA' })).status).toBe(429)
    expect((await confirm(phone, code, { cookie: cookie.split(';')[0] ?? '' })).status).toBe(200)
  })

  test('the twenty-first wrong one of an address in an hour is not judged, on any phone', async () => {
    await at(0)
    const address = newAddress()
    const codes = []
    for (let n = 0; n < 7; n++) codes.push(...(await guess(newPhone(), 3, { address })))
    expect(codes).toEqual([...Array(20).fill('CODE_INVALID'), 'TOO_MANY_ATTEMPTS'])
    const phone = newPhone()
    const code = await askCode(phone)
    expect((await confirm(phone, code, { address })).status).toBe(429)
    expect((await confirm(phone, code)).status).toBe(200)
  })

  test('a thousand wrong ones in a day for the whole service: codes of 25 bits until the count falls', async () => {
    await at(40 * day)
    const told: string[] = []
    server.deps.report = (_details, message) => told.push(message)
    const overall = async () => (await countEvents(server.db, 'wrong', 'all', 24 * 3_600)).count
    const before = await overall()
    await guess(newPhone(), 2)
    expect(await overall()).toBe(before + 2)
    await recordEvents(server.db, 'wrong', Array<string>(997 - before).fill('all'))
    expect(await askCode(newPhone())).toMatch(/^\d{5}$/)

    await guess(newPhone(), 1)
    const attacked = Array.from({ length: 8 }, () => newPhone())
    const codes = []
    for (const phone of attacked) codes.push(await askCode(phone))
    for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}$/)
    expect(codes.join('')).toMatch(/[A-Z]/)
    expect((await confirm(attacked[0] ?? '', codes[0]?.toLowerCase() ?? '')).status).toBe(200)
    expect([told.length, told[0]]).toEqual([8, expect.stringContaining('attack mode')])
    await at(41 * day + minute)
    expect(await askCode(newPhone())).toMatch(/^\d{5}$/)
  })
})

describe('T03 AMB-145 sessions', () => {
  const isOpen = async (token: string) =>
    (await server.client.answer('GET /v1/authentication/session', { token })).status === 200
  const signIn = async () => {
    const phone = newPhone()
    const { data } = await confirm(phone, await askCode(phone))
    return { phone, token: (data as { token: string }).token }
  }

  test('end after thirty days without use, and after ninety whatever the use', async () => {
    await at(0)
    const [idle, used] = [await signIn(), await signIn()]
    for (const days of [29, 58, 87]) {
      await at(days * day)
      expect([days, await isOpen(used.token)]).toEqual([days, true])
    }
    expect(await isOpen(idle.token)).toBe(false)
    await at(90 * day + minute)
    expect(await isOpen(used.token)).toBe(false)
  })

  test('of the team end after eight hours without use (T35)', async () => {
    await at(0)
    const { phone, token } = await signIn()
    await run(server.db)`update users set is_super_admin = true where users.phone = ${phone}`
    await at(7 * hour)
    expect(await isOpen(token)).toBe(true)
    await at(16 * hour)
    expect(await isOpen(token)).toBe(false)
  })

  test('of the team that have ended are listed no more (T35)', async () => {
    await at(0)
    const { phone } = await signIn()
    await run(server.db)`update users set is_super_admin = true where users.phone = ${phone}`
    await at(9 * hour)
    const { data } = await confirm(phone, await askCode(phone))
    const { token } = data as { token: string }
    expect(await server.client.call('GET /v1/authentication/sessions', { token })).toMatchObject([{ current: true }])
  })

  test('F16 of the team end twelve hours after the sign-in, whatever the use (T35)', async () => {
    await at(0)
    const { phone, token } = await signIn()
    await run(server.db)`update users set is_super_admin = true where users.phone = ${phone}`
    for (const hours of [5, 11]) {
      await at(hours * hour)
      expect([hours, await isOpen(token)]).toEqual([hours, true])
    }
    await at(12 * hour + minute)
    expect(await isOpen(token)).toBe(false)
  })

  test('and codes are in no table as they are', async () => {
    await at(0)
    const phone = newPhone()
    const code = await askCode(phone)
    const token = (await signIn()).token
    const tables = ['sessions', 'sent_codes', 'known_browsers', 'sign_in_events', 'audit_log', 'idempotency_keys']
    for (const table of tables) {
      const rows = await rowsOf<object>(server.db)`select * from ${sql.identifier(table)}`
      const dump = rows.map((row) =>
        Object.values(row)
          .map((value) =>
            Buffer.isBuffer(value)
              ? `${value.toString('latin1')} ${value.toString('base64url')}`
              : JSON.stringify(value),
          )
          .join(' '),
      )
      expect(dump.join('\n'), table).not.toContain(token)
      if (table === 'sent_codes') expect(dump.join('\n')).not.toContain(code)
    }
  })
})

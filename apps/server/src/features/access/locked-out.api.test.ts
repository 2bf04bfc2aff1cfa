import type { ProofChallenge } from '@parvis/domain/kernel/proof-of-work'
import { findProofNumber, writeProof } from '@parvis/domain/kernel/solve-proof'
import { newPhone, testApp } from '@parvis/harness/server/test-app'
import { describe, expect, test } from 'vitest'
import { columnOf, run } from '../../db/database.ts'
import { recordEvents } from './sign-in.queries.ts'

const server = testApp({ RATE_LIMITS: 'strict' })
const start = Date.parse('2027-03-01T08:00:00Z')
const minute = 60_000
const hour = 60 * minute

const at = async (milliseconds: number) => await server.setClock(new Date(start + milliseconds).toISOString())

let lastAddress = 0
const newAddress = () => `127.9.${Math.floor(++lastAddress / 250)}.${1 + (lastAddress % 250)}`
type From = { address?: string; cookie?: string | undefined; nonce?: string }

async function post(path: string, json: object, { address = newAddress(), cookie, nonce }: From = {}) {
  const { statusCode, headers, body } = await server.app.inject({
    method: 'POST',
    url: `/v1/authentication/${path}`,
    payload: json,
    remoteAddress: address,
    headers: { ...(cookie && { cookie }), ...(nonce && { 'x-sign-in-nonce': nonce }) },
  })
  const { data, error } = JSON.parse(body)
  const challenge = error?.details?.challenge as ProofChallenge
  return { status: statusCode, code: error?.code as string | undefined, headers, data, challenge }
}
const ask = (phone: string, from?: From) => post('send-activation-code', { phone }, from)
const confirm = (phone: string, code: string, from?: From) => post('start-session', { phone, code }, from)
async function lastCode(phone: string): Promise<string> {
  const { data } = await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'sms', to: phone } })
  return (data as { text: string }[])[0]?.text.slice(-5) ?? ''
}
const solve = (challenge: ProofChallenge) =>
  writeProof(challenge, findProofNumber(challenge, 0, challenge.maxnumber) ?? -1)
const wrong = (code: string) => (code === '00000' ? '00001' : '00000')

/** An owner whose browser signed in before. */
async function owner() {
  const phone = newPhone()
  await ask(phone)
  const { headers } = await confirm(phone, await lastCode(phone))
  return { phone, own: { cookie: String(headers['set-cookie']).split(';')[0], nonce: 'proprietaire'.repeat(3) } }
}
const stranger = { nonce: 'quelquunDAutre'.repeat(2) }

describe('T01 F7 nobody keeps the owner out', () => {
  test('by asking for codes: a browser that signed in before has sendings of its own', async () => {
    await at(0)
    const { phone, own } = await owner()
    const statuses = []
    for (let n = 0; n < 12; n++) {
      await at((n + 1) * (n < 4 ? 2 * minute : hour))
      statuses.push((await ask(phone, stranger)).status)
    }
    expect(statuses.at(-1)).toBe(429)
    expect((await ask(phone, { ...own, cookie: '__Host-device=AAAA' })).status).toBe(429)
    expect((await ask(phone, own)).status).toBe(200)
    expect((await ask(phone, own)).status).toBe(429)
    expect((await confirm(phone, await lastCode(phone), own)).status).toBe(200)
  })

  test('F7 W-099 under attack the third sending of a day to one phone costs a proof of work, the owner’s own none', async () => {
    await at(0)
    const { phone, own } = await owner()
    await recordEvents(
      server.db,
      'wrong',
      Array.from({ length: 1_000 }, () => 'all'),
    )
    const proved = (proof: string) => post('send-activation-code', { phone, proof }, stranger)
    await at(2 * minute)
    expect((await ask(phone, stranger)).status).toBe(200)
    await at(4 * minute)
    const refused = await ask(phone, stranger)
    expect([refused.status, refused.code]).toEqual([403, 'PROOF_NEEDED'])
    const proof = solve(refused.challenge)
    expect((await proved(proof)).status).toBe(200)
    await at(6 * minute)
    expect((await proved(proof)).code).toBe('PROOF_NEEDED')
    expect((await ask(phone, own)).status).toBe(200)
    expect((await ask(newPhone())).status).toBe(200)
  })

  test('by exhausting the address that they share', async () => {
    await at(0)
    const address = newAddress()
    const { phone, own } = await owner()
    for (let n = 0; n < 60; n++) await ask(newPhone(), { address })
    expect((await ask(newPhone(), { address })).status).toBe(429)
    await at(2 * minute)
    expect((await ask(phone, { ...own, address })).status).toBe(200)
  })

  test('by asking after them: a code is replaced by the browser that asked for it, and by no other', async () => {
    await at(0)
    const phone = newPhone()
    const [mine, theirs] = [{ nonce: 'a'.repeat(36) }, { nonce: 'b'.repeat(36) }]
    await ask(phone, mine)
    const first = await lastCode(phone)
    await at(2 * minute)
    await ask(phone, theirs)
    await at(4 * minute)
    await ask(phone)
    expect((await confirm(phone, first, mine)).status).toBe(200)
  })

  test('by trying their code: three wrong ones elsewhere do not kill the code of a browser that signed in before', async () => {
    await at(0)
    const { phone, own } = await owner()
    await at(2 * minute)
    await ask(phone, own)
    const code = await lastCode(phone)
    for (let n = 0; n < 4; n++) await confirm(phone, wrong(code), stranger)
    expect((await confirm(phone, code, stranger)).status).not.toBe(200)
    expect((await confirm(phone, code, own)).status).toBe(200)
  })

  test('by fifty wrong codes: they close the phone to other browsers, and its own has fifty of its own', async () => {
    await at(0)
    const { phone, own } = await owner()
    const wrongs = async (count: number) =>
      await run(server.db)`
        insert into sign_in_phones (phone, wrong_since_success) values (${phone}, ${count})
        on conflict (phone) do update set wrong_since_success = ${count}`
    await wrongs(50)
    await at(hour)
    expect((await ask(phone, stranger)).code).toBe('PHONE_BLOCKED')
    expect((await ask(phone, own)).status).toBe(200)
    expect((await confirm(phone, await lastCode(phone), own)).status).toBe(200)
    await at(2 * hour)
    expect((await ask(phone, stranger)).status).toBe(200)

    await run(server.db)`
      update sign_in_phones set browser_wrong_since_success = 50 where sign_in_phones.phone = ${phone}`
    await at(4 * hour)
    expect((await ask(phone, own)).code).toBe('PHONE_BLOCKED')
    await run(server.db)`update sign_in_phones set blocked = true, browser_wrong_since_success = 0`
    expect((await ask(phone, own)).code).toBe('PHONE_BLOCKED')
    await run(server.db)`delete from sign_in_phones`
  })
})

describe('T02 F19 the budget of an address', () => {
  test('is passed by no parallel calls: five left of sixty codes, five left of twenty wrong ones', async () => {
    await at(10 * 24 * hour)
    const [address, elsewhere] = [newAddress(), newAddress()]
    await recordEvents(server.db, 'sent', Array<string>(55).fill(`address:${address}`))
    const asked = await Promise.all(Array.from({ length: 10 }, () => ask(newPhone(), { address })))
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(5)
    const phones = Array.from({ length: 10 }, () => newPhone())
    for (const phone of phones) await ask(phone)
    await recordEvents(server.db, 'wrong', Array<string>(15).fill(`address:${elsewhere}`))
    const judged = await Promise.all(phones.map((phone) => confirm(phone, 'AAAAA', { address: elsewhere })))
    expect(judged.filter(({ code }) => code === 'CODE_INVALID')).toHaveLength(5)
  })

  test('of IPv6 counts the /64, twice that for the /56 and four times for the /48', async () => {
    await at(20 * 24 * hour)
    const passes = async (count: number, address: (n: number) => string) => {
      const statuses = []
      for (let n = 0; n < count; n++) statuses.push((await ask(newPhone(), { address: address(n) })).status)
      return statuses.filter((status) => status === 200).length
    }
    expect(await passes(61, (n) => `2001:db8:1:100::${n.toString(16)}`)).toBe(60)
    expect(await passes(61, (n) => `2001:db8:1:1${n.toString(16).padStart(2, '0')}::1`)).toBe(60)
    expect(await passes(121, (n) => `2001:db8:1:${(0x200 + n * 256).toString(16)}::1`)).toBe(120)
    expect((await ask(newPhone(), { address: '2001:db8:2:100::1' })).status).toBe(200)
  }, 90_000)
})

test('T01 F7 while the service is under attack the answer says that the code has letters', async () => {
  await at(40 * 24 * hour)
  expect((await ask(newPhone())).data).toMatchObject({ letters: false })
  await recordEvents(server.db, 'wrong', Array<string>(1_000).fill('all'))
  expect((await ask(newPhone())).data).toMatchObject({ letters: true })
})

test('T34 F20 the trail tells one attacker’s wrong codes apart, without phone or address', async () => {
  const [phone, address] = [newPhone(), newAddress()]
  await ask(phone)
  await confirm(phone, 'AAAAA', { address })
  await confirm(phone, 'BBBBB', { address })
  await confirm(phone, 'CCCCC')
  const lines = await columnOf<Record<string, unknown>>(server.db)`
    select audit_log.details from audit_log where audit_log.action = 'sign_in.refused'
    order by audit_log.id desc limit 3`
  const [last, second, first] = lines
  expect(first).toEqual({ phone: `${phone.slice(0, 4)}••••${phone.slice(-4)}`, from: expect.any(String), known: false })
  expect([second?.from === first?.from, last?.from === first?.from]).toEqual([true, false])
  expect(JSON.stringify(lines)).not.toContain(address)
})

import { createHash } from 'node:crypto'
import type { ProofChallenge } from '@parvis/domain/kernel/proof-of-work'
import { findProofNumber, writeProof } from '@parvis/domain/kernel/solve-proof'
import { newPhone, testApp } from '@parvis/harness/server/test-app'
import {
  newSiteShop,
  newVisitor,
  residentHost,
  siteCalls,
  siteHeaders,
  type Visitor,
} from '@parvis/harness/town/site-visitors'
import { codeSentTo } from '@parvis/harness/town/town-client'
import { expect, test, vi } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'

const server = testApp({ RATE_LIMITS: 'strict' })
const { call, put, write, follow, post } = siteCalls(server)

const addresses = { last: 0 }
const newAddress = () => `127.8.0.${++addresses.last}`
const solve = (challenge: ProofChallenge) =>
  writeProof(challenge, findProofNumber(challenge, 0, challenge.maxnumber) ?? -1)
const challengeOf = ({ error }: { error: { details?: Record<string, unknown> } | undefined }) =>
  error?.details?.challenge as ProofChallenge
const named = (address: string, more: object = {}) =>
  call(newVisitor(), 'PUT', '/me', { json: { firstName: 'Inès', ...more }, remoteAddress: address })
/** So many acts of that limit and address, without making them. */
const fill = (name: string, subject: string, used: number) => rowsOf(server.db)`
      insert into rate_windows (name, subject, window_start, used) values (${name}, ${subject}, app_now(), ${used})
    on conflict (name, subject) do update set used = excluded.used`

test('W-098 W-099 beyond 120 new residents an hour an address proves its work: once, its own, within ten minutes', async () => {
  const address = newAddress()
  await fill('new-residents', `address:${address}`, 119)
  expect((await named(address)).status).toBe(200)
  const refused = await named(address)
  expect([refused.status, refused.code]).toEqual([403, 'PROOF_NEEDED'])
  const challenge = challengeOf(refused)
  expect(challenge).toMatchObject({
    algorithm: 'SHA-256',
    maxnumber: 50_000,
    salt: expect.stringContaining('?expires='),
  })
  const proof = solve(challenge)
  const altered = (change: object) => btoa(JSON.stringify({ ...JSON.parse(atob(proof)), ...change }))
  const number = JSON.parse(atob(proof)).number as number
  const salt = challenge.salt.replace(/expires=\d/, 'expires=9')
  const foreign = createHash('sha256').update(`${salt}${number}`).digest('hex')
  for (const wrong of [
    '',
    'x',
    altered({ number: number + 1 }),
    altered({ salt, challenge: foreign }),
    altered({ signature: '0' }),
  ])
    expect((await named(address, { proof: wrong })).code, wrong.slice(0, 12)).toBe('PROOF_NEEDED')
  expect((await named(address, { proof })).status).toBe(200)
  expect((await named(address, { proof })).code, 'a second time').toBe('PROOF_NEEDED')
  const late = solve(challengeOf(await named(address)))
  await server.setClock(new Date(Date.now() + 601_000).toISOString())
  expect((await named(address, { proof: late })).code, 'after ten minutes').toBe('PROOF_NEEDED')
})

test('W-098 W-099 ten at once spend one proof for one resident; asking costs nothing of the thousand, the 1,001st waits', async () => {
  const address = newAddress()
  await fill('new-residents', `address:${address}`, 500)
  const proof = solve((await call<ProofChallenge>(null, 'GET', '/challenge')).data)
  const answers = await Promise.all(Array.from({ length: 10 }, () => named(address, { proof })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const rows = await rowsOf<{ used: number }>(server.db)`
    select used from rate_windows where name = 'new-residents' and subject = ${`address:${address}`}`
  expect(rows[0]?.used).toBe(501)
  await fill('new-residents', `address:${address}`, 1_000)
  const walled = await named(address, { proof })
  expect([walled.status, Number(walled.headers['retry-after']) > 0]).toEqual([429, true])
})

test('W-098 T02 new residents are counted by /64, /56 and /48: whoever has many /64 has no budget for each', async () => {
  await fill('new-residents', 'address:2001:db8:7:1200::/56', 240)
  await fill('new-residents', 'address:2001:db8:8::/48', 480)
  for (const address of ['2001:db8:7:1234::1', '2001:db8:7:12ff::1', '2001:db8:8:1::1', '2001:db8:8:ff01::1'])
    expect((await named(address)).code, address).toBe('PROOF_NEEDED')
  expect((await named('2001:db8:7:1300::1')).status).toBe(200)
})

test('W-101 T02 whoever reports, an address that was typed gets one receipt a day, and all of them twenty an hour', async () => {
  const report = (email: string) =>
    call(null, 'POST', '/reports', {
      json: { address: '/clichy-92110', reason: 'spam', email },
      remoteAddress: newAddress(),
    })
  const receipts = async (to?: string) => {
    await server.runJobs()
    const mails = await server.client.call('GET /v1/dev/outbox', { query: { kind: 'email', ...(to && { to }) } })
    return (mails as unknown as unknown[]).length
  }
  for (let n = 0; n < 5; n++) expect((await report('Victime@exemple.fr')).status).toBe(200)
  expect(await receipts('Victime@exemple.fr')).toBe(1)
  const before = await receipts()
  for (let n = 0; n < 25; n++) expect((await report(`voisine-${n}@exemple.fr`)).status).toBe(200)
  expect((await receipts()) - before).toBe(19)
})

test('W-017 W-112 T02 strangers write no words into the numbers of a shop: sources are ours or live codes, instants its own, once a day each', async () => {
  const shop = await newSiteShop(server)
  const codes = await server.client.answer('POST /v1/company/:id/codes', {
    params: { id: shop.companyId },
    token: shop.token,
    body: { label: 'Vitrine' },
  })
  const [{ code } = { code: '' }] = codes.data as { code: string }[]
  const who = newVisitor()
  for (const source of ['Escroc-12-rue-de-la-Paix', 'Autre-mot', code]) {
    await follow(who, shop.companyId, { source })
    await call(who, 'POST', `/companies/${shop.companyId}/follow`, { json: { follows: 0, source } })
    const json = { companyId: shop.companyId, act: 'call', source, instantId: 4_000_000 }
    await call(null, 'POST', '/counts', { json, remoteAddress: newAddress(), origin: null })
  }
  const scan = (remoteAddress: string) =>
    server.app.inject({ url: `/q/${code}`, headers: { host: residentHost }, remoteAddress })
  const [mine, other] = [newAddress(), newAddress()]
  for (let n = 0; n < 20; n++) expect((await scan(mine)).statusCode).toBe(302)
  await scan(other)
  const rows = await rowsOf<{ act: string; source: string; instant: number; count: number }>(server.db)`
    select act, source, instant_id::int as instant, count from act_counts where company_id = ${shop.companyId}
    order by act, count desc`
  expect(rows).toEqual([
    { act: 'call', source: 'direct', instant: 0, count: 2 },
    { act: 'call', source: code, instant: 0, count: 1 },
    { act: 'follow', source: 'direct', instant: 0, count: 1 },
    { act: 'scan', source: code, instant: 0, count: 2 },
    { act: 'unfollow', source: 'direct', instant: 0, count: 1 },
  ])
})

async function residents(count: number): Promise<Visitor[]> {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const who = newVisitor()
      await call(who, 'PUT', '/me', { json: { firstName: 'Inès' }, remoteAddress: newAddress() })
      return who
    }),
  )
}
const writeFrom = (who: Visitor, address: string, companyId: string, more: object = {}) =>
  call(who, 'POST', `/companies/${companyId}/messages`, {
    json: { message: 'Bonjour', ...more },
    remoteAddress: address,
  })

test('W-098 five new conversations a day for a resident, twenty an hour for an address, then a proof; an open one asks nothing', async () => {
  const [first, second] = [await newSiteShop(server), await newSiteShop(server)]
  const [next] = await residents(1)
  const [busy] = await residents(1)
  if (!busy || !next) throw new Error('made above')
  const rows = await rowsOf<{ id: number }>(server.db)`select max(user_id) as id from resident_devices`
  await fill('new-conversations', `user:${rows[0]?.id}`, 4)
  expect((await writeFrom(busy, newAddress(), first.companyId)).status).toBe(200)
  expect((await writeFrom(busy, newAddress(), second.companyId)).status).toBe(429)
  expect((await writeFrom(busy, newAddress(), first.companyId)).status, 'in the open one').toBe(200)

  const address = newAddress()
  await fill('new-conversations-address', `address:${address}`, 20)
  const refused = await writeFrom(next, address, first.companyId)
  expect(refused.code).toBe('PROOF_NEEDED')
  const proved = await writeFrom(next, address, first.companyId, { proof: solve(challengeOf(refused)) })
  expect(proved.status).toBe(200)
  expect((await writeFrom(next, address, first.companyId)).status, 'in the open conversation').toBe(200)
})

test('W-098 thirty conversations a day with a business from residents without phone, then a confirmed phone', async () => {
  const shop = await newSiteShop(server)
  const [last, confirmed] = await residents(2)
  if (!last || !confirmed) throw new Error('made above')
  await fill('new-conversations-business', `company:${shop.companyId}`, 30)
  expect((await writeFrom(last, newAddress(), shop.companyId)).code).toBe('PHONE_NEEDED')
  await confirmPhone(confirmed)
  expect((await writeFrom(confirmed, newAddress(), shop.companyId)).status).toBe(200)
})

async function confirmPhone(who: Visitor): Promise<void> {
  const phone = newPhone()
  await server.client.call('POST /v1/authentication/send-activation-code', { body: { phone } })
  const code = await codeSentTo(server.client, phone)
  const { status } = await post(who, '/phone', { phone, code })
  expect(status).toBe(200)
}

test('W-098 Q-035 the fourth request without phone, and one after two not collected here, ask for a phone', async () => {
  const shop = await newSiteShop(server, { membership: 'premium' })
  await run(server.db)`update companies set cac_active = true where id = ${shop.companyId}`
  const [many, forgetful] = await residents(2)
  if (!many || !forgetful) throw new Error('made above')
  const order = (who: Visitor) =>
    call<{ id: number }>(who, 'POST', `/companies/${shop.companyId}/orders`, {
      json: { pickupDateTime: '2999-01-01 10:00', orderContent: 'Deux pains', firstName: 'Inès' },
      remoteAddress: newAddress(),
    })
  // Two at the same moment: one of them is the third.
  const codes = await Promise.all([order(many), order(many), order(many), order(many), order(many)])
  expect(codes.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(codes.filter(({ code }) => code === 'PHONE_NEEDED')).toHaveLength(2)
  await confirmPhone(many)
  expect((await order(many)).code).not.toBe('PHONE_NEEDED')

  for (const expected of [200, 200, 403]) {
    const { status, data } = await order(forgetful)
    expect(status).toBe(expected)
    await run(server.db)`
      update orders set state = 'no_show', pickup_at = app_now() - interval '2 days' where id = ${data.id ?? 0}`
  }
})

test('W-099 without a script the page asks for the phone instead, whose confirmation needs no proof', async () => {
  const address = newAddress()
  await fill('new-residents', `address:${address}`, 500)
  const shop = await newSiteShop(server)
  const page = await server.app.inject({
    method: 'POST',
    url: `/v1/site/companies/${shop.companyId}/follow`,
    headers: { ...siteHeaders(newVisitor()), accept: 'text/html' },
    payload: { follows: 1 },
    remoteAddress: address,
  })
  expect([page.statusCode, page.body]).toEqual([403, expect.stringMatching(/href="\/clichy-92110\/[^#]*"/)])
  const phone = await call(newVisitor(), 'POST', '/phone', {
    json: { phone: newPhone(), code: '12345' },
    remoteAddress: address,
  })
  expect(phone.code).toBe('CODE_INVALID')
  expect((await follow(newVisitor(), shop.companyId)).status).toBe(200)
  expect((await put(newVisitor(), '/me', { firstName: 'Inès', proof: 'not asked for' })).status).toBe(200)
  expect((await write(newVisitor(), shop.companyId, 'Bonjour')).status).toBe(200)
})

test('W-023 W-098 S1 an address is suggested towns 120 times a minute, an IPv6 network its share, others meanwhile', async () => {
  const suggest = async (remoteAddress: string, times = 1) => {
    const path = '/towns?q=cl'
    let answered = 0
    for (let at = 0; at < times; at++)
      answered += Number((await call(null, 'GET', path, { remoteAddress })).status === 200)
    return answered
  }
  expect(await suggest(newAddress(), 121)).toBe(120)
  expect(await suggest(newAddress())).toBe(1)
  const houses = ['2001:db8:7:1::1', '2001:db8:7:2::1', '2001:db8:7:3::1']
  const answered: number[] = []
  for (const house of houses) answered.push(await suggest(house, 120))
  expect(answered).toEqual([120, 120, 0])
})

test('W-098 sixty searches a minute of one address are drawn; kept pages are not counted, and others search', async () => {
  const address = newAddress()
  // A town where no other test changes a business: its pages are kept meanwhile.
  const search = (q: string, remoteAddress = address) =>
    server.app.inject({
      method: 'GET',
      url: `/levallois-perret-92300/annuaire?q=${q}`,
      headers: { host: residentHost },
      remoteAddress,
    })
  const counted = async () => {
    const rows = await rowsOf<{ used: number }>(server.db)`
      select used from rate_windows where name = 'site-searches' and subject = ${`address:${address}`}`
    return rows[0]?.used
  }
  // A page is not kept when the notice of an earlier change arrives while it is drawn.
  await vi.waitFor(async () => {
    await search('pain')
    const before = await counted()
    await search('pain')
    expect(await counted()).toBe(before)
  })
  await fill('site-searches', `address:${address}`, 59)
  expect((await search('brioche')).statusCode).toBe(200)
  expect((await search('pain')).statusCode).toBe(200)
  const refused = await search('tarte')
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect(refused.body).toContain('Trop de recherches en une minute')
  expect((await search('tarte', newAddress())).statusCode).toBe(200)
  expect((await search('tarte')).statusCode).toBe(200)
})

test('W-098 W-101 W-112 120 counts a minute and ten reports an hour of one address; one more waits, another address does not', async () => {
  const shop = await newSiteShop(server)
  const address = newAddress()
  const count = (remoteAddress = address) =>
    call(null, 'POST', '/counts', { json: { companyId: shop.companyId, act: 'call' }, remoteAddress, origin: null })
  const report = (remoteAddress = address) =>
    call(null, 'POST', '/reports', { json: { address: '/clichy-92110', reason: 'spam' }, remoteAddress })
  expect([(await count()).status, (await report()).status]).toEqual([200, 200])
  await run(server.db)`update rate_windows set used = 119 where name = 'site-counts'`
  await fill('reports', `address:${address}`, 9)
  for (const send of [count, report]) {
    expect((await send()).status).toBe(200)
    const refused = await send()
    expect([refused.status, refused.code, Number(refused.headers['retry-after']) > 0]).toEqual([
      429,
      'TOO_MANY_ATTEMPTS',
      true,
    ])
    expect((await send(newAddress())).status).toBe(200)
  }
})

test('W-066 T05 after five wrong codes an address tries no other this hour, the right one neither; another address claims it', async () => {
  const address = newAddress()
  const source = newVisitor()
  await put(source, '/me', { firstName: 'Julie' })
  const { code } = (await post<{ code: string }>(source, '/transfers')).data
  const claim = (typed: string, remoteAddress = address) =>
    call(newVisitor(), 'POST', '/transfers/claim', { json: { code: typed }, remoteAddress })
  const guesses = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => claim(letter.repeat(8))))
  expect(guesses.map((guess) => guess.code ?? '').toSorted()).toEqual([
    ...Array(2).fill('TOO_MANY_ATTEMPTS'),
    ...Array(5).fill('TRANSFER_EXPIRED'),
  ])
  expect((await claim(code)).status, 'the right one').toBe(429)
  const claims = await Promise.all([1, 2, 3].map(() => claim(code, '127.8.1.1')))
  expect(claims.map(({ status }) => String(status)).toSorted()).toEqual(['200', '403', '403'])
})

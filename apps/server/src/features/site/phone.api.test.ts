import { newPhone, testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { newOwner } from '@parvis/harness/town/people'
import { newSiteShop, newVisitor, residentHost, siteCalls, type Visitor } from '@parvis/harness/town/site-visitors'
import { codeSentTo } from '@parvis/harness/town/town-client'
import { runQuery, transaction } from '@parvis/postgres'
import { expect, test, vi } from 'vitest'
import { run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { lockOwner } from '../registration/registration.queries.ts'

const server = testApp()
const { call, follow, get, post, remove, write } = siteCalls(server)
const talk = conversationCalls(server)
const { list, read, sayOk } = talk

const askCode = async (phone: string) => {
  await server.client.call('POST /v1/authentication/send-activation-code', { body: { phone } })
  return await codeSentTo(server.client, phone)
}
const confirm = async (who: Visitor, phone: string) =>
  await post<{ phone: string; joined: boolean }>(who, '/phone', { phone, code: await askCode(phone) })
type Me = { phone: string | null; firstName: string | null; follows: { companyId: string }[]; devices: object[] }
const me = async (who: Visitor) => (await get<Me>(who, '/me')).data

test('W-063 a phone is confirmed by its code, shown masked, removed; three wrong codes are counted although nobody is made', async () => {
  const [who, phone] = [newVisitor(), newPhone()]
  const { data } = await confirm(who, phone)
  expect(data).toEqual({ phone: expect.stringMatching(/^0[67] •• •• •• \d\d$/), joined: false })
  expect((await me(who)).phone).toBe(data.phone)
  expect((await remove(who, '/phone')).status).toBe(200)
  expect((await me(who)).phone).toBeNull()

  await confirm(who, phone)
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  const removed = await call(who, 'POST', '/phone', { json: '_method=DELETE', headers: form })
  expect([removed.status, String(removed.headers.location)]).toEqual([
    303,
    expect.stringMatching(/\/reglages#enregistre$/),
  ])
  expect((await me(who)).phone).toBeNull()

  const [stranger, other] = [newVisitor(), newPhone()]
  // Well formed, and another one: the characters of the right code in another order.
  const [head = '', ...rest] = await askCode(other)
  const code = [...rest, head].join('')
  const statuses: number[] = []
  for (let n = 0; n < 4; n++) statuses.push((await post(stranger, '/phone', { phone: other, code })).status)
  expect(statuses.at(-1)).toBe(429)
  expect(stranger.cookies.size).toBe(0)
})

const waiting = sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const untilOneWaits = async () =>
  await vi.waitFor(async () => expect(await runQuery(server.db, waiting)).toHaveLength(1), { timeout: 5_000 })
const newestPerson = async () =>
  await foundCell<number>(server.db)`select max(users.id) from users where users.phone is not null`

test.each(['its removal', 'another number', 'a transfer that is claimed'])(
  'W-063 W-066 a phone is not changed while its person registers a business: %s waits, and is refused',
  async (change) => {
    const [who, shop, phone] = [newVisitor(), await newSiteShop(server), newPhone()]
    await confirm(who, newPhone())
    const userId = await newestPerson()
    const code = await askCode(phone)
    const source = newVisitor()
    await follow(source, shop.companyId)
    const transfer = (await post<{ code: string }>(source, '/transfers')).data
    const begin = () => {
      if (change === 'its removal') return remove(who, '/phone')
      return change === 'another number'
        ? post(who, '/phone', { phone, code })
        : post(who, '/transfers/claim', transfer)
    }
    const [changed] = await transaction(server.db, async (tx) => {
      await lockOwner(tx, userId)
      const begun = begin()
      await untilOneWaits()
      await run(tx)`insert into company_members (company_id, user_id) values (${shop.companyId}, ${userId})`
      return [begun]
    })
    expect((await changed)?.code).toBe('PHONE_OF_OWNER')
    expect((await me(who)).phone).not.toBeNull()
    expect(await newestPerson()).toBe(userId)
  },
)

test('W-063 a code is taken as a telephone gives it: its characters apart, or the whole message copied', async () => {
  for (const paste of [
    (code: string) => ` ${[...code].join(' ')} `,
    (code: string) => `Votre code Parvis Pro : ${code}`,
  ]) {
    const [who, phone] = [newVisitor(), newPhone()]
    const { status } = await post(who, '/phone', { phone, code: paste(await askCode(phone)) })
    expect(status).toBe(200)
  }
})

test('W-053 W-063 W-099 a phone is confirmed without a script: a number, the page that asks for its code, the settings', async () => {
  const phone = newPhone()
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  const read = (who: Visitor) =>
    server.app.inject({
      url: '/reglages',
      headers: { host: residentHost, cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
  const who = newVisitor()
  expect((await read(who)).body).toContain('action="/v1/site/phone"')
  const send = (fields: Record<string, string>, origin?: string) =>
    server.app.inject({
      method: 'POST',
      url: '/v1/site/phone',
      headers: { host: residentHost, origin: origin ?? `http://${residentHost}`, ...form },
      payload: new URLSearchParams(fields).toString(),
    })
  expect((await send({ phone }, 'https://mal.example')).statusCode).toBe(403)
  expect((await send({ phone: '12' })).statusCode).toBe(400)
  const asked = await send({ phone })
  expect([asked.statusCode, asked.headers['set-cookie'], asked.headers['cache-control']]).toEqual([
    200,
    undefined,
    'no-store',
  ])
  expect(asked.body).toContain('Le code reçu par SMS')
  const fields = { phone, code: await codeSentTo(server.client, phone) }
  const done = await call(who, 'POST', '/phone', { json: new URLSearchParams(fields).toString(), headers: form })
  expect([done.status, String(done.headers.location)]).toEqual([303, expect.stringMatching(/\/reglages#enregistre$/)])
  const settings = (await read(who)).body
  expect([settings.includes('•• •• ••'), settings.includes('data-form="phone"')]).toEqual([true, false])
  const town = { _method: 'PUT', firstName: 'Julie', town: 'Clichy 92110' }
  await call(who, 'POST', '/me', { json: new URLSearchParams(town).toString(), headers: form })
  expect((await get<{ town: string }>(who, '/me')).data.town).toBe('clichy-92110')
  expect((await read(who)).body).toContain('value="Clichy 92110"')
})

test('W-064 a known phone joins its person: follows once, one conversation in order, devices and orders with it', async () => {
  const [both, mine] = [await newSiteShop(server, { membership: 'digital' }), await newSiteShop(server)]
  const [old, fresh, phone] = [newVisitor(), newVisitor(), newPhone()]
  await follow(old, both.companyId)
  const first = (await write(old, both.companyId, 'Un', { firstName: 'Léa' })).data.uuid
  await confirm(old, phone)
  await follow(fresh, both.companyId)
  await follow(fresh, mine.companyId)
  const second = (await write(fresh, both.companyId, 'Deux')).data.uuid
  await sayOk(both, second, 'Trois')
  expect((await confirm(fresh, phone)).data.joined).toBe(true)
  const joined = await me(fresh)
  expect([joined.firstName, joined.devices.length]).toEqual(['Léa', 2])
  expect(joined.follows.map(({ companyId }) => companyId).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    [both.companyId, mine.companyId].toSorted((a, b) => (a < b ? -1 : 1)),
  )
  expect((await list(both)).map(({ uuid }) => uuid)).toEqual([first])
  expect((await read(both, first)).map(({ message }) => message)).toEqual(['Trois', 'Deux', 'Un'])
  const followers = await foundCell<number>(server.db)`
    select companies.followers_count from companies where companies.id = ${both.companyId}`
  expect(followers).toBe(1)
})

test('Q-116 Q-119 W-064 what joined residents wrote is still found, and still waits for an answer', async () => {
  const [shop, old, fresh, phone] = [await newSiteShop(server), newVisitor(), newVisitor(), newPhone()]
  const first = (await write(old, shop.companyId, 'Deux éclairs au café')).data.uuid
  await sayOk(shop, first, 'C’est noté')
  await confirm(old, phone)
  const second = (await write(fresh, shop.companyId, 'Une tarte aux quetsches')).data.uuid
  // Read by the shop: no counter says any more who wrote.
  await read(shop, second)
  await talk.post(shop, `/v1/discussions/${second}/notes`, { text: 'Préfère la mirabelle' })
  expect((await confirm(fresh, phone)).data.joined).toBe(true)
  for (const q of ['eclair', 'quetsche', 'mirabelles']) {
    const path = `/v1/company/${shop.companyId}/messages/search?q=${q}`
    const found = dataOf<{ results: { discussionId: string }[] }>(await talk.get(shop, path))
    expect(
      found.results.map(({ discussionId }) => discussionId),
      q,
    ).toEqual([first])
  }
  expect(await list(shop)).toMatchObject([{ uuid: first, lastFrom: 'resident', toAnswer: true }])
})

test('W-065 a number without a sign of life for 45 days gives no past; an owner’s joins nothing', async () => {
  const shop = await newSiteShop(server)
  const [old, newcomer, phone] = [newVisitor(), newVisitor(), newPhone()]
  await follow(old, shop.companyId)
  await confirm(old, phone)
  await server.setClock(new Date(Date.now() + 46 * 86_400_000).toISOString())
  expect((await confirm(newcomer, phone)).data.joined).toBe(false)
  expect((await me(newcomer)).follows).toEqual([])
  expect(await me(old)).toMatchObject({ phone: null, follows: [{ companyId: shop.companyId }] })
  await server.setClock(null)
  const owner = await newOwner(server)
  expect((await confirm(newVisitor(), owner.phone)).code).toBe('PHONE_OF_OWNER')
})

test('W-066 15.17 claiming a transfer while already a resident joins both; the code’s resident keeps the name', async () => {
  const [one, two] = [await newSiteShop(server), await newSiteShop(server)]
  const [source, target] = [newVisitor(), newVisitor()]
  await write(source, one.companyId, 'Bonjour', { firstName: 'Julie' })
  await follow(target, two.companyId)
  const { code } = (await post<{ code: string }>(source, '/transfers')).data
  expect((await post(target, '/transfers/claim', { code })).status).toBe(200)
  expect(await me(target)).toMatchObject({ firstName: 'Julie', follows: [{ companyId: two.companyId }] })
  expect((await me(source)).devices).toHaveLength(2)
})

test('W-066 W-055 the page of a transfer draws the code that was made, and nothing else that its address holds', async () => {
  const who = newVisitor()
  await follow(who, (await newSiteShop(server)).companyId)
  const { code } = (await post<{ code: string }>(who, '/transfers')).data
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const page = async (asked: string) => {
    const url = `/transfert?code=${encodeURIComponent(asked)}`
    const { statusCode, body } = await server.app.inject({ url, headers: { host: residentHost, cookie } })
    return [statusCode, body.includes('data:image')]
  }
  expect(await page(code)).toEqual([200, true])
  for (const other of ['a'.repeat(3000), 'Appelez le 0899']) expect(await page(other)).toEqual([200, false])
})

test('W-067 15.18 on an iPhone the manifest carries a transfer of its own each time, claimed once within a day; elsewhere it is the plain one', async () => {
  const shop = await newSiteShop(server)
  const who = newVisitor()
  await follow(who, shop.companyId)
  await call(who, 'PUT', '/me', { json: { firstName: 'Zoé' } })
  const manifest = async (cookies: Visitor['cookies'], agent: string) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { host: residentHost, cookie, 'user-agent': agent }
    const answer = await server.app.inject({ method: 'GET', url: '/application.webmanifest', headers })
    expect(answer.headers['cache-control']).toBe('private, no-store')
    return answer.json<{ start_url: string; id: string; display: string }>()
  }
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15'
  const starts = [await manifest(who.cookies, iphone), await manifest(who.cookies, iphone)].map(
    ({ start_url }) => start_url,
  )
  const tokens = starts.map((start) => /^\/mes-abonnements\?transfert=([0-9a-f]{32})$/.exec(start)?.[1])
  expect(new Set(tokens).size).toBe(2)
  for (const [cookies, agent] of [
    [new Map(), iphone],
    [who.cookies, 'Mozilla/5.0 (Linux; Android 14) Chrome/140'],
  ] as const)
    expect(await manifest(cookies, agent)).toMatchObject({
      start_url: '/mes-abonnements',
      id: '/',
      display: 'standalone',
    })
  // A link with it makes nobody of a browser: the page names whom the installed app becomes, hidden but there; another system has nothing.
  const page = async (agent: string) => {
    const headers = { host: residentHost, 'user-agent': agent }
    const { body, headers: answered } = await server.app.inject({ url: starts[0] ?? '', headers })
    return [/<form[^>]*data-installed[^>]*hidden/.test(body), body.includes('Êtes-vous Zoé'), answered['set-cookie']]
  }
  expect(await page(iphone)).toEqual([true, true, undefined])
  for (const other of ['Mozilla/5.0 (Linux; Android 14) Chrome/140', iphone.replace('18_4', '17_2')]) {
    expect(await page(other)).toEqual([false, false, undefined])
    const claimed = await call(newVisitor(), 'POST', '/transfers/claim', {
      json: { code: tokens[0] },
      headers: { 'user-agent': other },
    })
    expect(claimed.code).toBe('TRANSFER_EXPIRED')
  }
  const installed = newVisitor()
  expect((await post(installed, '/transfers/claim', { code: tokens[0] })).status).toBe(200)
  expect((await me(installed)).follows.map(({ companyId }) => companyId)).toEqual([shop.companyId])
  expect((await post(newVisitor(), '/transfers/claim', { code: tokens[0] })).code).toBe('TRANSFER_EXPIRED')
  await server.setClock(new Date(Date.now() + 1.1 * 86_400_000).toISOString())
  expect((await post(newVisitor(), '/transfers/claim', { code: tokens[1] })).code).toBe('TRANSFER_EXPIRED')
})

test('U-D05 AMB-08 a resident with a first name and a confirmed number still gives a profile: registration is true until profile/update', async () => {
  const [who, shop, phone] = [newVisitor(), await newSiteShop(server), newPhone()]
  await write(who, shop.companyId, 'Bonjour', { firstName: 'Léa' })
  await confirm(who, phone)
  expect((await me(who)).firstName).toBe('Léa')
  const { data } = await server.client.answer('POST /v1/authentication/start-session', {
    body: { phone, code: await askCode(phone), app_id: 'WEB_APP' },
  })
  const { token, registration } = data as { token: string; registration: boolean }
  const session = await server.client.answer('GET /v1/authentication/session', { token })
  expect([registration, (session.data as { registration: boolean }).registration]).toEqual([true, true])
})

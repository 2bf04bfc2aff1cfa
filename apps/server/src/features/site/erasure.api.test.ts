import { newPhone, testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import type { Owner } from '@parvis/harness/town/people'
import { newSiteShop, newVisitor, residentHost, siteCalls, type Visitor } from '@parvis/harness/town/site-visitors'
import { codeSentTo, signIn } from '@parvis/harness/town/town-client'
import { runQuery, transaction } from '@parvis/postgres'
import { expect, test, vi } from 'vitest'
import { numberOf, rowsOf, run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { hashDeviceSecret } from '../../http/resident-cookie.ts'
import { eraseResident, lockPerson } from './residents/erase-me.queries.ts'
import { forgetResidentsTask } from './residents/erase-me.ts'

const server = testApp()
const { call, follow, get, post, remove, subscribe, write } = siteCalls(server)
const { post: postAs, get: getAs } = conversationCalls(server)

const now = '2031-01-14T10:02:05+01:00'
const later = async (hours: number) =>
  await server.setClock(new Date(Date.parse(now) + hours * 3_600_000).toISOString())
const rows = async (table: string, where: ReturnType<typeof sql>) =>
  (await rowsOf<{ n: number }>(server.db)`select count(*)::int as n from ${sql.identifier(table)} where ${where}`)[0]?.n
const isKept = async (userId: number) => (await rows('users', sql`id = ${userId}`)) === 1

async function newOrderingShop(): Promise<Owner> {
  await server.setClock(now)
  const shop = await newSiteShop(server, { membership: 'digital' })
  await run(server.db)`update companies set cac_active = true where companies.id = ${shop.companyId}`
  return shop
}

const tomorrow = '2031-01-15T18:30:00+01:00'
async function order(who: Visitor, shop: Owner) {
  const typed = { pickupDateTime: tomorrow, orderContent: 'Un Saint-Honoré', firstName: 'Julie' }
  const placed = await post<{ id: number; discussionId: string }>(who, `/companies/${shop.companyId}/orders`, typed)
  expect(placed.code).toBeUndefined()
  const userId = await foundCell<number>(server.db)`
    select discussions.resident_id from discussions where discussions.id = ${placed.data.discussionId}`
  return { ...placed.data, userId }
}
const act = async (shop: Owner, id: number, verb: string, json: object) =>
  dataOf(await postAs(shop, `/v1/clickAndCollect/order/${id}/${verb}`, json))
const accept = async (shop: Owner, id: number) =>
  await act(shop, id, 'validate', { pickupDateTime: tomorrow, orderContent: 'Un Saint-Honoré', total: '18,00' })
const ofShop = async (shop: Owner, id: number) => dataOf<object>(await getAs(shop, `/v1/clickAndCollect/order/${id}`))
const erase = async (who: Visitor, json: object = {}) => {
  const { data, headers } = await remove<{ erased: boolean; laterAt: string | null }>(who, '/me', json)
  expect(headers['clear-site-data']).toBe('"storage"')
  return data
}
const nobody = { customerOrderContent: null, customer: null, discussionId: null, history: [] }

test('W-069 erased with an order accepted for tomorrow: its conversation stays until a day after, sessions end, then nothing', async () => {
  const [shop, other] = [await newOrderingShop(), await newSiteShop(server)]
  const [who, phone] = [newVisitor(), newPhone()]
  const placed = await order(who, shop)
  await accept(shop, placed.id)
  const second = (await write(who, other.companyId, 'Bonjour')).data.uuid
  await post(who, '/phone', { phone, code: await askCode(phone) })
  const token = await signIn(server.client, phone, 'RESIDENT_APP')
  await follow(who, shop.companyId)

  expect(await erase(who)).toEqual({ erased: true, laterAt: '2031-01-16T18:30:00+01:00' })
  expect(who.cookies.size).toBe(0)
  await expect(server.client.call('GET /v1/app/discussions', { token })).rejects.toMatchObject({ status: 401 })
  expect(await rows('follows', sql`user_id = ${placed.userId}`)).toBe(0)
  expect(await rows('users', sql`phone = ${phone} or first_name = 'Julie' and id = ${placed.userId}`)).toBe(0)
  expect(await rows('discussions', sql`id in (${placed.discussionId}, ${second})`)).toBe(1)
  expect(await ofShop(shop, placed.id)).toMatchObject({ state: 'accepted', discussionId: placed.discussionId })

  await act(shop, placed.id, 'step', { step: 'collected' })
  await later(55)
  await forgetResidentsTask.run(server.deps)
  expect(await isKept(placed.userId)).toBe(true)
  await later(57)
  await forgetResidentsTask.run(server.deps)
  expect(await isKept(placed.userId)).toBe(false)
  expect(await ofShop(shop, placed.id)).toMatchObject({ state: 'collected', total: 18, ...nobody })
})

test('W-069 15.25 with the tick an order is withdrawn first; one that can no longer be keeps its day, then goes although nobody closed it', async () => {
  const shop = await newOrderingShop()
  const [free, bound] = [newVisitor(), newVisitor()]
  const asked = await order(free, shop)
  await accept(shop, asked.id)
  expect(await erase(free, { withdrawOrders: true })).toEqual({ erased: true, laterAt: null })
  expect(await ofShop(shop, asked.id)).toMatchObject({ state: 'cancelled', cancelledBy: 'resident', ...nobody })
  expect(await isKept(asked.userId)).toBe(false)

  const begun = await order(bound, shop)
  await accept(shop, begun.id)
  await act(shop, begun.id, 'step', { step: 'preparing' })
  expect((await erase(bound, { withdrawOrders: true })).laterAt).toBe('2031-01-16T18:30:00+01:00')
  await later(57)
  await forgetResidentsTask.run(server.deps)
  expect(await ofShop(shop, begun.id)).toMatchObject({ state: 'preparing', total: 18, ...nobody })
  expect(await isKept(begun.userId)).toBe(false)
})

test('W-058 W-068 a browser not seen for 400 days is forgotten with its push, and its resident the next day; a retired one loses its push at once', async () => {
  const shop = await newOrderingShop()
  const [absent, talker] = [newVisitor(), newVisitor()]
  await follow(absent, shop.companyId)
  const gone = await personOf(absent)
  await subscribe(absent)
  const { data } = await write(talker, shop.companyId, 'Bonjour')
  const kept = await personOf(talker)
  await later(24 * 399)
  await forgetResidentsTask.run(server.deps)
  expect(await rows('devices', sql`user_id = ${gone}`)).toBe(1)
  await later(24 * 401)
  expect((await get(absent, '/conversations')).code).toBe('SESSION_UNKNOWN')
  await forgetResidentsTask.run(server.deps)
  expect([await isKept(gone), await rows('devices', sql`user_id = ${gone}`)]).toEqual([true, 0])
  await later(24 * 402 + 1)
  await forgetResidentsTask.run(server.deps)
  expect([await isKept(gone), await rows('follows', sql`user_id = ${gone}`)]).toEqual([false, 0])
  expect([await isKept(kept), await rows('discussions', sql`id = ${data.uuid}`)]).toEqual([true, 1])

  const [one, two] = [newVisitor(), newVisitor()]
  await follow(one, shop.companyId)
  await subscribe(one)
  const { code } = (await post<{ code: string }>(one, '/transfers')).data
  await post(two, '/transfers/claim', { code })
  await subscribe(two)
  const userId = await personOf(two)
  const { devices } = (await get<{ devices: { id: number; current: boolean }[] }>(two, '/me')).data
  await remove(two, `/devices/${devices.find(({ current }) => !current)?.id}`)
  expect(await rows('devices', sql`user_id = ${userId}`)).toBe(1)
})

async function personOf(who: Visitor): Promise<number> {
  const secret = who.cookies.get('habitant-dev') ?? ''
  return await numberOf(server.db)`
    select user_id from resident_devices where secret_hash = ${hashDeviceSecret(secret)}`
}

async function askCode(phone: string): Promise<string> {
  await server.client.call('POST /v1/authentication/send-activation-code', { body: { phone } })
  return await codeSentTo(server.client, phone)
}

const waiting = sql<{ n: number }>`
  select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const untilWaiting = async (n: number) =>
  await vi.waitFor(async () => expect(await runQuery(server.db, waiting)).toEqual([{ n }]), { timeout: 5_000 })

test.each([
  ['PUT', '/me', { firstName: 'Julie', town: 'clichy-92110' }],
  ['PUT', '/settings', { dailyCap: 3 }],
  ['POST', '/transfers', {}],
] as const)(
  'W-069 G01 an act under way while its person is erased is refused, no fault, and nothing of it returns: %s %s',
  async (method, path, typed) => {
    const shop = await newOrderingShop()
    for (const hasOrder of [false, true]) {
      const who = newVisitor()
      if (hasOrder) await order(who, shop)
      else await follow(who, shop.companyId)
      const userId = await personOf(who)
      const acts = await transaction(server.db, async (tx) => {
        await lockPerson(tx, userId)
        const begun = call(who, method, path, { json: typed, headers: { 'idempotency-key': `${path} ${hasOrder}` } })
        await untilWaiting(1)
        await eraseResident(tx, userId)
        return [begun]
      })
      const [{ status, code } = { status: 0, code: '' }] = await Promise.all(acts)
      expect([status, code]).toEqual([401, 'SESSION_UNKNOWN'])
      expect(await rows('users', sql`id = ${userId}`)).toBe(hasOrder ? 1 : 0)
      expect(await rows('users', sql`id = ${userId} and first_name is not null`)).toBe(0)
      expect(await rows('resident_settings', sql`user_id = ${userId}`)).toBe(0)
      expect(await rows('resident_transfers', sql`user_id = ${userId}`)).toBe(0)
    }
  },
)

test('W-067 W-069 a manifest read while its person is erased is the plain one, and leaves no transfer', async () => {
  const [shop, who] = [await newOrderingShop(), newVisitor()]
  await order(who, shop)
  const userId = await personOf(who)
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { host: residentHost, cookie, 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)' }
  const reads = await transaction(server.db, async (tx) => {
    await lockPerson(tx, userId)
    const begun = server.app.inject({ url: '/application.webmanifest', headers })
    await untilWaiting(1)
    await eraseResident(tx, userId)
    return [begun]
  })
  const [manifest] = await Promise.all(reads)
  expect([manifest?.statusCode, manifest?.json()]).toEqual([
    200,
    expect.objectContaining({ start_url: '/mes-abonnements' }),
  ])
  expect(await rows('resident_transfers', sql`user_id = ${userId}`)).toBe(0)
})

test('W-066 W-069 a transfer claimed while its person is erased is expired, for a newcomer and for a resident: no deadlock', async () => {
  const shop = await newOrderingShop()
  for (const isKnown of [false, true]) {
    const [who, other] = [newVisitor(), newVisitor()]
    await order(who, shop)
    if (isKnown) await follow(other, shop.companyId)
    const { code } = (await post<{ code: string }>(who, '/transfers')).data
    const userId = await personOf(who)
    const claims = await transaction(server.db, async (tx) => {
      await lockPerson(tx, userId)
      const begun = post(other, '/transfers/claim', { code })
      await untilWaiting(1)
      await eraseResident(tx, userId)
      return [begun]
    })
    const [claimed] = await Promise.all(claims)
    expect([claimed?.status, claimed?.code]).toEqual([403, 'TRANSFER_EXPIRED'])
    expect(await rows('resident_devices', sql`user_id = ${userId}`)).toBe(0)
    expect(other.cookies.size > 0).toBe(isKnown)
  }
})

test('W-069 G01 acts under way while their business is erased are refused, no fault', async () => {
  const shop = await newOrderingShop()
  const known = newVisitor()
  const { data: open } = await write(known, shop.companyId, 'Bonjour')
  const { companyId } = shop
  const wanted = { pickupDateTime: tomorrow, orderContent: 'Un Saint-Honoré', firstName: 'Julie' }
  const acts: Record<string, () => Promise<{ status: number }>> = {
    follow: () => follow(newVisitor(), companyId),
    write: () => write(newVisitor(), companyId, 'Bonjour'),
    again: () => post(known, `/conversations/${open.uuid}/messages`, { message: 'Encore' }),
    order: () => post(newVisitor(), `/companies/${companyId}/orders`, wanted),
  }
  const begun = await transaction(server.db, async (tx) => {
    await run(tx)`delete from companies where id = ${companyId}`
    const answers = Object.entries(acts).map(async ([name, act]) => [name, (await act()).status])
    await untilWaiting(answers.length)
    return answers
  })
  const answers = await Promise.all(begun)
  expect(answers).toEqual(Object.keys(acts).map((name) => [name, 404]))
})

test('P11 W-074 thirty subscriptions of one resident at once leave twenty devices', async () => {
  const who = newVisitor()
  await follow(who, (await newSiteShop(server)).companyId)
  await Promise.all(Array.from({ length: 30 }, () => subscribe(who)))
  const rows = await rowsOf<{ devices: number }>(server.db)`
    select count(*)::int as devices from devices where user_id = (select max(user_id) from devices)`
  expect(rows).toEqual([{ devices: 20 }])
})

import { randomUUID } from 'node:crypto'
import type { Answered } from '@parvis/client/client'
import { messagesContract } from '@parvis/domain/messages/messages.contract'
import { ordersContract } from '@parvis/domain/orders/orders.contract'
import { testApp } from '@parvis/harness/server/test-app'
import { recordQueries } from '@parvis/harness/sql/record'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { deskCalls, deskTime } from '@parvis/harness/town/order-calls'
import { newPerson, type Owner, type Person } from '@parvis/harness/town/people'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { sendInOne } from '../features/messages/message-in-one.ts'
import { placeInOne } from '../features/orders/place-in-one.ts'
import { claimKey } from './idempotency.queries.ts'
import { type OneWrite, writeInOne } from './one-statement.queries.ts'
import type { CallOf } from './write-in-one.ts'

const server = testApp({ RATE_LIMITS: 'relaxed' })
const town = conversationCalls(server)
const { newShop, place, taken, put, desk } = deskCalls(server)

type Scene = { shop: Owner; resident: Person; uuid: string }
/** A shop with slots, and a resident who has ordered there once. */
async function newScene(): Promise<Scene> {
  const shop = await newShop()
  const resident = await newPerson(server)
  const { discussionId: uuid } = await place(resident, shop, deskTime('11:00'))
  return { shop, resident, uuid }
}

const bodies = {
  'a message': { message: 'À demain « tôt »' },
  'an order': { pickupDateTime: deskTime('15:00'), orderContent: 'Deux flans' },
}
type Options = { token: string; headers: Record<string, string> }
type Write = (scene: Scene, options: Options, body?: object) => Promise<Answered>
const writes: Record<'a follow' | keyof typeof bodies, Write> = {
  'a follow': ({ shop }, options) =>
    server.client.answer('PUT /v1/app/companies/:id/follow', { params: { id: shop.companyId }, ...options }),
  'a message': ({ uuid }, options, body) =>
    server.client.answer('POST /v1/discussions/:id/message', { params: { id: uuid }, body: body as never, ...options }),
  'an order': ({ shop }, options, body) =>
    server.client.answer('POST /v1/app/companies/:id/orders', {
      params: { id: shop.companyId },
      body: body as never,
      ...options,
    }),
}
type Name = keyof typeof writes
const names = Object.keys(writes) as Name[]
const bodyOf = (write: Name) => (write === 'a follow' ? undefined : bodies[write])

const send = (write: Name, scene: Scene, key?: string, body: object | undefined = bodyOf(write)) =>
  writes[write](scene, { token: scene.resident.token, headers: key ? { 'idempotency-key': key } : {} }, body)

type Left = Record<'follows' | 'messages' | 'orders' | 'notices' | 'unread' | 'answers', number>

/** What the resident has written at that shop, with the notices of its owner and the places taken. */
async function written({ shop, resident }: Scene) {
  const { rows } = await sql<Left>`
    select (select count(*)::int from follows where follows.user_id = ${resident.userId}) as follows,
      (select count(*)::int from messages join discussions on discussions.id = messages.discussion_id
        where discussions.resident_id = ${resident.userId}) as messages,
      (select count(*)::int from orders where orders.company_id = ${shop.companyId}) as orders,
      (select count(*)::int from notices where notices.company_id = ${shop.companyId}) as notices,
      (select company_unread from discussions where discussions.resident_id = ${resident.userId}) as unread,
      (select count(*)::int from idempotency_keys where idempotency_keys.user_id = ${resident.userId}) as answers`.execute(
    server.db,
  )
  return { ...(rows[0] as Left), taken: (await taken(shop)) ?? 0 }
}

const statementsOf = async (work: () => Promise<unknown>) =>
  (await recordQueries(async () => void (await work()))).map(({ text }) => text.trim().split(/\s/)[0])

test.each(names)(
  'G20 AMB-146 %s under a key opens no transaction, and leaves what it leaves without one',
  async (write) => {
    const [keyed, plain] = [await newScene(), await newScene()]
    const answers: unknown[] = []
    const statements = await statementsOf(async () => answers.push(await send(write, keyed, randomUUID())))
    expect(statements).not.toContain('begin')
    answers.push(await send(write, plain))
    const [one, other] = answers.map((answer) => JSON.stringify(dataOf(answer as never)))
    const ids = [keyed, plain].map(({ resident, uuid }) => new RegExp(`${uuid}|"${resident.userId}"|"id":\\d+`, 'g'))
    expect(one?.replace(ids[0] as RegExp, '')).toBe(other?.replace(ids[1] as RegExp, ''))
    const left = await written(keyed)
    expect({ ...left, answers: 0 }).toEqual(await written(plain))
    expect(left.answers).toBe(1)
  },
)

test.each(names)('T05 AMB-146 ten of %s at once under one key are one effect and ten same answers', async (write) => {
  const scene = await newScene()
  const before = await written(scene)
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(write, scene, key)))
  const one = JSON.stringify(dataOf(answers[0] as never))
  expect(answers.map((answer) => JSON.stringify(dataOf(answer)))).toEqual(Array(10).fill(one))
  const after = await written(scene)
  expect(after.messages - before.messages).toBe(write === 'a follow' ? 0 : 1)
  expect(after.orders - before.orders).toBe(write === 'an order' ? 1 : 0)
  expect(after.answers).toBe(1)
})

test.each(names)(
  'AMB-146 a retry of %s is answered as the first time whatever has changed, another body 409',
  async (write) => {
    const scene = await newScene()
    const key = randomUUID()
    const first = dataOf(await send(write, scene, key))
    await town.follow(await newPerson(server), scene.shop)
    await town.block(scene.resident, scene.uuid)
    expect(dataOf(await send(write, scene, key))).toEqual(first)
    const another = await send(write, scene, key, { ...bodyOf(write), more: 'x' })
    if (write !== 'a follow') expect(another.error?.code).toBe('IDEMPOTENCY_MISMATCH')
  },
)

const hide = ({ shop }: Scene) =>
  server.db
    .updateTable('companies')
    .set({ suspended_at: new Date(), suspension_reason: 'Contrôle' })
    .where('id', '=', shop.companyId)
    .execute()
const against: [Name, string, (scene: Scene) => Promise<unknown>][] = [
  ...names.map((write): [Name, string, typeof hide] => [write, 'a business that is suspended', hide]),
  ['a message', 'a conversation that its resident closed', ({ resident, uuid }) => town.block(resident, uuid)],
  ['an order', 'a conversation that its resident closed', ({ resident, uuid }) => town.block(resident, uuid)],
  ['an order', 'a pause', ({ shop }) => put(shop, desk(shop, '/orders/pause'), { until: deskTime('18:00') })],
  [
    'an order',
    'a full quarter',
    async (scene) => {
      const { version } = dataOf<{ version: number }>(await town.get(scene.shop, desk(scene.shop, '/order-settings')))
      dataOf(await put(scene.shop, desk(scene.shop, '/order-settings'), { version, slotsOn: true, capacity: 1 }))
      await place(await newPerson(server), scene.shop, deskTime('15:00'))
    },
  ],
  [
    'an order',
    'three orders of that day',
    async ({ resident, shop }) => [await place(resident, shop), await place(resident, shop)],
  ],
]

test.each(against)('T05 %s under a key is refused as without one: %s', async (write, _what, change) => {
  const scene = await newScene()
  await change(scene)
  const before = await written(scene)
  const [keyed, plain] = [await send(write, scene, randomUUID()), await send(write, scene)]
  expect(keyed.status).toBeGreaterThanOrEqual(400)
  expect([keyed.status, keyed.error]).toEqual([plain.status, plain.error])
  expect(await written(scene)).toEqual(before)
})

test.each(names)(
  'F8 %s whose row somebody holds waits for it, with no statement on a shared connection',
  async (write) => {
    const scene = await newScene()
    const before = await written(scene)
    const tx = await server.ownerDb.startTransaction().execute()
    await sql`select from companies where id = ${scene.shop.companyId} for update`.execute(tx)
    await sql`select from discussions where id = ${scene.uuid} for update`.execute(tx)
    const asked = send(write, scene, randomUUID())
    await vi.waitFor(async () => {
      const { rows } = await sql<{ text: string }>`
      select query as text from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        server.ownerDb,
      )
      expect(rows).toHaveLength(1)
      expect(rows[0]?.text).not.toMatch(/kept/)
    })
    await tx.rollback().execute()
    dataOf(await asked)
    expect((await written(scene)).answers).toBe(before.answers + 1)
  },
)

/** The statement that would be run for this call, decided now. */
async function decide(write: 'a message' | 'an order', scene: Scene): Promise<OneWrite> {
  const json = bodies[write]
  const params = { id: write === 'an order' ? scene.shop.companyId : scene.uuid }
  const call = { actor: { userId: scene.resident.userId }, params, body: json, files: [] }
  const asked =
    write === 'an order'
      ? placeInOne(server.deps).ask({
          ...call,
          body: ordersContract.placeOrder.body.parse(json),
        } as unknown as CallOf<typeof ordersContract.placeOrder>)
      : sendInOne(server.deps).ask({
          ...call,
          body: messagesContract.sendMessage.body.parse(json),
        } as unknown as CallOf<typeof messagesContract.sendMessage>)
  const decided = await asked
  if (!decided) throw new Error('nothing stands against it')
  return decided
}

const run = (scene: Scene, write: OneWrite, key: string = randomUUID()) => {
  const keyed = { userId: scene.resident.userId, route: 'POST /', key, bodyHash: Buffer.alloc(32) }
  return writeInOne(server.db, write, keyed)
}

const company = ({ shop }: Scene, columns: object) =>
  server.db.updateTable('companies').set(columns).where('id', '=', shop.companyId).execute()
const changes: [string, (scene: Scene) => Promise<unknown>][] = [
  ['its shop pauses', ({ shop }) => put(shop, desk(shop, '/orders/pause'), { until: deskTime('18:00') })],
  [
    'its shop saves settings',
    ({ shop }) => put(shop, desk(shop, '/order-settings'), { version: 2, slotsOn: true, horizon: 3 }),
  ],
  ['its shop takes no orders any more', (scene) => company(scene, { cac_active: false })],
  ['its shop has another plan', (scene) => company(scene, { membership: 'digital' })],
  ['its shop has other hours', (scene) => company(scene, { hours_version: sql`hours_version + 1` })],
  ['its shop is suspended', hide],
  ['another message came', ({ resident, uuid }) => town.sayOk(resident, uuid, 'Encore une chose')],
  ['its conversation is closed', ({ resident, uuid }) => town.block(resident, uuid)],
  [
    'its shop answers for itself',
    ({ shop }) =>
      server.db
        .insertInto('away_messages')
        .values({ company_id: shop.companyId, mode: 'outside_hours', text: 'Fermé', version: 2 })
        .execute(),
  ],
]

test.each(changes)(
  'T05 an order decided on what was read is not placed when %s before the statement',
  async (_what, change) => {
    const scene = await newScene()
    const decided = await decide('an order', scene)
    await change(scene)
    const before = await written(scene)
    expect(await run(scene, decided)).toBeUndefined()
    expect(await written(scene)).toEqual(before)
  },
)

test('Q-022 a place taken by a statement that cannot place its order is given back, and an order decided anew is placed', async () => {
  const scene = await newScene()
  const decided = await decide('an order', scene)
  const before = await written(scene)
  const tx = await server.ownerDb.startTransaction().execute()
  await sql`select from discussions where id = ${scene.uuid} for update`.execute(tx)
  expect(await run(scene, decided)).toBeUndefined()
  await tx.rollback().execute()
  expect(await written(scene)).toEqual(before)
  expect(await run(scene, await decide('an order', scene))).toMatch(/^\{"result"/)
  expect((await written(scene)).taken).toBe(before.taken + 1)
})

test('T05 AMB-146 while a call under the same key is at work under locks, the statement writes nothing', async () => {
  const scene = await newScene()
  const decided = await decide('a message', scene)
  const before = await written(scene)
  const key = randomUUID()
  const tx = await server.ownerDb.startTransaction().execute()
  await claimKey(
    tx,
    { userId: scene.resident.userId, route: 'POST /', key },
    { judge: () => undefined, explain: String },
  )
  // The lock travels with the next statement.
  await sql`select`.execute(tx)
  expect(await run(scene, decided, key)).toBeUndefined()
  expect(await written(scene)).toEqual(before)
  await tx.rollback().execute()
  expect(await run(scene, decided, key)).toBeDefined()
})

test('T05 two messages decided at once are both written, each with its own id and counted', async () => {
  const scene = await newScene()
  const { unread, messages } = await written(scene)
  const kept = await Promise.all([
    run(scene, await decide('a message', scene)),
    run(scene, await decide('a message', scene)),
  ])
  const done = kept.filter((one) => one !== undefined)
  // One of them may have found the conversation held: it is then for the use case.
  expect(done.length).toBeGreaterThan(0)
  expect(new Set(done).size).toBe(done.length)
  expect(await written(scene)).toMatchObject({ messages: messages + done.length, unread: unread + done.length })
})

test('T24 AMB-145 a follow that travels with the question who calls follows nothing beyond the limit, nor for an ended session', async () => {
  const scene = await newScene()
  const before = await written(scene)
  await sql`insert into rate_windows (name, subject, window_start, used) values ('writes', ${`user:${scene.resident.userId}`}, app_now(), 30000)
    on conflict (name, subject) do update set window_start = app_now(), used = 30000`.execute(server.db)
  expect((await send('a follow', scene, randomUUID())).error?.code).toBe('TOO_MANY_ATTEMPTS')
  await sql`delete from rate_windows where subject = ${`user:${scene.resident.userId}`}`.execute(server.db)
  await sql`delete from sessions where user_id = ${scene.resident.userId}`.execute(server.db)
  expect((await send('a follow', scene, randomUUID())).status).toBe(401)
  expect(await written(scene)).toEqual(before)
})

test('T05 a call without its body under a key is refused, not answered by the statement', async () => {
  const scene = await newScene()
  const options = { token: scene.resident.token, headers: { 'idempotency-key': randomUUID() } }
  for (const write of ['a message', 'an order'] as const)
    expect((await writes[write](scene, options, undefined)).status).toBe(400)
})

test('D4 AMB-146 backends killed under thirty keyed messages: retried under their keys, each is written once', async () => {
  const scene = await newScene()
  const { messages } = await written(scene)
  const keys = Array.from({ length: 30 }, () => randomUUID())
  let left = keys
  for (let round = 0; left.length > 0 && round < 10; round++) {
    const asked = left.map(async (key) => ({ key, status: (await send('a message', scene, key)).status }))
    if (round < 3)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'parvis' and datname = current_database() and pid <> pg_backend_pid()`.execute(
        server.ownerDb,
      )
    left = (await Promise.all(asked)).filter(({ status }) => status !== 200).map(({ key }) => key)
  }
  expect(left).toEqual([])
  expect((await written(scene)).messages).toBe(messages + 30)
})

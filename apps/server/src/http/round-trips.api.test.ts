import { randomUUID } from 'node:crypto'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { callApp, testApp } from '@parvis/harness/server/test-app'
import { connected } from '@parvis/harness/server/test-database'
import { countAnswers, recordQueries } from '@parvis/harness/sql/record'
import { fillConversations } from '@parvis/harness/sql/seed'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { fixedTime, instantCalls, type ServerInstant, updateForm } from '@parvis/harness/town/instants'
import { newOwner, type Person } from '@parvis/harness/town/people'
import { newSiteShop, newVisitor, siteCalls, type Visitor } from '@parvis/harness/town/site-visitors'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { createDatabase, run } from '../db/database.ts'
import { NoticeSender } from '../db/notice-sender.ts'
import { findHours } from '../features/hours/index.ts'

const server = testApp()
const town = conversationCalls(server)
const { newInstant, get: readInstant } = instantCalls(server)
const dates = { kind: 'dates', dates: [{ start: '2998-03-12 14:30', end: '2998-03-12 18:00' }] }

/** `trips`: round trips to PostgreSQL; `statements`: those sent, several of which may share one message. */
type Case = { send: () => Promise<{ status: number }>; trips: number; statements: number }
const cases: Record<string, Case> = {}

const owned = untilFileEnds(new AsyncDisposableStack())

/** The server behind the counting proxy; its notices take a connection of their own, as in production. */
async function startCounted() {
  const url = server.deps.config.databaseUrl ?? ''
  const { answers, url: countedUrl } = owned.use(await countAnswers(url))
  const notices = owned.adopt(new NoticeSender(url), (sender) => sender.stop())
  const db = owned.use(createDatabase({ url: countedUrl, size: 1, notices }))
  // A new connection is answered a ReadyForQuery that no call caused.
  await run(db)`select 1`
  const app = owned.adopt(buildApp({ ...server.deps, db }), (built) => built.close())
  await app.ready()
  return { app, answers }
}
let counted: Awaited<ReturnType<typeof startCounted>>
let conversation = ''
let lastMessage = 0

beforeAll(async () => {
  counted = await startCounted()
  const owner = await newSiteShop(server, { membership: 'premium' })
  const { company, uuid } = await town.newConversation('Bonjour')
  conversation = uuid
  // Read once: what its resident wrote is no more to be marked as read.
  await town.read(company, uuid)
  lastMessage = (await town.sayOk(company, uuid, 'Oui ?')).id
  const instantId = await newInstant(owner, {}, [fixedTime('2999-01-01')])
  await run(server.db)`update companies set cac_active = true where id = ${owner.companyId}`
  const send = (who: Person, method: string, path: string, more: object = {}) => {
    return () => callApp(counted.app, method, path, { token: who.token, ...more })
  }
  const get = (who: Person, path: string) => send(who, 'GET', path)
  const keyed = (who: Person, method: string, path: string, json: object) => () =>
    send(who, method, path, { json, headers: { 'idempotency-key': randomUUID() } })()
  const site = siteCalls({ ...server, app: counted.app })
  const visitor = newVisitor()
  const onSite = (who: Visitor, path: string, json: object) => async () =>
    await site.post(who, `/companies/${owner.companyId}${path}`, json, { headers: { 'idempotency-key': randomUUID() } })
  const order = { pickupDateTime: '2999-01-01T10:00:00.000+01:00', orderContent: 'Deux baguettes', firstName: 'Julie' }
  await site.follow(visitor, (await newSiteShop(server)).companyId)
  const writer = newVisitor()
  await site.follow(writer, owner.companyId)
  const talker = newVisitor()
  const { data: talk } = await site.write(talker, owner.companyId, 'Bonjour')
  const messages = `/v1/discussions/${uuid}/messages`
  // Each is decided on, and saved, once.
  const orders: number[] = []
  const drafts: ServerInstant[] = []
  for (let n = 0; n < 3; n++) {
    const buyer = newVisitor()
    await site.follow(buyer, owner.companyId)
    orders.push((await site.post<{ id: number }>(buyer, `/companies/${owner.companyId}/orders`, order)).data.id)
    drafts.push(await readInstant(owner, await newInstant(owner, { ...dates, publication: 'draft' }, [])))
  }
  const { firstName: _, ...agreed } = { ...order, total: '9' }
  const decide = (id = 0) => keyed(owner, 'POST', `/v1/clickAndCollect/order/${id}/validate`, agreed)()
  const publish = (draft = drafts[0] as ServerInstant) => {
    const { activationTimes: __, ...texts } = updateForm(draft)
    return keyed(owner, 'PUT', `/v1/instants/${texts.id}`, { ...texts, ...dates, version: draft.version })()
  }
  Object.assign(cases, {
    settings: { send: get(owner, `/v1/company/settings/${owner.companyId}`), trips: 1, statements: 1 },
    'the first screen': { send: get(owner, '/v1/start'), trips: 2, statements: 2 },
    'one instant': { send: get(owner, `/v1/instants/${instantId}`), trips: 1, statements: 1 },
    'the instants of a company': {
      send: get(owner, `/v1/instants/company/${owner.companyId}`),
      trips: 1,
      statements: 1,
    },
    'a page of messages': { send: get(company, messages), trips: 1, statements: 1 },
    'an empty poll': {
      send: () => get(company, `${messages}?selection_way=after&message_id=${lastMessage}`)(),
      trips: 1,
      statements: 1,
    },
    'the list of conversations': {
      send: get(company, `/v1/chat/discussion?companyId=${company.companyId}`),
      trips: 1,
      statements: 1,
    },
    'a message, with a key': {
      send: keyed(company, 'POST', `/v1/discussions/${uuid}/message`, { message: 'Oui', companyId: company.companyId }),
      trips: 3,
      statements: 8,
    },
    'a decision on an order, with a key': {
      send: async () => await decide(orders.pop()),
      trips: 5,
      statements: 16,
    },
    'to save and publish an instant, with a key': {
      send: async () => await publish(drafts.pop()),
      trips: 5,
      statements: 12,
    },
    'site: me': { send: async () => await site.get(visitor, '/me'), trips: 1, statements: 1 },
    'site: to follow, with a key': { send: onSite(visitor, '/follow', { follows: 1 }), trips: 3, statements: 11 },
    'site: the first message, with a key': {
      send: onSite(writer, '/messages', { message: 'Bonjour', firstName: 'Julie' }),
      trips: 5,
      statements: 18,
    },
    'site: a further message, with a key': {
      send: async () =>
        await site.post(
          talker,
          `/conversations/${talk.uuid}/messages`,
          { message: 'Merci' },
          {
            headers: { 'idempotency-key': randomUUID() },
          },
        ),
      trips: 3,
      statements: 11,
    },
    'site: to order, with a key': { send: onSite(visitor, '/orders', order), trips: 5, statements: 24 },
  } satisfies Record<string, Case>)
})

const names = [
  'settings',
  'the first screen',
  'one instant',
  'the instants of a company',
  'a page of messages',
  'an empty poll',
  'the list of conversations',
  'a message, with a key',
  'a decision on an order, with a key',
  'to save and publish an instant, with a key',
  'site: me',
  'site: to follow, with a key',
  'site: the first message, with a key',
  'site: a further message, with a key',
  'site: to order, with a key',
]

test.each(names)('G20 %s takes as many trips to PostgreSQL as is said, no more', async (name) => {
  const { send, trips, statements } = cases[name] as Case
  const before = { ...counted.answers }
  let status = 0
  const queries = await recordQueries(async () => {
    status = (await send()).status
  })
  expect(status).toBe(200)
  // Notices are sent after the commit, on a connection of their own.
  const sent = queries
    .filter(({ text }) => !text.includes('pg_notify'))
    .map(({ text }) => text.replace(/\s+/g, ' ').slice(0, 110))
  const { answers } = counted
  expect(answers.statements - before.statements, sent.join('\n')).toBeLessThanOrEqual(statements)
  expect(answers.trips - before.trips, sent.join('\n')).toBeLessThanOrEqual(trips)
})

test.each(names)(
  'F8 G20 %s is planned on indexes while tables are empty: plans are kept as tables grow',
  async (name) => {
    // As autovacuum leaves them: of tables that it has never seen, PostgreSQL assumes ten pages.
    await run(server.ownerDb)`vacuum analyze`
    const queries = await recordQueries(async () => void (await cases[name]?.send()))
    for (const { text, values } of queries) {
      if (!/^\s*(select|with|insert|update|delete)/i.test(text)) continue
      const { rows } = await server.db.pool.clients.query({ text: `explain ${text}`, values: [...values] })
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).not.toMatch(/Seq Scan/)
      if (/Scan using \S+ on idempotency_keys/.test(plan)) expect(plan, text).toMatch(/Index Cond: .*user_id = /)
    }
  },
)

/** PostgreSQL plans a named statement with its values five times, then keeps the general plan unless those were estimated cheaper. */
const plannedAtFirst = 5

test.each(['a page of messages', 'an empty poll'])(
  'F8 G20 %s, of a long conversation, is not planned anew at each call',
  async (name) => {
    lastMessage = (await fillConversations(server.db, [conversation], 5_000)).get(conversation) ?? 0
    await run(server.ownerDb)`analyze messages, discussions`
    const [query] = await recordQueries(async () => void (await cases[name]?.send()))
    await using client = await connected(server.deps.config.databaseUrl ?? '')
    for (let n = 0; n < plannedAtFirst + 3; n++) {
      await client.query({ name: 'kept', text: query?.text ?? '', values: [...(query?.values ?? [])] })
    }
    const { rows } = await client.query('select generic_plans::int, custom_plans::int from pg_prepared_statements')
    expect(rows).toEqual([{ generic_plans: 3, custom_plans: plannedAtFirst }])
  },
)

test('F8 G20 the hours of a shop among a dozen are estimated alike with and without its id: they are not planned anew', async () => {
  const shops = await Promise.all(Array.from({ length: 12 }, () => newOwner(server)))
  await run(server.ownerDb)`analyze companies`
  const [hours] = await recordQueries(async () => void (await findHours(server.db, shops[0]?.companyId ?? '')))
  await using client = await connected(server.deps.config.databaseUrl ?? '')
  await client.query(`prepare hours (uuid[]) as ${hours?.text}`)
  const estimated = async (mode: string) => {
    await client.query(`set plan_cache_mode = ${mode}`)
    const { rows } = await client.query(`explain (format json) execute hours ('{${randomUUID()}}')`)
    return rows[0]['QUERY PLAN'][0].Plan['Plan Rows'] as number
  }
  expect(await estimated('force_generic_plan')).toBe(await estimated('force_custom_plan'))
})

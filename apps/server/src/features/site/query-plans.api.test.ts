import { testApp } from '@parvis/harness/server/test-app'
import { connected } from '@parvis/harness/server/test-database'
import { type RecordedQuery, recordQueries } from '@parvis/harness/sql/record'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { fixedTime, instantCalls } from '@parvis/harness/town/instants'
import { newSiteShop, newVisitor, residentHost, siteCalls } from '@parvis/harness/town/site-visitors'
import { Temporal } from 'temporal-polyfill'
import { beforeAll, expect, test } from 'vitest'
import { run } from '../../db/database.ts'
import { listZipsOf } from './instants.queries.ts'

const server = testApp()
const { get, post, follow, reply, subscribe, write } = siteCalls(server)
const who = newVisitor()
const day = Temporal.Now.plainDateISO('Europe/Paris').add({ days: 20 }).toString()
let pages: string[] = []
let mine: string[] = []
let companyId = ''
let uuid = ''

beforeAll(async () => {
  const shop = await newSiteShop(server, { name: 'Fournil des plans', membership: 'digital' })
  companyId = shop.companyId
  await run(server.db)`update companies set cac_active = true, identity_status = 'verified' where id = ${companyId}`
  const id = await instantCalls(server).newInstant(shop, { title: 'Grande fête' }, [fixedTime(day)])
  const own = { token: shop.token, params: { id: companyId } }
  await server.client.call('POST /v1/company/:id/broadcast', { ...own, body: { message: 'Fermé lundi' } })
  await server.client.call('PUT /v1/company/:id/domain', { ...own, body: { domain: 'fournil-des-plans.fr' } })
  await follow(who, companyId)
  await subscribe(who)
  uuid = (await write(who, companyId, 'Bonjour')).data.uuid
  await conversationCalls(server).sayOk(shop, uuid, 'Bonjour à vous')
  const order = { pickupDateTime: `${day}T18:30:00+02:00`, orderContent: 'Deux flans', firstName: 'Léa' }
  const placed = (await post<{ id: number }>(who, `/companies/${companyId}/orders`, order)).data.id
  const town = '/clichy-92110'
  const fiche = `${town}/fournil-des-plans`
  pages = [
    town,
    `${town}/annuaire`,
    `${town}/annuaire/boulangerie`,
    `${town}/annuaire?q=fournil`,
    `${town}/agenda`,
    `${town}/agenda/${day}`,
    `${town}/services`,
    `${town}/affiche`,
    `${town}/agenda.ics`,
    `${town}/flux.xml`,
    ...['', '/affiche', '/agenda.ics', '/flux.xml', `/grande-fete-${id}`, `/grande-fete-${id}.ics`].map(
      (end) => fiche + end,
    ),
    '/les-lilas-93260',
    '/sitemaps/clichy-92110.xml',
  ]
  mine = [
    `${fiche}/ecrire`,
    `${fiche}/commander`,
    '/mes-abonnements',
    '/mes-commandes',
    '/mes-messages',
    `/mes-messages/${uuid}`,
    `/mes-commandes/${placed}`,
    '/reglages',
  ]
}, 60_000)

/** What grows with France: 35,000 towns, 3.5 million businesses, 10 million residents. */
const large = new Set([
  'companies',
  'company_addresses',
  'company_members',
  'opening_hours',
  'custom_domains',
  'municipal_services',
  'instants',
  'instant_times',
  'broadcasts',
  'orders',
  'cac_pictures',
  'company_photos',
  'qr_codes',
  'users',
  'resident_devices',
  'resident_settings',
  'follows',
  'devices',
  'discussions',
  'messages',
  'act_counts',
  'view_counts',
  'deferred_notices',
  'deferred_messages',
  'push_campaigns',
  'push_deliveries',
  'reports',
  'sessions',
])

type Node = Record<string, unknown> & { Plans?: Node[] }

/** Each of these tables is one page, each index one beside its first, said to hold 100,000 rows: the planner believes the density. */
const asLarge = `
  select pg_restore_relation_stats('schemaname', 'public', 'relname', relations.relname::text, 'relpages',
    case relations.relkind when 'i' then 2 else 1 end, 'reltuples', 100000::real)
  from pg_class tables left join pg_index on pg_index.indrelid = tables.oid
  join pg_class relations on relations.oid in (tables.oid, pg_index.indexrelid)
  where tables.relname = any ($1::text[]) and tables.relkind = 'r' group by relations.relname, relations.relkind`

/** What names a thing has two rows each; what says its state keeps the planner's guess. */
const ofManyValues = `
  select pg_restore_attribute_stats('schemaname', 'public', 'relname', table_name::text, 'attname', column_name::text,
    'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', -0.5::real)
  from information_schema.columns
  where table_schema = 'public' and table_name = any ($1::text[]) and data_type in ('bigint', 'uuid', 'text', 'bytea')
    and column_name not in ('status', 'state', 'kind', 'type', 'phase', 'mode', 'act', 'source')`

/**
 * The reads of a large table without a condition on an index, as planned at 100,000 rows of each: the statistics say so, the
 * rows are few. A table that is small on the disk stays cheap to read whole all the same: such plans are made expensive, so
 * that they are left only where no index answers.
 */
async function wholeReads(queries: readonly RecordedQuery[]): Promise<string[]> {
  await using client = await connected(server.ownerUrl)
  const found = new Set<string>()
  await client.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off')
  await client.query(asLarge, [[...large]])
  await client.query(ofManyValues, [[...large]])
  for (const { text, values } of queries) {
    if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) continue
    const { rows } = await client.query({ text: `explain (format json) ${text}`, values: [...values] })
    for (const line of readsOf(rows[0]['QUERY PLAN'][0].Plan)) found.add(`${line}: ${text.replace(/\s+/g, ' ')}`)
  }
  return [...found]
}

function readsOf(node: Node, above = ''): string[] {
  // The scan of a bitmap names its index alone: its table stands one node above.
  const table = String(node['Relation Name'] ?? above)
  const type = String(node['Node Type'])
  const isWhole = type === 'Seq Scan' || (/^(Bitmap )?Index/.test(type) && node['Index Cond'] === undefined)
  const below = (node.Plans ?? []).flatMap((plan) => readsOf(plan, table))
  return [...(isWhole && large.has(table) ? [`${type} of ${table}`] : []), ...below]
}

const recordPages = (paths: readonly string[], cookie = '') =>
  recordQueries(async () => {
    for (const url of paths) {
      const { statusCode } = await server.app.inject({
        url,
        headers: { host: residentHost, ...(cookie && { cookie }) },
      })
      expect(statusCode, url).toBe(200)
    }
  })

test('W-126 every statement of the public pages finds its rows by an index: none reads a table that grows with the towns', async () => {
  const queries = await recordPages(pages)
  expect(queries.length).toBeGreaterThan(pages.length)
  // Asked after each change of a business, by each process.
  queries.push(...(await recordQueries(() => listZipsOf(server.db, [companyId]))))
  expect(await wholeReads(queries)).toEqual([])
})

test('W-126 every statement of a resident’s pages and acts finds its rows by an index', async () => {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const queries = [
    ...(await recordPages(mine, cookie)),
    ...(await recordQueries(async () => {
      for (const path of ['/me', '/news', '/conversations', `/conversations/${uuid}`, '/orders', '/export'])
        expect((await get(who, path)).status, path).toBe(200)
      expect((await follow(who, companyId, { mode: 'digest' })).status).toBe(200)
      expect((await reply(who, uuid, 'Merci')).status).toBe(200)
      expect((await post(who, '/counts', { companyId, act: 'call' })).status).toBe(200)
    })),
  ]
  expect(await wholeReads(queries)).toEqual([])
})

test('W-126 the check sees a query without an index, and one that reads a whole index', async () => {
  const planted = (text: string): RecordedQuery => ({ text, values: [] })
  const queries = [
    planted(`select companies.id from companies where companies.description = 'x'`),
    planted('select companies.town, count(*) from companies where completed_at is not null group by companies.town'),
  ]
  expect(await wholeReads(queries)).toHaveLength(2)
})

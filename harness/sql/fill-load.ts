import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import { fillInstants } from './fill-reads.ts'
import { insertPeople, type Person } from './seed.ts'

/** A large base: who may ask for what, with their tokens. */
export type LoadBase = {
  companies: LoadCompany[]
  threads: LoadThread[]
  /** Those that wait for a decision of the owner, four in each conversation. */
  orders: { order: number; owner: string }[]
}
/** `versions`: of each of its instants, the microsecond of its last change. */
export type LoadCompany = Person & { id: string; instants: number[]; versions: number[] }
/** `owner`: the session of the business. */
export type LoadThread = Person & { id: string; companyId: string; last: number; owner: string }

const instantsOfEach = 100
const conversationsOfEach = 10
const messagesOfEach = 100

/** Of each company 100 instants, 10 conversations, 1,000 messages and 40 orders; what belongs to one company lies on many pages. */
export async function fillLoad(db: Database, companies: number): Promise<LoadBase> {
  const owners = await insertPeople(db, companies)
  const ids = await insertCompanies(db, owners)
  await fillInstants(db, ids, instantsOfEach)
  const residents = await insertPeople(db, companies * conversationsOfEach)
  const threads = await insertConversations(db, ids, residents)
  const orders = await insertOrders(db, threads)
  await sql`vacuum analyze`.execute(db)
  const { rows } = await sql<{ companyId: string; instants: number[]; versions: number[] }>`
    select company_id as "companyId", json_agg(id) as instants,
      json_agg((extract(epoch from modified_at) * 1000000)::bigint) as versions from instants
    where company_id = any(${ids}::uuid[]) group by company_id`.execute(db)
  const instantsOf = new Map(rows.map((row) => [row.companyId, row]))
  const ownerOf = new Map(ids.map((id, n) => [id, owners[n]?.token ?? '']))
  const ownerIn = new Map(threads.map(({ id, companyId }) => [id, ownerOf.get(companyId) ?? '']))
  return {
    companies: ids.map((id, n) => {
      const { instants = [], versions = [] } = instantsOf.get(id) ?? {}
      return { ...(owners[n] as Person), id, instants, versions }
    }),
    threads: threads.map((thread) => ({ ...thread, owner: ownerIn.get(thread.id) ?? '' })),
    orders: orders.map(({ order, discussionId }) => ({ order, owner: ownerIn.get(discussionId) ?? '' })),
  }
}

async function insertCompanies(db: Database, owners: readonly Person[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into companies (type, registry_code, name, category, address, zip_code, city, latitude, longitude, description,
      email, phone, profile_picture, cover_picture, completed_at, membership, cac_active, cac_description)
    select 'commerce', 'load-' || n, 'Commerce ' || n, 'bar', '12 rue de Paris', '92110', 'Clichy', 48.9045, 2.3064,
      '<p>' || repeat('Des livres pour tous. ', 20) || '</p>', 'b@exemple.fr', '+33145678901', repeat('a', 32) || '.jpg',
      repeat('b', 32) || '.jpg', app_now(), 'digital', true, 'Commandez la veille'
    from generate_series(1, ${owners.length}) as n returning id`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`
    insert into company_members (company_id, user_id)
    select * from unnest(${ids}::uuid[], ${owners.map(({ userId }) => userId)}::bigint[])`.execute(db)
  await sql`
    insert into opening_hours (company_id, day_type, start_time, end_time, enabled, position)
    select id, 'mondays_to_fridays', '09:00', '18:00', true, 0 from unnest(${ids}::uuid[]) as id`.execute(db)
  await sql`
    insert into company_addresses (company_id, town, slug, is_current)
    select id, '92024', 'load-' || n, true from unnest(${ids}::uuid[]) with ordinality as made (id, n)`.execute(db)
  return ids
}

async function insertConversations(db: Database, ids: readonly string[], residents: readonly Person[]) {
  const companyIds = residents.map((_, n) => ids[n % ids.length])
  const { rows } = await sql<{ id: string; companyId: string; residentId: number }>`
    insert into discussions (company_id, resident_id)
    select * from unnest(${companyIds}::uuid[], ${residents.map(({ userId }) => userId)}::bigint[])
    returning id, company_id as "companyId", resident_id as "residentId"`.execute(db)
  for (let n = 0; n < messagesOfEach; n++)
    await sql`
      insert into messages (discussion_id, from_company, text)
      select id, ${n} % 2 = 0, 'Bonjour, avez-vous encore le numéro ' || ${n}::int || ' ?'
      from unnest(${rows.map(({ id }) => id)}::uuid[]) as id`.execute(db)
  const lasts = await sql<{ id: string; last: number }>`
    update discussions set last_message_id = newest.id, excerpt = 'Bonjour'
    from (select discussion_id, max(id) as id from messages group by discussion_id) as newest
    where newest.discussion_id = discussions.id returning discussions.id, newest.id as last`.execute(db)
  const lastOf = new Map(lasts.rows.map(({ id, last }) => [id, last]))
  const personOf = new Map(residents.map((person) => [person.userId, person]))
  return rows.map(({ id, companyId, residentId }) => {
    return { ...(personOf.get(residentId) as Person), id, companyId, last: lastOf.get(id) ?? 0 }
  })
}

async function insertOrders(db: Database, threads: readonly { id: string }[]) {
  const { rows } = await sql<{ order: number; discussionId: string }>`
    insert into orders (id, company_id, discussion_id, pickup_at, content)
    select 7000000000000000 + row_number() over (), company_id, id, '2999-01-01T10:00:00+01:00', 'Deux baguettes'
    from discussions, generate_series(1, 4) where id = any(${threads.map(({ id }) => id)}::uuid[])
    returning id as "order", discussion_id as "discussionId"`.execute(db)
  return rows
}

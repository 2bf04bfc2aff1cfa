import { type Db, rowsOf, run } from '../../apps/server/src/db/database.ts'
import { fillTown } from './fill-town.ts'
import { fillConversations, fillInstants, insertDiscussions, insertPeople, type Person } from './seed.ts'

/** A large base: who may ask for what, with their tokens. */
export type LoadBase = Awaited<ReturnType<typeof fillLoad>>

const town = { town: '92024', zip: '92110', city: 'Clichy' }
const instantsOfEach = 100
const conversationsOfEach = 10
const messagesOfEach = 100

/** Of each company 100 instants, 10 conversations, 1,000 messages and 40 orders; what belongs to one company lies on many pages. */
export async function fillLoad(db: Db, companies: number) {
  await fillTown(db, { ...town, businesses: companies, publications: 0 })
  const owners = await insertPeople(db, companies)
  const owned = await rowsOf<{ id: string; userId: number }>(db)`
    insert into company_members (company_id, user_id)
    select id, (${owners.map(({ userId }) => userId)}::bigint[])[row_number() over ()] from companies where zip_code = ${town.zip}
    returning company_id as id, user_id as "userId"`
  const ids = owned.map(({ id }) => id)
  await fillInstants(db, ids, instantsOfEach)
  const threads = await insertDiscussions(db, ids, await insertPeople(db, companies * conversationsOfEach))
  const talks = threads.map(({ discussionId }) => discussionId)
  const lasts = await fillConversations(db, talks, messagesOfEach)
  const orders = await insertOrders(db, talks)
  await run(db)`vacuum analyze`
  const rows = await rowsOf<{ companyId: string; instants: number[]; versions: number[] }>(db)`
    select company_id as "companyId", json_agg(id) as instants,
      json_agg((extract(epoch from modified_at) * 1000000)::bigint) as versions from instants
    where company_id = any(${ids}::uuid[]) group by company_id`
  const instantsOf = new Map(rows.map((row) => [row.companyId, row]))
  const personOf = new Map(owners.map((person) => [person.userId, person]))
  const ownerOf = new Map(owned.map(({ id, userId }) => [id, personOf.get(userId) as Person]))
  const ownerIn = new Map(
    threads.map(({ discussionId, companyId }) => [discussionId, ownerOf.get(companyId)?.token ?? '']),
  )
  return {
    companies: ids.map((id) => {
      const { instants = [], versions = [] } = instantsOf.get(id) ?? {}
      /** `versions`: of each of its instants, the microsecond of its last change. */
      return { ...(ownerOf.get(id) as Person), id, instants, versions }
    }),
    threads: threads.map((thread) => {
      const { discussionId } = thread
      /** `owner`: the session of the business. */
      return { ...thread, last: lasts.get(discussionId) ?? 0, owner: ownerIn.get(discussionId) ?? '' }
    }),
    /** Those that wait for a decision of the owner, four in each conversation. */
    orders: orders.map(({ order, discussionId }) => ({ order, owner: ownerIn.get(discussionId) ?? '' })),
  }
}

async function insertOrders(db: Db, talks: readonly string[]) {
  return await rowsOf<{ order: number; discussionId: string }>(db)`
    insert into orders (id, company_id, discussion_id, pickup_at, content)
    select 7000000000000000 + row_number() over (), company_id, id, '2999-01-01T10:00:00+01:00', 'Deux baguettes'
    from discussions, generate_series(1, 4) where id = any(${talks}::uuid[])
    returning id as "order", discussion_id as "discussionId"`
}

import { durations } from '@parvis/domain/kernel/durations'
import { retention } from '@parvis/domain/kernel/retention'
import type { OrderView } from '@parvis/domain/orders/order-desk.contract'
import { runQuery } from '@parvis/postgres'
import { cellOf, columnOf, type Db, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { type Order, pickup, selectOrders } from './orders.queries.ts'

/** Cursor of a page: the pick-up in milliseconds and the id of its last order. */
export type PageEnd = { at: number; id: number }
export type Asked = {
  companyId: string
  userId: number
  view: OrderView
  /** The asked day, and today: from their first moment to the next day's. */
  day: { from: Date; to: Date } | undefined
  today: { from: Date; to: Date }
  search: string
  after: PageEnd | undefined
}

const live = sql<boolean>`orders.state <= 'ready'`
const toCollect = sql<boolean>`orders.state between 'accepted' and 'ready'`
const ended = sql<boolean>`orders.state > 'ready'`
export const ordersOfPage = 100

/** One page of a view and one order more, when there is one: live orders soonest first, past ones newest first. */
export async function listPage(db: Db, asked: Asked): Promise<Order[]> {
  const { companyId, userId, view, after } = asked
  const isPast = view === 'past'
  const further = isPast ? sql`<` : sql`>`
  const order = isPast ? sql`order by ${pickup} desc, orders.id desc` : sql`order by ${pickup}, orders.id`
  const page = after
    ? sql`and (${pickup}, orders.id) ${further} (${new Date(after.at)}::timestamptz, ${after.id}::bigint)`
    : sql``
  const where = sql`
    where orders.company_id = ${companyId} and ${inView(asked)} ${searching(asked.search)} ${page}
    ${order} limit ${ordersOfPage + 1}`
  return await runQuery(db, selectOrders(userId, where))
}

function inView({ view, day, today }: Asked): Sql {
  const within = (bounds: { from: Date; to: Date }) => sql`${pickup} >= ${bounds.from} and ${pickup} < ${bounds.to}`
  const views = {
    todo: sql`orders.state <= 'proposed' ${day ? sql`and ${within(day)}` : sql``}`,
    day: sql`${live} and ${within(day ?? today)}`,
    coming: sql`${live} and ${pickup} >= ${today.to} ${day ? sql`and ${within(day)}` : sql``}`,
    unclosed: sql`${toCollect} and ${pickup} < app_now() ${day ? sql`and ${within(day)}` : sql``}`,
    past: sql`${ended} ${day ? sql`and ${within(day)}` : sql``}`,
  }
  return views[view]
}

/**
 * Finds by code, or by the beginning of any word of a name: the person's, or the one typed at the counter. Accents are
 * left out, as in the search of messages: nobody types those of « Hélène » at a counter.
 */
function searching(search: string): Sql {
  if (search === '') return sql``
  return sql`and (orders.code = ${search} or position(' ' || nullif(btrim(plain_words(${search})), '')
    in ' ' || plain_words(concat_ws(' ', orders.customer_name, residents.first_name, residents.last_name))) > 0)`
}

type Counts = { todo: number; day: number; coming: number; unclosed: number }

/** The moment, and the number of live orders in each view: a few rows, however long the history. */
export const selectCounts = prepared(
  ({ id }: { id: string }) => sql<Counts & { now: Date }>`
    with today as materialized (
      select clock.now, clock.midnight at time zone 'Europe/Paris' as start,
        (clock.midnight + ${durations.day}::interval) at time zone 'Europe/Paris' as "end"
      from (select app_now() as now, date_trunc('day', app_now() at time zone 'Europe/Paris') as midnight) as clock
    )
    select today.now, counts.* from today cross join lateral (
      select count(*) filter (where orders.state <= 'proposed')::int as todo,
        count(*) filter (where ${pickup} >= today.start and ${pickup} < today.end)::int as day,
        count(*) filter (where ${pickup} >= today.end)::int as coming,
        count(*) filter (where orders.state > 'proposed' and ${pickup} < today.now)::int as unclosed
      from orders where orders.company_id = ${id} and ${live}
    ) as counts`,
)

/** Marks the company's unseen orders as seen; returns their ids. */
export async function markSeen(db: Db, companyId: string, ids: readonly number[]): Promise<number[]> {
  return await columnOf<number>(db)`
    update orders set seen_at = app_now()
    where orders.company_id = ${companyId} and orders.id = any(${[...ids]}::bigint[]) and orders.seen_at is null
    returning orders.id`
}

/** The live accepted order with that code. */
export async function findByCode(tx: Transaction, companyId: string, code: string): Promise<number | undefined> {
  return await cellOf<number>(tx)`
    select orders.id from orders
    where orders.company_id = ${companyId} and orders.code = ${code} and ${toCollect}`
}

/** Accepted orders whose pick-up time is over and that nobody has closed. */
export async function listUnclosed(tx: Transaction, companyId: string, { from, to }: { from: Date; to: Date }) {
  return await columnOf<number>(tx)`
    select orders.id from orders
    where orders.company_id = ${companyId} and ${toCollect}
      and ${pickup} >= ${from} and ${pickup} < least(${to}::timestamptz, app_now())
    order by orders.id limit 500`
}

export type Total = { from: string; orders: number; cents: number }

/** Turnover of collected orders by day, ISO week or month of pick-up in Paris, exact in cents. */
export async function sumCollected(
  db: Db,
  companyId: string,
  { from, to, by }: { from: Date; to: Date; by: 'day' | 'week' | 'month' },
): Promise<Total[]> {
  const rows = await rowsOf<Total>(db)`
    select to_char(date_trunc(${by}, ${pickup} at time zone 'Europe/Paris'), 'YYYY-MM-DD') as from,
      count(*)::int as orders, coalesce(sum(orders.total_cents), 0)::bigint as cents
    from orders
    where orders.company_id = ${companyId} and orders.state = 'collected'
      and ${pickup} >= ${from} and ${pickup} < ${to}
    group by 1 order by 1`
  return rows.map((row) => ({ ...row, cents: Number(row.cents) }))
}

/** The ended orders of a time, oldest first. */
export async function listEnded(db: Db, asked: Pick<Asked, 'companyId' | 'userId'> & { from: Date; to: Date }) {
  const where = sql`
    where orders.company_id = ${asked.companyId} and ${ended} and ${pickup} >= ${asked.from} and ${pickup} < ${asked.to}
    order by ${pickup}, orders.id limit 10000`
  return await runQuery(db, selectOrders(asked.userId, where))
}

const expiredAtOnce = 100

/**
 * Requests and proposals whose time to be answered is over, held; another worker takes others. The moment is a
 * subquery, so that it bounds the index: compared row by row, a volatile function reads all that wait.
 */
export async function lockExpired(tx: Transaction): Promise<number[]> {
  return await columnOf<number>(tx)`
    select orders.id from orders
    where orders.state <= 'proposed' and orders.expires_at <= (select app_now())
    order by orders.expires_at, orders.id limit ${expiredAtOnce} for no key update skip locked`
}

/** Photos 90 days after the end, texts after 24 months; quarters of the day before yesterday. */
export async function forgetOldOrders(db: Db): Promise<void> {
  await run(db)`
    update orders set picture = null
    where ${ended} and orders.content <> '' and orders.picture is not null
      and orders.decided_at < app_now() - make_interval(days => ${retention.orderPictureDays})`
  await strip(
    db,
    sql`${ended} and orders.decided_at < app_now() - make_interval(months => ${retention.orderTextMonths}) and orders.content <> ''`,
  )
  await run(db)`
      delete from capacities where capacities.subject = '' and capacities.starts_at < app_now() - make_interval(days => ${retention.quarterDays})`
}

/**
 * Predicate: the order has ended, or its pick-up was more than a day ago; a resident who leaves no longer waits for it.
 */
const over = sql<boolean>`(${ended} or ${pickup} < app_now() - ${durations.afterPickup}::interval)`

/** Detaches the orders of a resident who leaves, or of a deleted conversation: they stay in the sums. */
export async function stripOrdersOf(
  tx: Transaction,
  whose: { residentId: number } | { discussionIds: readonly string[] },
): Promise<void> {
  const theirs =
    'discussionIds' in whose
      ? sql`${over} and orders.discussion_id = any(${[...whose.discussionIds]}::uuid[])`
      : sql`${over} and orders.discussion_id in (select id from discussions where discussions.resident_id = ${whose.residentId})`
  await strip(tx, theirs)
  await run(tx)`
    update messages set order_id = null from orders
    where messages.order_id = orders.id and messages.discussion_id = orders.discussion_id and ${theirs}`
  await run(tx)`update orders set discussion_id = null where ${theirs}`
}

/** Who has a live order to come at these businesses, and when it would have been collected. */
export async function listOrderers(tx: Transaction, companyIds: readonly string[]) {
  return await rowsOf<{ userId: number; companyName: string; key: string; until: Date }>(tx)`
    select discussions.resident_id as "userId", companies.name as "companyName", 'order-' || orders.id as key, ${pickup} as until
    from orders join discussions on discussions.id = orders.discussion_id join companies on companies.id = orders.company_id
    where orders.company_id = any(${[...companyIds]}::uuid[]) and not ${ended} and ${pickup} > app_now()`
}

/** The last hour of a resident's orders still to come; undefined when none is. */
export async function findLastPickup(db: Db, residentId: number): Promise<Date | undefined> {
  const row = await rowOf<{ at: Date | null }>(db)`
    select max(${pickup}) as at from orders join discussions on discussions.id = orders.discussion_id
    where discussions.resident_id = ${residentId} and not ${over}`
  return row?.at ?? undefined
}

export const conversationsAtOnce = 200

/**
 * Deletes the next conversations past their retention, with messages and pictures; ended orders stay in the sums, and a live
 * order keeps its conversation. Returns how many were deleted.
 */
export async function forgetConversations(tx: Transaction): Promise<number> {
  const discussionIds = await columnOf<string>(tx)`
    select id from discussions
    where updated_at < app_now() - make_interval(months => ${retention.conversationMonths}) and not exists (
      select from orders where orders.discussion_id = discussions.id and not ${over})
    order by id limit ${conversationsAtOnce} for update skip locked`
  await stripOrdersOf(tx, { discussionIds })
  await run(tx)`delete from discussions where id = any(${discussionIds}::uuid[])`
  return discussionIds.length
}

/** Leaves of these orders the day, the state and the total: no name, content, photo, code nor history. */
async function strip(db: Db, which: Sql): Promise<void> {
  for (const table of ['order_events', 'order_proposals'])
    await run(db)`
      delete from ${sql.identifier(table)} as part using orders
      where part.company_id = orders.company_id and part.order_id = orders.id and ${which}`
  await run(db)`
    update orders set content = '', coupon_message = '', final_content = null, cancel_message = null, code = null,
      picture = null, customer_name = null, note = '', max_total_cents = null, final_pickup_at = null,
      pickup_at = date_trunc('day', ${pickup}, 'Europe/Paris')
    where ${which}`
}

import { durations } from '@parvis/domain/kernel/durations'
import type { OrderSide, StoredState } from '@parvis/domain/orders/order-states'
import { runQuery } from '@parvis/postgres'
import { changed, type Db, hasRow, run, type Transaction } from '../../db/database.ts'
import { elementsOf, prepared } from '../../db/prepared.ts'
import { type Sql, sql } from '../../db/sql.ts'

type StoredProposal = {
  id: number
  pickupAt: string
  content: string
  totalCents: number
  note: string
  expiresAt: string
}
export type OrderEvent = {
  at: string
  by: OrderSide | 'clock'
  what: string
  userId: number | null
  /** First name of who acted. */
  who: string | null
  fromState: StoredState | null
}

/** An order with its last proposal, its history, and what the person who reads it is to it. */
export type Order = {
  id: number
  companyId: string
  /** Null at the counter, and once its resident has left. */
  discussionId: string | null
  residentId: number | null
  firstName: string | null
  lastName: string | null
  isOwner: boolean
  isResident: boolean
  pickupAt: Date
  content: string
  couponMessage: string
  minOrderCents: number
  state: StoredState
  version: number
  code: string | null
  slotAt: Date | null
  picture: string | null
  flexible: boolean
  maxTotalCents: number | null
  expiresAt: Date | null
  seenAt: Date | null
  source: 'app' | 'site' | 'counter'
  customerName: string | null
  note: string
  finalPickupAt: Date | null
  finalContent: string | null
  totalCents: number | null
  cancelMessage: string | null
  proposal: StoredProposal | null
  events: OrderEvent[]
  /** How often this resident did not come to this shop in twelve months. */
  noShows: number
  now: Date
}

/** When it is collected: as agreed, or as asked until then. */
export const pickupMoment = ({ finalPickupAt, pickupAt }: Pick<Order, 'finalPickupAt' | 'pickupAt'>): Date =>
  finalPickupAt ?? pickupAt

/** The same of a row of `orders`. */
export const pickup = sql<Date>`coalesce(orders.final_pickup_at, orders.pickup_at)`

/** Whole orders, by pick-up time unless ordered otherwise. */
export function selectOrders(userId: number, where: Sql): Sql<Order> {
  return sql<Order>`
    select orders.id, orders.company_id as "companyId", orders.discussion_id as "discussionId",
      discussions.resident_id as "residentId", residents.first_name as "firstName", residents.last_name as "lastName",
      members.user_id is not null as "isOwner", coalesce(discussions.resident_id = ${userId}, false) as "isResident",
      orders.pickup_at as "pickupAt", orders.content, orders.coupon_message as "couponMessage",
      orders.min_order_cents as "minOrderCents", orders.state, orders.version, orders.code,
      orders.slot_at as "slotAt", orders.picture, orders.flexible, orders.max_total_cents as "maxTotalCents",
      orders.expires_at as "expiresAt", orders.seen_at as "seenAt", orders.source,
      orders.customer_name as "customerName", orders.note, orders.final_pickup_at as "finalPickupAt",
      orders.final_content as "finalContent", orders.total_cents as "totalCents",
      orders.cancel_message as "cancelMessage", app_now() as now,
      (select json_build_object('id', p.id, 'pickupAt', p.pickup_at, 'content', p.content, 'totalCents', p.total_cents,
          'note', p.note, 'expiresAt', p.expires_at)
        from order_proposals p where p.company_id = orders.company_id and p.order_id = orders.id
        order by p.id desc limit 1) as proposal,
      (select coalesce(json_agg(json_build_object('at', e.at, 'by', e.by, 'what', e.what, 'userId', e.user_id,
          'who', (select users.first_name from users where users.id = e.user_id),
          'fromState', e.from_state) order by e.id), '[]')
        from order_events e where e.company_id = orders.company_id and e.order_id = orders.id) as events,
      (select count(*)::int from orders past
        where past.discussion_id = orders.discussion_id and past.state = 'no_show'
          and coalesce(past.final_pickup_at, past.pickup_at) > app_now() - ${durations.noShows}::interval) as "noShows"
    from orders
    left join discussions on discussions.company_id = orders.company_id and discussions.id = orders.discussion_id
    left join users as residents on residents.id = discussions.resident_id
    left join members on members.company_id = orders.company_id and members.user_id = ${userId}
    ${where}`
}

/** The order and what the person is to it: the catalogue tells apart unknown (404) and not theirs (401). */
export async function findOrder(db: Db, userId: number, orderId: number): Promise<Order | undefined> {
  return (await orderOfId(db, { userId, orderId }))[0]
}

const orderOfId = prepared(({ userId, orderId }: { userId: number; orderId: number }) =>
  selectOrders(userId, sql`where orders.id = ${orderId}`),
)

/** Several of them, by id. */
export async function findOrders(db: Db, userId: number, ids: readonly number[]): Promise<Order[]> {
  const where = sql`where orders.id = any(${[...ids]}::bigint[]) order by orders.id`
  return await runQuery(db, selectOrders(userId, where))
}

/** The orders that this resident placed, newest first, or the one that is named: nobody else's, whatever they own. */
export async function listOrdersOf(db: Db, userId: number, orderId?: number): Promise<Order[]> {
  const named = orderId === undefined ? sql`` : sql`and orders.id = ${orderId}`
  const mine = sql`where discussions.resident_id = ${userId} ${named} order by orders.created_at desc, orders.id desc limit 200`
  return await runQuery(db, selectOrders(userId, mine))
}

/** Locks the rows of orders, by id, until the transaction ends: the first lock of each of their transactions (time-and-orders.md 4.3). */
export async function lockOrders(tx: Transaction, ids: readonly number[]): Promise<void> {
  await lockedOrders(tx, { ids })
}

const lockedOrders = prepared(
  ({ ids }: { ids: readonly number[] }) => sql`
    select orders.id from orders where orders.id = any(${elementsOf(ids, 'bigint')}) order by orders.id
    for no key update`,
)

/** Locks the rows of conversations, by id, the last lock: their messages are posted in the order they become readable. */
export const lockThreads = async (tx: Transaction, ids: readonly string[]) =>
  ids.length === 0 ? [] : await lockedThreads(tx, { ids })

const lockedThreads = prepared(
  ({ ids }: { ids: readonly string[] }) => sql`
    select discussions.id from discussions where discussions.id = any(${elementsOf(ids, 'uuid')}) order by discussions.id
    for no key update`,
)

/** The conversation of an order that the shop has handled counts as read, unless something else in it is unread. */
export async function clearUnreadOrder(tx: Transaction, discussionId: string, orderId: number): Promise<void> {
  await run(tx)`
    update discussions set company_unread = 0
    where discussions.id = ${discussionId} and discussions.company_unread > 0 and not exists (
      select from (
        select messages.order_id from messages
        where messages.discussion_id = discussions.id and not messages.from_company
        order by messages.id desc limit discussions.company_unread
      ) as unread where unread.order_id is distinct from ${orderId}
    )`
}

export type OrderColumns = {
  state: StoredState
  pickup_at?: Date
  content?: string
  final_pickup_at?: Date
  final_content?: string
  total_cents?: number
  cancel_message?: string
  code?: string | null
  /** The quarter of an hour whose place it holds. */
  slot_at: Date | null
  /** When a request or a proposal expires. */
  expires_at?: Date | null
  note?: string
}

/** One decision wins: the row changes only from the version it was read in. */
export async function changeOrder(
  tx: Transaction,
  { id, version }: Pick<Order, 'id' | 'version'>,
  change: OrderColumns,
): Promise<boolean> {
  return await hasRow(tx)`
    update orders set ${changed({ ...change, version: version + 1, decided_at: sql`app_now()` })}
    where orders.id = ${id} and orders.version = ${version} returning true`
}

export async function insertProposal(
  tx: Transaction,
  { companyId, id }: Order,
  proposal: { pickupAt: Date; content: string; totalCents: number; note: string; expiresAt: Date },
): Promise<void> {
  const { pickupAt, content, totalCents, note, expiresAt } = proposal
  await run(tx)`
    insert into order_proposals (company_id, order_id, pickup_at, content, total_cents, note, expires_at)
    values (${companyId}, ${id}, ${pickupAt}, ${content}, ${totalCents}, ${note}, ${expiresAt})`
}

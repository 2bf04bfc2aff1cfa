import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import type { OrderValidation } from '@parvis/domain/orders/order'
import { fullQuarterText } from '@parvis/domain/orders/order-messages.fr'
import { quarterOf } from '@parvis/domain/orders/order-settings'
import {
  isLive,
  isWaiting,
  type OrderAction,
  orderAfter,
  type StoredState,
  stateOf,
} from '@parvis/domain/orders/order-states'
import { type Refusal, refusal } from '@parvis/domain/refusals'
import { together } from '@parvis/postgres'
import { readNow, toDate } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyEach } from '../../db/notify.queries.ts'
import { give, listTaken, take, takeCode } from '../bookings/index.ts'
import { notifyMessage, wasWritten, writeMessage } from '../messages/index.ts'
import { notifyOfFact } from '../notices/index.ts'
import { freeInstead } from './choose-slot.ts'
import type { ShopRules } from './find-my-order.ts'
import { insertEvents } from './order-writes.queries.ts'
import {
  changeOrder,
  clearUnreadOrder,
  lockThreads,
  type Order,
  type OrderColumns,
  type OrderEvent,
  pickupMoment,
} from './orders.queries.ts'

export type OrderChange = {
  order: Order
  what: string
  by: OrderEvent['by']
  userId: number | null
  after: StoredState
  columns?: Omit<OrderColumns, 'state' | 'slot_at'>
  /** The pick-up whose quarter-hour the order now holds; absent, it keeps its own while it is live. */
  pickup?: Date | undefined
  /** No message: the change only shows on the screen. */
  text?: string | undefined
}

/** The capacity that binds the caller (null: none), and the settings that give the next free quarters. */
export type Bound = { capacity: number | null; rules: ShopRules; by?: 'shop' }

/** The next state of an order, or 409 with its present state. */
export function afterOrRefuse(order: Order, action: Exclude<OrderAction, 'undo'>): StoredState {
  const after = orderAfter(order, action)
  if (!after) throw alreadyProcessed(order)
  return after
}

function alreadyProcessed(order: Order): Refusal {
  return refusal('orders.already_processed', { details: { state: stateOf(order).state } })
}

/**
 * Changes orders whose rows this transaction holds: rows and history, then the places by time, then the conversations
 * by id with their messages, in the order of locks of time-and-orders.md 4.3. All or nothing, in one message: a refusal
 * rolls back what was written after it.
 */
export async function changeOrders(tx: Transaction, changes: readonly OrderChange[], bound?: Bound): Promise<void> {
  const told = changes.flatMap(toldOf).sort(byThread)
  const [areChanged, , full, , sent] = await together(tx, (db) => [
    Promise.all(changes.map((change) => changeOrder(db, change.order, columnsAfter(change)))),
    insertEvents(db, changes.map(eventOf)),
    moveCapacity(db, changes, bound),
    lockThreads(
      db,
      told.map(({ thread }) => thread.id),
    ),
    Promise.all(told.map(({ thread, message }) => writeMessage(db, thread.id, message))),
    ...told.flatMap(({ thread, change: { by, order } }) =>
      by === 'company' ? clearUnreadOrder(db, thread.id, order.id) : [],
    ),
  ])
  const stale = changes[areChanged.indexOf(false)]
  if (stale) throw alreadyProcessed(stale.order)
  if (full && bound) throw await slotFull(tx, full.companyId, full.startsAt, bound)
  for (const [at, { thread, message }] of told.entries()) await notifyMessage(tx, thread, message, wasWritten(sent[at]))
  for (const change of changes) await notifyShop(tx, change)
  await notifyEach(tx, changes.flatMap(noticesOf))
}

function columnsAfter({ order, after, columns, pickup }: OrderChange): OrderColumns {
  const ends = isWaiting({ state: after }) ? {} : { expires_at: null }
  return { ...ends, ...columns, state: after, slot_at: slotAfter(order, after, pickup) }
}

const eventOf = ({ order, by, what, userId }: OrderChange) => ({
  company_id: order.companyId,
  order_id: order.id,
  by,
  what,
  user_id: userId,
  from_state: order.state,
})

function slotAfter(order: Order, after: StoredState, pickup: Date | undefined): Date | null {
  if (!isLive({ state: after })) return null
  return pickup ? new Date(quarterOf(pickup.getTime())) : order.slotAt
}

/** Columns of an agreement, with the pick-up code. */
export async function finalColumns(tx: Transaction, { companyId }: Order, agreed: OrderValidation) {
  return {
    final_pickup_at: toDate(agreed.pickup),
    final_content: agreed.content,
    total_cents: agreed.totalCents,
    code: await takeCode(tx, companyId),
  }
}

/**
 * Takes and releases places in the order of their time, so that two orders that swap quarters cannot deadlock; answers the first quarter
 * that is full.
 */
async function moveCapacity(db: Transaction, changes: readonly OrderChange[], bound: Bound | undefined) {
  const moves = changes.flatMap(({ order, after, pickup }) => {
    const [from, to] = [order.slotAt, slotAfter(order, after, pickup)]
    if (from?.getTime() === to?.getTime()) return []
    const given = from ? [{ companyId: order.companyId, startsAt: from, takes: false }] : []
    const taken = to ? [{ companyId: order.companyId, startsAt: to, takes: true }] : []
    return [...given, ...taken]
  })
  moves.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  const areMoved = await Promise.all(
    moves.map(({ takes, ...key }) => (takes ? take(db, key, 1, bound?.capacity ?? null) : give(db, key, 1))),
  )
  return moves[areMoved.indexOf(false)]
}

/** 409 `SLOT_FULL` with the next three free quarters: a lost slot is reported, never replaced. */
export async function slotFull(tx: Transaction, companyId: string, at: Date, bound: Bound): Promise<Refusal> {
  const now = (await readNow(tx)).epochMilliseconds
  const asked = { wished: at.getTime(), now, sentence: 'Ce créneau vient d’être pris.' }
  const refused = await freeInstead(tx, companyId, bound.rules, asked)
  if (bound.by !== 'shop') return refusal('orders.slot_full', refused)
  const taken = (await listTaken(tx, companyId, at)).get(asked.wished) ?? 0
  return refusal('orders.slot_full', { ...refused, message: fullQuarterText(taken, bound.capacity ?? 0) })
}

/** Decisions that need no action of the resident wait for the morning; others ring at once (residents.md W-094). */
const waitsForMorning: readonly string[] = ['collected', 'no_show', 'expire', 'expired']

/** The message of a change to the resident's conversation. */
function toldOf(change: OrderChange) {
  const { order, by, what, text } = change
  const { discussionId: id, residentId, companyId } = order
  if (id === null || residentId === null || text === undefined) return []
  const decisionOf = waitsForMorning.includes(what) ? undefined : order.id
  const message = { fromCompany: by !== 'resident', byClock: by === 'clock', text, decisionOf }
  return [{ change, thread: { id, companyId, residentId }, message }]
}

function noticesOf({ order: { id, companyId, residentId } }: OrderChange) {
  const shop = `company:${companyId}` as const
  const resident = residentId === null ? [] : [`user:${residentId}` as const]
  return [
    { event: { topic: 'order', id }, to: [shop, ...resident] },
    // Withdraws the notice: nobody needs to hear any more that the order waits.
    { event: { topic: 'notice', id }, to: [shop] },
  ] as const
}

/** Announces to the shop what the resident did with an order, and its present state. */
async function notifyShop(tx: Transaction, { order, by, what, pickup, columns }: OrderChange): Promise<void> {
  if (by !== 'resident' || (what !== 'change' && what !== 'accept' && what !== 'withdraw')) return
  const pickupAt = pickup ?? columns?.final_pickup_at ?? pickupMoment(order)
  await notifyOfFact(tx, {
    companyId: order.companyId,
    kind: 'change',
    event: `order-${order.id}-${what}-${order.version}`,
    fact: {
      sentence: noticeTexts.change(what, pickupAt.getTime(), order.now.getTime()),
      path: order.discussionId ? `/messages?conversation=${order.discussionId}` : '/commandes',
    },
  })
}

type Told = ReturnType<typeof toldOf>[number]
const byThread = ({ thread: one }: Told, { thread: other }: Told): number => (one.id < other.id ? -1 : 1)

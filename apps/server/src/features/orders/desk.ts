import type { Query } from '@parvis/domain/kernel/contract'
import { toCsvFile } from '@parvis/domain/kernel/csv'
import { boundsOfDays, dateOfDay, dayNumberOf, parisDayNumber } from '@parvis/domain/kernel/paris-days'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import type { orderDeskContract } from '@parvis/domain/orders/order-desk.contract'
import { deskStateWord, expiredOrderText, stepTexts } from '@parvis/domain/orders/order-messages.fr'
import { isToCollect, stateOf } from '@parvis/domain/orders/order-states'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { readNow } from '../../db/clock.ts'
import { notifyEach } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import type { PeriodicTask } from '../../jobs/job.ts'
import { afterOrRefuse, changeOrders } from './change-orders.ts'
import {
  conversationsAtOnce,
  findByCode,
  forgetConversations,
  forgetOldOrders,
  listEnded,
  listPage,
  listUnclosed,
  lockExpired,
  markSeen,
  ordersOfPage,
  type PageEnd,
  selectCounts,
  sumCollected,
} from './desk.queries.ts'
import { findOrder, findOrders, lockOrders, type Order, pickupMoment } from './orders.queries.ts'
import { presentMyOrder, presentOrder } from './present-order.ts'
import { orderReminders } from './remind-residents.ts'

/** An owner at their desk. */
export type AtDesk = { companyId: string; userId: number }

/** A page of a view by pick-up time, where the next one begins, and how many wait in each view. */
export async function listOrders(
  { db, config }: Dependencies,
  { companyId, userId }: AtDesk,
  typed: Query<typeof orderDeskContract.listOrders>,
) {
  const [counted] = await selectCounts(db, { id: companyId })
  if (!counted) throw new Error('an aggregate has a row')
  const { now, ...counts } = counted
  const today = boundsOfDays(parisDayNumber(now.getTime()))
  const day = typed.day === undefined ? undefined : boundsOfDays(dayNumberOf(typed.day))
  const asked = { companyId, userId, view: typed.view, day, today, search: typed.q?.trim() ?? '' }
  const rows = await listPage(db, { ...asked, after: readPageEnd(typed.before) })
  const page = rows.slice(0, ordersOfPage)
  const last = rows.length > page.length ? page.at(-1) : undefined
  return {
    orders: page.map((order) => presentOrder(config, order, { side: 'company', userId, withdrawableUntil: 0 })),
    next: last ? `${pickupMoment(last).getTime()}-${last.id}` : null,
    counts,
  }
}

/** Where the former page ended; what no page gave is refused. */
function readPageEnd(before: string | undefined): PageEnd | undefined {
  const [, at, id] = /^(\d{1,14})-(\d{1,16})$/.exec(before ?? '') ?? []
  const end = at && id && Number.isSafeInteger(Number(id)) ? { at: Number(at), id: Number(id) } : undefined
  refuseFields(before && !end ? { before: 'invalid' } : {})
  return end
}

/** Seen on one device, the others fall silent. */
export async function seeOrders({ db }: Dependencies, companyId: string, ids: readonly number[]) {
  await transaction(db, async (tx) => {
    const seen = await markSeen(tx, companyId, ids)
    const told = seen.flatMap((id) => [{ topic: 'order', id } as const, { topic: 'notice', id } as const])
    await notifyEach(
      tx,
      told.map((event) => ({ event, to: [`company:${companyId}`] as const })),
    )
  })
}

/** Rate limit of codes per shop: a counter types one in two seconds. */
const codeLimit = { name: 'order-codes', max: 30, seconds: 60 }

/** Closes the order whose code was typed at the counter. */
export async function collectByCode(deps: Dependencies, { companyId, userId }: AtDesk, code: string) {
  await countAgainstLimit(deps.db, deps.config, codeLimit, `company:${companyId}`)
  return await transaction(deps.db, async (tx) => {
    const orderId = /^\d{4}$/.test(code.trim()) ? await findByCode(tx, companyId, code.trim()) : undefined
    if (orderId === undefined) throw refusal('orders.code_unknown')
    await lockOrders(tx, [orderId])
    const order = await findOrder(tx, userId, orderId)
    if (!order) throw refusal('orders.code_unknown')
    await changeOrders(tx, [collected(order, userId)])
    return await presentMyOrder(deps, tx, { userId, orderId }, ['company'])
  })
}

function collected(order: Order, userId: number) {
  const after = afterOrRefuse(order, 'collected')
  return { order, what: 'collected', by: 'company', userId, after, text: stepTexts.collected } as const
}

/** « Tout est retiré »: the orders of a day whose time has passed, at once. */
export async function closeDay({ db }: Dependencies, { companyId, userId }: AtDesk, day: string) {
  return await transaction(db, async (tx) => {
    const ids = await listUnclosed(tx, companyId, boundsOfDays(dayNumberOf(day)))
    if (ids.length === 0) return { closed: 0 }
    await lockOrders(tx, ids)
    // A concurrent call has closed it already.
    const open = (await findOrders(tx, userId, ids)).filter(isToCollect)
    if (open.length > 0)
      await changeOrders(
        tx,
        open.map((order) => collected(order, userId)),
      )
    return { closed: open.length }
  })
}

type Period = Query<typeof orderDeskContract.exportOrders>
const usualDays = 30

/** Both days included; the last 30 days unless said otherwise. */
async function periodOf({ db }: Dependencies, { from, to }: Period) {
  const last = to === undefined ? parisDayNumber((await readNow(db)).epochMilliseconds) : dayNumberOf(to)
  const first = from === undefined ? last - usualDays : dayNumberOf(from)
  return { ...boundsOfDays(first, last), first, last }
}

/** Turnover of collected orders, by day, week or month of pick-up. */
export async function readTotals(
  deps: Dependencies,
  companyId: string,
  { by, ...typed }: Query<typeof orderDeskContract.readTotals>,
) {
  return await sumCollected(deps.db, companyId, { ...(await periodOf(deps, typed)), by })
}

const headings = ['Retrait', 'État', 'Prénom', 'Commande', 'Total', 'Code', 'Source']

/** The ended orders as CSV; no cell begins like a formula. */
export async function exportOrders(deps: Dependencies, { companyId, userId }: AtDesk, typed: Period) {
  const period = await periodOf(deps, typed)
  const rows = (await listEnded(deps.db, { companyId, userId, ...period })).map((order) => {
    const shown = presentOrder(deps.config, order, { side: 'company', userId, withdrawableUntil: 0 })
    return [
      writeParisIso(pickupMoment(order)).slice(0, 16).replace('T', ' '),
      deskStateWord(stateOf(order)),
      shown.customer?.name ?? '',
      shown.finalOrderContent ?? shown.customerOrderContent ?? '',
      shown.total === null ? '' : shown.total.toFixed(2).replace('.', ','),
      shown.code ?? '',
      shown.source,
    ]
  })
  const name = `commandes-${dateOfDay(period.first)}-${dateOfDay(period.last)}.csv`
  return { name, text: toCsvFile([headings, ...rows]) }
}

/** Periodic task: expires requests and proposals without an answer and frees their places; both sides read why. */
async function expireOrders({ db }: Dependencies): Promise<void> {
  await transaction(db, async (tx) => {
    const ids = await lockExpired(tx)
    if (ids.length === 0) return
    const due = await findOrders(tx, 0, ids)
    await changeOrders(
      tx,
      due.map(
        (order) =>
          ({ order, what: 'expire', by: 'clock', userId: null, after: 'expired', text: expiredOrderText }) as const,
      ),
    )
  })
}

async function forgetQuietConversations({ db }: Dependencies): Promise<void> {
  while ((await transaction(db, forgetConversations)) === conversationsAtOnce);
}

/** Periodic work on orders and on the conversations that hold them. */
export const orderTasks: readonly PeriodicTask[] = [
  { name: 'expire-orders', everySeconds: 5, run: expireOrders },
  orderReminders,
  { name: 'forget-old-orders', everySeconds: 3_600, run: ({ db }) => forgetOldOrders(db) },
  { name: 'forget-conversations', everySeconds: 600, run: forgetQuietConversations },
]

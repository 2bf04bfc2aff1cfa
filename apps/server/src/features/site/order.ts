import { isDayType } from '@parvis/domain/company/day-type'
import { weekLines } from '@parvis/domain/company/opening-hours'
import { parisDay, writeParisIso } from '@parvis/domain/kernel/paris-time'
import { promiseOf, stateOf } from '@parvis/domain/orders/order-states'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { Temporal } from 'temporal-polyfill'
import { readNow } from '../../db/clock.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findDiscussion, postMessage, wireStatus } from '../messages/index.ts'
import { placeOrder } from '../orders/index.ts'
import { businessPath, residentHome } from './addresses.ts'
import { findBusiness, listBusinessesById, type SiteBusiness } from './businesses.queries.ts'
import { checkFirstName } from './read-me.ts'
import { addAct, findResident, keepFirstTown, saveFirstName } from './residents.queries.ts'
import { takesOrders } from './show-business.ts'
import { listResidentOrders, type SiteOrderRow, withdrawPending } from './talk.queries.ts'

export type SiteOrdering = {
  userId: number
  companyId: string
  pickupDateTime: string
  orderContent: string
  firstName: string | undefined
}

/** Orders by the use case of the app, with a first name, which is asked once (W-050, W-062). */
export async function orderFromSite(deps: Dependencies, { userId, companyId, firstName, ...typed }: SiteOrdering) {
  const name = firstName === undefined ? '' : checkFirstName(firstName)
  const known = name || (await findResident(deps.db, userId))?.firstName
  if (!known) refuseFields({ firstName: 'required' })
  if (!(await findBusiness(deps.db, companyId))) throw refusal('request.not_found')
  if (name) await transaction(deps.db, (tx) => saveFirstName(tx, userId, name))
  const placed = await placeOrder(deps, { userId, companyId, typed: { ...typed, couponMessage: '', minOrder: '' } })
  await transaction(deps.db, async (tx) => {
    await addAct(tx, { companyId, instantId: 0, act: 'order', source: 'direct' })
    await keepFirstTown(tx, userId, companyId)
  })
  return { ...placed, state: 'asked' as const, promise: promiseOf({ state: 'asked', cancelledBy: null }) }
}

export async function listSiteOrders(deps: Dependencies, userId: number) {
  const rows = await listResidentOrders(deps.db, userId)
  const businesses = await listBusinessesById(deps.db, [...new Set(rows.map(({ companyId }) => companyId))])
  return rows.map((row) =>
    presentOrder(
      deps,
      row,
      businesses.find(({ id }) => id === row.companyId),
    ),
  )
}

export async function readSiteOrder(deps: Dependencies, userId: number, orderId: number) {
  const [row] = await listResidentOrders(deps.db, userId, orderId)
  if (!row) throw refusal('orders.not_found')
  return presentOrder(deps, row, await findBusiness(deps.db, row.companyId))
}

function presentOrder({ config }: Dependencies, row: SiteOrderRow, business: SiteBusiness | undefined) {
  const { state, cancelledBy } = stateOf(row)
  return {
    id: row.id,
    state,
    promise: promiseOf({ state, cancelledBy }),
    customerPickupDateTime: writeParisIso(row.pickupAt),
    customerOrderContent: row.content,
    ...wireStatus(row.status),
    total: row.totalCents === null ? null : row.totalCents / 100,
    discussionId: row.discussionId,
    finalPickupDateTime: row.finalPickupAt && writeParisIso(row.finalPickupAt),
    finalOrderContent: row.finalContent,
    cancelMessage: row.cancelMessage,
    allowed: state === 'asked' ? ['withdraw'] : [],
    company: {
      companyId: row.companyId,
      name: business?.name ?? '',
      url: business ? `${residentHome(config)}${businessPath(business)}` : '',
    },
  }
}

/** Withdraws an order that is not answered; the shop reads it in the thread (W-052). */
export async function withdrawOrder(deps: Dependencies, userId: number, orderId: number) {
  await transaction(deps.db, async (tx) => {
    const [row] = await listResidentOrders(tx, userId, orderId)
    if (!row) throw refusal('orders.not_found')
    const discussion = await findDiscussion(tx, userId, row.discussionId, { lock: true, asResident: true })
    if (!discussion || !(await withdrawPending(tx, orderId))) throw refusal('orders.already_processed')
    await postMessage(tx, discussion, { fromCompany: false, text: 'Annulée par le client' })
    await notifyLive(tx, { topic: 'order', id: orderId }, [`company:${row.companyId}`, `user:${userId}`])
  })
  return await readSiteOrder(deps, userId, orderId)
}

const preparationMinutes = 30
const horizonDays = 14
const quarter = 15

/**
 * The quarters of an hour that lie whole inside the opening hours, from the first one that leaves the preparation: what
 * Q-019 offers with slots off. One place, for the engine of the hours and the slots to take over.
 */
export async function pickupSlots(deps: Dependencies, companyId: string, days = horizonDays) {
  const business = await findBusiness(deps.db, companyId)
  if (!business) throw refusal('request.not_found')
  if (!takesOrders(business)) throw refusal('orders.cac_not_available')
  const now = await readNow(deps.db)
  return { days: quartersOf(business, now, days) }
}

export function quartersOf(business: SiteBusiness, now: Temporal.Instant, days: number) {
  const hours = business.openHours.flatMap(({ type, ...entry }) =>
    isDayType(type) ? [{ ...entry, dayType: type }] : [],
  )
  const week = weekLines(hours)
  const first = now.epochMilliseconds + preparationMinutes * 60_000
  return Array.from({ length: days }, (_, at) => parisDay(now).add({ days: at })).flatMap((day) => {
    const slots = (week.find((line) => line.day === day.dayOfWeek)?.slots ?? []).flatMap(({ start, end }) => {
      const from = Math.ceil(start / quarter) * quarter
      const count = Math.max(0, Math.floor((end - from) / quarter))
      return Array.from({ length: count }, (_, n) => {
        const [opens, closes] = [from + n * quarter, from + (n + 1) * quarter].map((minutes) =>
          day.toPlainDateTime().add({ minutes }).toZonedDateTime('Europe/Paris').toInstant(),
        )
        return opens && closes ? [{ start: opens, end: closes }] : []
      }).flat()
    })
    const offered = slots.filter(({ start }) => start.epochMilliseconds >= first)
    if (offered.length === 0) return []
    return [
      {
        day: day.toString(),
        slots: offered.map(({ start, end }) => ({ start: writeParisIso(start), end: writeParisIso(end) })),
      },
    ]
  })
}

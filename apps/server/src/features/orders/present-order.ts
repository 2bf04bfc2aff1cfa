import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { displayName } from '@parvis/domain/kernel/person'
import { lastMoment } from '@parvis/domain/orders/order-settings'
import {
  actionsOf,
  canUndo,
  isWaiting,
  type OrderAction,
  type OrderSide,
  promiseOf,
  stateOf,
  statusOf,
} from '@parvis/domain/orders/order-states'
import type { OrderAnswer } from '@parvis/domain/orders/orders.contract'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { privateMediaUrl } from '../../pictures/picture-store.ts'
import { findMyOrder, type OrderReader, rulesOf } from './find-my-order.ts'
import { type Order, pickupMoment } from './orders.queries.ts'

/** The order as it stands now, for the side that asks. */
export async function presentMyOrder(
  deps: Dependencies,
  db: Db,
  reader: OrderReader,
  sides: readonly OrderSide[],
): Promise<OrderAnswer> {
  const { order, side } = await findMyOrder(db, reader, sides)
  return presentOrder(deps.config, order, await viewOf(db, order, side, reader.userId))
}

/** The side that reads the order, and until when an accepted order may be withdrawn, in epoch milliseconds. */
export type OrderViewer = { side: OrderSide; userId: number; withdrawableUntil: number }

export async function viewOf(db: Db, order: Order, side: OrderSide, userId: number): Promise<OrderViewer> {
  if (side === 'company' || stateOf(order).state !== 'accepted') return { side, userId, withdrawableUntil: 0 }
  const { plan, settings } = await rulesOf(db, order.companyId)
  return { side, userId, withdrawableUntil: lastMoment(plan, settings, pickupMoment(order).getTime()) }
}

export function presentOrder(config: Config, order: Order, viewer: OrderViewer): OrderAnswer {
  const isCompany = viewer.side === 'company'
  const said = stateOf(order)
  // An order whose resident has left, or past its retention, shows only the day, the state and the total.
  const isStripped = order.content === ''
  return {
    id: order.id,
    customerPickupDateTime: writeParisIso(order.pickupAt),
    customerOrderContent: order.content || null,
    couponMessage: order.couponMessage,
    minOrder: order.minOrderCents / 100,
    ...statusOf(order),
    ...said,
    version: order.version,
    allowed: isStripped ? [] : allowedTo(order, viewer),
    proposal: presentProposal(order),
    expiresAt: isWaiting(order) ? momentOf(order.expiresAt) : null,
    slot: momentOf(order.slotAt),
    picture: order.picture && privateMediaUrl(config, order.picture, order.now.getTime()),
    flexible: order.flexible,
    maxTotal: isCompany ? null : eurosOf(order.maxTotalCents),
    code: order.code,
    customer: isCompany && !isStripped ? { name: customerName(order), noShows: order.noShows } : null,
    source: order.source,
    note: order.note,
    seenAt: isCompany ? momentOf(order.seenAt) : null,
    // Who of the team acted is for the team.
    history: order.events.map(({ at, by, what, who }) => ({
      at: writeParisIso(new Date(at)),
      by,
      what,
      ...(isCompany && { who: by === 'company' ? who : null }),
    })),
    promise: promiseOf(said),
    total: eurosOf(order.totalCents),
    discussionId: order.discussionId,
    finalPickupDateTime: momentOf(order.finalPickupAt),
    finalOrderContent: order.finalContent,
    cancelMessage: order.cancelMessage,
  }
}

/** The proposal on the table; null when there is none. */
export function presentProposal({ proposal, ...order }: Order): OrderAnswer['proposal'] {
  if (!proposal || stateOf(order).state !== 'proposed') return null
  return {
    id: proposal.id,
    by: 'company',
    pickupDateTime: writeParisIso(new Date(proposal.pickupAt)),
    orderContent: proposal.content,
    total: proposal.totalCents / 100,
    note: proposal.note,
    expiresAt: writeParisIso(new Date(proposal.expiresAt)),
  }
}

/** The actions that the server allows to that side now. */
function allowedTo(order: Order, { side, userId, withdrawableUntil }: OrderViewer): OrderAction[] {
  const now = order.now.getTime()
  const isAccepted = stateOf(order).state === 'accepted'
  const allowed = actionsOf(order, side).filter(
    (action) => action !== 'withdraw' || !isAccepted || now < withdrawableUntil,
  )
  return side === 'company' && mayUndo(order, userId) ? [...allowed, 'undo'] : allowed
}

export function mayUndo({ events, now }: Order, userId: number): boolean {
  const last = events.at(-1)
  return canUndo(last && { ...last, at: Date.parse(last.at) }, userId, now.getTime())
}

function customerName({ customerName, firstName, lastName }: Order): string {
  return customerName ?? displayName(firstName, lastName)
}

const eurosOf = (cents: number | null): number | null => (cents === null ? null : cents / 100)
const momentOf = (moment: Date | null): string | null => moment && writeParisIso(moment)

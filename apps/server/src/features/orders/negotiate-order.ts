import type { Body } from '@parvis/domain/kernel/contract'
import { parisDayNumber } from '@parvis/domain/kernel/paris-days'
import { checkNewOrder, checkProposal, isAgreedBeforehand } from '@parvis/domain/orders/order'
import {
  agreedOrderText,
  changedOrderText,
  proposedOrderText,
  validatedOrderText,
  withdrawnOrderText,
} from '@parvis/domain/orders/order-messages.fr'
import { lastMoment, proposalExpiry, requestExpiry } from '@parvis/domain/orders/order-settings'
import { type OrderSide, stateOf } from '@parvis/domain/orders/order-states'
import type { Changing, ordersContract } from '@parvis/domain/orders/orders.contract'
import { type Refusal, refusal, refuseFields, valueOrRefuse } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { Temporal } from 'temporal-polyfill'
import { momentAt, toDate, toInstant } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { afterOrRefuse, changeOrders, finalColumns } from './change-orders.ts'
import { refuseSlot } from './choose-slot.ts'
import { lockMyOrder, type OrderReader, rulesOf } from './find-my-order.ts'
import { insertProposal, type Order, pickupMoment } from './orders.queries.ts'
import { refuseFourth, slotCapacity } from './place-order.ts'
import { presentMyOrder, presentProposal } from './present-order.ts'

/** 409 `ORDER_CHANGED`, with the proposal that stands now, if one does (Q-006, time-and-orders.md 17.11). */
function orderChanged(order: Order): Refusal {
  return refusal('orders.changed', { details: { proposal: presentProposal(order), version: order.version } })
}

/**
 * Proposes another time, content or price; a new proposal replaces the last. What the resident agreed to beforehand
 * by a ceiling is accepted at once. A full quarter is refused until the shop says that it passes it.
 */
export async function proposeOrder(
  deps: Dependencies,
  reader: OrderReader,
  typed: Body<typeof ordersContract.proposeOrder>,
) {
  return await transaction(deps.db, async (tx) => {
    const { order } = await lockMyOrder(tx, reader, ['company'])
    const after = afterOrRefuse(order, 'propose')
    const now = toInstant(order.now)
    const checked = checkProposal(typed, now)
    const isVersioned = typed.version !== undefined
    const value = valueOrRefuse(isVersioned ? checked : { errors: { version: 'invalid', ...checked.errors } })
    if (typed.version !== order.version) throw orderChanged(order)

    const rules = await rulesOf(tx, order.companyId)
    const expiresAt =
      value.expiresAt ??
      momentAt(proposalExpiry(rules.plan, rules.settings, value.pickup.epochMilliseconds, now.epochMilliseconds))
    const proposal = { ...value, expiresAt }
    const pickup = toDate(value.pickup)
    await insertProposal(tx, order, { ...value, pickupAt: pickup, expiresAt: toDate(expiresAt) })
    const bound = { capacity: typed.overCapacity ? null : slotCapacity(rules.settings), rules, by: 'shop' } as const
    const change = { order, what: 'propose', by: 'company', userId: reader.userId, pickup } as const
    const asked = { pickup: order.pickupAt.getTime(), content: order.content, maxTotalCents: order.maxTotalCents }
    if (isAgreedBeforehand(asked, value)) {
      const text = validatedOrderText(value)
      const columns = await finalColumns(tx, order, value)
      await changeOrders(tx, [{ ...change, after: afterOrRefuse(order, 'validate'), columns, text }], bound)
    } else {
      const text = proposedOrderText(proposal, now)
      await changeOrders(tx, [{ ...change, after, columns: { expires_at: toDate(expiresAt) }, text }], bound)
    }
    return await presentMyOrder(deps, tx, reader, ['company'])
  })
}

/** Agrees to the proposal that was read; one that was replaced or withdrawn by a change is not. */
export async function acceptOrder(deps: Dependencies, reader: OrderReader, proposalId: number | undefined) {
  return await transaction(deps.db, async (tx) => {
    const { order, side } = await lockMyOrder(tx, reader, ['resident', 'company'])
    const { proposal } = order
    const isOfOrder = proposal !== null && proposalId !== undefined
    if (stateOf(order).state === 'asked' && isOfOrder) throw orderChanged(order)
    const after = afterOrRefuse(order, 'accept')
    if (proposalId === undefined) refuseFields({ proposalId: 'invalid' })
    if (!proposal || proposal.id !== proposalId) throw orderChanged(order)

    const agreed = { ...proposal, pickup: Temporal.Instant.from(proposal.pickupAt) }
    const columns = { ...(await finalColumns(tx, order, agreed)), note: proposal.note }
    const text = side === 'resident' ? agreedOrderText(agreed) : validatedOrderText(agreed)
    await changeOrders(tx, [
      { order, what: 'accept', by: side, userId: reader.userId, after, columns, pickup: toDate(agreed.pickup), text },
    ])
    return await presentMyOrder(deps, tx, reader, ['resident', 'company'])
  })
}

const forResident: readonly OrderSide[] = ['resident']

/**
 * Changes the time or the content of a request: what was proposed meanwhile is off the table (time-and-orders.md 4.1). A change of
 * nothing is none.
 */
export async function changeRequest(deps: Dependencies, reader: OrderReader, typed: Changing) {
  return await transaction(deps.db, async (tx) => {
    const { order } = await lockMyOrder(tx, reader, forResident)
    const after = afterOrRefuse(order, 'change')
    const now = toInstant(order.now)
    const wanted = readChange(order, typed, now)
    const pickup = wanted.pickup.epochMilliseconds
    const isMoved = pickup !== order.pickupAt.getTime()
    if (!isMoved && wanted.content === order.content) return await presentMyOrder(deps, tx, reader, forResident)
    const rules = await rulesOf(tx, order.companyId)
    const field = typed.slot ? 'slot' : 'pickupDateTime'
    if (isMoved) await refuseSlot(tx, order.companyId, rules, { pickup, now, field })

    const { plan, settings } = rules
    const columns = {
      pickup_at: toDate(wanted.pickup),
      content: wanted.content,
      expires_at: new Date(requestExpiry(plan, settings, pickup, now.epochMilliseconds)),
    }
    const text = changedOrderText(wanted)
    const bound = { capacity: slotCapacity(settings), rules }
    const change = { order, what: 'change', by: 'resident', userId: reader.userId, after, columns, text } as const
    await changeOrders(tx, [{ ...change, pickup: columns.pickup_at }], bound)
    if (order.discussionId && parisDayNumber(pickup) !== parisDayNumber(order.pickupAt.getTime()))
      await refuseFourth(tx, { ...order, discussionId: order.discussionId }, settings, pickup)
    return await presentMyOrder(deps, tx, reader, forResident)
  })
}

/** Fields left out stay; 409 when the request has changed since it was read. */
function readChange(order: Order, typed: Changing, now: Temporal.Instant) {
  if (typed.version === undefined) refuseFields({ version: 'invalid' })
  if (typed.version !== order.version) throw orderChanged(order)
  const wish = {
    pickupDateTime: typed.pickupDateTime || order.pickupAt.toISOString(),
    slot: typed.slot,
    orderContent: typed.orderContent || order.content,
  }
  return valueOrRefuse(checkNewOrder(wish, now))
}

/** Withdraws a request, or an accepted order while its preparation has not begun. */
export async function withdrawOrder(deps: Dependencies, reader: OrderReader) {
  return await transaction(deps.db, async (tx) => {
    const { order } = await lockMyOrder(tx, reader, forResident)
    const { state } = stateOf(order)
    if (state === 'preparing' || state === 'ready') throw refusal('orders.too_late')
    const after = afterOrRefuse(order, 'withdraw')
    if (state === 'accepted') {
      const { plan, settings } = await rulesOf(tx, order.companyId)
      const last = lastMoment(plan, settings, pickupMoment(order).getTime())
      if (order.now.getTime() >= last) throw refusal('orders.too_late')
    }
    const text = withdrawnOrderText
    const change = { order, what: 'withdraw', by: 'resident', userId: reader.userId, after, text } as const
    await changeOrders(tx, [{ ...change, columns: { cancel_message: '' } }])
    return await presentMyOrder(deps, tx, reader, forResident)
  })
}

import { checkOrderReason, checkValidation, type TypedValidation } from '@parvis/domain/orders/order'
import {
  cancelledOrderText,
  revokedOrderText,
  stepTexts,
  undoneTexts,
  validatedOrderText,
} from '@parvis/domain/orders/order-messages.fr'
import { isLive } from '@parvis/domain/orders/order-states'
import { refusal, refuseFields, valueOrRefuse } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { toDate, toInstant } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { takeCode } from '../bookings/index.ts'
import { afterOrRefuse, changeOrders, finalColumns } from './change-orders.ts'
import { lockMyOrder, type OrderReader } from './find-my-order.ts'
import { pickupMoment } from './orders.queries.ts'
import { mayUndo, presentMyOrder } from './present-order.ts'

export type Step = keyof typeof stepTexts | 'preparing'

/** Accepts a request for good: time, content and total are required; the place moves with the time. */
export async function validateOrder({ db }: Dependencies, reader: OrderReader, typed: TypedValidation) {
  return await transaction(db, async (tx) => {
    const { order } = await lockMyOrder(tx, reader, ['company'])
    const value = valueOrRefuse(checkValidation(typed, toInstant(order.now)))
    const after = afterOrRefuse(order, 'validate')
    const pickup = toDate(value.pickup)
    const columns = await finalColumns(tx, order, value)
    const text = validatedOrderText(value)
    await changeOrders(tx, [
      { order, what: 'validate', by: 'company', userId: reader.userId, after, columns, pickup, text },
    ])
    return { discussionId: order.discussionId ?? '' }
  })
}

/** Refuses a request, with a reason. */
export async function cancelOrder({ db }: Dependencies, reader: OrderReader, cancelMessage: string) {
  return await transaction(db, async (tx) => {
    const { order } = await lockMyOrder(tx, reader, ['company'])
    refuseFields(checkOrderReason('cancelMessage', cancelMessage))
    const after = afterOrRefuse(order, 'refuse')
    const text = cancelledOrderText(cancelMessage, order.content)
    const columns = { cancel_message: cancelMessage }
    await changeOrders(tx, [{ order, what: 'refuse', by: 'company', userId: reader.userId, after, columns, text }])
    return { discussionId: order.discussionId ?? '' }
  })
}

const actions = { preparing: 'start', ready: 'ready', collected: 'collected', not_collected: 'no_show' } as const

/** Says what became of an accepted order: being prepared (live only), ready, collected, not collected. */
export async function followUpOrder({ db }: Dependencies, reader: OrderReader, step: Step | undefined) {
  return await transaction(db, async (tx) => {
    const { order } = await lockMyOrder(tx, reader, ['company'])
    if (!step) throw refusal('request.validation', { fields: { step: 'invalid' } })
    const what = actions[step]
    const after = afterOrRefuse(order, what)
    const text = step === 'preparing' ? undefined : stepTexts[step]
    await changeOrders(tx, [{ order, what, by: 'company', userId: reader.userId, after, text }])
    return { discussionId: order.discussionId }
  })
}

/** Calls an accepted order off, with a reason. */
export async function revokeOrder(deps: Dependencies, reader: OrderReader, reason: string) {
  return await transaction(deps.db, async (tx) => {
    const { order } = await lockMyOrder(tx, reader, ['company'])
    const after = afterOrRefuse(order, 'revoke')
    refuseFields(checkOrderReason('reason', reason))
    const text = revokedOrderText(reason, order.finalContent ?? order.content)
    const columns = { cancel_message: reason }
    await changeOrders(tx, [{ order, what: 'revoke', by: 'company', userId: reader.userId, after, columns, text }])
    return await presentMyOrder(deps, tx, reader, ['company'])
  })
}

/** Takes back the last step, by the person who made it, within a minute; a message that was sent is corrected. */
export async function undoOrder(deps: Dependencies, reader: OrderReader) {
  return await transaction(deps.db, async (tx) => {
    const { order } = await lockMyOrder(tx, reader, ['company'])
    const last = order.events.at(-1)
    if (!last?.fromState || !mayUndo(order, reader.userId)) throw refusal('orders.undo_too_late')
    const change = { order, what: 'undo', by: 'company', userId: reader.userId, after: last.fromState } as const
    // A newer live order may have its digits: the code is drawn again.
    const code = isLive(order) ? order.code : await takeCode(tx, order.companyId, order.code)
    await changeOrders(tx, [
      { ...change, columns: { code }, pickup: pickupMoment(order), text: undoneTexts[last.what] },
    ])
    return await presentMyOrder(deps, tx, reader, ['company'])
  })
}

import { checkCancellation, checkValidation, type TypedValidation } from '@parvis/domain/orders/order'
import { cancelledOrderText, stepTexts, validatedOrderText } from '@parvis/domain/orders/order-messages.fr'
import { type OrderAction, orderAfter } from '@parvis/domain/orders/order-states'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { readNow, toDate } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { postMessage } from '../messages/index.ts'
import { findMyOrder } from './find-my-order.ts'
import { changeOrder, type Order, type OrderChange } from './orders.queries.ts'

export type Decision = { userId: number; orderId: number }
export type Step = keyof typeof stepTexts

/** Accepts a pending order: time, content and total are required (O-008 to O-012). */
export async function validateOrder({ db }: Dependencies, decision: Decision, typed: TypedValidation) {
  return await transaction(db, async (tx) => {
    const order = await findMyOrder(tx, decision.userId, decision.orderId)
    const { errors, value } = checkValidation(typed, await readNow(tx))
    refuseFields(errors)
    if (!value) throw new Error('a validation without errors has a value')
    const final = {
      final_pickup_at: toDate(value.pickup),
      final_content: value.content,
      total_cents: value.totalCents,
    }
    return await change(tx, order, 'validate', final, validatedOrderText(value))
  })
}

/** Refuses a pending order, with a reason (O-013, O-014). */
export async function cancelOrder({ db }: Dependencies, decision: Decision, cancelMessage: string) {
  return await transaction(db, async (tx) => {
    const order = await findMyOrder(tx, decision.userId, decision.orderId)
    refuseFields(checkCancellation({ cancelMessage }))
    const text = cancelledOrderText(cancelMessage, order.content)
    return await change(tx, order, 'refuse', { cancel_message: cancelMessage }, text)
  })
}

/** Says what became of a validated order: ready, collected, not collected. */
export async function followUpOrder({ db }: Dependencies, decision: Decision, step: Step | undefined) {
  return await transaction(db, async (tx) => {
    const order = await findMyOrder(tx, decision.userId, decision.orderId)
    if (!step) throw refusal('request.validation', { fields: { step: 'invalid' } })
    const action = step === 'not_collected' ? 'no_show' : step
    return await change(tx, order, action, {}, stepTexts[step])
  })
}

/** One of two simultaneous decisions changes the row, and only that one tells the resident (T21). */
async function change(
  tx: Transaction,
  { id, status: from, phase, discussionId, companyId, residentId }: Order,
  action: Exclude<OrderAction, 'undo'>,
  final: Omit<OrderChange, 'status' | 'phase'>,
  text: string,
) {
  const after = orderAfter({ status: from, phase }, action)
  if (!after || !(await changeOrder(tx, id, from, { ...final, ...after }))) throw refusal('orders.already_processed')
  await postMessage(tx, { id: discussionId, companyId, residentId }, { fromCompany: true, text })
  await notifyLive(tx, { topic: 'order', id }, [`company:${companyId}`, `user:${residentId}`])
  return { discussionId }
}

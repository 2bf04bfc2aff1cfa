import { randomBytes } from 'node:crypto'
import { checkNewOrder, type TypedOrder } from '@parvis/domain/orders/order'
import { placedOrderText } from '@parvis/domain/orders/order-messages.fr'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { limitsOf } from '@parvis/domain/subscription/plan-limits'
import { readNow, toDate } from '../../db/clock.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { takeTicket } from '../../http/limits.ts'
import { findDiscussion, messageLimit, openDiscussion, postMessage } from '../messages/index.ts'
import { findShop, insertOrder, type Shop } from './orders.queries.ts'

export type Placing = { userId: number; companyId: string; typed: TypedOrder }

/**
 * A resident's order: the order and the message that quotes it, together. Refuses a company without active
 * click-and-collect in its plan (O-021), a blocked conversation, a past pickup, an order without content.
 */
export async function placeOrder({ db, config }: Dependencies, { userId, companyId, typed }: Placing) {
  await takeTicket(db, config, messageLimit, `user:${userId}`)
  return await transaction(db, async (tx) => {
    refuseWithoutClickAndCollect(await findShop(tx, companyId))
    const { errors, value } = checkNewOrder(typed, await readNow(tx))
    refuseFields(errors)
    if (!value) throw new Error('an order without errors has a value')

    const discussionId = await openDiscussion(tx, companyId, userId)
    const discussion = await findDiscussion(tx, userId, discussionId, { lock: true })
    if (!discussion) throw refusal('messages.discussion_not_found')
    if (discussion.isBlocked) throw refusal('messages.discussion_blocked')

    const id = randomOrderId()
    const { pickup, content, coupon, minOrderCents } = value
    await insertOrder(tx, {
      id,
      discussionId,
      pickupAt: toDate(pickup),
      content,
      couponMessage: coupon,
      minOrderCents,
    })
    await postMessage(tx, discussion, { fromCompany: false, text: placedOrderText(value), orderId: id })
    await notifyLive(tx, { topic: 'order', id }, [`company:${companyId}`, `user:${userId}`])
    return { id, discussionId }
  })
}

function refuseWithoutClickAndCollect(shop: Shop | undefined): void {
  if (!shop) throw refusal('request.not_found')
  const { hasClickAndCollect } = limitsOf(shop.type, shop.membership)
  if (!hasClickAndCollect || !shop.cacActive) throw refusal('orders.cac_not_available')
}

/** 53 random bits: an id says nothing of how many orders there are (AMB-142). */
function randomOrderId(): number {
  return Number(randomBytes(8).readBigUInt64BE() >> 11n) || 1
}

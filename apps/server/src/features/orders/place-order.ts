import type { HoursPlan } from '@parvis/domain/hours/day-hours'
import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { boundsOfDays, parisDayNumber } from '@parvis/domain/kernel/paris-days'
import { checkCounterOrder, checkNewOrder, type TypedCounterOrder, type TypedOrder } from '@parvis/domain/orders/order'
import { placedOrderText } from '@parvis/domain/orders/order-messages.fr'
import { type OrderSettings, quarterOf, requestExpiry } from '@parvis/domain/orders/order-settings'
import { promiseOf } from '@parvis/domain/orders/order-states'
import { refusal, refuseFields, valueOrRefuse } from '@parvis/domain/refusals'
import { together, transaction } from '@parvis/postgres'
import type { Temporal } from 'temporal-polyfill'
import { readNow, toDate, toInstant } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import { lockCaller } from '../../http/resident-door.queries.ts'
import { keepFile } from '../../pictures/picture-store.ts'
import { randomId, take, takeCode } from '../bookings/index.ts'
import { plansOf, readHoursAhead } from '../hours/index.ts'
import {
  type Discussion,
  ensureDiscussion,
  findDiscussion,
  findOrOpenDiscussion,
  messageLimit,
  notifyMessage,
  storeMessagePicture,
  wasWritten,
  writeMessage,
} from '../messages/index.ts'
import { addAct, keepFirstTown } from '../residents/index.ts'
import { slotFull } from './change-orders.ts'
import { refuseSlot, refuseWithoutClickAndCollect } from './choose-slot.ts'
import { insertEvents, insertOrder, insertPlaced } from './order-writes.queries.ts'
import { presentMyOrder } from './present-order.ts'
import { countLiveOrders, findOrderSettings, findShop, type Shop } from './slots.queries.ts'

type Placing = {
  userId: number
  companyId: string
  typed: TypedOrder & { flexible?: boolean | undefined }
  source: 'app' | 'site'
  files: readonly UploadedFile[]
  /**
   * Limits of the residents' site, inside the transaction: locks the person and reads what it judges by, with the shop; returns what
   * is judged after the wish, of a conversation that is new or not.
   */
  admit?: (tx: Transaction) => Promise<(tx: Transaction, isNew: boolean) => Promise<void>>
}

/**
 * A resident's order: the order, its place and the message that quotes it, together. Refuses a company without active
 * click-and-collect in its plan, a blocked conversation, a past pickup, an order without content; then a pause, a
 * time that is no free slot, a full one, and the fourth order of a day.
 */
export async function placeOrder(deps: Dependencies, placing: Placing) {
  const { db, config } = deps
  const { userId, companyId, admit } = placing
  await countAgainstLimit(db, config, messageLimit, `user:${userId}`)
  const picture = await storeOrderPicture(deps, companyId, placing.files)
  return await transaction(db, async (tx) => {
    // A refused order rolls back the conversation created for it.
    const [judge, found, settings, opened] = await together(tx, (db) => [
      admit?.(db) ?? lockCaller(db, userId).then(() => undefined),
      findShop(db, companyId),
      findOrderSettings(db, companyId),
      findOrOpenDiscussion(db, companyId, userId),
      readHoursAhead(db, companyId),
    ])
    const { columns, rules, text } = await judgeOrder(tx, placing, { found, settings })

    await judge?.(tx, opened?.isNew ?? true)
    const discussionId = opened?.id ?? (await ensureDiscussion(tx, companyId, userId))
    const order = { ...columns, discussionId, picture: picture ?? null }
    const { id, slotAt } = order
    const capacity = slotCapacity(settings)
    const message = { fromCompany: false, text, orderId: id }
    await addAct(tx, { companyId, act: 'order', source: 'direct' })
    await keepFirstTown(tx, userId, companyId)
    // Locked in the order of time-and-orders.md 4.3; a refusal rolls back what was written after it.
    const [, isFree, discussion, sent, live] = await together(tx, (db) => [
      insertPlaced(db, order),
      take(db, { companyId, startsAt: slotAt }, 1, capacity),
      findDiscussion(db, userId, discussionId, { lock: true }),
      writeMessage(db, discussionId, message),
      settings.slotsOn ? countLiveOrders(db, order, boundsOfDays(parisDayNumber(order.pickupAt.getTime()))) : 0,
    ])
    if (!isFree) throw await slotFull(tx, companyId, slotAt, { capacity, rules })
    const thread = refuseClosed(discussion)
    refuseBeyondDay(live)
    await notifyMessage(tx, thread, message, wasWritten(sent))
    if (picture) await keepFile(tx, picture, `user:${userId}`)
    await notifyCompany(tx, companyId, { topic: 'order', id }, userId)
    return { id, discussionId, state: 'asked' as const, promise: promiseOf({ state: 'asked', cancelledBy: null }) }
  })
}

/** Places of a quarter of an hour; null without a bound. */
export const slotCapacity = ({ slotsOn, capacity }: OrderSettings) => (slotsOn ? capacity : null)

type ShopRead = { found: Shop | undefined; settings: OrderSettings }

/** The order that the rules of the shop allow, and the text of its message. */
async function judgeOrder(db: Db, { userId, companyId, typed, source }: Placing, { found, settings }: ShopRead) {
  const shop = refuseWithoutClickAndCollect(found)
  const now = toInstant(shop.now)
  const plan = await planOf(db, shop)
  const rules = { plan, settings }
  const value = readWish(typed, settings, now)
  const pickup = value.pickup.epochMilliseconds
  await refuseSlot(db, companyId, rules, { pickup, now, field: typed.slot ? 'slot' : 'pickupDateTime' })
  const columns = {
    id: randomId(),
    companyId,
    residentId: userId,
    pickupAt: toDate(value.pickup),
    content: value.content,
    coupon: value.coupon,
    minOrderCents: value.minOrderCents || settings.minimumCents,
    flexible: typed.flexible ?? false,
    maxTotalCents: value.maxTotalCents,
    source,
    slotAt: new Date(quarterOf(pickup)),
    expiresAt: new Date(requestExpiry(plan, settings, pickup, now.epochMilliseconds)),
  }
  return { columns, rules, text: placedOrderText(value) }
}

/** Without slots a quarter is only a proposal: another time that was typed wins. */
function readWish(typed: TypedOrder, { slotsOn }: OrderSettings, now: Temporal.Instant) {
  const isFree = !slotsOn && typed.pickupDateTime !== ''
  return valueOrRefuse(checkNewOrder(isFree ? { ...typed, slot: '' } : typed, now))
}

function refuseClosed(discussion: Discussion | undefined): Discussion {
  if (!discussion) throw refusal('messages.discussion_not_found')
  if (discussion.isBlocked) throw refusal('messages.discussion_blocked')
  return discussion
}

async function storeOrderPicture(deps: Dependencies, companyId: string, files: readonly UploadedFile[]) {
  if (files.length === 0) return undefined
  const { photoAllowed } = await findOrderSettings(deps.db, companyId)
  if (!photoAllowed) refuseFields({ picture: 'order_picture_error' })
  return await storeMessagePicture(deps, files)
}

const maxOfADay = 3

/** Three live orders of one pick-up day while slots are on; the conversation is held, so that no fourth slips by. */
export async function refuseFourth(
  tx: Transaction,
  thread: { companyId: string; discussionId: string },
  settings: OrderSettings,
  pickup: number,
): Promise<void> {
  if (settings.slotsOn) refuseBeyondDay(await countLiveOrders(tx, thread, boundsOfDays(parisDayNumber(pickup))))
}

function refuseBeyondDay(live: number): void {
  if (live > maxOfADay) throw refusal('orders.limit')
}

/** An order taken at the counter or by telephone: accepted at once, with a code and a place; nobody is messaged. */
export async function addCounterOrder(deps: Dependencies, companyId: string, userId: number, typed: TypedCounterOrder) {
  return await transaction(deps.db, async (tx) => {
    const shop = await findShop(tx, companyId)
    if (shop) refuseWithoutClickAndCollect({ ...shop, cacActive: true })
    const value = valueOrRefuse(checkCounterOrder(typed, await readNow(tx)))
    const id = randomId()
    const pickup = toDate(value.pickup)
    const slotAt = new Date(quarterOf(pickup.getTime()))
    await insertOrder(tx, {
      id,
      company_id: companyId,
      pickup_at: pickup,
      content: typed.orderContent,
      source: 'counter',
      slot_at: slotAt,
      state: 'accepted',
      final_pickup_at: pickup,
      final_content: typed.orderContent,
      total_cents: value.totalCents,
      code: await takeCode(tx, companyId),
      customer_name: value.name,
      note: typed.note ?? '',
      seen_at: toDate(await readNow(tx)),
    })
    const placed = { company_id: companyId, order_id: id, by: 'company', what: 'place', user_id: userId } as const
    await insertEvents(tx, [{ ...placed, from_state: null }])
    await take(tx, { companyId, startsAt: slotAt }, 1, null)
    await notifyCompany(tx, companyId, { topic: 'order', id })
    return await presentMyOrder(deps, tx, { userId, orderId: id }, ['company'])
  })
}

async function planOf(db: Db, shop: Shop): Promise<HoursPlan> {
  const plan = (await plansOf(db, [shop])).get(shop.id)
  if (!plan) throw new Error('a shop that was found has a plan')
  return plan
}

import { messageExcerpt } from '@parvis/domain/messages/message-rules'
import type { ordersContract } from '@parvis/domain/orders/orders.contract'
import { Refusal } from '@parvis/domain/refusals'
import { notifyEach } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type OneWrite, oneWrite } from '../../http/one-statement.queries.ts'
import type { CallOf, InOne } from '../../http/write-in-one.ts'
import { discussionTold, selectThread } from '../messages/index.ts'
import { noticeTold } from '../notices/index.ts'
import { type OrderPlaced, placedInOne } from './place-in-one.queries.ts'
import { capacityOf, dayOf, judgeOrder, maxOfADay, orderTold, type Placing, presentPlaced } from './place-order.ts'
import { selectSeenShop } from './placing.queries.ts'
import { findOrderSettings, selectSettings } from './slots.queries.ts'

type PlaceOrder = (typeof ordersContract)['placeOrder']

export const placingOf = ({ actor, params, body, files }: CallOf<PlaceOrder>) => ({
  userId: actor.userId,
  companyId: params.id,
  typed: body,
  source: 'app' as const,
  files,
})

/** An order in one statement, with what it is judged by read beside the question who calls; else by `placeOrder`. */
export const placeInOne = (deps: Dependencies): InOne<PlaceOrder> => ({
  beside: ({ params: { id: companyId } }) => [
    { statement: selectSeenShop, values: { companyId } },
    { statement: selectSettings, values: { companyId } },
    { statement: selectThread, values: { companyId } },
  ],
  ask: async (call) => await placeWrite(deps, placingOf(call)),
  tell: async (placed: OrderPlaced, call) => await tellPlaced(deps, placingOf(call), placed),
  answer: presentPlaced,
})

/**
 * An order without a picture in one statement: read without locks and judged by the rules of `placeOrder`. The statement places nothing when
 * what the rules looked at has changed meanwhile. Undefined for the first order of a conversation, and for what the rules refuse.
 */
async function placeWrite({ db }: Dependencies, placing: Placing): Promise<OneWrite | undefined> {
  const { userId, companyId, files } = placing
  if (files.length > 0) return undefined
  const [thread] = await selectThread(db, { companyId, userId })
  const [found] = await selectSeenShop(db, { companyId })
  const settings = await findOrderSettings(db, companyId)
  const judged = thread && found && (await judgeOrder(db, placing, { found, settings }).catch(unlessRefused))
  if (!judged) return undefined
  const { columns, text } = judged
  const { from: dayFrom, to: dayTo } = dayOf(columns.pickupAt.getTime())
  return oneWrite(placedInOne, {
    ...columns,
    discussionId: thread.id,
    lastMessageId: thread.lastMessageId,
    picture: null,
    text,
    excerpt: messageExcerpt(text, false),
    membership: found.membership,
    hoursVersion: found.hoursVersion,
    zipCode: found.zipCode,
    settingsVersion: settings.version,
    pausedUntil: settings.pausedUntil === null ? null : new Date(settings.pausedUntil),
    rushUntil: settings.rush && new Date(settings.rush.until),
    capacity: capacityOf(settings),
    maxOfDay: settings.slotsOn ? maxOfADay : null,
    dayFrom,
    dayTo,
  })
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

/** The live events of what it placed. */
async function tellPlaced({ db }: Dependencies, placing: Placing, placed: OrderPlaced): Promise<void> {
  const { id, discussionId, told } = placed
  const { userId: residentId, companyId } = placing
  const thread = { id: discussionId, companyId, residentId }
  await notifyEach(db, [discussionTold(thread), orderTold(placing, id), noticeTold(String(id), told)])
}

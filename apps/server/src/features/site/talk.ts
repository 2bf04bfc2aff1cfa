import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { refusalTexts } from '@parvis/domain/refusal-texts.fr'
import { refusal } from '@parvis/domain/refusals'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import {
  ensureDiscussion,
  findDiscussion,
  messageLimit,
  postMessage,
  presentMessage,
  refuseContent,
  sendMessage,
} from '../messages/index.ts'
import { stripOrdersOf } from '../orders/index.ts'
import { findBusiness } from './businesses.queries.ts'
import { checkFirstName } from './read-me.ts'
import { addAct, keepFirstTown, saveFirstName } from './residents.queries.ts'
import { admitConversation, type Newcomer } from './strangers.ts'
import { deleteConversation, findExchange, findShopName } from './talk.queries.ts'

export type Writing = Newcomer & { text: string; firstName: string | undefined }

/** The first message to a business opens the conversation; on one that is open it is a reply (W-048, 15.15). */
export async function writeToCompany({ db, config }: Dependencies, writing: Writing) {
  const { userId, companyId, text, firstName } = writing
  await countAgainstLimit(db, config, messageLimit, `user:${userId}`)
  refuseContent(text, false)
  const name = firstName === undefined ? '' : checkFirstName(firstName)
  return await transaction(db, async (tx) => {
    if (!(await findBusiness(tx, companyId))) throw refusal('request.not_found')
    if (name) await saveFirstName(tx, userId, name)
    await admitConversation(tx, config, writing)
    const id = await ensureDiscussion(tx, companyId, userId)
    const discussion = await lockOwn(tx, userId, id)
    await refuseWaiting(tx, id)
    const message = { fromCompany: false, text }
    const sent = await postMessage(tx, discussion, message)
    await addAct(tx, { companyId, instantId: 0, act: 'message', source: 'direct' })
    await keepFirstTown(tx, userId, companyId)
    const shown = presentMessage(config, discussion, {
      ...message,
      ...sent,
      image: null,
      orderId: null,
      orderStatus: null,
      automatic: false,
    })
    return { uuid: id, message: shown }
  })
}

type Replying = { userId: number; discussionId: string; text: string; files: readonly UploadedFile[] }

/** A further message: three before the business answers, and no picture before (W-098). */
export async function replyToCompany(deps: Dependencies, { userId, discussionId, text, files }: Replying) {
  await transaction(deps.db, async (tx) => {
    await lockOwn(tx, userId, discussionId)
    const { isAnswered } = await refuseWaiting(tx, discussionId)
    if (files.length > 0 && !isAnswered) throw await refusalOf(tx, discussionId, 'site.picture_not_yet')
  })
  return await sendMessage(deps, { userId, discussionId, companyId: undefined, text, files })
}

const maxBeforeAnswer = 3

async function refuseWaiting(tx: Transaction, discussionId: string) {
  const exchange = await findExchange(tx, discussionId)
  if (!exchange.isAnswered && exchange.written >= maxBeforeAnswer)
    throw await refusalOf(tx, discussionId, 'site.wait_for_answer')
  return exchange
}

/** With the name of the shop in its sentence (appendix A). */
async function refusalOf(tx: Transaction, discussionId: string, key: 'site.wait_for_answer' | 'site.picture_not_yet') {
  const name = await findShopName(tx, discussionId)
  return refusal(key, { message: refusalTexts[key].replace('le commerce', name).replace('Le commerce', name) })
}

async function lockOwn(tx: Transaction, userId: number, discussionId: string) {
  const discussion = await findDiscussion(tx, userId, discussionId, { lock: true, asResident: true })
  if (!discussion) throw refusal('messages.discussion_not_found')
  if (discussion.isBlocked) throw refusal('messages.discussion_blocked')
  return discussion
}

/** Erases a conversation on both sides; one with an order still to come stays until then. */
export async function eraseConversation({ db }: Dependencies, userId: number, discussionId: string) {
  return await transaction(db, async (tx) => {
    const discussion = await findDiscussion(tx, userId, discussionId, { lock: true, asResident: true })
    if (!discussion) throw refusal('messages.discussion_not_found')
    await stripOrdersOf(tx, { discussionIds: [discussionId] })
    if (!(await deleteConversation(tx, discussionId))) throw refusal('orders.already_processed')
    await notifyLive(tx, { topic: 'discussion', id: discussionId }, [
      `company:${discussion.companyId}`,
      `user:${userId}`,
    ])
    return {}
  })
}

import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { refusal } from '@parvis/domain/refusals'
import { together, transaction } from '@parvis/postgres'
import { notifyCompany } from '../../../db/notify.queries.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { countAgainstLimit } from '../../../http/limits.ts'
import { lockCaller } from '../../../http/resident-door.queries.ts'
import {
  findDiscussion,
  findExchange,
  findOrOpenDiscussion,
  lockDiscussionWith,
  messageLimit,
  postMessage,
  presentSent,
  refuseContent,
  refuseWaiting,
  sendMessage,
} from '../../messages/index.ts'
import { stripOrdersOf } from '../../orders/index.ts'
import { addAct, keepFirstTown } from '../../residents/index.ts'
import { checkFirstName } from './read-me.ts'
import { deleteConversation, saveFirstName } from './residents.queries.ts'
import { admitConversation, type Newcomer } from './strangers.ts'

export type Writing = Newcomer & { text: string; firstName: string | undefined }

/** The first message to a business opens the conversation; on one that is open it is a reply (W-048, residents.md 15.15). */
export async function writeToCompany({ db, config }: Dependencies, writing: Writing) {
  const { userId, companyId, text, firstName } = writing
  await countAgainstLimit(db, config, messageLimit, `user:${userId}`)
  refuseContent(text, false)
  const name = firstName === undefined ? '' : checkFirstName(firstName)
  return await transaction(db, async (tx) => {
    // A refused message rolls back the conversation that was opened for it.
    const [person, opened, discussion, exchange] = await together(tx, (db) => [
      lockCaller(db, userId),
      findOrOpenDiscussion(db, companyId, userId),
      lockDiscussionWith(db, companyId, userId),
      findExchange(db, { companyId, userId }),
    ])
    if (!discussion?.isShown) throw refusal('request.not_found')
    await admitConversation(tx, config, writing, { ...person, isNew: opened?.isNew ?? true })
    if (discussion.isBlocked) throw refusal('messages.discussion_blocked')
    refuseWaiting(exchange, discussion)
    const message = { fromCompany: false, text }
    if (name && name !== person.firstName) await saveFirstName(tx, userId, name)
    await addAct(tx, { companyId, act: 'message', source: 'direct' })
    await keepFirstTown(tx, userId, companyId)
    const sent = await postMessage(tx, discussion, message)
    return { uuid: discussion.id, message: presentSent(config, discussion, message, sent) }
  })
}

type Replying = { userId: number; discussionId: string; text: string; files: readonly UploadedFile[] }

/** A further message: three before the business answers, and no picture before. */
export const replyToCompany = async (deps: Dependencies, replying: Replying) =>
  await sendMessage(deps, { ...replying, companyId: undefined, onSite: true })

/** Erases a conversation on both sides; one with an order still to come stays until then. */
export async function eraseConversation({ db }: Dependencies, userId: number, discussionId: string) {
  await transaction(db, async (tx) => {
    const discussion = await findDiscussion(tx, userId, discussionId, { lock: true, asResident: true })
    if (!discussion) throw refusal('messages.discussion_not_found')
    await stripOrdersOf(tx, { discussionIds: [discussionId] })
    if (!(await deleteConversation(tx, discussionId))) throw refusal('orders.already_processed')
    await notifyCompany(tx, discussion.companyId, { topic: 'discussion', id: discussionId }, userId)
  })
}

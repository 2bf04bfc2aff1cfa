import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { checkMessage } from '@parvis/domain/messages/message-rules'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { together, transaction } from '@parvis/postgres'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import { lockCaller } from '../../http/resident-door.queries.ts'
import { copyPicture, keepFile } from '../../pictures/picture-store.ts'
import { refuseSuspended } from '../company/index.ts'
import { type Discussion, findDiscussion } from './discussions.queries.ts'
import { type Exchange, findExchange } from './exchange.queries.ts'
import { notifyMessage, wasWritten, writeMessage } from './post-message.ts'
import { countReplyUse, listQuickReplies } from './quick-replies.queries.ts'
import { presentSent } from './read-messages.ts'
import { refuseBeyondPlan } from './refuse-beyond-plan.ts'
import { storeMessagePicture } from './store-message-picture.ts'
import { refuseWaiting } from './wait-for-answer.ts'

/** Messages and orders of one person. */
export const messageLimit = { name: 'messages', max: 60, seconds: 60 }

export type Sending = {
  userId: number
  discussionId: string
  /** The company that the caller writes for; absent or empty for the resident. */
  companyId: string | undefined
  text: string
  files: readonly UploadedFile[]
  quickReplyId?: number | undefined
  /** Through the residents' site: as the resident only, who waits for an answer. */
  onSite?: boolean
}

/**
 * Writes in a conversation and answers the message. Refuses 60 a minute, strangers (404), another company's name (403),
 * a blocked conversation, one beyond the company's plan, then neither text nor image and more than 5,000 characters. The
 * picture of a quick reply goes with it, as a copy.
 */
export async function sendMessage(deps: Dependencies, sending: Sending) {
  const { db, config } = deps
  await countAgainstLimit(db, config, messageLimit, `user:${sending.userId}`)
  const reply = await findReply(deps, sending)
  const hasImage = sending.files.length > 0 || Boolean(reply?.image)
  // Authorises the writer before judging the text or decoding the picture; the transaction checks again.
  if (hasImage || checkMessage({ text: sending.text, hasImage })) await findWritable(deps, sending)
  refuseContent(sending.text, hasImage)
  const image =
    (await storeMessagePicture(deps, sending.files)) ??
    (reply?.image ? await copyPicture(deps, reply.image) : undefined)

  return await transaction(db, async (tx) => {
    const message = { fromCompany: Boolean(sending.companyId), text: sending.text, image }
    // One round trip: the first statement locks the row; a refusal rolls back what the second wrote.
    const [, found, exchange, written] = await together(tx, (db) => [
      sending.companyId ? undefined : lockCaller(db, sending.userId),
      findDiscussion(db, sending.userId, sending.discussionId, { lock: true, asResident: sending.onSite }),
      sending.onSite ? findExchange(db, sending) : undefined,
      writeMessage(db, sending.discussionId, message, sending.userId),
    ])
    const discussion = await refuseUnwritable({ db: tx, config }, sending, found, exchange)
    const sent = wasWritten(written)
    await notifyMessage(tx, discussion, message, sent)
    if (reply) await countReplyUse(tx, discussion.companyId, reply.id)
    if (image)
      await keepFile(tx, image, sending.companyId ? `company:${discussion.companyId}` : `user:${sending.userId}`)
    return presentSent(config, discussion, message, sent)
  })
}

/** The quick reply that a company writes with; 404 when it is not its own, 400 for a resident. */
async function findReply({ db, config }: Dependencies, { quickReplyId, companyId, ...sending }: Sending) {
  if (quickReplyId === undefined) return undefined
  if (!companyId) throw refusal('request.validation', { fields: { quickReplyId: 'invalid' } })
  const discussion = await findWritable({ db, config }, { ...sending, companyId })
  const replies = await listQuickReplies(db, discussion.companyId)
  const reply = replies.find(({ id }) => id === quickReplyId)
  if (!reply) throw refusal('messages.reply_gone')
  return reply
}

/** A text or an image, 5,000 characters at most. */
export function refuseContent(text: string, hasImage: boolean): void {
  const wrong = checkMessage({ text, hasImage })
  if (wrong === 'empty') throw refusal('messages.empty')
  if (wrong === 'too_long') refuseFields({ message: 'message_too_long' })
}

type Within = Pick<Dependencies, 'config'> & { db: Db }

async function findWritable(within: Within, sending: Sending): Promise<Discussion> {
  const { userId, discussionId, onSite } = sending
  const found = await findDiscussion(within.db, userId, discussionId, { asResident: onSite })
  return await refuseUnwritable(within, sending, found, onSite ? await findExchange(within.db, sending) : undefined)
}

async function refuseUnwritable(
  { db, config }: Within,
  { companyId, files }: Sending,
  discussion: Discussion | undefined,
  exchange: Exchange | undefined,
): Promise<Discussion> {
  if (!discussion) throw refusal('messages.discussion_not_found')
  refuseSender(discussion, companyId)
  if (!companyId && !discussion.isShown) throw refusal('messages.discussion_not_found')
  if (companyId) await refuseUnsendable(db, config, discussion)
  else if (discussion.isBlocked) throw refusal('messages.discussion_blocked')
  if (exchange) refuseWaiting(exchange, discussion, files.length > 0)
  return discussion
}

/** What a business may not send, now or later: suspended (403 with the notice, W-104), in a closed conversation, beyond its plan. */
export async function refuseUnsendable(db: Db, config: Config, discussion: Discussion): Promise<void> {
  refuseSuspended(config, discussion)
  if (discussion.isBlocked) throw refusal('messages.discussion_blocked')
  await refuseBeyondPlan(db, discussion)
}

/** A company must name itself, and only its owners may. */
function refuseSender({ companyId: ours, isOwner, isResident }: Discussion, companyId: string | undefined): void {
  if (companyId && (!isOwner || companyId !== ours)) throw refusal('request.forbidden')
  if (!companyId && !isResident) refuseFields({ companyId: 'invalid' })
}

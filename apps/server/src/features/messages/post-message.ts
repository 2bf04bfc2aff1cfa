import { messageExcerpt } from '@parvis/domain/messages/message-rules'
import type { Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import { enqueue } from '../../jobs/job.ts'
import { notifyOwners } from '../notices/index.ts'
import { answerWhileAway } from './away-message.ts'
import { insertMessage, type MessageToWrite, type SentMessage } from './new-message.queries.ts'
import { pushToResidentJob } from './push-to-resident.ts'

export type Thread = { id: string; companyId: string; residentId: number }
export type MessageToPost = MessageToWrite & {
  /** The order that this message decides on: it rings at once, also at night. */
  decisionOf?: number | undefined
}

/**
 * Posts in a conversation whose row the caller's transaction holds: message, counters, live notice, and for the
 * resident a notification whose key is the message. A resident's one tells the owners, and may be answered by the away message.
 */
export async function postMessage(tx: Transaction, thread: Thread, message: MessageToPost) {
  const sent = wasWritten(await writeMessage(tx, thread.id, message))
  await notifyMessage(tx, thread, message, sent)
  return sent
}

/**
 * The first half of `postMessage`: what is written with other statements of the same transaction. With `writerId` it may go
 * with the statement that holds the conversation, and is undefined when that person is not of the message's side.
 */
export async function writeMessage(
  tx: Transaction,
  discussionId: string,
  message: MessageToPost,
  writerId?: number,
): Promise<SentMessage | undefined> {
  const { decisionOf: _, ...written } = message
  const excerpt = messageExcerpt(message.text, message.image !== undefined)
  return await insertMessage(tx, { ...written, discussionId, excerpt, writerId })
}

/** Posts in a conversation that is already found and locked. */
export function wasWritten(sent: SentMessage | undefined): SentMessage {
  if (!sent) throw new Error('the conversation of a message is gone')
  return sent
}

/** The second half: who hears of a message that was written. */
export async function notifyMessage(
  tx: Transaction,
  { id, companyId, residentId }: Thread,
  message: MessageToPost,
  sent: SentMessage,
): Promise<void> {
  await notifyCompany(tx, companyId, { topic: 'discussion', id }, residentId)
  // A decision on an order comes by mail where there is no device.
  if (message.fromCompany && (sent.hasDevices || message.decisionOf !== undefined)) {
    await enqueue(tx, pushToResidentJob, { discussionId: id, messageId: sent.id, orderId: message.decisionOf })
  }
  // A resident's decision on an order is announced by notifyOfFact, at any hour, not here.
  if (!message.fromCompany && message.decisionOf === undefined)
    await notifyOwners(tx, { companyId, residentId, discussionId: id, messageId: sent.id, orderId: message.orderId })
  if (!message.fromCompany && sent.mayBeAway) await answerWhileAway(tx, { companyId, discussionId: id, residentId })
}

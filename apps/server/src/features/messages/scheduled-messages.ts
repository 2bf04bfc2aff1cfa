import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { displayName } from '@parvis/domain/kernel/person'
import { maxPrepared } from '@parvis/domain/messages/quick-replies'
import { checkSendAt, type HeldReason } from '@parvis/domain/messages/send-later'
import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import { Refusal, refusal, refuseFields } from '@parvis/domain/refusals'
import { readNow, toDate } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import type { PeriodicTask } from '../../jobs/job.ts'
import { keepFile, privateMediaUrl } from '../../pictures/picture-store.ts'
import { dropFile } from '../../pictures/stored-files.queries.ts'
import { lockCompany } from '../company/index.ts'
import { tellFact } from '../notices/index.ts'
import { findFirstName } from './away.queries.ts'
import { fillFor, speakingFor } from './away-message.ts'
import type { Discussion } from './discussions.queries.ts'
import { findOwned, type Own } from './notes.ts'
import { postMessage } from './post-message.ts'
import { refuseBeyondPlan } from './refuse-beyond-plan.ts'
import {
  countWaiting,
  deleteScheduledMessage,
  endScheduledMessage,
  hasReply,
  insertScheduledMessage,
  listDueMessages,
  listScheduledMessages,
  type ScheduledMessage,
  updateScheduledMessage,
} from './scheduled.queries.ts'
import { messageLimit, refuseContent, refuseUnsendable } from './send-message.ts'
import { storeMessagePicture } from './store-message-picture.ts'

export type TypedLater = {
  message: string
  sendAt?: string | undefined
  onlyIfNoReply?: boolean | undefined
  files: readonly UploadedFile[]
}

/** The scheduled messages of every conversation of a company. */
export async function readScheduledMessages({ db, config }: Dependencies, companyId: string) {
  const now = (await readNow(db)).epochMilliseconds
  return (await listScheduledMessages(db, companyId)).map((row) => present(config, row, now))
}

/** Refuses what an immediate message would be refused for, a moment that is not ahead, and one more than the plan keeps. */
export async function scheduleMessage(deps: Dependencies, own: Own, typed: TypedLater) {
  const { db, config } = deps
  await countAgainstLimit(db, config, messageLimit, `user:${own.userId}`)
  const { companyId } = await findOwned(db, own)
  const checked = await check(deps, typed)
  return await transaction(db, async (tx) => {
    const { type, purchased } = await lockCompany(tx, companyId)
    const discussion = await findOwned(tx, own, { lock: true })
    await refuseUnsendable(tx, config, discussion)
    if ((await countWaiting(tx, companyId)) >= maxPrepared(type, purchased)) throw refusal('messages.scheduled_limit')
    const content = { ...checked, image: checked.image ?? null, authorId: own.userId }
    const id = await insertScheduledMessage(tx, { companyId, discussionId: discussion.id, ...content })
    if (checked.image) await keepFile(tx, checked.image, `company:${companyId}`)
    return await told(tx, config, discussion, id)
  })
}

/** Its picture stays unless another comes. 404 for another conversation's, 409 ALREADY_SENT once it left. */
export async function changeScheduledMessage(deps: Dependencies, own: Own, id: number, typed: TypedLater) {
  await findOwned(deps.db, own)
  const { text, image, sendAt, onlyIfNoReply } = await check(deps, typed)
  return await onScheduled(deps, own, id, async (tx, discussion, stored) => {
    const content = { text, sendAt, onlyIfNoReply, image: image ?? stored.image, authorId: own.userId }
    await updateScheduledMessage(tx, id, content)
    if (image) await keepFile(tx, image, `company:${discussion.companyId}`)
    if (image && stored.image) await dropFile(tx, stored.image)
    return await told(tx, deps.config, discussion, id)
  })
}

export async function cancelScheduledMessage(deps: Dependencies, own: Own, id: number) {
  return await onScheduled(deps, own, id, async (tx, { id: uuid, companyId }) => {
    await deleteScheduledMessage(tx, id)
    await notifyLive(tx, { topic: 'discussion', id: uuid }, [`company:${companyId}`])
    return {}
  })
}

export async function sendScheduledMessageNow(deps: Dependencies, own: Own, id: number) {
  return await onScheduled(deps, own, id, async (tx, discussion, stored) => {
    await refuseUnsendable(tx, deps.config, discussion)
    await leave(tx, discussion, stored)
    return await told(tx, deps.config, discussion, id)
  })
}

/**
 * Periodic task: sends due messages once, whatever processes run or die; the message and the state of the scheduled row are one
 * transaction under the conversation's lock.
 */
export const scheduledMessagesTask: PeriodicTask = {
  name: 'scheduled-messages',
  everySeconds: 2,
  run: async (deps) => {
    for (const { id, discussionId, ownerId } of await listDueMessages(deps.db))
      await onScheduled(deps, { userId: ownerId, discussionId }, id, async (tx, discussion, stored) => {
        // Another worker has sent it, or its owner has moved it.
        if (stored.state !== 'waiting' || stored.sendAt > toDate(await readNow(tx))) return
        const reason = await heldFor(tx, discussion, stored)
        if (reason) {
          await endScheduledMessage(tx, id, { state: 'held', reason })
          const { companyId } = discussion
          const fact = { sentence: noticeTexts.unsentMessage, path: `/messages?conversation=${discussionId}` }
          await tellFact(tx, { companyId, kind: 'plan', event: `unsent-message-${id}`, fact })
        } else await leave(tx, discussion, stored)
        await notifyLive(tx, { topic: 'discussion', id: discussionId }, [`company:${discussion.companyId}`])
      }).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
  },
}

/** The reason for which it is kept as « pas envoyé ». */
async function heldFor(
  tx: Transaction,
  discussion: Discussion,
  stored: ScheduledMessage,
): Promise<HeldReason | undefined> {
  const { suspendedAt } = await lockCompany(tx, discussion.companyId)
  if (suspendedAt) return 'suspended'
  if (discussion.isBlocked) return 'blocked'
  if (await isBeyondPlan(tx, discussion)) return 'plan'
  const isAnswered = stored.onlyIfNoReply && (await hasReply(tx, discussion.id, stored.afterMessage))
  return isAnswered ? 'answered' : undefined
}

async function isBeyondPlan(tx: Transaction, discussion: Discussion): Promise<boolean> {
  try {
    await refuseBeyondPlan(tx, discussion)
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

async function leave(tx: Transaction, discussion: Discussion, stored: ScheduledMessage): Promise<void> {
  const { id, text, image, authorId } = stored
  const { values } = await speakingFor(tx, discussion.companyId)
  const filled = text && fillFor(text, values, await findFirstName(tx, discussion.residentId))
  const sent = await postMessage(tx, discussion, {
    fromCompany: true,
    text: filled,
    image: image ?? undefined,
    authorId,
  })
  await endScheduledMessage(tx, id, { state: 'sent', sentAt: sent.sentAt })
}

/** Lock order of every page: the company first, then the conversation (next.md, section 3). */
async function onScheduled<T>(
  { db }: Dependencies,
  own: Own,
  id: number,
  work: (tx: Transaction, discussion: Discussion, stored: ScheduledMessage) => Promise<T>,
): Promise<T> {
  return await transaction(db, async (tx) => {
    const { companyId } = await findOwned(tx, own)
    await lockCompany(tx, companyId)
    const discussion = await findOwned(tx, own, { lock: true })
    const [stored] = await listScheduledMessages(tx, companyId, { discussionId: discussion.id, id })
    if (!stored) throw refusal('request.not_found')
    if (stored.state === 'sent') throw refusal('messages.already_sent')
    return await work(tx, discussion, stored)
  })
}

async function check(deps: Dependencies, { message, sendAt: typed, onlyIfNoReply = false, files }: TypedLater) {
  const { errors, sendAt } = checkSendAt(typed, await readNow(deps.db))
  refuseFields(errors)
  if (!sendAt) throw new Error('a moment without errors is one')
  refuseContent(message, files.length > 0)
  return { text: message, image: await storeMessagePicture(deps, files), sendAt: toDate(sendAt), onlyIfNoReply }
}

async function told(tx: Transaction, config: Dependencies['config'], { id: uuid, companyId }: Discussion, id: number) {
  await notifyLive(tx, { topic: 'discussion', id: uuid }, [`company:${companyId}`])
  return await presentOne(tx, config, companyId, { discussionId: uuid, id })
}

async function presentOne(
  db: Db,
  config: Dependencies['config'],
  companyId: string,
  only: { discussionId: string; id: number },
) {
  const [row] = await listScheduledMessages(db, companyId, only)
  if (!row) throw new Error('what was just scheduled is there')
  return present(config, row, (await readNow(db)).epochMilliseconds)
}

function present(config: Dependencies['config'], row: ScheduledMessage, now: number) {
  const { id, discussionId, firstName, lastName, text, image, sendAt, state, reason, onlyIfNoReply } = row
  return {
    id,
    discussionId,
    label: displayName(firstName, lastName),
    message: text,
    image: image && privateMediaUrl(config, image, now),
    sendAt: writeParisIso(sendAt),
    state,
    reason,
    onlyIfNoReply,
  }
}

import type { Body, UploadedFile } from '@parvis/domain/kernel/contract'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { displayName } from '@parvis/domain/kernel/person'
import type { laterContract } from '@parvis/domain/messages/later.contract'
import { maxPrepared } from '@parvis/domain/messages/quick-replies'
import { checkSendAt, type HeldReason } from '@parvis/domain/messages/send-later'
import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import { Refusal, refusal, valueOrRefuse } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { readNow, toDate, toInstant } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import { eachAlone, type PeriodicTask } from '../../jobs/job.ts'
import { keepFile, privateMediaUrl } from '../../pictures/picture-store.ts'
import { type LockedCompany, lockCompany, refuseSuspended } from '../company/index.ts'
import { notifyOfFact } from '../notices/index.ts'
import { findFirstName } from './away.queries.ts'
import { fillFor, speakingFor } from './away-message.ts'
import type { Discussion } from './discussions.queries.ts'
import { findOwned } from './notes.ts'
import { postMessage } from './post-message.ts'
import { refuseBeyondPlan } from './refuse-beyond-plan.ts'
import {
  countWaiting,
  deleteScheduled,
  endScheduled,
  findScheduled,
  hasReply,
  insertScheduled,
  listDue,
  listScheduled,
  type Scheduled,
  updateScheduled,
} from './scheduled.queries.ts'
import { broadcastNow, refuseFullWeek } from './send-broadcast.ts'
import { messageLimit, refuseContent, refuseUnsendable } from './send-message.ts'
import { storeMessagePicture } from './store-message-picture.ts'

/** By whom, and for whom: a conversation, or the followers of a company. */
export type Later = { userId: number } & (
  | { discussionId: string; companyId?: undefined }
  | { discussionId: null; companyId: string }
)
/** The same once it is locked. Without a conversation it is a broadcast. */
type Target = { sender: LockedCompany; discussion: Discussion | undefined }

type TypedLater = Body<typeof laterContract.scheduleMessage> & { files: readonly UploadedFile[] }

/** The scheduled messages of every conversation of a company, or its scheduled broadcasts. */
export async function readScheduled({ db, config }: Dependencies, companyId: string, kind: 'messages' | 'broadcasts') {
  return await presentAll(db, config, await listScheduled(db, companyId, kind))
}

/**
 * Refuses what an immediate message would be refused for, a moment that is not to come, one message more than the plan prepares,
 * and a broadcast more than the plan has in the week in which it leaves.
 */
export async function scheduleLater(deps: Dependencies, later: Later, typed: TypedLater) {
  const { db, config } = deps
  if (later.discussionId) await countAgainstLimit(db, config, messageLimit, `user:${later.userId}`)
  const checked = await check(deps, later, typed)
  return await onTarget(deps, later, async (tx, target) => {
    const { sender, discussion } = target
    refuseSuspended(config, sender)
    if (discussion) {
      await refuseUnsendable(tx, config, discussion)
      if ((await countWaiting(tx, sender.id)) >= maxPrepared(sender.type, sender.purchased))
        throw refusal('messages.scheduled_limit')
    } else await refuseFullWeek(tx, sender, toInstant(checked.sendAt))
    const id = await insertScheduled(tx, sender.id, later.discussionId, { ...checked, image: checked.image ?? null })
    if (checked.image) await keepFile(tx, checked.image, `company:${sender.id}`)
    return id
  })
}

/** Its picture, and whether it waits for no reply, stay unless given. 404 for another conversation's, 409 ALREADY_SENT. */
export async function changeScheduled(deps: Dependencies, later: Later, id: number, typed: TypedLater) {
  const checked = await check(deps, later, typed, { mayHavePicture: true })
  const { image, sendAt } = checked
  return await onScheduled(deps, later, id, async (tx, { sender, discussion }, stored) => {
    refuseContent(checked.text, Boolean(image ?? stored.image))
    if (!discussion) await refuseFullWeek(tx, sender, toInstant(sendAt), id)
    const { onlyIfNoReply = stored.onlyIfNoReply } = typed
    await updateScheduled(tx, stored, { ...checked, image: image ?? stored.image, onlyIfNoReply })
    if (image) await keepFile(tx, image, `company:${sender.id}`)
  })
}

export async function cancelScheduled(deps: Dependencies, later: Later, id: number) {
  return await onScheduled(deps, later, id, async (tx) => await deleteScheduled(tx, id))
}

export async function sendScheduledNow(deps: Dependencies, later: Later, id: number) {
  return await onScheduled(deps, later, id, async (tx, target, stored) => {
    if (target.discussion) await refuseUnsendable(tx, deps.config, target.discussion)
    else refuseSuspended(deps.config, target.sender)
    await leave(deps, tx, target, stored, `user:${later.userId}`)
  })
}

/**
 * Periodic task: sends once what is due, whatever processes run or die; what is sent and the state of the scheduled row are one
 * transaction under the lock of the company.
 */
export const scheduledMessagesTask: PeriodicTask = {
  name: 'scheduled-messages',
  everySeconds: 2,
  run: async (deps) => {
    await eachAlone(await listDue(deps.db), ({ id, ...later }) =>
      onScheduled(deps, later as Later, id, async (tx, target, stored) => {
        // Another worker has sent it, or its owner has moved it.
        if (stored.state !== 'waiting' || stored.sendAt > toDate(await readNow(tx))) return
        const reason = await leaveOrHold(deps, tx, target, stored)
        if (!reason) return
        await endScheduled(tx, id, { state: 'held', reason })
        const { discussionId } = stored
        const [event, fact] = discussionId
          ? [
              `unsent-message-${id}`,
              { sentence: noticeTexts.unsentMessage, path: `/messages?conversation=${discussionId}` },
            ]
          : [`unsent-broadcast-${id}`, { sentence: noticeTexts.unsentBroadcast, path: '/messages' }]
        await notifyOfFact(tx, { companyId: target.sender.id, kind: 'plan', event, fact })
      }).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      }),
    )
  },
}

/** Undefined once it has left, else the reason for which it is kept as « pas envoyé ». */
async function leaveOrHold(
  deps: Dependencies,
  tx: Transaction,
  target: Target,
  stored: Scheduled,
): Promise<HeldReason | undefined> {
  const { sender, discussion } = target
  if (sender.suspendedAt) return 'suspended'
  if (discussion?.isBlocked) return 'blocked'
  try {
    if (discussion) await refuseBeyondPlan(tx, discussion)
    if (discussion && stored.onlyIfNoReply && (await hasReply(tx, discussion.id, stored.afterMessage)))
      return 'answered'
    await leave(deps, tx, target, stored, 'system')
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return 'plan'
    throw error
  }
}

/** A message has its variables filled now, a broadcast goes to the followers of this minute. */
async function leave(deps: Dependencies, tx: Transaction, target: Target, stored: Scheduled, actor: string) {
  const { sender, discussion } = target
  const { id, text, authorId } = stored
  const image = stored.image ?? undefined
  if (!discussion) {
    const sentAt = await broadcastNow(deps, tx, sender, { text, image, actor, scheduledId: id })
    return await endScheduled(tx, id, { state: 'sent', sentAt })
  }
  const values = await speakingFor(tx, sender.id)
  const filled = text && fillFor(text, values, await findFirstName(tx, discussion.residentId))
  const { sentAt } = await postMessage(tx, discussion, { fromCompany: true, text: filled, image, authorId })
  await endScheduled(tx, id, { state: 'sent', sentAt })
}

async function onScheduled(
  deps: Dependencies,
  later: Later,
  id: number,
  work: (tx: Transaction, target: Target, stored: Scheduled) => Promise<void>,
) {
  return await onTarget(deps, later, async (tx, target) => {
    const stored = await findScheduled(tx, target.sender.id, later.discussionId, id)
    if (!stored) throw refusal('messages.gone')
    if (stored.state === 'sent') throw refusal('messages.already_sent')
    await work(tx, target, stored)
    return id
  })
}

/**
 * Lock order of every page: the company first, then the conversation (next.md, section 3). At its minute, sending and editing exclude
 * each other. Answers the message that `work` names, or every broadcast of the company.
 */
async function onTarget(
  { db, config }: Dependencies,
  later: Later,
  work: (tx: Transaction, target: Target) => Promise<number>,
) {
  return await transaction(db, async (tx) => {
    const sender = await lockCompany(tx, later.companyId ?? (await findOwned(tx, later)).companyId)
    const discussion = later.discussionId === null ? undefined : await findOwned(tx, later, { lock: true })
    const id = await work(tx, { sender, discussion })
    const event = discussion
      ? ({ topic: 'discussion', id: discussion.id } as const)
      : ({ topic: 'broadcast', id: sender.id } as const)
    await notifyCompany(tx, sender.id, event)
    if (!discussion) return await presentAll(tx, config, await listScheduled(tx, sender.id, 'broadcasts'))
    const stored = await findScheduled(tx, sender.id, discussion.id, id)
    return await presentAll(tx, config, stored ? [stored] : [])
  })
}

async function check(
  deps: Dependencies,
  later: Later,
  { message, sendAt: typed, onlyIfNoReply = false, files }: TypedLater,
  { mayHavePicture } = { mayHavePicture: false },
) {
  if (later.discussionId) await findOwned(deps.db, later)
  const sendAt = valueOrRefuse(checkSendAt(typed, await readNow(deps.db)))
  refuseContent(message, mayHavePicture || files.length > 0)
  return {
    text: message,
    image: await storeMessagePicture(deps, files),
    sendAt: toDate(sendAt),
    onlyIfNoReply,
    authorId: later.discussionId ? later.userId : null,
  }
}

async function presentAll(db: Db, config: Dependencies['config'], rows: readonly Scheduled[]) {
  const now = (await readNow(db)).epochMilliseconds
  return rows.map(({ discussionId, firstName, lastName, text, image, sendAt, ...row }) => ({
    ...row,
    discussionId: discussionId ?? '',
    label: displayName(firstName, lastName),
    message: text,
    image: image && privateMediaUrl(config, image, now),
    sendAt: writeParisIso(sendAt),
  }))
}

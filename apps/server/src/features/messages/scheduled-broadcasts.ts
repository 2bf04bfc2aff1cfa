import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { checkSendAt, type HeldReason } from '@parvis/domain/messages/send-later'
import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import { Refusal, refusal, refuseFields } from '@parvis/domain/refusals'
import { readNow, toDate } from '../../db/clock.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { PeriodicTask } from '../../jobs/job.ts'
import { keepFile, privateMediaUrl } from '../../pictures/picture-store.ts'
import { dropFile } from '../../pictures/stored-files.queries.ts'
import { refuseSuspended } from '../company/index.ts'
import { tellFact } from '../notices/index.ts'
import { lockSender, type Sender } from './broadcasts.queries.ts'
import {
  deleteScheduledBroadcast,
  endScheduledBroadcast,
  insertScheduledBroadcast,
  listDueBroadcasts,
  listScheduledBroadcasts,
  type ScheduledBroadcast,
  updateScheduledBroadcast,
} from './scheduled.queries.ts'
import type { TypedLater } from './scheduled-messages.ts'
import { broadcastNow, refuseFullWeek } from './send-broadcast.ts'
import { refuseContent } from './send-message.ts'
import { storeMessagePicture } from './store-message-picture.ts'

/** The broadcasts that leave later. */
export async function readScheduledBroadcasts({ db, config }: Dependencies, companyId: string) {
  return await present(db, config, companyId)
}

/** Reserves a place in the ISO week in which it will be sent, under the company's lock. */
export async function scheduleBroadcast(deps: Dependencies, companyId: string, typed: TypedLater) {
  const { text, image, sendAt } = await check(deps, typed)
  return await onSender(deps, companyId, async (tx, sender) => {
    await refuseFullWeek(tx, sender, sendAt)
    await insertScheduledBroadcast(tx, companyId, { text, image: image ?? null, sendAt: toDate(sendAt) })
    if (image) await keepFile(tx, image, `company:${companyId}`)
  })
}

/** At its minute, sending and editing exclude each other: either it was sent and the edit is 409, or the edit is kept. */
export async function changeScheduledBroadcast(deps: Dependencies, companyId: string, id: number, typed: TypedLater) {
  const { text, image, sendAt } = await check(deps, typed)
  return await onSender(deps, companyId, async (tx, sender) => {
    const stored = await findUnsent(tx, companyId, id)
    await refuseFullWeek(tx, sender, sendAt, id)
    await updateScheduledBroadcast(tx, id, { text, image: image ?? stored.image, sendAt: toDate(sendAt) })
    if (image) await keepFile(tx, image, `company:${companyId}`)
    if (image && stored.image) await dropFile(tx, stored.image)
  })
}

export async function cancelScheduledBroadcast(deps: Dependencies, companyId: string, id: number) {
  return await onSender(deps, companyId, async (tx) => {
    await findUnsent(tx, companyId, id)
    await deleteScheduledBroadcast(tx, id)
  })
}

/** When it is for this week, the number left this week must allow it. */
export async function sendScheduledBroadcastNow(deps: Dependencies, companyId: string, id: number, userId: number) {
  return await onSender(deps, companyId, async (tx, sender) => {
    refuseSuspended(deps.config, sender)
    await leave(deps, tx, sender, await findUnsent(tx, companyId, id), `user:${userId}`)
  })
}

/** Leaves once, with the followers of that minute: the broadcast and the state of what was scheduled are one transaction. */
export const scheduledBroadcastsTask: PeriodicTask = {
  name: 'scheduled-broadcasts',
  everySeconds: 2,
  run: async (deps) => {
    for (const { id, companyId } of await listDueBroadcasts(deps.db))
      await transaction(deps.db, async (tx) => {
        const sender = await lockSender(tx, companyId)
        const [stored] = await listScheduledBroadcasts(tx, companyId, id)
        if (stored?.state !== 'waiting' || stored.sendAt > toDate(await readNow(tx))) return
        const reason = await leaveOrHold(deps, tx, sender, stored)
        if (reason) {
          await endScheduledBroadcast(tx, id, { state: 'held', reason })
          const fact = { sentence: noticeTexts.unsentBroadcast, path: '/messages' }
          await tellFact(tx, { companyId, kind: 'plan', event: `unsent-broadcast-${id}`, fact })
        }
        await notifyLive(tx, { topic: 'broadcast', id }, [`company:${companyId}`])
      })
  },
}

/** Its outcome: sent, or the reason why not (suspended, or no place in the plan's number). */
async function leaveOrHold(
  deps: Dependencies,
  tx: Transaction,
  sender: Sender,
  stored: ScheduledBroadcast,
): Promise<HeldReason | undefined> {
  if (sender.suspendedAt) return 'suspended'
  try {
    await leave(deps, tx, sender, stored, 'system')
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return 'plan'
    throw error
  }
}

async function leave(
  deps: Dependencies,
  tx: Transaction,
  sender: Sender,
  { id, text, image }: ScheduledBroadcast,
  actor: string,
): Promise<void> {
  const sentAt = await broadcastNow(deps, tx, sender, { text, image: image ?? undefined, actor, scheduledId: id })
  await endScheduledBroadcast(tx, id, { state: 'sent', sentAt })
}

async function onSender(
  { db, config }: Dependencies,
  companyId: string,
  work: (tx: Transaction, sender: Sender) => Promise<void>,
) {
  return await transaction(db, async (tx) => {
    await work(tx, await lockSender(tx, companyId))
    await notifyLive(tx, { topic: 'broadcast', id: companyId }, [`company:${companyId}`])
    return await present(tx, config, companyId)
  })
}

async function findUnsent(tx: Transaction, companyId: string, id: number): Promise<ScheduledBroadcast> {
  const [stored] = await listScheduledBroadcasts(tx, companyId, id)
  if (!stored) throw refusal('request.not_found')
  if (stored.state === 'sent') throw refusal('messages.already_sent')
  return stored
}

async function check(deps: Dependencies, { message, sendAt: typed, files }: TypedLater) {
  const { errors, sendAt } = checkSendAt(typed, await readNow(deps.db))
  refuseFields(errors)
  if (!sendAt) throw new Error('a moment without errors is one')
  refuseContent(message, files.length > 0)
  return { text: message, image: await storeMessagePicture(deps, files), sendAt }
}

async function present(db: Db, config: Dependencies['config'], companyId: string) {
  const now = (await readNow(db)).epochMilliseconds
  return (await listScheduledBroadcasts(db, companyId)).map(({ id, text, image, sendAt, state, reason }) => ({
    id,
    message: text,
    image: image && privateMediaUrl(config, image, now),
    sendAt: writeParisIso(sendAt),
    state,
    reason,
  }))
}

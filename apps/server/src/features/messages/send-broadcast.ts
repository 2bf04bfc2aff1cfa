import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { parisDay, startOfParisWeek, writeParisIso } from '@parvis/domain/kernel/paris-time'
import { broadcastsOfWeek } from '@parvis/domain/messages/broadcast-week'
import { messageExcerpt } from '@parvis/domain/messages/message-rules'
import { broadcastPlannedText } from '@parvis/domain/messages/send-later'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { momentWords } from '@parvis/domain/site/when.fr'
import { isLimitReached } from '@parvis/domain/subscription/plans'
import { transaction } from '@parvis/postgres'
import type { Temporal } from 'temporal-polyfill'
import { audit } from '../../audit.queries.ts'
import { readNow, toDate, toInstant } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { openedPage } from '../../gateways/push/push.ts'
import { keepFile, mediaUrl, privateMediaUrl } from '../../pictures/picture-store.ts'
import { type LockedCompany, lockCompany, refuseSuspended } from '../company/index.ts'
import { enqueueFanOut } from '../notifications/index.ts'
import {
  countSeen,
  insertBroadcast,
  listBroadcasts,
  listReceivedBroadcasts,
  listSentInWeek,
  listWaitingInWeek,
  markNewsSeen,
} from './broadcasts.queries.ts'
import { refuseContent } from './send-message.ts'
import { storeMessagePicture } from './store-message-picture.ts'

type Broadcasting = {
  userId: number
  companyId: string
  namedCompanyId: string | undefined
  text: string
  files: readonly UploadedFile[]
}

/**
 * Writes to every follower of a company: one row, whatever their number; devices are told by jobs. The week's number
 * is checked under the company's lock. Refuses a suspended company, BROADCAST_LIMIT, an empty or too long message.
 */
export async function sendBroadcast(
  deps: Dependencies,
  { userId, companyId, namedCompanyId, text, files }: Broadcasting,
) {
  const { db, config } = deps
  if (namedCompanyId && namedCompanyId.toLowerCase() !== companyId) refuseFields({ companyId: 'invalid' })
  refuseContent(text, files.length > 0)
  const image = await storeMessagePicture(deps, files)

  await transaction(db, async (tx) => {
    // Its broadcasts and the follows counted by them happen one after the other.
    const sender = await lockCompany(tx, companyId)
    refuseSuspended(config, sender)
    await broadcastNow(deps, tx, sender, { text, image, actor: `user:${userId}` })
    if (image) await keepFile(tx, image, `company:${companyId}`)
  })
}

type Leaving = { text: string; image: string | undefined; actor: string; scheduledId?: number }

/** Writes the broadcast and hands it to the fan-out, under the company's lock; answers when. Refuses a full week. */
export async function broadcastNow(
  { config }: Dependencies,
  tx: Transaction,
  sender: LockedCompany,
  { text, image, actor, scheduledId }: Leaving,
): Promise<Date> {
  const companyId = sender.id
  const now = await readNow(tx)
  const place = await refuseFullWeek(tx, sender, now, scheduledId)
  const sentAt = toDate(now)
  const id = await insertBroadcast(tx, {
    company_id: companyId,
    text,
    image: image ?? null,
    receivers_count: sender.followersCount,
    ...place,
    sent_at: sentAt,
  })
  const details = { broadcast: id, followers: sender.followersCount }
  await audit(tx, { actor, action: 'broadcast.send', object: `company:${companyId}`, details })
  await notifyLive(tx, { topic: 'broadcast', id }, [`company:${companyId}`, `followers:${companyId}`])
  await enqueueFanOut(tx, {
    key: `broadcast-${id}`,
    topic: `broadcast-${id}`,
    kind: 'broadcast',
    companyId,
    title: sender.name,
    body: messageExcerpt(text, image !== undefined),
    data: { topic: 'broadcast', id: String(id) },
    ...openedPage(config.residentUrl, '/mes-abonnements'),
  })
  return sentAt
}

/**
 * The place of a broadcast in its ISO week: those sent and those still to come count, but the one that moves. 403
 * BROADCAST_LIMIT, which names what is still to come that week.
 */
export async function refuseFullWeek(
  tx: Transaction,
  { id, limits: { allowedBroadcast } }: LockedCompany,
  at: Temporal.Instant,
  exceptId?: number,
) {
  const monday = startOfParisWeek(at)
  const week = parisDay(monday).toString()
  const sent = await listSentInWeek(tx, id, week)
  const waiting = await listWaitingInWeek(tx, id, { from: toDate(monday), exceptId })
  if (isLimitReached(allowedBroadcast, broadcastsOfWeek([...sent, ...waiting].map(toInstant), at))) {
    const [next] = waiting
    const now = await readNow(tx)
    throw refusal(
      'messages.broadcast_limit',
      next && { message: broadcastPlannedText(momentWords(toInstant(next), now)) },
    )
  }
  return { week, rank_in_week: sent.length + 1 }
}

const title = 'Message groupé'

/** The broadcast conversation of a company, newest first. */
export async function readBroadcasts({ db, config }: Dependencies, companyId: string) {
  const now = (await readNow(db)).epochMilliseconds
  const rows = await listBroadcasts(db, companyId)
  const seen = rows.length > 0 ? await countSeen(db, companyId, rows) : []
  const list = rows.map(({ text, image, sentAt, told, conversations, lost, ...broadcast }, index) => ({
    ...broadcast,
    reach: { followers: broadcast.receiversCount, told, seen: seen[index] ?? 0, conversations, lost },
    message: text,
    sentAt: writeParisIso(sentAt),
    image: image && privateMediaUrl(config, image, now),
  }))
  const [last] = list
  return {
    title,
    excerpt: last ? messageExcerpt(last.message, last.image !== null) : '',
    lastBroadcast: last?.sentAt ?? null,
    list,
  }
}

/** The broadcasts that a resident received, newest first; looking at them moves their mark. */
export async function readReceivedBroadcasts({ db, config }: Dependencies, userId: number) {
  const moment = await readNow(db)
  const now = moment.epochMilliseconds
  const received = await listReceivedBroadcasts(db, userId)
  await markNewsSeen(db, userId, toDate(moment))
  return received.map(({ text, image, sentAt, companyPicture, ...broadcast }) => ({
    ...broadcast,
    companyPicture: companyPicture && mediaUrl(config, companyPicture),
    message: text,
    sentAt: writeParisIso(sentAt),
    image: image && privateMediaUrl(config, image, now),
  }))
}

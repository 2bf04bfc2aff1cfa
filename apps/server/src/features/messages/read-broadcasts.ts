import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { messageExcerpt } from '@parvis/domain/messages/message-rules'
import { readNow } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { mediaUrl, privateMediaUrl } from '../../pictures/picture-store.ts'
import { countSeen, listBroadcasts, listReceivedBroadcasts, markBroadcastsSeen } from './broadcasts.queries.ts'

const title = 'Message groupé'

/** The broadcast conversation of a company, newest first (M-028, M-043). */
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

/** The broadcasts that a resident received, newest first; looking at them moves their mark (TO-27). */
export async function readReceivedBroadcasts({ db, config }: Dependencies, userId: number) {
  const now = (await readNow(db)).epochMilliseconds
  const received = await listReceivedBroadcasts(db, userId)
  await markBroadcastsSeen(db, userId)
  return received.map(({ text, image, sentAt, companyPicture, ...broadcast }) => ({
    ...broadcast,
    companyPicture: companyPicture && mediaUrl(config, companyPicture),
    message: text,
    sentAt: writeParisIso(sentAt),
    image: image && privateMediaUrl(config, image, now),
  }))
}

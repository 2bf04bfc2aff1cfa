import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { messageExcerpt } from '@parvis/domain/messages/message-excerpt'
import { readNow } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { mediaUrl, privateMediaUrl } from '../../pictures/picture-store.ts'
import { listBroadcasts, listReceivedBroadcasts } from './broadcasts.queries.ts'

const title = 'Message groupé'

/** The broadcast conversation of a company, newest first (M-028, M-043). */
export async function readBroadcasts({ db, config }: Dependencies, companyId: string) {
  const now = (await readNow(db)).epochMilliseconds
  const list = (await listBroadcasts(db, companyId)).map(({ text, image, sentAt, ...broadcast }) => ({
    ...broadcast,
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

/** The broadcasts that a resident received, newest first. */
export async function readReceivedBroadcasts({ db, config }: Dependencies, userId: number) {
  const now = (await readNow(db)).epochMilliseconds
  return (await listReceivedBroadcasts(db, userId)).map(({ text, image, sentAt, companyPicture, ...broadcast }) => ({
    ...broadcast,
    companyPicture: companyPicture && mediaUrl(config, companyPicture),
    message: text,
    sentAt: writeParisIso(sentAt),
    image: image && privateMediaUrl(config, image, now),
  }))
}

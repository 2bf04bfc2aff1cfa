import type { UploadedFile } from '@parvis/domain/kernel/contract'
import { parisDay, startOfParisWeek } from '@parvis/domain/kernel/paris-time'
import { isBroadcastLimitReached } from '@parvis/domain/messages/broadcast-week'
import { messageExcerpt } from '@parvis/domain/messages/message-excerpt'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { limitsOf } from '@parvis/domain/subscription/plan-limits'
import { audit } from '../../db/audit.queries.ts'
import { readNow, toDate, toInstant } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { keepFile } from '../../pictures/keep-file.ts'
import { refuseSuspended } from '../company/index.ts'
import { enqueueFanOut } from '../notifications/index.ts'
import { insertBroadcast, listSentInWeek, lockSender, type Sender } from './broadcasts.queries.ts'
import { refuseContent } from './send-message.ts'
import { storeMessagePicture } from './store-message-picture.ts'

export type Broadcasting = {
  userId: number
  companyId: string
  namedCompanyId: string | undefined
  text: string
  files: readonly UploadedFile[]
}

/**
 * Writes to every follower of a company: one row, whatever their number; devices are told by jobs. The week's number
 * is checked under the company's lock (T20, M-034). Refuses a suspended company, BROADCAST_LIMIT, an empty or too long message.
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
    const sender = await lockSender(tx, companyId)
    refuseSuspended(config, sender)
    const place = await takePlaceInWeek(tx, sender)
    const id = await insertBroadcast(tx, { companyId, text, image, receiversCount: sender.followersCount, ...place })
    if (image) await keepFile(tx, image, `company:${companyId}`)
    const details = { broadcast: id, followers: sender.followersCount }
    await audit(tx, { actor: `user:${userId}`, action: 'broadcast.send', object: `company:${companyId}`, details })
    await notifyLive(tx, { topic: 'broadcast', id }, [`company:${companyId}`, `followers:${companyId}`])
    await enqueueFanOut(tx, {
      key: `broadcast-${id}`,
      kind: 'broadcast',
      companyId,
      title: sender.name,
      body: messageExcerpt(text, image !== undefined),
      data: { topic: 'broadcast', id: String(id) },
      ...(deps.config.residentUrl && { navigate: `${deps.config.residentUrl}/mes-abonnements#de=notification` }),
    })
  })
}

async function takePlaceInWeek(tx: Transaction, { id, type, membership }: Sender) {
  const now = await readNow(tx)
  const week = parisDay(startOfParisWeek(now)).toString()
  const sent = await listSentInWeek(tx, id, week)
  const { allowedBroadcast } = limitsOf(type, membership)
  if (isBroadcastLimitReached(allowedBroadcast, sent.map(toInstant), now)) throw refusal('messages.broadcast_limit')
  return { week, rankInWeek: sent.length + 1, sentAt: toDate(now) }
}

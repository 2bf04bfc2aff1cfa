import { shorten } from '@parvis/domain/kernel/text'
import { messageExcerpt } from '@parvis/domain/messages/message-rules'
import { attentionClock, attentionOutcome } from '@parvis/domain/residents/attention'
import { orderLetter } from '@parvis/domain/residents/letter.fr'
import { transaction } from '@parvis/postgres'
import { readNow, toDate } from '../../db/clock.ts'
import type { Dependencies } from '../../dependencies.ts'
import { keptUntilAfter, openedPage, type PushMessage } from '../../gateways/push/push.ts'
import { enqueue, type Job, type PeriodicTask } from '../../jobs/job.ts'
import { mailResident } from '../notices/index.ts'
import { sendPushes, settingsOf } from '../notifications/index.ts'
import { forgetDevices, listDevices } from '../residents/index.ts'
import { deferMessage, findMessageToNotify, type MessageToNotify, takeDueMessages } from './messages.queries.ts'

export const pushToResidentJob = 'push-to-resident'

type Told = { discussionId: string; messageId: number; orderId?: number }

/**
 * Tells a resident's devices of a company's message, or holds it until they may be rung. Sent, then marked by the
 * end of the job: a crash between the two sends again under the same key, which a device shows once.
 */
export const pushToResident: Job = {
  name: pushToResidentJob,
  run: async (deps, payload) => {
    const { db } = deps
    const told = payload as Told
    const message = await findMessageToNotify(db, told)
    if (!message) return
    const devices = await listDevices(db, message.residentId)
    if (devices.length > 0 && (await isDeferred(deps, message, told))) return
    if (!(await pushToPerson(deps, message.residentId, noticeOf(deps, message, told))))
      await mailDecision(deps, message, told)
  },
}

/**
 * Pushes a notice to the devices of a resident, for a job that may run again: a crash after sending sends again under the same key,
 * which a device shows once; false when there is no device, or all were gone. Throws when one did not leave and is to be sent again.
 */
export async function pushToPerson(
  { db, gateways }: Pick<Dependencies, 'db' | 'gateways'>,
  userId: number,
  notice: Omit<PushMessage, 'token' | 'platform'>,
): Promise<boolean> {
  const devices = await listDevices(db, userId)
  if (devices.length === 0) return false
  const messages = devices.map(({ token, platform }) => ({ ...notice, token, platform }))
  const results = await sendPushes(db, gateways, messages)
  const gone = devices.filter((_, index) => results[index] === 'expired')
  await forgetDevices(
    db,
    gone.map(({ token }) => token),
  )
  if (results.includes('retry')) throw new Error('a notification did not leave, it will be sent again')
  return gone.length < devices.length
}

/** Only what changes what the resident must do comes by mail; a message of a shop waits on the site. */
async function mailDecision({ db, config }: Dependencies, message: MessageToNotify, told: Told): Promise<void> {
  const { orderId, messageId } = told
  if (orderId === undefined) return
  const letter = orderLetter(message.companyName, 'answered', `${config.residentUrl}/mes-commandes/${orderId}`)
  await transaction(db, (tx) => mailResident(tx, { userId: message.residentId, key: `message-${messageId}`, letter }))
}

async function isDeferred(
  { db }: Dependencies,
  message: MessageToNotify,
  { messageId, orderId }: Told,
): Promise<boolean> {
  const settings = settingsOf(message)
  if (!settings) return false
  return await transaction(db, async (tx) => {
    const { isLiveExchange, residentId: userId, discussionId } = message
    const notice = orderId === undefined ? ({ kind: 'message', isLiveExchange } as const) : ({ kind: 'order' } as const)
    const outcome = attentionOutcome(notice, settings, attentionClock(await readNow(tx)))
    if (!('at' in outcome)) return false
    await deferMessage(tx, { userId, discussionId, messageId, orderId: orderId ?? null }, toDate(outcome.at))
    return true
  })
}

const excerptCharacters = 120
const messageSeconds = 3 * 86_400

/** The shop and an excerpt, or that there is a message; of an order its ticket. */
function noticeOf(
  { config: { residentUrl } }: Dependencies,
  { companyName, text, image, discussionId, hidesExcerpts, secondsToPickup }: MessageToNotify,
  { messageId, orderId }: Told,
): Omit<PushMessage, 'token' | 'platform'> {
  const excerpt = messageExcerpt(text, image !== null)
  const page = orderId === undefined ? `/mes-messages/${discussionId}` : `/mes-commandes/${orderId}`
  return {
    title: companyName,
    body: hidesExcerpts ? 'Nouveau message' : shorten(excerpt, excerptCharacters),
    data: { topic: 'discussion', id: discussionId },
    key: `message-${messageId}`,
    topic: orderId === undefined ? discussionId : `order-${orderId}`,
    ttl: secondsToPickup === null ? messageSeconds : Math.min(messageSeconds, keptUntilAfter(secondsToPickup)),
    urgency: orderId === undefined ? ('normal' as const) : ('high' as const),
    ...openedPage(residentUrl, page),
  }
}

const messagesAtOnce = 500

/** Messages held for the morning leave as themselves, one for each conversation. */
export const deferredMessages: PeriodicTask = {
  name: 'deferred-messages',
  everySeconds: 2,
  run: async ({ db }) => {
    await transaction(db, async (tx) => {
      for (const { discussionId, messageId, orderId } of await takeDueMessages(tx, messagesAtOnce))
        await enqueue(tx, pushToResidentJob, { discussionId, messageId, orderId: orderId ?? undefined })
    })
  },
}

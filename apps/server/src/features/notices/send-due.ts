import { type HoursPlan, planHours, unknownHours } from '@parvis/domain/hours/day-hours'
import { factLetter, type Letter, newOrderLetter, waitingOrderLetter } from '@parvis/domain/notices/letter.fr'
import { noticeTexts } from '@parvis/domain/notices/notice-texts.fr'
import {
  type NoticeChoice,
  noticePath,
  orderRingsAt,
  ringsAt,
  smsOfMonth,
  unseenMinutes,
} from '@parvis/domain/notices/notices'
import { transaction } from '@parvis/postgres'
import { readNow } from '../../db/clock.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { eachAlone, type PeriodicTask } from '../../jobs/job.ts'
import { plansOf } from '../hours/index.ts'
import { readNoticeChoice } from './choices.queries.ts'
import {
  type DueNotice,
  endNotice,
  findMessageForOwner,
  findNotice,
  insertReminders,
  listDueNotices,
  lockNotice,
  lockOrderToNotify,
  type OrderToNotify,
  postponeNotice,
  takeGrouped,
  takeSms,
} from './notices.queries.ts'
import { pushNotice, type Ring, type RingOutcome } from './push-notice.ts'
import { noteSends, wasSent } from './push-targets.queries.ts'
import { sendLetter } from './send-mail.ts'

const max = 50
const retries = 5
const minute = 60_000
/** Of a notice whose sending threw. */
const pausedMilliseconds = 30_000
/** Time-out of a mail that is sent while the order's row is locked: a look or an answer waits no longer (decision 0012). */
const lockedMailMilliseconds = 5_000

/**
 * Periodic task: every two seconds each worker takes the notices that are due; a row lock gives each to one worker.
 */
export const noticesTask: PeriodicTask = { name: 'notices', everySeconds: 2, run: sendDueNotices }

async function sendDueNotices(deps: Dependencies): Promise<void> {
  await eachAlone(await listDueNotices(deps.db, max), (due) =>
    notifyDue(deps, due).catch(async (error: unknown) => {
      deps.report?.({ err: error, notice: due.id }, 'notice not told')
      // Behind the others: fifty of them, read first each time, would stop every notice (poison messages).
      const now = (await readNow(deps.db)).epochMilliseconds
      await postponeNotice(deps.db, due.id, new Date(now + pausedMilliseconds))
    }),
  )
}

/**
 * The reminders of an order are committed before it is announced: they do not depend on its announcement. The SMS is taken from the
 * month and committed, then sent: a kill between the two loses it rather than sending it twice.
 */
async function notifyDue(deps: Dependencies, { id, isNewOrder }: { id: number; isNewOrder: boolean }): Promise<void> {
  if (isNewOrder) await insertReminders(deps.db, id)
  const next = await transaction(deps.db, (tx) => sendDeferred(deps, tx, id, 'due'))
  if (next === 'send-sms') await transaction(deps.db, (tx) => sendDeferred(deps, tx, id, 'any'))
}

type Sending = {
  deps: Dependencies
  tx: Transaction
  notice: DueNotice
  now: number
  choice: NoticeChoice
  plan: HoursPlan
}

/** Locks the order before the notice: a decision or a look waits for the end of the sending. */
async function sendDeferred(deps: Dependencies, tx: Transaction, id: number, when: 'due' | 'any') {
  const known = await findNotice(tx, id)
  if (!known) return undefined
  const isOrder = known.kind === 'order' || known.kind === 'reminder'
  const order = isOrder ? await lockOrderToNotify(tx, Number(known.object), when === 'any') : undefined
  if (order === 'busy') return undefined
  const notice = await lockNotice(tx, id, when)
  if (!notice) return undefined
  const plans = await plansOf(tx, [
    { id: notice.companyId, hoursVersion: notice.hoursVersion, zipCode: notice.zipCode },
  ])
  const sending: Sending = {
    deps,
    tx,
    notice,
    now: (await readNow(tx)).epochMilliseconds,
    choice: await readNoticeChoice(tx, notice, notice.kind),
    plan: plans.get(notice.companyId) ?? planHours(unknownHours),
  }
  if (isOrder) return order ? await notifyOrder(sending, order, when === 'any') : await endNotice(tx, id, 'stopped')
  return await notifyOther(sending)
}

/** A message, or a fact; a date that is full waits for the opening hours, as a message does. */
async function notifyOther(sending: Sending) {
  const { tx, notice, plan, now, choice } = sending
  const isMessage = notice.kind === 'message'
  if (isMessage && notice.facts.sentence === undefined) return await notifyMessage(sending)
  const at = isMessage ? ringsAt({ plan, now, always: choice.always }) : now
  if (at !== undefined && at > now) return await postponeNotice(tx, notice.id, new Date(at))
  return await settle(sending, await notifyByKind(sending))
}

async function notifyOrder(sending: Sending, order: OrderToNotify, smsWasTaken: boolean) {
  const { notice, choice, plan, now, tx } = sending
  const asked = { ...order, createdAt: order.createdAt.getTime(), pickupAt: order.pickupAt.getTime() }
  const hours = { plan, now, always: choice.always, alertMinutes: notice.alertMinutes }
  const at = orderRingsAt(notice.step, asked, hours)
  if (at === undefined) return await endNotice(tx, notice.id, 'stopped')
  if (at > now) return await postponeNotice(tx, notice.id, new Date(at))
  if (notice.step === 'sms') return await notifyBySms(sending, order, smsWasTaken)
  if (notice.step === 'mail') return await settle(sending, await notifyByMail(sending, ladderLetter(sending)))
  const rang = await ring(sending, orderRing(sending, order))
  if (notice.step !== 'new') return await settle(sending, rang)
  const written = await notifyByMail(
    sending,
    newOrderLetter(order.pickupAt.getTime(), now, urlOf(sending, '/messages')),
  )
  return await settle(sending, worstOf(rang, written))
}

/** Sends the sentence of a fact (an answered order, the plan, the terms) by each chosen way. */
async function notifyByKind(sending: Sending): Promise<RingOutcome> {
  const { notice, deps } = sending
  const { sentence = 'Parvis Pro', path = '/company', outcome, grounds, isMailed } = notice.facts
  const about = { body: sentence, path, data: { topic: notice.kind, id: notice.object } }
  const rang = await ring(sending, { ...about, ttl: 43_200, urgency: notice.kind === 'change' ? 'high' : 'normal' })
  // Of messages the morning's digest tells by mail.
  if (isMailed || notice.kind === 'message') return rang
  const { supportEmail: contact } = deps.config.links
  const letter = factLetter({ sentence, outcome, grounds }, { url: urlOf(sending, path), contact })
  return worstOf(rang, await notifyByMail(sending, letter))
}

/** A way that failed is retried alone: those that succeeded are recorded (`notice_sends`). */
const worstOf = (...outcomes: readonly RingOutcome[]): RingOutcome =>
  (['retry', 'sent', 'off'] as const).find((one) => outcomes.includes(one)) ?? 'off'

function orderRing({ notice, now, choice }: Sending, order: OrderToNotify): Ring {
  const { step } = notice
  const pickupAt = order.pickupAt.getTime()
  const sentence =
    step === 'new'
      ? noticeTexts.order(pickupAt, now)
      : step === 'unanswered'
        ? noticeTexts.unanswered
        : noticeTexts.waiting(unseenMinutes(step, notice))
  const content = choice.showContent ? `\n${order.firstName} : ${order.content}` : ''
  return {
    body: `${sentence}${content}`,
    path: order.discussionId ? `/messages?conversation=${order.discussionId}` : '/messages',
    data: { topic: 'order', id: notice.object },
    ttl: 600,
    urgency: 'high',
  }
}

async function notifyMessage(sending: Sending) {
  const { tx, notice, plan, now, choice } = sending
  const message = await findMessageForOwner(tx, notice.object)
  const at = message?.isUnread ? ringsAt({ plan, now, always: choice.always }) : undefined
  if (!message || at === undefined) return await endNotice(tx, notice.id, 'stopped')
  if (at > now) return await postponeNotice(tx, notice.id, new Date(at))
  const others = now - notice.createdAt.getTime() > minute ? await takeGrouped(tx, notice) : 0
  const content = choice.showContent ? `${message.firstName} : ${message.excerpt}` : noticeTexts.message
  const isOne = others === 0
  return await settle(
    sending,
    await ring(sending, {
      body: isOne ? content : noticeTexts.messages(others + 1),
      path: isOne ? `/messages?conversation=${notice.object}` : '/messages',
      data: { topic: 'discussion', id: notice.object },
      ttl: 43_200,
      urgency: 'normal',
    }),
  )
}

async function ring({ deps, tx, notice, choice }: Sending, what: Ring): Promise<RingOutcome> {
  return choice.push ? await pushNotice(deps, tx, notice, { ...what, path: noticePath(what.path, notice) }) : 'off'
}

/** Second step: N minutes, twice. */
const ladderLetter = (sending: Sending) =>
  waitingOrderLetter(unseenMinutes(sending.notice.step, sending.notice), urlOf(sending, '/messages'))

const urlOf = ({ deps, notice }: Sending, path: string) => deps.config.publicUrl + noticePath(path, notice)

/** A mail without a resident's name, sent while the order is locked: once, however often the other ways are retried. */
async function notifyByMail({ deps, tx, notice, choice }: Sending, letter: Letter): Promise<RingOutcome> {
  if (!choice.email || !deps.gateways.mail.isServed) return 'off'
  if (await wasSent(tx, notice.id, 'email')) return 'sent'
  const { key, userId, companyId, id } = notice
  try {
    await sendLetter({ ...deps, db: tx }, { key, to: { userId }, letter, timeoutMs: lockedMailMilliseconds })
  } catch {
    return 'retry'
  }
  await noteSends(tx, { companyId, noticeId: id, way: 'email' })
  return 'sent'
}

/** Three times N: a SMS to who chose it, one of the month's; none left, or lost in a kill: a mail instead. */
async function notifyBySms(sending: Sending, order: OrderToNotify, wasTaken: boolean) {
  const { deps, tx, notice, choice, now } = sending
  const isWanted = choice.sms || (await readNoticeChoice(tx, notice, 'order')).sms
  if (!isWanted || !notice.phone) return await endNotice(tx, notice.id, 'off')
  if (!wasTaken) {
    const isTaken =
      notice.attempts === 0 && (await takeSms(tx, notice.companyId, smsOfMonth(notice.type, notice.membership)))
    if (!isTaken) return await settle(sending, await notifyByMail(sending, ladderLetter(sending)))
    await postponeNotice(tx, notice.id, new Date(now + minute), 1)
    return 'send-sms' as const
  }
  const text = noticeTexts.sms(unseenMinutes('sms', notice), order.pickupAt.getTime(), urlOf(sending, '/messages'))
  try {
    await deps.gateways.sms.send({ to: notice.phone, text, key: notice.key })
  } catch {
    return undefined
  }
  await noteSends(tx, { companyId: notice.companyId, noticeId: notice.id, way: 'sms' })
  return await endNotice(tx, notice.id, 'sent')
}

/** Tried again after 30 s, 1, 2, 4 and 8 minutes; an order's reminder has by then a later step. */
async function settle({ tx, notice, now }: Sending, outcome: RingOutcome): Promise<undefined> {
  if (outcome === 'retry' && notice.attempts < retries)
    await postponeNotice(tx, notice.id, new Date(now + 30_000 * 2 ** notice.attempts), 1)
  else await endNotice(tx, notice.id, outcome === 'retry' ? 'lost' : outcome)
}

import type { Temporal } from 'temporal-polyfill'
import { parisOf } from '../kernel/paris-time.ts'
import { unlimited } from '../subscription/plans.ts'

export type NotificationSituation = {
  now: Temporal.Instant
  /** `allowedNotificationPerInstant` of the plan; -1 is unlimited. */
  allowed: number
  /** The date set and not sent yet. */
  pending: Temporal.Instant | null
  /** The date that was set for the last sending, and when it really left. */
  lastSent: { date: Temporal.Instant; at: Temporal.Instant } | null
}

/** What is asked: nothing (absent), no notification (`CLEAR`), five minutes from now (`QUICK`), or a date. */
export type NotificationRequest = 'unchanged' | 'CLEAR' | 'QUICK' | Temporal.Instant

export type NotificationDecision =
  | { decision: 'keep' }
  | { decision: 'clear' }
  | { decision: 'schedule'; at: Temporal.Instant }
  | { refusal: 'instants.notification_not_allowed' }
  | { refusal: 'instants.notification_wait'; retryAfterSeconds: number }
  | { fieldError: 'notification_date_error' }

const minMinutes = 4
const quickMinutes = 5
const furthestMinutesOnCappedPlan = 10
const waitMinutes = 20

/**
 * Whether a notification date may be set now (AMB-83, api.md 8.21). A date already set or already sent is kept, not judged
 * again. Capped plans: once per instant, at most 10 minutes ahead. Unlimited: again 20 minutes after the last sending. Any
 * new date: more than 4 minutes ahead.
 */
export function decideNotification(
  request: NotificationRequest,
  situation: NotificationSituation,
): NotificationDecision {
  if (request === 'unchanged') return { decision: 'keep' }
  if (request === 'CLEAR') return { decision: 'clear' }
  const at = request === 'QUICK' ? quickNotificationDate(situation.now) : request
  if (request !== 'QUICK' && isKnown(at, situation)) return { decision: 'keep' }
  return refuse(at, situation) ?? { decision: 'schedule', at }
}

/** The quick option: five minutes from now by the deciding clock, to the minute. */
function quickNotificationDate(now: Temporal.Instant): Temporal.Instant {
  return minuteOf(now.add({ minutes: quickMinutes }))
}

/**
 * What the notification section shows: a "sent" text, the minutes to wait (21 less the whole minutes elapsed), the quick
 * option alone, or the date inputs.
 */
export function notificationInput(
  situation: NotificationSituation,
): { input: 'sent' } | { input: 'wait'; minutes: number } | { input: 'quick' } | { input: 'date' } {
  const { allowed, lastSent, now } = situation
  if (allowed !== unlimited) return { input: lastSent ? 'sent' : 'quick' }
  if (!lastSent || secondsToWait(lastSent.at, now) <= 0) return { input: 'date' }
  return { input: 'wait', minutes: waitMinutes + 1 - Math.floor(minutesBetween(lastSent.at, now)) }
}

/** Saving asks "notify or not" when no date is set and one could be (I-038, I-041, AMB-83 f and g). */
export function asksForNotification(situation: NotificationSituation): boolean {
  const { input } = notificationInput(situation)
  return situation.pending === null && input !== 'sent' && input !== 'wait'
}

const [shortestPush, longestPush] = [1_800, 86_400]

/** Seconds that a push service keeps what is told of an occurrence: to its end, half an hour to a day. */
export function pushSeconds(end: number | undefined, now: Temporal.Instant): number {
  const left = Math.ceil(((end ?? 0) - now.epochMilliseconds) / 1000)
  return Math.min(Math.max(left, shortestPush), longestPush)
}

/**
 * Whether followers may be notified of a change of an event, apart from the plan's notifications: once per instant on capped
 * plans, every 20 minutes otherwise.
 */
export function dueChangeNotice(situation: {
  now: Temporal.Instant
  allowed: number
  /** Notices of a change sent for this instant, and when the last one left. */
  count: number
  last: Temporal.Instant | null
}): 'send' | 'refused' {
  const { now, allowed, count, last } = situation
  if (allowed !== unlimited) return count > 0 ? 'refused' : 'send'
  return last && secondsToWait(last, now) > 0 ? 'refused' : 'send'
}

function isKnown(request: Temporal.Instant, { pending, lastSent }: NotificationSituation): boolean {
  return [pending, lastSent?.date].some((date) => date && minuteOf(date).equals(minuteOf(request)))
}

function refuse(request: Temporal.Instant, situation: NotificationSituation): NotificationDecision | undefined {
  const { now, allowed, lastSent } = situation
  const ahead = minutesBetween(now, request)
  if (allowed !== unlimited && lastSent) return { refusal: 'instants.notification_not_allowed' }
  const retryAfterSeconds = lastSent ? secondsToWait(lastSent.at, now) : 0
  if (retryAfterSeconds > 0) return { refusal: 'instants.notification_wait', retryAfterSeconds }
  if (ahead <= minMinutes) return { fieldError: 'notification_date_error' }
  const tooFar = allowed !== unlimited && ahead > furthestMinutesOnCappedPlan
  return tooFar ? { refusal: 'instants.notification_not_allowed' } : undefined
}

function secondsToWait(lastSentAt: Temporal.Instant, now: Temporal.Instant): number {
  return Math.ceil((waitMinutes - minutesBetween(lastSentAt, now)) * 60)
}

function minutesBetween(from: Temporal.Instant, to: Temporal.Instant): number {
  return (to.epochMilliseconds - from.epochMilliseconds) / 60_000
}

function minuteOf(instant: Temporal.Instant): Temporal.Instant {
  return parisOf(instant).round({ smallestUnit: 'minute', roundingMode: 'floor' }).toInstant()
}

import { decideNotification, type NotificationSituation } from '@parvis/domain/instants/notification'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { Temporal } from 'temporal-polyfill'
import { toDate, toInstant } from '../../db/clock.ts'
import type { InstantRow } from './instants.queries.ts'
import type { ParsedInstant } from './read-instant-form.ts'

type Notified = Pick<InstantRow, 'notification_at' | 'notified_date' | 'notified_at'>

/** What a save writes of the notification, or its refusal (AMB-83). `instant` is undefined at creation. */
export function notificationToSave(
  { notification }: ParsedInstant,
  instant: Notified | undefined,
  { now, allowed }: { now: Temporal.Instant; allowed: number },
): { notification_at?: Date | null } {
  if (notification === 'unreadable') return {}
  const decided = decideNotification(notification, { now, allowed, ...situationOf(instant) })
  if ('fieldError' in decided) refuseFields({ notificationDate: decided.fieldError })
  if ('refusal' in decided) {
    throw refusal(decided.refusal, 'retryAfterSeconds' in decided ? { retryAfter: decided.retryAfterSeconds } : {})
  }
  if (!('decision' in decided) || decided.decision === 'keep') return {}
  return { notification_at: decided.decision === 'clear' ? null : toDate(decided.at) }
}

function situationOf(instant: Notified | undefined): Pick<NotificationSituation, 'pending' | 'lastSent'> {
  const { notification_at, notified_date, notified_at } = instant ?? {}
  return {
    pending: notification_at ? toInstant(notification_at) : null,
    lastSent: notified_date && notified_at ? { date: toInstant(notified_date), at: toInstant(notified_at) } : null,
  }
}

import { asksForNotification, type NotificationSituation } from '@parvis/domain/instants/notification'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import type { Temporal } from 'temporal-polyfill'
import type { ServerInstant } from '../instant.ts'
import type { InstantValues } from './instant-values.ts'

/** The notification of an instant as the server tells it, for the rules of the domain; `undefined` for a new one. */
export function situationOf(
  instant: ServerInstant | undefined,
  allowed: number,
  now: Temporal.Instant,
): NotificationSituation {
  if (!instant) return { now, allowed, pending: null, lastSent: null }
  const date = readDateTime(instant.notificationDate ?? '') ?? null
  const at = readDateTime(instant.lastNotificationDate ?? '')
  if (!instant.notificationSent) return { now, allowed, pending: date, lastSent: at ? { date: at, at } : null }
  return { now, allowed, pending: null, lastSent: at ? { date: date ?? at, at } : null }
}

/** The notification date to come, as the form holds it; empty when there is none. */
export function pendingDateOf(instant: ServerInstant | undefined): string {
  return instant && !instant.notificationSent ? (instant.notificationDate ?? '') : ''
}

/** Saving asks « notify or not »: nothing is chosen and something could be (I-038, I-041, AMB-83 f and g). */
export function mustAsk(values: InstantValues, situation: NotificationSituation): boolean {
  if (values.notifyQuick || values.notificationDate !== '') return false
  return asksForNotification({ ...situation, pending: null })
}

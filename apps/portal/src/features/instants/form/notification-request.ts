import { quickNotificationDate } from '@parvis/domain/instants/notification'
import { writeParisMinute } from '@parvis/domain/kernel/paris-time'
import { ApiError } from '../../../lib/api-error.ts'
import { presentInstant } from '../../../lib/use-now.ts'
import type { InstantValues } from './instant-values.ts'

/** What is asked: quick or a date from the form, or what was answered when saving asked. */
export type NotificationChoice = 'quick' | 'none' | undefined

/** The date to send; `CLEAR` when one that was to come is taken away; absent when nothing changes (I-039 to I-046). */
export function notificationRequest(
  { notifyQuick, notificationDate }: Pick<InstantValues, 'notifyQuick' | 'notificationDate'>,
  choice: NotificationChoice,
  pendingDate: string,
  draftDate?: string,
): string | undefined {
  if (notifyQuick || choice === 'quick') return quickDate(draftDate)
  if (notificationDate === pendingDate) return undefined
  return notificationDate === '' ? 'CLEAR' : notificationDate
}

/**
 * « In five minutes » is counted to the minute: a picture that is slow to leave may make it a few seconds too near. It is
 * then asked once more, counted anew.
 */
export async function withFreshDate<T>(isQuick: boolean, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (isQuick && error instanceof ApiError && 'notificationDate' in error.fields) return send()
    throw error
  }
}

/** A draft keeps the date it was sent with, as long as it is to come. */
function quickDate(draftDate = ''): string {
  const now = presentInstant()
  return draftDate > writeParisMinute(now) ? draftDate : writeParisMinute(quickNotificationDate(now))
}

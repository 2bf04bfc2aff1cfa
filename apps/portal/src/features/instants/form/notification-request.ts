import type { InstantValues } from './instant-values.ts'

/** What is asked: quick or a date from the form, or what was answered when saving asked. */
export type NotificationChoice = 'quick' | 'none' | undefined

/** What is sent of it: the server counts « in five minutes » by its own clock (I-040, I-051). */
export type NotificationFields = { quickNotification: true } | { notificationDate: string | undefined }

/** The date to send; `CLEAR` when one that was to come is taken away; absent when nothing changes (I-039 to I-046). */
export function notificationRequest(
  { notifyQuick, notificationDate }: Pick<InstantValues, 'notifyQuick' | 'notificationDate'>,
  choice: NotificationChoice,
  pendingDate: string,
): NotificationFields {
  if (notifyQuick || choice === 'quick') return { quickNotification: true }
  if (notificationDate === pendingDate) return { notificationDate: undefined }
  return { notificationDate: notificationDate === '' ? 'CLEAR' : notificationDate }
}

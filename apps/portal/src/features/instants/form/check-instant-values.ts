import { checkInstant, type TypedInstant, textLengths } from '@parvis/domain/instants/instant-form'
import type { InstantFieldKey } from '@parvis/domain/instants/instants.refusals.fr'
import { instantCategoryOf } from '@parvis/domain/instants/kind'
import { decideNotification, type NotificationSituation } from '@parvis/domain/instants/notification'
import { checkTypedPlan } from '@parvis/domain/instants/typed-schedule'
import type { FieldErrors } from '@parvis/domain/kernel/field-errors'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { cleanText, countCharacters } from '@parvis/domain/kernel/text'
import { pointFor } from '../../../lib/use-address-lookup.ts'
import { type InstantValues, itemsOf } from './instant-values.ts'

type FormSituation = { isPictureStored: boolean; notification: NotificationSituation; pendingDate: string }

/** The rules of the form, keys in the order of its sections. */
export function checkInstantValues(values: InstantValues, situation: FormSituation): FieldErrors {
  const typed = typedInstant(values)
  const errors = checkInstant(typed, {
    hasPicture: values.picture !== null || situation.isPictureStored,
    schedule: checkSchedule(values),
    notification: checkDate(values, situation),
  })
  // The sentence of `title_format_error` is the catalogue's, and speaks of the shortest title only.
  const isPasted = errors.title === 'title_format_error' && countCharacters(typed.title) > textLengths.title[1]
  return isPasted ? { ...errors, title: 'title_length_error' } : errors
}

/** The texts as they are measured and sent: without the invisible characters of a paste. */
function typedInstant(values: InstantValues): TypedInstant {
  return {
    title: cleanText(values.title),
    shortDescription: cleanText(values.shortDescription),
    longDescription: cleanText(values.longDescription, { multiline: true }),
    categoryId: instantCategoryOf(values.category)?.id ?? 0,
    streetAddress: cleanText(values.streetAddress),
    city: cleanText(values.city),
    zipCode: values.zipCode.trim(),
  }
}

/** The hours are no items; a draft may have no schedule yet. */
function checkSchedule(values: InstantValues): InstantFieldKey | undefined {
  const items = itemsOf(values)
  if (values.publication === 'later' && !readDateTime(values.publishAt ?? '')) return 'publication_date_error'
  const mayBeEmpty = values.tab === 'hours' || values.publication === 'draft'
  return items.length === 0 && mayBeEmpty ? undefined : checkTypedPlan(items)
}

function checkDate(
  { notificationDate, notifyQuick }: InstantValues,
  situation: FormSituation,
): InstantFieldKey | undefined {
  if (notifyQuick || notificationDate === '' || notificationDate === situation.pendingDate) return undefined
  const date = readDateTime(notificationDate)
  if (!date) return 'date_format_error'
  const decided = decideNotification(date, situation.notification)
  return 'fieldError' in decided ? decided.fieldError : undefined
}

/** The fields of the wire, from the form; the zip travels as a number. */
export function instantBody(values: InstantValues, companyId: string, notification: NotificationFields) {
  const typed = typedInstant(values)
  return {
    companyId,
    ...typed,
    zipCode: Number(typed.zipCode),
    ...pointFor({ ...typed, address: values.streetAddress, city: values.city }, values.position),
    ...notification,
  }
}

/** The notification asked for: in five minutes, a date of the form, or the answer given when saving asked. */
export type NotificationChoice = 'quick' | 'none' | undefined

/** The part of it that is sent: for « in five minutes » the server uses its own clock. */
type NotificationFields = { quickNotification: true } | { notificationDate: string | undefined }

/** The date to send; `CLEAR` when one that was to come is taken away; absent when nothing changes. */
export function notificationRequest(
  { notifyQuick, notificationDate }: Pick<InstantValues, 'notifyQuick' | 'notificationDate'>,
  choice: NotificationChoice,
  pendingDate: string,
): NotificationFields {
  if (notifyQuick || choice === 'quick') return { quickNotification: true }
  if (notificationDate === pendingDate) return { notificationDate: undefined }
  return { notificationDate: notificationDate === '' ? 'CLEAR' : notificationDate }
}

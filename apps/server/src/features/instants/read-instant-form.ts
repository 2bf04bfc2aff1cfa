import type { TypedInstant } from '@parvis/domain/instants/instant-form'
import type { NotificationRequest } from '@parvis/domain/instants/notification'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { type Coordinates, padZip, wrongDegrees } from '@parvis/domain/kernel/place'
import { htmlToPlainText } from '@parvis/domain/kernel/visible-text'

/** What a call carries of an instant, as texts that no rule has judged yet. */
export type ReceivedInstant = {
  title?: string | undefined
  categoryId?: string | undefined
  shortDescription?: string | undefined
  longDescription: string
  streetAddress?: string | undefined
  city?: string | undefined
  zipCode?: string | undefined
  notificationDate?: string | undefined
  quickNotification?: boolean | undefined
  latitude?: string | undefined
  longitude?: string | undefined
}

export type ParsedInstant = {
  typed: TypedInstant & { zipCode: string }
  /** Absent: to be found from the address. */
  coordinates: Coordinates | undefined
  wrongCoordinates: readonly (keyof Coordinates)[]
  notification: NotificationRequest | 'unreadable'
}

export function readInstantForm(received: ReceivedInstant): ParsedInstant {
  const { title = '', shortDescription = '', streetAddress = '', city = '', zipCode = '' } = received
  return {
    typed: {
      title,
      shortDescription,
      longDescription: htmlToPlainText(received.longDescription),
      categoryId: readCategoryId(received.categoryId ?? ''),
      streetAddress,
      city,
      zipCode: padZip(zipCode),
    },
    ...readCoordinates(received.latitude, received.longitude),
    notification: received.quickNotification ? 'QUICK' : readNotification(received.notificationDate),
  }
}

/** 0, the placeholder, for anything but a whole number (I-059, I-067). */
function readCategoryId(text: string): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : 0
}

function readCoordinates(
  sentLatitude = '',
  sentLongitude = '',
): Pick<ParsedInstant, 'coordinates' | 'wrongCoordinates'> {
  const [latitude, longitude] = [sentLatitude, sentLongitude].map((text) => (text ? readDegrees(text) : undefined))
  const isWhole = latitude !== undefined && longitude !== undefined
  return {
    coordinates: isWhole ? { latitude, longitude } : undefined,
    wrongCoordinates: wrongDegrees({ latitude, longitude }),
  }
}

function readDegrees(text: string): number {
  return /^[+-]?\d{1,3}([.,]\d{1,15})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}

/** Absent or empty: unchanged; `CLEAR`: no notification (api.md 8.21). */
function readNotification(text = ''): NotificationRequest | 'unreadable' {
  if (text === '') return 'unchanged'
  if (text === 'CLEAR') return 'CLEAR'
  return readDateTime(text) ?? 'unreadable'
}

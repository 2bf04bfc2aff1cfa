import { pictureRules } from '@parvis/domain/company/picture-sizes'
import { checkInstant, type TypedInstant } from '@parvis/domain/instants/instant-form'
import type { ReceivedInstant } from '@parvis/domain/instants/instants.contract'
import type { NotificationRequest } from '@parvis/domain/instants/notification'
import type { UploadedFile } from '@parvis/domain/kernel/contract'
import type { FieldErrors } from '@parvis/domain/kernel/field-errors'
import { readDateTime } from '@parvis/domain/kernel/paris-time'
import { type Coordinates, padZip, wrongDegrees } from '@parvis/domain/kernel/place'
import { htmlToPlainText } from '@parvis/domain/kernel/visible-text'
import { refuseFields } from '@parvis/domain/refusals'
import type { Dependencies } from '../../dependencies.ts'
import { storePicture } from '../../pictures/picture-store.ts'
import { preparePicture } from '../../pictures/prepare-picture.ts'
import type { TypedColumns } from './instant-writes.queries.ts'
import type { InstantRow } from './instants.queries.ts'

export type PreparedInstant = {
  form: ParsedInstant
  columns: TypedColumns & Pick<InstantRow, 'latitude' | 'longitude'>
  /** The name of the new picture, when one was sent. */
  picture: string | undefined
}

/**
 * All that can be done to an instant before its transaction: every field judged at once, the picture re-encoded
 * and stored, the address found on the map. What needs the time, the plan or the stored state comes later.
 */
export async function prepareInstant(
  deps: Dependencies,
  received: ReceivedInstant,
  files: readonly UploadedFile[],
  { stored, schedule }: { stored?: InstantRow; schedule?: FieldErrors | undefined },
): Promise<PreparedInstant> {
  const form = readInstantForm(received)
  const file = files[0]
  const picture = file && (await preparePicture('picture', file.bytes, pictureRules.instant))
  const minimum = picture && 'minimum' in picture ? picture.minimum : undefined
  const errors = checkInstant(form.typed, {
    hasPicture: picture !== undefined || (stored !== undefined && stored.picture !== ''),
    isPictureTooSmall: minimum !== undefined,
    wrongCoordinates: form.wrongCoordinates,
    scheduleFields: schedule,
    notification: form.notification === 'unreadable' ? 'notification_date_error' : undefined,
  })
  refuseFields(errors, minimum && { details: { picture: minimum } })

  return {
    form,
    columns: { ...columnsOf(form), ...(await locate(deps, form, stored)) },
    picture: picture && 'jpeg' in picture ? await storePicture(deps, 'public', picture) : undefined,
  }
}

function columnsOf({ typed }: ParsedInstant) {
  return {
    title: typed.title,
    short_description: typed.shortDescription,
    long_description: typed.longDescription,
    category_id: typed.categoryId,
    address: typed.streetAddress,
    city: typed.city,
    zip_code: typed.zipCode,
  }
}

const unknown = { latitude: null, longitude: null }

/** The coordinates sent, else the known ones of the same address, else the geocoder's; an instant can be saved without. */
async function locate(
  { gateways }: Dependencies,
  { typed, coordinates }: ParsedInstant,
  stored: InstantRow | undefined,
): Promise<Coordinates | typeof unknown> {
  if (coordinates) return coordinates
  const { streetAddress, city, zipCode } = typed
  const isSame = stored?.address === streetAddress && stored.city === city && stored.zip_code === zipCode
  if (isSame && stored.latitude !== null && stored.longitude !== null) {
    return { latitude: stored.latitude, longitude: stored.longitude }
  }
  return (await gateways.geocoder.geocode(streetAddress, city, zipCode).catch(() => undefined)) ?? unknown
}

export type ParsedInstant = {
  typed: TypedInstant & { zipCode: string }
  /** Undefined when the geocoder must find the position. */
  coordinates: Coordinates | undefined
  wrongCoordinates: readonly (keyof Coordinates)[]
  notification: NotificationRequest | 'unreadable'
}

function readInstantForm(received: ReceivedInstant): ParsedInstant {
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

/** 0, the placeholder, for anything but a whole number. */
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

/** Absent or empty leaves the notification unchanged; `CLEAR` removes it (api.md 8.21). */
function readNotification(text = ''): NotificationRequest | 'unreadable' {
  if (text === '') return 'unchanged'
  if (text === 'CLEAR') return 'CLEAR'
  return readDateTime(text) ?? 'unreadable'
}

/** An id in the body is that of the path (api.md 8.9), and an instant stays with its company. */
export function refuseOtherIds(
  { id, companyId }: { id?: string | undefined; companyId?: string | undefined },
  instant: InstantRow,
): void {
  refuseFields({
    ...(id && id !== String(instant.id) && { id: 'invalid' }),
    ...(companyId && companyId.toLowerCase() !== instant.company_id && { companyId: 'invalid' }),
  })
}

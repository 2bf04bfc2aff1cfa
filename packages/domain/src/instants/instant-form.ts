import type { FieldErrors } from '../kernel/field-errors.ts'
import { countCharacters } from '../kernel/text.ts'
import { isInstantZip } from '../kernel/zip.ts'
import { instantCategory } from './categories.ts'
import type { InstantFieldKey } from './instants.field-texts.fr.ts'

/** What was typed or received, texts cleaned, the long description as plain text (AMB-76, AMB-77). Names of the wire. */
export type TypedInstant = {
  title: string
  shortDescription: string
  longDescription: string
  /** 0 while the placeholder `default` is chosen. */
  categoryId: number
  streetAddress: string
  city: string
  /** Five digits: zeros lost on the wire are given back before (`padZip`); four that a person typed are a mistake. */
  zipCode: string
}

export type InstantSituation = {
  /** A picture is stored or sent. */
  hasPicture: boolean
  /** What `checkSchedule` or `checkTypedSchedule` found; the schedule comes later on POST /instants. */
  schedule?: InstantFieldKey | undefined
  /** What `decideNotification` found. */
  notification?: InstantFieldKey | undefined
}

export const longestTitle = 255

export type InstantSection = 0 | 1 | 2 | 3

/**
 * The rules of an instant in the order of its four sections; the first key is the message to show (I-067..I-079, I-092,
 * I-094, AMB-76..78, AMB-88).
 */
export function checkInstant(typed: TypedInstant, situation: InstantSituation): FieldErrors {
  const zip = typed.zipCode
  const found: [string, InstantFieldKey | undefined][] = [
    ['title', measure(typed.title, 6, longestTitle, 'title_format_error')],
    ['shortDescription', measure(typed.shortDescription, 10, 254, 'short_description_format_error')],
    ['longDescription', measure(typed.longDescription, 17, 3000, 'long_description_format_error')],
    ['categoryId', instantCategory(typed.categoryId) ? undefined : 'instant_category_error'],
    ['picture', situation.hasPicture ? undefined : 'picture_required_error'],
    ['streetAddress', measure(typed.streetAddress, 5, 255, 'instant_address_error')],
    ['city', measure(typed.city, 4, 100, 'instant_city_error')],
    ['zipCode', zip === '' ? 'form_data_error' : isInstantZip(zip) ? undefined : 'instant_zip_error'],
    ['activationTimes', situation.schedule],
    ['notificationDate', situation.notification],
  ]
  const errors: FieldErrors = {}
  for (const [field, key] of found) if (key) errors[field] = key
  return errors
}

/** The section of the first failing rule, which opens (I-093, AMB-88); undefined when nothing fails. */
export function firstFailingSection(errors: FieldErrors): InstantSection | undefined {
  return Object.keys(errors)
    .map(sectionOf)
    .sort((a, b) => a - b)[0]
}

/** Section 0 text, 1 picture and address, 2 schedule, 3 notification (I-025). */
function sectionOf(field: string): InstantSection {
  return sections[field] ?? 0
}

const sections: Readonly<Record<string, InstantSection>> = {
  picture: 1,
  streetAddress: 1,
  city: 1,
  zipCode: 1,
  activationTimes: 2,
  notificationDate: 3,
}

function measure(text: string, least: number, most: number, key: InstantFieldKey): InstantFieldKey | undefined {
  const length = countCharacters(text)
  if (length === 0) return 'form_data_error'
  return length < least || length > most ? key : undefined
}

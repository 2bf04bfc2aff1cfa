import type { FieldErrors } from '../kernel/field-errors.ts'
import { measures, wrongFields } from '../kernel/field-rules.ts'
import { isInstantZip } from '../kernel/place.ts'
import { cleanText, countCharacters, shorten } from '../kernel/text.ts'
import { isCityName } from '../towns/short-names.ts'
import type { InstantFieldKey } from './instants.refusals.fr.ts'
import { instantCategory } from './kind.ts'

/** What was typed or received, texts cleaned, the long description as plain text. Names of the wire. */
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
  isPictureTooSmall?: boolean
  /** Halves of a point that are no degrees. */
  wrongCoordinates?: readonly string[] | undefined
  /** The bad fields of a schedule written whole, in their order. */
  scheduleFields?: FieldErrors | undefined
  /** What `checkSchedule` or `checkTypedPlan` found; the schedule comes later on POST /instants. */
  schedule?: InstantFieldKey | undefined
  /** What `decideNotification` found. */
  notification?: InstantFieldKey | undefined
}

/** Fewest and most characters of each text of an instant. */
export const textLengths = { title: [6, 255], shortDescription: [10, 254], longDescription: [17, 3000] } as const

/**
 * The rules of an instant in the order of its four sections; the first key is the message to show (I-067..I-079, I-092,
 * I-094, AMB-76..78, AMB-88).
 */
export function checkInstant(typed: TypedInstant, situation: InstantSituation): FieldErrors {
  const picture = situation.isPictureTooSmall ? 'error_size_picture' : 'picture_required_error'
  return wrongFields<string>([
    ['title', measure(typed.title, ...textLengths.title, 'title_format_error')],
    [
      'shortDescription',
      measure(typed.shortDescription, ...textLengths.shortDescription, 'short_description_format_error'),
    ],
    [
      'longDescription',
      measure(typed.longDescription, ...textLengths.longDescription, 'long_description_format_error'),
    ],
    ['categoryId', instantCategory(typed.categoryId) ? undefined : 'instant_category_error'],
    ['picture', situation.hasPicture && !situation.isPictureTooSmall ? undefined : picture],
    ['streetAddress', measure(typed.streetAddress, 5, 255, 'instant_address_error')],
    ['city', checkCity(typed)],
    ['zipCode', checkZip(typed.zipCode)],
    ...(situation.wrongCoordinates ?? []).map((half): [string, string] => [half, 'coordinates_error']),
    ['activationTimes', situation.schedule],
    ...Object.entries(situation.scheduleFields ?? {}),
    ['notificationDate', situation.notification],
  ])
}

function checkCity({ city, zipCode }: TypedInstant): InstantFieldKey | undefined {
  if (city === '') return 'form_data_error'
  return isCityName(city, zipCode) ? undefined : 'instant_city_error'
}

function checkZip(zip: string): InstantFieldKey | undefined {
  if (zip === '') return 'form_data_error'
  return isInstantZip(zip) ? undefined : 'instant_zip_error'
}

const shortTitle = 70

/**
 * The three texts of an instant from one hasty text: the title is its first sentence, cut between words at 70 characters; the
 * long description holds all of it. A text too short for the descriptions is signed with the name of the business; what is still
 * too short is refused by the rules.
 */
export function textsFromOne(
  written: string,
  businessName: string,
): Pick<TypedInstant, 'title' | 'shortDescription' | 'longDescription'> {
  const text = cleanText(written, { multiline: true })
  const [firstLine = ''] = text.split('\n')
  const sentence = /^.{6,}?[.!?…](?=\s)/.exec(firstLine)?.[0].replace(/\.$/, '') ?? firstLine
  const isSigned = text !== '' && countCharacters(text) < textLengths.longDescription[0]
  const described = isSigned ? `${text} – ${businessName}` : text
  return {
    title: shorten(sentence, shortTitle),
    shortDescription: shorten(described.replaceAll('\n', ' '), textLengths.shortDescription[1]),
    longDescription: described,
  }
}

function measure(text: string, min: number, max: number, key: InstantFieldKey): InstantFieldKey | undefined {
  if (text === '') return 'form_data_error'
  return measures(text, min, max) ? undefined : key
}

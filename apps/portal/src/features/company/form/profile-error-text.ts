import { companyProfileMessage } from '@parvis/domain/company/company.refusals.fr'
import { checkOpeningHours } from '@parvis/domain/company/opening-hours'
import { fieldTexts } from '@parvis/domain/field-texts.fr'
import { cleanText, countCharacters } from '@parvis/domain/kernel/text'
import { zipErrorText } from '@parvis/domain/kernel/zip-error-text.fr'
import type { FieldError, FieldErrorMap } from '../../../lib/use-form.ts'
import { isOfFirstRule } from './check-profile-values.ts'
import type { ProfileValues } from './profile-values.ts'

/** Beside what is required and empty: what is awaited there; the form says the sentence of the specification. */
const askedFor: Record<string, string> = {
  coverImage: 'Ajoutez une photo de couverture',
  profileImage: 'Ajoutez une photo de profil',
  name: 'Indiquez le nom de votre établissement',
  category: 'Choisissez votre métier',
  address: 'Indiquez votre adresse',
  zipCode: 'Indiquez votre code postal',
  city: 'Indiquez votre ville',
  description: 'Présentez-vous en quelques phrases',
  phoneNumber: 'Indiquez votre téléphone',
  email: 'Indiquez votre adresse e-mail',
  website: 'Indiquez votre site, ou cochez que vous n’en avez pas',
  'id-card-front': 'Ajoutez le recto de votre pièce d’identité',
  'id-card-back': 'Ajoutez le verso de votre pièce d’identité',
}

const chooseAddress = 'Choisissez votre adresse dans la liste proposée'

/** Beside a field: the sentence of its key. An address that was not picked is asked to be picked (E-061, AMB-44, AMB-57). */
export function profileErrorText(key: string, field: string, values: ProfileValues): string {
  if (key === 'required_data_error' && askedFor[field]) return askedFor[field]
  if (key === 'address_format_error')
    return isLongEnough(values.address) ? `${chooseAddress}.` : `${fieldTexts[key]}. ${chooseAddress}.`
  if (field === 'zipCode' && key === 'zipCode_format_error') return zipErrorText(values.zipCode)
  return fieldTexts[key] ?? key
}

const isLongEnough = (address: string) => countCharacters(cleanText(address)) >= 6

/**
 * What the form shows: one message, that of the first failing rule, above the form and beside its fields (E-028); the
 * other wrong fields are marked without a second message.
 */
export function shownErrors(
  errors: FieldErrorMap,
  values: ProfileValues,
): { fields: FieldErrorMap; message: FieldError | undefined } {
  const entries = Object.entries(errors)
  const first = entries[0]?.[1]
  if (!first) return { fields: {}, message: undefined }
  const keys = Object.fromEntries(entries.map(([field, error]) => [field, error.key]))
  const fields = entries.map(([field, error]): [string, FieldError] => [
    field,
    isOfFirstRule(error.key, first.key) ? error : { key: error.key, text: alsoWrong },
  ])
  const isAddress = entries[0]?.[0] === 'address' && first.key !== 'required_data_error'
  const message = isAddress ? first.text : companyProfileMessage(keys, values.openingHours)
  return { fields: Object.fromEntries(fields), message: { key: messageKey(first.key, values), text: message } }
}

const alsoWrong = 'À vérifier aussi'

/** Without any hours the whole form says what is required; a wrong line keeps the key of the hours (AMB-52). */
function messageKey(key: string, { openingHours }: ProfileValues): string {
  if (key !== 'opening hours error') return key
  return openingHours.some(checkOpeningHours) ? key : 'required_data_error'
}

import { fieldTexts } from '@parvis/domain/field-texts.fr'
import { instantsFieldTexts } from '@parvis/domain/instants/instants.field-texts.fr'

const texts: Readonly<Record<string, string>> = { ...fieldTexts, ...instantsFieldTexts }
const pictureSide = '500'

/** The sentence of a field's key; a picture's least size is named (I-073). */
export function instantErrorText(key: string): string {
  return (texts[key] ?? key).replace('{L}', pictureSide).replace('{H}', pictureSide)
}

/** What each field is called, for the summary under the form. */
export const fieldLabels: Readonly<Record<string, string>> = {
  title: 'Titre',
  shortDescription: 'Description courte',
  longDescription: 'Description longue',
  categoryId: 'Catégorie',
  picture: 'Photo',
  streetAddress: 'Adresse',
  city: 'Ville',
  zipCode: 'Code postal',
  activationTimes: 'Horaires',
  notificationDate: 'Notification',
}

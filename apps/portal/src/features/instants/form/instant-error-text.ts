import { companyFieldTexts } from '@parvis/domain/company/company.refusals.fr'
import { pictureRules } from '@parvis/domain/company/picture-sizes'
import { instantsFieldTexts } from '@parvis/domain/instants/instants.refusals.fr'

const texts: Readonly<Record<string, string>> = { ...companyFieldTexts, ...instantsFieldTexts }
const { width, height } = pictureRules.instant.exact

/** The sentence of a field's key; an empty field is named, a picture's least size too. */
export function instantErrorText(key: string, field?: string): string {
  if (key === 'form_data_error') return emptyTexts[field ?? ''] ?? instantsFieldTexts.form_data_error
  return (texts[key] ?? key).replace('{L}', String(width)).replace('{H}', String(height))
}

const emptyTexts: Readonly<Record<string, string>> = {
  title: 'Indiquez un titre',
  shortDescription: 'Indiquez une description courte',
  longDescription: 'Indiquez une description longue',
  streetAddress: 'Indiquez une adresse',
  city: 'Indiquez une ville',
  zipCode: 'Indiquez un code postal',
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

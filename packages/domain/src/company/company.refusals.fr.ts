import { type FieldErrors, firstFieldError } from '../kernel/field-errors.ts'
import { formatDay } from '../kernel/french-format.ts'
import { absent, conflict, forbidden, type Refusals } from '../kernel/refusal.ts'
import { checkOpeningHours, type TypedOpeningHours } from './opening-hours.ts'

export const companyRefusals = {
  'company.data_format': absent('data_format_error', 'Certaines données sont invalides, merci de les vérifier'),
  'company.subdomain_taken': conflict('SUBDOMAIN_TAKEN', 'Ce sous-domaine est déjà pris'),
  'company.photo_limit': forbidden(
    'PHOTO_LIMIT',
    'Votre galerie est pleine : 8 photos au plus. Retirez-en une pour en ajouter une autre.',
  ),
  'company.photos_changed': conflict(
    'PHOTOS_CHANGED',
    'Vos photos ont changé sur un autre appareil. Rien n’a été enregistré.',
  ),
} satisfies Refusals

/** French sentences of the company's field keys (ambiguities.md, appendix A). */
export const companyFieldTexts = {
  required_data_error: 'Veuillez remplir tous les champs',
  'opening hours error': "Veuillez ajouter au moins un horaire d'ouverture",
  business_name_format_error: 'Le nom doit contenir au moins 3 caractères',
  business_name_script_error: 'Le nom mêle deux alphabets dans un même mot : tapez-le à nouveau',
  business_name_reserved:
    'Ce nom est réservé aux mairies et aux services publics : choisissez-en un autre, ou écrivez-nous',
  type_error: 'Ce type de structure ne peut pas être choisi',
  category_error: 'Veuillez choisir une catégorie',
  address_format_error: "L'adresse doit contenir au moins 6 caractères",
  city_format_error: 'La ville doit contenir au moins 4 caractères',
  zipCode_format_error: 'Le code postal est invalide',
  coordinates_error: 'La position sur la carte est invalide',
  description_format_error: 'La description doit contenir au moins 14 caractères',
  site_format_error: "L'adresse du site doit commencer par http:// ou https:// et comporter un nom de domaine",
  email_format_error: "L'adresse e-mail est invalide",
  phone_number_error: 'Le numéro de téléphone doit être un numéro français valide',
  opening_day_error: 'Veuillez choisir les jours de cet horaire',
  opening_start_error: "L'heure d'ouverture doit être complète, par exemple 09:00",
  opening_end_error: "L'heure de fermeture doit être complète et suivre l'ouverture d'au moins 5 minutes",
  subdomain_format_error: 'Le sous-domaine ne peut contenir que des lettres, chiffres, tirets et tirets bas',
  subdomain_reserved: 'Ce sous-domaine est réservé',
  cac_format_error: 'Ajoutez au moins une photo et une description de plus de 10 caractères',
  photo_alt_error: 'La description de la photo doit contenir 150 caractères au plus',
  error_size_picture: "L'image doit mesurer au moins {L} x {H} pixels",
  over_sized_image_error: "L'image est trop volumineuse (10 Mo maximum)",
  unreadable_image: "L'image doit être au format JPEG, PNG ou WebP",
} as const satisfies Record<string, string>

export type CompanyFieldKey = keyof typeof companyFieldTexts

/**
 * The one sentence above the form, and the `error.message` of the wire: that of the first failing rule. No hours
 * at all reads as the required text (api.md 8.2); a wrong entry says what is wrong with it.
 */
export function companyProfileMessage(errors: FieldErrors, openingHours: readonly TypedOpeningHours[] = []): string {
  const key = firstFieldError(errors)?.key
  if (key !== 'opening hours error')
    return isCompanyKey(key) ? companyFieldTexts[key] : companyFieldTexts.required_data_error
  const wrong = openingHours.map(checkOpeningHours).find((entry) => entry !== undefined)
  return companyFieldTexts[wrong ?? 'required_data_error']
}

function isCompanyKey(key: string | undefined): key is CompanyFieldKey {
  return key !== undefined && Object.hasOwn(companyFieldTexts, key)
}

/** Why the team stopped a business, as its owner reads it: `since` is ISO 8601. */
export type Suspension = { since: string; reason: string }

/** What the owner reads in the portal and in each refusal while the business is suspended. */
export function suspensionText({ since, reason }: Suspension, contact: string): string {
  const sentence = reason.trim().replace(/(?<![.!?…\s])[.!?…\s]+$/, '')
  return `Votre fiche est suspendue depuis le ${formatDay(since)}\u00a0: ${sentence}. Vous pouvez répondre à ${contact}.`
}

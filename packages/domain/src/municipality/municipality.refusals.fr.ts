import type { Refusals } from '../kernel/refusal.ts'

export const municipalityRefusals = {
  'municipality.service_not_found': { kind: 'not-found', code: 'SERVICE_NOT_FOUND' },
  'municipality.not_town_hall': { kind: 'forbidden', code: 'NOT_TOWN_HALL' },
  'municipality.max_reached': { kind: 'forbidden', code: 'MAX_SERVICES_REACHED' },
  'municipality.bad_ranks': { kind: 'invalid', code: 'BAD_RANKS' },
} as const satisfies Refusals

export const municipalityRefusalTexts: Record<keyof typeof municipalityRefusals, string> = {
  'municipality.service_not_found': 'Ce service n’existe pas ou plus',
  'municipality.not_town_hall': 'Réservé à la mairie vérifiée de la commune.',
  'municipality.max_reached': 'Vous avez déjà 50 services : supprimez-en un pour en ajouter un autre',
  'municipality.bad_ranks': 'L’ordre envoyé ne correspond pas aux services affichés',
}

const municipalityError = 'Une erreur est survenue, merci de vérifier les informations du service'

/** Any failure of the service form shows the one municipality message (V-015, appendix A). */
export const municipalityFieldTexts = {
  service_label_error: municipalityError,
  service_icon_error: municipalityError,
  service_type_error: municipalityError,
  service_content_error: municipalityError,
}

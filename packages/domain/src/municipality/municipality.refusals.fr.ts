import { absent, forbidden, invalid, type Refusals } from '../kernel/refusal.ts'

export const municipalityRefusals = {
  'municipality.service_not_found': absent('SERVICE_NOT_FOUND', 'Ce service n’existe pas ou plus'),
  'municipality.not_town_hall': forbidden('NOT_TOWN_HALL', 'Réservé à la mairie vérifiée de la commune.'),
  'municipality.max_reached': forbidden(
    'MAX_SERVICES_REACHED',
    'Vous avez déjà 50 services : supprimez-en un pour en ajouter un autre',
  ),
  'municipality.bad_ranks': invalid('BAD_RANKS', 'L’ordre envoyé ne correspond pas aux services affichés'),
} satisfies Refusals

const municipalityError = 'Une erreur est survenue, merci de vérifier les informations du service'

/** Any failure of the service form shows the one municipality message (V-015, appendix A). */
export const municipalityFieldTexts = {
  service_label_error: municipalityError,
  service_icon_error: municipalityError,
  service_type_error: municipalityError,
  service_content_error: municipalityError,
}

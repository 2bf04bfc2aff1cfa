import type { municipalityRefusals } from './municipality.refusals.ts'

export const municipalityRefusalTexts: Record<keyof typeof municipalityRefusals, string> = {
  'municipality.service_not_found': 'Ce service n’existe pas ou plus',
  'municipality.max_reached': 'Vous avez déjà 50 services : supprimez-en un pour en ajouter un autre',
  'municipality.bad_ranks': 'L’ordre envoyé ne correspond pas aux services affichés',
}

import type { Refusals } from '../kernel/refusal.ts'

export const municipalityRefusals = {
  'municipality.service_not_found': { kind: 'not-found', code: 'SERVICE_NOT_FOUND' },
  'municipality.max_reached': { kind: 'forbidden', code: 'MAX_SERVICES_REACHED' },
  'municipality.bad_ranks': { kind: 'invalid', code: 'BAD_RANKS' },
} as const satisfies Refusals

export const municipalityRefusalTexts: Record<keyof typeof municipalityRefusals, string> = {
  'municipality.service_not_found': 'Ce service n’existe pas ou plus',
  'municipality.max_reached': 'Vous avez déjà 50 services : supprimez-en un pour en ajouter un autre',
  'municipality.bad_ranks': 'L’ordre envoyé ne correspond pas aux services affichés',
}

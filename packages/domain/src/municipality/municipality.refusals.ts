import type { Refusals } from '../kernel/refusal.ts'

export const municipalityRefusals = {
  'municipality.service_not_found': { kind: 'not-found', code: 'SERVICE_NOT_FOUND' },
  'municipality.max_reached': { kind: 'forbidden', code: 'MAX_SERVICES_REACHED' },
  'municipality.bad_ranks': { kind: 'invalid', code: 'BAD_RANKS' },
} as const satisfies Refusals

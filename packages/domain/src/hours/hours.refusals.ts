import type { Refusals } from '../kernel/refusal.ts'

export const hoursRefusals = {
  'hours.limit': { kind: 'forbidden', code: 'HOURS_LIMIT' },
  'hours.exception_not_found': { kind: 'not-found', code: 'EXCEPTION_NOT_FOUND' },
  'hours.newer_version': { kind: 'conflict', code: 'NEWER_VERSION' },
  'hours.closure_overlap': { kind: 'conflict', code: 'CLOSURE_OVERLAP' },
  'hours.day_already_set': { kind: 'conflict', code: 'DAY_ALREADY_SET' },
  'hours.already_closed': { kind: 'conflict', code: 'ALREADY_CLOSED' },
} as const satisfies Refusals

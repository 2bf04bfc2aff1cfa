import type { Refusals } from '../kernel/refusal.ts'

export const instantsRefusals = {
  'instants.not_found': { kind: 'not-found', code: 'INSTANT_NOT_FOUND' },
  'instants.max_reached': { kind: 'forbidden', code: 'MAX_INSTANTS' },
  'instants.notification_not_allowed': { kind: 'forbidden', code: 'NOTIFICATION_NOT_ALLOWED' },
  'instants.notification_wait': { kind: 'forbidden', code: 'NOTIFICATION_WAIT' },
  'instants.fixed_already_set': { kind: 'conflict', code: 'FIXED_ALREADY_SET' },
  'instants.newer_version': { kind: 'conflict', code: 'NEWER_VERSION' },
  'instants.schedule_too_rich': { kind: 'conflict', code: 'SCHEDULE_TOO_RICH' },
  'instants.over': { kind: 'conflict', code: 'INSTANT_OVER' },
  'instants.no_page_found': { kind: 'not-found', code: 'NO_PAGE_FOUND' },
} as const satisfies Refusals

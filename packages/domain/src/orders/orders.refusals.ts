import type { Refusals } from '../kernel/refusal.ts'

export const ordersRefusals = {
  'orders.not_allowed': { kind: 'unauthenticated', code: 'ORDER_NOT_ALLOWED' },
  'orders.not_found': { kind: 'not-found', code: 'ORDER_NOT_FOUND' },
  'orders.code_unknown': { kind: 'not-found', code: 'CODE_UNKNOWN' },
  'orders.already_processed': { kind: 'conflict', code: 'ORDER_ALREADY_PROCESSED' },
  'orders.changed': { kind: 'conflict', code: 'ORDER_CHANGED' },
  'orders.slot_full': { kind: 'conflict', code: 'SLOT_FULL' },
  'orders.too_late': { kind: 'conflict', code: 'TOO_LATE' },
  'orders.undo_too_late': { kind: 'conflict', code: 'UNDO_TOO_LATE' },
  'orders.newer_version': { kind: 'conflict', code: 'NEWER_VERSION' },
  'orders.cac_not_available': { kind: 'forbidden', code: 'CAC_NOT_AVAILABLE' },
  'orders.paused': { kind: 'forbidden', code: 'ORDERS_PAUSED' },
  'orders.limit': { kind: 'forbidden', code: 'ORDER_LIMIT' },
} as const satisfies Refusals

import type { Refusals } from '../kernel/refusal.ts'

export const ordersRefusals = {
  'orders.not_allowed': { kind: 'unauthenticated', code: 'ORDER_NOT_ALLOWED' },
  'orders.not_found': { kind: 'not-found', code: 'ORDER_NOT_FOUND' },
  'orders.already_processed': { kind: 'conflict', code: 'ORDER_ALREADY_PROCESSED' },
  'orders.cac_not_available': { kind: 'forbidden', code: 'CAC_NOT_AVAILABLE' },
} as const satisfies Refusals

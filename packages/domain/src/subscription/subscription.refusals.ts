import type { Refusals } from '../kernel/refusal.ts'

export const subscriptionRefusals = {
  'subscription.not_offered': { kind: 'forbidden', code: 'NOT_OFFERED' },
  'subscription.already_subscribed': { kind: 'conflict', code: 'ALREADY_SUBSCRIBED' },
  'subscription.session_id_required': { kind: 'invalid', code: 'SESSION_ID_REQUIRED' },
  'subscription.payment_not_found': { kind: 'not-found', code: 'PAYMENT_NOT_FOUND' },
  'subscription.no_customer': { kind: 'not-found', code: 'NO_CUSTOMER' },
  'subscription.payment_unavailable': { kind: 'upstream', code: 'PAYMENT_UNAVAILABLE' },
} as const satisfies Refusals

import type { Refusals } from '../kernel/refusal.ts'

export const registrationRefusals = {
  'registration.invalid_code': { kind: 'invalid', code: 'INVALID_CODE' },
  'registration.code_already_used': { kind: 'conflict', code: 'CODE_ALREADY_USED' },
  'registration.already_owner': { kind: 'conflict', code: 'ALREADY_OWNER' },
} as const satisfies Refusals

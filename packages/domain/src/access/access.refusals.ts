import type { Refusals } from '../kernel/refusal.ts'

export const accessRefusals = {
  'access.invalid_phone': { kind: 'invalid', code: 'INVALID_PHONE' },
  'access.profile_phone': { kind: 'unprocessable', code: 'INVALID_PHONE' },
  'access.phone_blocked': { kind: 'forbidden', code: 'PHONE_BLOCKED' },
  'access.code_required': { kind: 'invalid', code: 'CODE_REQUIRED' },
  'access.code_format': { kind: 'invalid', code: 'CODE_FORMAT' },
  'access.code_invalid': { kind: 'invalid', code: 'CODE_INVALID' },
  'access.sms_unavailable': { kind: 'unavailable', code: 'SMS_UNAVAILABLE' },
} as const satisfies Refusals

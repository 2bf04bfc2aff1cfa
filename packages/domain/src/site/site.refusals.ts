import type { Refusals } from '../kernel/refusal.ts'

/** Refusals of the residents' door (residents.md sections 7 and 9). */
export const siteRefusals = {
  'site.proof_needed': { kind: 'forbidden', code: 'PROOF_NEEDED' },
  'site.phone_needed': { kind: 'forbidden', code: 'PHONE_NEEDED' },
  'site.wait_for_answer': { kind: 'forbidden', code: 'WAIT_FOR_ANSWER' },
  'site.picture_not_yet': { kind: 'forbidden', code: 'PICTURE_NOT_YET' },
  'site.code_limit': { kind: 'forbidden', code: 'CODE_LIMIT' },
  'site.phone_of_owner': { kind: 'conflict', code: 'PHONE_OF_OWNER' },
  'site.transfer_expired': { kind: 'forbidden', code: 'TRANSFER_EXPIRED' },
} as const satisfies Refusals

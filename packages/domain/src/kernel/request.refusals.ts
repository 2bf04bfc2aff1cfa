import type { Refusals } from './refusal.ts'

/** Refusals of any call, whatever its subject (api.md section 1, "Common errors"). */
export const requestRefusals = {
  'request.validation': { kind: 'invalid', code: 'VALIDATION' },
  'request.bad_json': { kind: 'invalid', code: 'BAD_JSON' },
  'request.token_not_found': { kind: 'unauthenticated', code: 'TOKEN_NOT_FOUND' },
  'request.session_unknown': { kind: 'unauthenticated', code: 'SESSION_UNKNOWN' },
  'request.forbidden': { kind: 'forbidden', code: 'FORBIDDEN' },
  'request.link_expired': { kind: 'forbidden', code: 'LINK_EXPIRED' },
  'request.not_found': { kind: 'not-found', code: 'NOT_FOUND' },
  'request.method_not_allowed': { kind: 'method-not-allowed', code: 'METHOD_NOT_ALLOWED' },
  'request.idempotency_mismatch': { kind: 'conflict', code: 'IDEMPOTENCY_MISMATCH' },
  'request.idempotency_in_progress': { kind: 'conflict', code: 'IDEMPOTENCY_IN_PROGRESS' },
  'request.payload_too_large': { kind: 'too-large', code: 'PAYLOAD_TOO_LARGE' },
  'request.storage_full': { kind: 'too-large', code: 'PAYLOAD_TOO_LARGE' },
  'request.unsupported_media_type': { kind: 'unsupported', code: 'UNSUPPORTED_MEDIA_TYPE' },
  'request.over_sized_image': { kind: 'unsupported', code: 'over_sized_image_error' },
  'request.unreadable_image': { kind: 'unsupported', code: 'unreadable_image' },
  'request.infected_file': { kind: 'unsupported', code: 'unreadable_image' },
  'request.too_many_attempts': { kind: 'too-many', code: 'TOO_MANY_ATTEMPTS' },
  'request.server_error': { kind: 'failure', code: 'SERVER_ERROR' },
  'request.upstream_unavailable': { kind: 'unavailable', code: 'UPSTREAM_UNAVAILABLE' },
} as const satisfies Refusals

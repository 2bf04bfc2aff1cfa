import type { Endpoint } from '@parvis/domain/kernel/contract'
import { statusOfKind } from '@parvis/domain/kernel/refusal'
import { refusalTexts } from '@parvis/domain/refusal-texts.fr'
import { type RefusalKey, refusals } from '@parvis/domain/refusals'

export type PossibleError = { status: number; code: string; message: string }

/** Every error a call may answer: its own refusals, and the common ones that its shape makes possible (api.md section 1). */
export function possibleErrors(endpoint: Endpoint): PossibleError[] {
  const keys = new Set<RefusalKey>([...commonKeys(endpoint), ...ownKeys(endpoint)])
  return [...keys]
    .map((key) => ({ status: statusOfKind[refusals[key].kind], code: refusals[key].code, message: refusalTexts[key] }))
    .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code))
}

function ownKeys({ refusals: codes, invalid }: Endpoint): RefusalKey[] {
  const keys = allKeys.filter((key) => codes.includes(refusals[key].code))
  return invalid ? [...keys, invalid] : keys
}

function commonKeys(endpoint: Endpoint): RefusalKey[] {
  const { access, params, query, files, method, invalid } = endpoint
  // A body is read whether the call wants one or not (AMB-10).
  const reads = method !== 'GET'
  const isSignedIn = access !== 'public' && access !== 'visitor' && access !== 'signature'
  const isGuarded = access === 'super-admin' || (typeof access === 'object' && 'owner' in access)
  const pairs: [boolean, RefusalKey[]][] = [
    [isSignedIn, ['request.token_not_found', 'request.session_unknown']],
    [isGuarded, ['request.forbidden']],
    [params !== undefined, ['request.not_found']],
    [reads || (query !== undefined && !invalid), ['request.validation']],
    [reads, ['request.bad_json', 'request.unsupported_media_type', 'request.payload_too_large']],
    [files !== undefined, ['request.over_sized_image', 'request.unreadable_image']],
    [
      (isSignedIn || access === 'visitor') && reads,
      ['request.idempotency_mismatch', 'request.idempotency_in_progress'],
    ],
    [true, ['request.too_many_attempts', 'request.server_error', 'request.upstream_unavailable']],
  ]
  return pairs.flatMap(([applies, keys]) => (applies ? keys : []))
}

const allKeys = Object.keys(refusals) as RefusalKey[]

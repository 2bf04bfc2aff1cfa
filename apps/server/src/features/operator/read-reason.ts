import { countCharacters } from '@parvis/domain/kernel/text'
import { refuseFields } from '@parvis/domain/refusals'

const shortest = 5
const longest = 500

/** Why the operator does it, for the audit trail; 400 without a real one (T11, T34). */
export function readReason(reason = ''): string {
  const length = countCharacters(reason)
  if (length < shortest || length > longest) refuseFields({ reason: 'reason_error' })
  return reason
}

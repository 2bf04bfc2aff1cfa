import { checkReason } from '@parvis/domain/operator/reason'
import { refuseFields } from '@parvis/domain/refusals'

/** Why the operator does it, for the audit trail; 400 without a real one (T11, T34). */
export function readReason(reason = ''): string {
  refuseFields(checkReason(reason))
  return reason
}

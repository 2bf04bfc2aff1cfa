import { type Suspension, suspensionText } from '@parvis/domain/company/company.refusals.fr'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal } from '@parvis/domain/refusals'
import type { Config } from '../../config.ts'

export type StoredSuspension = { suspendedAt: Date | null; suspensionReason: string | null }

/** Since when and why a business is suspended, as its owner reads it; null while it is not. */
export function suspensionOf({ suspendedAt, suspensionReason }: StoredSuspension): Suspension | null {
  return suspendedAt && { since: writeParisIso(suspendedAt), reason: suspensionReason ?? '' }
}

/** Throws 403 FORBIDDEN with the notice when a suspended business would publish or send. */
export function refuseSuspended({ links }: Config, stored: StoredSuspension): void {
  const suspension = suspensionOf(stored)
  if (suspension) throw refusal('request.forbidden', { message: suspensionText(suspension, links.supportEmail) })
}

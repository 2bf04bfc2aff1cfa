import type { Temporal } from 'temporal-polyfill'
import type { FieldErrors } from '../kernel/field-errors.ts'
import { daysLater } from '../kernel/paris-days.ts'
import { readDateTime } from '../kernel/paris-time.ts'

export const scheduledStates = ['waiting', 'sent', 'held'] as const
export type ScheduledState = (typeof scheduledStates)[number]
export const heldReasons = ['blocked', 'plan', 'suspended', 'answered'] as const
export type HeldReason = (typeof heldReasons)[number]

const minute = 60_000
const maxDays = 90

/** When it leaves: a minute to 90 days ahead, by the clocks of Paris; else `send_date_error`. */
export function checkSendAt(
  typed: string | undefined,
  now: Temporal.Instant,
): { errors: FieldErrors; value?: Temporal.Instant } {
  const sendAt = readDateTime(typed ?? '')
  const first = now.epochMilliseconds + minute
  const last = daysLater(now.epochMilliseconds, maxDays)
  if (!sendAt || sendAt.epochMilliseconds < first || sendAt.epochMilliseconds > last)
    return { errors: { sendAt: 'send_date_error' } }
  return { errors: {}, value: sendAt }
}

/** Names the broadcast that takes the place. */
export function broadcastPlannedText(moment: string): string {
  return `Un message groupé est déjà prévu ${moment}\u00A0: vous avez atteint votre nombre pour cette semaine. Annulez-le pour écrire maintenant.`
}

import { formatDay } from '../kernel/french-format.ts'

/** Why the team stopped a business, as its owner reads it: `since` is ISO 8601. */
export type Suspension = { since: string; reason: string }

/** What the owner reads in the portal and in each refusal while the business is suspended (W-103, W-104). */
export function suspensionText({ since, reason }: Suspension, contact: string): string {
  const sentence = reason.trim().replace(/(?<![.!?…\s])[.!?…\s]+$/, '')
  return `Votre fiche est suspendue depuis le ${formatDay(since)}\u00a0: ${sentence}. Vous pouvez répondre à ${contact}.`
}

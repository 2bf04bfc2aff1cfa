/**
 * Milliseconds that the clock of a device, which says `moment`, is ahead of the server's, by the `Date` header of an answer. That has
 * whole seconds and travels: within a minute of what is `known` nothing is learnt.
 */
export function clockLead(date: string | null, moment: number, known: number): number {
  const lead = moment - Date.parse(date ?? '')
  return Math.abs(lead - known) > 60_000 ? lead : known
}

/**
 * Milliseconds that a device's clock is ahead of the server's, by the `Date` header of an answer. That has whole seconds and travels:
 * within a minute of what is `known` nothing is learnt.
 */
export function clockLead(date: string | null, known: number): number {
  const lead = Date.now() - Date.parse(date ?? '')
  return Math.abs(lead - known) > 60_000 ? lead : known
}

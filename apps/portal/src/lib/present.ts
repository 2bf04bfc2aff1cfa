import { clockLead } from '@parvis/domain/kernel/clock-lead'

let lead = 0

/** The `Date` of each answer says how wrong the clock of this device is: a phone behind a counter may be a day off. */
export function setClockBy(date: string | null): void {
  lead = clockLead(date, Date.now(), lead)
}

/** Milliseconds of the present moment, by the server's clock. */
export const presentMoment = (): number => Date.now() - lead

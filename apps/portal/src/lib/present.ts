import { clockLead } from '@parvis/domain/kernel/clock-lead'
import { parisToday } from '@parvis/domain/kernel/paris-today'

let lead = 0

/** Told when the page learns that the clock of its device is wrong. */
export const clockSet = 'parvis-clock'

/** The `Date` of each answer says how wrong the clock of this device is: a phone behind a counter may be a day off. */
export function setClockBy(date: string | null): void {
  const before = lead
  lead = clockLead(date, Date.now(), before)
  if (lead !== before) dispatchEvent(new Event(clockSet))
}

/** Milliseconds of the present moment, by the server's clock. */
export const presentMoment = (): number => Date.now() - lead

/** `YYYY-MM-DD` of the day it is in Paris. */
export const presentDay = (): string => parisToday(presentMoment())

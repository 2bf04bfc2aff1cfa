import type { DayOfWeek } from '../company/opening-hours.ts'

/** `YYYY-MM-DD` of the day it is in Paris, without Temporal: the pages before sign-in cannot afford its weight. */
export function parisToday(epochMilliseconds: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris', dateStyle: 'short' }).format(epochMilliseconds)
}

/** Day of the week in Paris, 1 Monday to 7 Sunday, without Temporal. */
export function parisWeekday(epochMilliseconds: number): DayOfWeek {
  const name = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', weekday: 'short' }).format(
    epochMilliseconds,
  )
  return (['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(name) + 1) as DayOfWeek
}

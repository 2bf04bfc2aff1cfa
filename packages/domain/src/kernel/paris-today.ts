/** `YYYY-MM-DD` of the day it is in Paris, without Temporal: the pages before sign-in cannot afford its weight. */
export function parisToday(epochMilliseconds: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris', dateStyle: 'short' }).format(epochMilliseconds)
}

/** Day of the week (1 Monday to 7 Sunday) and minutes since midnight in Paris. */
export function parisWeekMoment(epochMilliseconds: number): { day: 1 | 2 | 3 | 4 | 5 | 6 | 7; minutes: number } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Paris',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(epochMilliseconds)
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? ''
  const weekday = (['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1) as
    | 1
    | 2
    | 3
    | 4
    | 5
    | 6
    | 7
  return { day: weekday, minutes: Number(part('hour')) * 60 + Number(part('minute')) }
}

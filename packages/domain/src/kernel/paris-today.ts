/** `YYYY-MM-DD` of the day it is in Paris, without Temporal: the pages before sign-in cannot afford its weight. */
export function parisToday(epochMilliseconds: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris', dateStyle: 'short' }).format(epochMilliseconds)
}

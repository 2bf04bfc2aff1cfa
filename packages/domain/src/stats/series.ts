/** Registrations of one day, `YYYY-MM-DD` in Paris. */
export type DayCount = { count: number; creationDate: string }

/** Days the chart may show. */
export const chartWindows = [30, 60, 90, 120, 150] as const
export const defaultChartWindow = 30

/** Rows per page of the company tables. */
export const pageSizes = [10, 20, 50] as const
export const defaultPageSize = 20

export type Point = { day: string; count: number }

/** One point for each of the last `days` days, today included, days without registration at 0. `today` is `YYYY-MM-DD`. */
export function registrationsPerDay(profiles: readonly DayCount[], days: number, today: string): Point[] {
  const counts = new Map<string, number>()
  for (const { count, creationDate } of profiles) counts.set(creationDate, (counts.get(creationDate) ?? 0) + count)
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(today, index + 1 - days)
    return { day, count: counts.get(day) ?? 0 }
  })
}

/** The running total on each of these days, those before the window included. */
export function cumulativeRegistrations(profiles: readonly DayCount[], days: number, today: string): Point[] {
  const firstDay = addDays(today, 1 - days)
  let total = sum(profiles.filter((profile) => profile.creationDate < firstDay))
  return registrationsPerDay(profiles, days, today).map(({ day, count }) => {
    total += count
    return { day, count: total }
  })
}

/** The four cards: all registrations, and the companies of each type. */
export function statCards(profiles: readonly DayCount[], companies: readonly { type: string }[]) {
  const ofType = (type: string) => companies.filter((company) => company.type === type).length
  return {
    registrations: sum(profiles),
    commerces: ofType('commerce'),
    associations: ofType('association'),
    entreprises: ofType('entreprise'),
  }
}

function sum(profiles: readonly DayCount[]): number {
  return profiles.reduce((total, profile) => total + profile.count, 0)
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

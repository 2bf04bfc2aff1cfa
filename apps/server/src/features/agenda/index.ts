export { countDays, maxCounted } from './count-days.ts'
export { selectNewest } from './day-counts.queries.ts'
export { type DatesWanted, listDates, maxNearDates, type NearDate } from './near-dates.ts'

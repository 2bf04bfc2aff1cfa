export { findHours } from './hours.queries.ts'
export { type HoursVersion, openingsOf, plansOf, readHoursAhead } from './public-hours.ts'

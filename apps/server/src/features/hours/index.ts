export { findHours } from './hours.queries.ts'
export { type HoursVersion, openingsOf, plansOf } from './public-hours.ts'

export { findHours } from './hours.queries.ts'
export { type HoursVersion, learnHours, openingsOf, plansOf } from './public-hours.ts'

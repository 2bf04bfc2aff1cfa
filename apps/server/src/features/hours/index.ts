export { type HoursVersion, openingsOf, plansOf } from './public-hours.ts'

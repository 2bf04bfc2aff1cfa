export { openingsOf } from './public-hours.ts'

export { dueReadings, readCalendar } from './read-calendar.ts'

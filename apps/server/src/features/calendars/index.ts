export { calendarJob, dueReadings } from './read-calendar.ts'

export { listUpcoming } from './read-calendar.ts'

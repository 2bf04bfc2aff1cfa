export { listUpcoming } from './list-upcoming.ts'

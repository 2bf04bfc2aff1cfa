export { countJobs, countPushes } from './desk.queries.ts'

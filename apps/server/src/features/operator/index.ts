export { countJobs, countPushes } from './desk.queries.ts'
export { changeSuspension } from './suspend-company.ts'

export { scheduleItemOf } from './stored-schedule.ts'

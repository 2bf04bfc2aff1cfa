export { listPublicInstants } from './public-instants.ts'
export { dueNotifications } from './send-due-notifications.ts'
export { scheduleItemOf } from './stored-schedule.ts'

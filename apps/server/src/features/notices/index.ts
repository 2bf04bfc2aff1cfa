export { digestPage, digestTask } from './digest.ts'
export { noticesTask } from './send-due.ts'
export { enqueueMail, sendMail } from './send-mail.ts'
export { endingSessionsTask, tellFact, tellOwners } from './tell-owners.ts'

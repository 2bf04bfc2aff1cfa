export { digestDuty, digestPage } from './digest.ts'
export { noticesDuty } from './send-due.ts'
export { enqueueMail, sendMail } from './send-mail.ts'
export { endingSessionsDuty, tellFact, tellOwners } from './tell-owners.ts'

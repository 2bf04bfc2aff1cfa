export { digestDuty, digestPage } from './digest.ts'
export { sendMail } from './send-mail.ts'

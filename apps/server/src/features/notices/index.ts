export { digestPage, digestTask } from './digest.ts'
export {
  askLetter,
  askSilentLetters,
  changeRhythm,
  type DueLetter,
  endLettersOf,
  endSilentLetters,
  lettersOf,
  listLettersOf,
  lockDueLetters,
  markLetters,
  type StoredLetter,
} from './letters.queries.ts'
export { isRefusedAddress } from './mail.queries.ts'
export { refuseLink, sendClickPage } from './mail-clicks.ts'
export { hashAddress, readTicket, signTicket, ticketUrl } from './mail-tickets.ts'
export { measureLateness } from './notices.queries.ts'
export { endingSessionsTask, notifyOfFact, notifyOwners } from './notify-owners.ts'
export { listTargets } from './push-targets.queries.ts'
export { noticesTask } from './send-due.ts'
export { enqueueMail, mailResident, sendLetter, sendMail } from './send-mail.ts'

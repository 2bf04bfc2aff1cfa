import { accountMail } from './features/access/index.ts'
import {
  accountTask,
  notifyOfLoss,
  notifyUnusedAccount,
  prepareExport,
  unusedAccountsTask,
} from './features/account/index.ts'
import { eraseWithdrawnActs, moveActFile } from './features/acts/index.ts'
import { deleteLapsed, notifyTeam } from './features/alerts/index.ts'
import { calendarJob, dueReadings } from './features/calendars/index.ts'
import { identityTask } from './features/company/delete-identity-documents.ts'
import { domainTask } from './features/domains/index.ts'
import { dueNotifications, duePublications } from './features/instants/index.ts'
import { notifyTerms, termsInUseTask } from './features/legal/publish-legal.ts'
import { deferredMessages, pushToResident } from './features/messages/push-to-resident.ts'
import { scheduledMessagesTask } from './features/messages/schedule.ts'
import { digestPage, digestTask, endingSessionsTask, noticesTask, sendMail } from './features/notices/index.ts'
import { pushFanOut, pushTasks } from './features/notifications/index.ts'
import { orderTasks, remindResident } from './features/orders/index.ts'
import { bookingTasks, pushBooking } from './features/site/residents/booking-tasks.ts'
import { forgetResidentsTask } from './features/site/residents/erase-me.ts'
import { lettersTask, silentLettersTask } from './features/site/residents/send-letters.ts'
import { paymentJobs, paymentTasks } from './features/subscription/index.ts'
import { endingMembersTask, sendInvitation } from './features/team/index.ts'
import { forgetOldRows } from './jobs/forget-old-rows.queries.ts'
import type { Job, PeriodicTask } from './jobs/job.ts'
import { sweepFiles } from './pictures/picture-store.ts'

/** Every kind of queued job: one line per kind. */
export const jobs: Job[] = [
  pushFanOut,
  pushToResident,
  remindResident,
  pushBooking,
  sendMail,
  accountMail,
  sendInvitation,
  digestPage,
  notifyTerms,
  ...paymentJobs,
  notifyOfLoss,
  notifyUnusedAccount,
  prepareExport,
  moveActFile,
  notifyTeam,
  calendarJob,
]

/** Everything done at a steady pace: one line per periodic task. */
export const periodicTasks: PeriodicTask[] = [
  { name: 'sweep-files', everySeconds: 300, run: sweepFiles },
  { name: 'forget-old-rows', everySeconds: 600, run: ({ db, config }) => forgetOldRows(db, config.legal.authorMonths) },
  identityTask,
  eraseWithdrawnActs,
  { name: 'forget-unsent-alerts', everySeconds: 600, run: ({ db }) => deleteLapsed(db) },
  ...pushTasks,
  duePublications,
  dueNotifications,
  dueReadings,
  ...orderTasks,
  ...bookingTasks,
  deferredMessages,
  ...paymentTasks,
  accountTask,
  noticesTask,
  endingSessionsTask,
  endingMembersTask,
  digestTask,
  lettersTask,
  silentLettersTask,
  unusedAccountsTask,
  termsInUseTask,
  forgetResidentsTask,
  scheduledMessagesTask,
  domainTask,
]

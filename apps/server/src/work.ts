import { accountDuty, prepareExport, tellUnusedAccount, unusedAccountsDuty } from './features/account/index.ts'
import { identityDuty } from './features/company/delete-identity-documents.ts'
import { domainDuty } from './features/domains/index.ts'
import { dueNotifications, duePublications } from './features/instants/index.ts'
import { tellTerms, termsInUseDuty } from './features/legal/publish-legal.ts'
import { heldMessages, pushToResident } from './features/messages/push-to-resident.ts'
import { scheduledBroadcastsDuty } from './features/messages/scheduled-broadcasts.ts'
import { scheduledMessagesDuty } from './features/messages/scheduled-messages.ts'
import { indexMessagesDuty } from './features/messages/search-messages.ts'
import { digestDuty, digestPage, endingSessionsDuty, noticesDuty, sendMail } from './features/notices/index.ts'
import { pushDuties, pushFanOut } from './features/notifications/index.ts'
import { orderDuties, remindResident } from './features/orders/index.ts'
import { forgetResidentsDuty } from './features/site/erase-me.ts'
import { paymentDuties, paymentJobs } from './features/subscription/index.ts'
import { settleAddresses } from './features/towns/index.ts'
import { forgetOldRows } from './jobs/forget-old-rows.queries.ts'
import type { Duty, Job } from './jobs/job.ts'
import { sweepFiles } from './pictures/picture-store.ts'

/** Every kind of queued job: one line per kind. */
export const jobs: Job[] = [
  pushFanOut,
  pushToResident,
  remindResident,
  sendMail,
  digestPage,
  tellTerms,
  ...paymentJobs,
  tellUnusedAccount,
  prepareExport,
]

/** Everything done at a steady pace: one line per duty. */
export const duties: Duty[] = [
  {
    name: 'sweep-files',
    everySeconds: 300,
    run: async (deps) => {
      await sweepFiles(deps)
    },
  },
  { name: 'forget-old-rows', everySeconds: 600, run: ({ db }) => forgetOldRows(db) },
  identityDuty,
  ...pushDuties,
  duePublications,
  dueNotifications,
  ...orderDuties,
  heldMessages,
  ...paymentDuties,
  accountDuty,
  noticesDuty,
  endingSessionsDuty,
  digestDuty,
  unusedAccountsDuty,
  termsInUseDuty,
  settleAddresses,
  forgetResidentsDuty,
  indexMessagesDuty,
  scheduledMessagesDuty,
  scheduledBroadcastsDuty,
  domainDuty,
]

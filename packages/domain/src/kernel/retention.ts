/**
 * Retention periods: the one source of the periodic tasks that delete data and of the privacy page.
 * The months of audit lines are those of a trigger in the database.
 */
export const retention = {
  /** Conversations that nobody wrote in: messages and texts go, of ended orders the day, the state and the total stay. */
  conversationMonths: 24,
  /** Texts of an ended order, and its photo. */
  orderTextMonths: 24,
  orderPictureDays: 90,
  /** How many orders each quarter of an hour took. */
  quarterDays: 2,
  /** Accounts with a phone or a business; counted from the last use. */
  inactiveAccountMonths: 36,
  /** Days before that, on which its owner is told; then it is erased as if they had asked for it. */
  inactiveAccountWarningDays: [60, 15],
  /** Between asking for one's account to be erased and its end: signing in keeps it. */
  erasureDays: 30,
  /** That something was removed from the open data: an id, nothing of what it was. */
  openMonths: 13,
  auditMonths: 12,
  /** Alerts of town halls, with who wrote, sent and ended them. */
  alertMonths: 60,
  /** Phones that asked for codes and never signed in. */
  unknownPhoneDays: 30,
  /** Counts of views and of acts, by day and business: no person is in them. */
  viewMonths: 25,
  /** Viewer hashes: for as long as they prevent a second count. */
  viewOnceMinutes: 31,
  /** Counters of the limits, by a hash of the address or the person; attempts to sign in. */
  limitDays: 2,
  /** Stored answers of Idempotency-Keys. */
  retryHours: 24,
  /** Codes and transfers, after their end. */
  codeDays: 1,
  sessionDays: 90,
  idleSessionDays: 30,
  knownBrowserMonths: 13,
  residentDeviceDays: 400,
  /** Exceptional days and answers about holidays, after the day. */
  exceptionMonths: 13,
  holidayMonths: 25,
  /** Notices to professionals, and what waits to be told to residents. */
  noticeDays: 30,
  deferredNoticeDays: 7,
  /** Which device a push was sent to; its counts stay. */
  pushMarkDays: 7,
  /** Hashes of addresses that asked to be written to no more: three years, as of a list of oppositions (CNIL). */
  refusedAddressMonths: 36,
  /** An address that was not confirmed; a letter without visit or click until it is asked about, and the silence that ends it. */
  letterAskDays: 7,
  letterMonths: 36,
  letterSilentDays: 30,
  /** Orders not collected, which ask a stranger for a phone: their count at one business. */
  notCollectedDays: 90,
  /** Names, notes and codes of who booked, after the date; the seats stay. */
  bookedPersonDays: 30,
  /** Reports, after the decision. */
  reportMonths: 12,
  /** Addresses of erased businesses, own domains that ended. */
  addressMonths: 12,
  /** Scheduled messages once they left: they are in their conversation. */
  sentLaterDays: 30,
  /** Identity documents: after the decision, and in any case. */
  identityDecidedDays: 1,
  identityDays: 30,
  /** Files that no row names any more. */
  orphanFileHours: 1,
  paymentEventDays: 90,
} as const

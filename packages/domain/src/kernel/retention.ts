/**
 * How long what nobody uses any more is kept (F18, W-111, U-110). Each row is done by a duty of the worker and stands in
 * docs/operations.md, *What is kept*; the durations of audit lines are those of the database's own trigger.
 */
export const retention = {
  /** Conversations that nobody wrote in: messages and texts go, of ended orders the day, the state and the total stay. */
  conversationMonths: 24,
  /** Accounts with a phone; counted from the last use. */
  inactiveAccountMonths: 36,
  /** Days before that, on which its owner is told by SMS; then it is erased as if they had asked for it. */
  inactiveAccountWarningDays: [60, 15],
  /** Browsers of the residents' site, which keep their cookie as long. */
  residentDeviceDays: 400,
  auditMonths: 12,
  /** Phones that asked for codes and never signed in. */
  unknownPhoneDays: 30,
  /** Counts of views and of acts, by day and business: no person is in them. */
  viewMonths: 25,
} as const

import { retention } from './retention.ts'

/** A length of time, as SQL reads one (`${durations.session}::interval`). A day of it may have 23 or 25 hours by the clocks of Paris. */
export type Duration = `${number} ${'second' | 'minute' | 'hour' | 'day' | 'month'}${'' | 's'}`

/**
 * How long something holds, waits or stays fresh: the one source of the rules and of the statements, which take them as parameters.
 * `retention` says after which time data is deleted.
 */
export const durations = {
  /** Life of a session, and without use; of one of the team. */
  session: `${retention.sessionDays} days`,
  idleSession: `${retention.idleSessionDays} days`,
  teamSession: '12 hours',
  idleTeamSession: '8 hours',
  /** How late the last use of a session, of a resident's device is noted; how old its cookie is when it is renewed. */
  sessionUse: '5 minutes',
  deviceUse: '1 hour',
  deviceRenewal: '30 days',
  /** For how long the answer of an Idempotency-Key is repeated; of a first act, which has no other scope. */
  retriedWrite: `${retention.retryHours} hours`,
  firstAct: '10 minutes',
  /** What a process or a cache shows of a page without asking again; feeds and acts have their own. */
  freshPage: '30 seconds',
  /** Between two news of one sender to one resident (rule 5); quiet hours let a message through after one's own. */
  betweenNews: '4 hours',
  liveExchange: '2 hours',
  /** How early an instant with a preview is shown. */
  preview: '2 hours',
  /** Between two automatic texts in a conversation, and after the shop's own word. */
  betweenAwayTexts: '12 hours',
  afterOwnWord: '10 minutes',
  /** What follows a broadcast is its doing for so long. */
  broadcastEffect: '24 hours',
  /** A message sent later stays in the list after it left. */
  sentInList: '7 days',
  /** A resident is reminded of a pick-up so early, if it was agreed earlier still. */
  reminder: '1 hour',
  agreedBeforeReminder: '3 hours',
  /** After its pick-up an order is over for whoever leaves. */
  afterPickup: '1 day',
  /** For so long a shop sees how often somebody did not come. */
  noShows: '12 months',
  /** A session, a plan that ends by itself is told so early. */
  endingSession: '3 days',
  endingPlan: '7 days',
  /** A subscription that another replaced has ended by then, unless news were lost. */
  replacedPlan: '2 minutes',
  /** Reports are decided within: of a danger, and others. */
  dangerReport: '24 hours',
  report: '7 days',
  hour: '1 hour',
  day: '1 day',
} as const satisfies Record<string, Duration>

const secondsIn = { second: 1, minute: 60, hour: 3_600, day: 86_400 }

/** A duration without months, in seconds, its days of 24 hours. */
export function secondsOf(duration: Exclude<Duration, `${string}month${string}`>): number {
  const [count = '', unit = ''] = duration.split(' ')
  return Number(count) * (secondsIn[unit.replace(/s$/, '') as keyof typeof secondsIn] ?? Number.NaN)
}

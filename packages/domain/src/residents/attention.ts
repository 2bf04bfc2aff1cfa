import { Temporal } from 'temporal-polyfill'
import { minutesPerDay } from '../kernel/clock-time.ts'
import { counted } from '../kernel/french-format.ts'
import { memoised } from '../kernel/memoised.ts'
import { instantOfParis, parisDay, parisOf } from '../kernel/paris-time.ts'

/** How a resident wants to hear of one business: at once, in the evening's summary, or not at all. */
export const followModes = ['now', 'digest', 'none'] as const
export type FollowMode = (typeof followModes)[number]

/** What waited longer is dropped. */
export const maxDeferredHours = 36

/** When a resident may be rung: minutes of the day in Paris; the same two mean no quiet hours, null no limit (residents.md 15.11). */
export type AttentionSettings = {
  quietFrom: number
  quietTo: number
  dailyCap: number | null
  digestAt: number
  pausedUntil: Temporal.Instant | null
}

/** A thing to tell, as the rules see it. `begins`: when what is changed begins; absent, it is not known to begin soon. */
export type Notice =
  | { kind: 'news' | 'town'; mode: FollowMode; rangRecently: boolean; isDayFull: boolean }
  | { kind: 'change'; mode: FollowMode; begins?: Temporal.Instant | undefined }
  /** A danger, its correction, its end: docs/spec/duties.md section 3. */
  | { kind: 'alert'; mode: FollowMode }
  | { kind: 'order' }
  | { kind: 'message'; isLiveExchange: boolean }

/** `until`: the end of a pause or of the quiet hours; `digest`: the next summary; `listed`: never rung, only in the news. */
export type Outcome = { when: 'now' } | { when: 'listed' } | { when: 'until' | 'digest'; at: Temporal.Instant }

/** A moment, with the next occurrence of each minute of the day in Paris, computed once for a page of followers. */
export type AttentionClock = {
  now: Temporal.Instant
  minutes: number
  next(minutes: number): Temporal.Instant
}

export function attentionClock(now: Temporal.Instant): AttentionClock {
  const { hour, minute } = parisOf(now)
  const today = parisDay(now)
  const next = memoised(minutesPerDay, (minutes: number): Temporal.Instant => {
    const time = { hour: Math.floor(minutes / 60), minute: minutes % 60 }
    for (let days = 0; days < 3; days++) {
      const at = instantOfParis(today.add({ days }).toPlainDateTime(time))
      if (Temporal.Instant.compare(at, now) > 0) return at
    }
    throw new Error('a clock shows each minute once a day')
  })
  return { now, minutes: hour * 60 + minute, next }
}

/**
 * When one notice reaches one resident (residents.md section 6): the first rule that holds decides, at the moment of
 * sending. Somebody who asked for no notification of a business is never rung by its news, whatever else holds.
 */
export function attentionOutcome(notice: Notice, settings: AttentionSettings, clock: AttentionClock): Outcome {
  const mode = 'mode' in notice ? notice.mode : undefined
  if (mode === 'none') return { when: 'listed' }
  const wait = waitUntil(settings, clock)
  if (wait?.isPause) return { when: 'until', at: wait.at }
  return notice.kind === 'alert' ? { when: 'now' } : afterPause(notice, wait, clock.next(settings.digestAt))
}

/** The rules below the pause: the summary, the quiet hours, the numbers. */
function afterPause(
  notice: Exclude<Notice, { kind: 'alert' }>,
  wait: ReturnType<typeof waitUntil>,
  nextDigest: Temporal.Instant,
): Outcome {
  const digest = { when: 'digest', at: nextDigest } as const
  if ('mode' in notice && notice.mode === 'digest' && !beginsBefore(notice, nextDigest)) return digest
  if (wait && !passesQuiet(notice, wait.at)) return { when: 'until', at: wait.at }
  return isOneTooMany(notice) ? digest : { when: 'now' }
}

/** Rules 5 and 6: the same sender rang within four hours, or the day's number is reached, which town news pass. */
function isOneTooMany(notice: Notice): boolean {
  if (notice.kind !== 'news' && notice.kind !== 'town') return false
  return notice.rangRecently || (notice.kind === 'news' && notice.isDayFull)
}

/** The end of the pause or of the quiet hours that hold now: a deferred notice waits for it even if its own time comes before. */
export function waitUntil(
  { pausedUntil, quietFrom, quietTo }: AttentionSettings,
  clock: AttentionClock,
): { at: Temporal.Instant; isPause: boolean } | undefined {
  if (pausedUntil && Temporal.Instant.compare(pausedUntil, clock.now) > 0) return { at: pausedUntil, isPause: true }
  const { minutes } = clock
  const isQuiet =
    quietFrom < quietTo
      ? minutes >= quietFrom && minutes < quietTo
      : quietFrom > quietTo && (minutes >= quietFrom || minutes < quietTo)
  return isQuiet ? { at: clock.next(quietTo), isPause: false } : undefined
}

function passesQuiet(notice: Notice, end: Temporal.Instant): boolean {
  if (notice.kind === 'order') return true
  return notice.kind === 'message' ? notice.isLiveExchange : beginsBefore(notice, end)
}

function beginsBefore(notice: Notice, moment: Temporal.Instant): boolean {
  return notice.kind === 'change' && notice.begins !== undefined && Temporal.Instant.compare(notice.begins, moment) < 0
}

/** A notice deferred to a summary, in the words of the notification it would have been. */
export type SummaryItem = { title: string; body: string }
const maxLines = 3

/** Several deferred notices as one: « 3 nouveautés », three lines and « et 2 autres ». One alone stays itself. */
export function summaryOf(items: readonly SummaryItem[]): SummaryItem {
  const [first] = items
  if (!first) throw new Error('a summary is never empty')
  if (items.length === 1) return first
  const lines = items.slice(0, maxLines).map(({ title, body }) => `${title}\u00A0: ${body}`)
  const others = items.length - maxLines
  if (others > 0) lines.push(`et ${counted(others, 'autre')}`)
  return { title: `${items.length} nouveautés`, body: lines.join('\n') }
}

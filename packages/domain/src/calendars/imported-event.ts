import type { StateWithMessage } from '../instants/event-state.ts'
import { textLengths } from '../instants/instant-form.ts'
import { maxDates } from '../instants/repeat-dates.ts'
import type { FixedItem, ScheduleItem, StoredItem } from '../instants/schedule.ts'
import { parisDay } from '../kernel/paris-time.ts'
import { cleanText, countCharacters, shorten } from '../kernel/text.ts'
import type { LeftOutReason } from './calendar.ts'

/** An event as a calendar file gives it: times in epoch milliseconds, texts plain and cut. */
export type CalendarEvent = {
  uid: string
  title: string
  text: string
  location: string
  isCancelled: boolean
  /** Where its first occurrence was: what recognises an event whose UID changed. */
  firstStart: number
  /** Occurrences that run or come within 12 months, nearest first. */
  dates: readonly { start: number; end: number }[]
  /** Starts of occurrences that the file takes out or cancels. */
  excluded: readonly number[]
  leftOut: LeftOutReason | null
}

/** The groups of an instant that a change by hand makes its owner’s. */
export const ownedGroups = ['texts', 'place', 'dates', 'state'] as const
export type OwnedGroup = (typeof ownedGroups)[number]

/** A fingerprint of each group, as the last reading wrote it. */
export type Fingerprints = Record<OwnedGroup, string>

export type ImportedInstant = {
  title: string
  short_description: string
  long_description: string
  address: string
  city: string
  zip_code: string
  schedule_kind: string | null
  event_state: StateWithMessage['state']
  state_message: string | null
}

/** What each group says; it is the hash function’s input. Dates that are over count for nothing. */
export function groupTexts(instant: ImportedInstant, items: readonly StoredItem[]): Fingerprints {
  const dates = items.filter((item): item is FixedItem & { id: number } => item.kind === 'fixed')
  const states = dates.map(({ start, state = 'planned', message = '' }) =>
    state === 'planned' ? '' : `${start.epochMilliseconds} ${state} ${message}`,
  )
  return {
    texts: JSON.stringify([instant.title, instant.short_description, instant.long_description]),
    place: JSON.stringify([instant.address, instant.city, instant.zip_code]),
    dates: JSON.stringify([
      instant.schedule_kind,
      dates.map(({ start, end }) => `${start.epochMilliseconds} ${end.epochMilliseconds}`).sort(),
    ]),
    state: JSON.stringify([instant.event_state, instant.state_message, states.filter(Boolean).sort()]),
  }
}

/** The texts of an instant from those of an event; what is too short is signed with the name of the business. */
export function textsOfEvent({ title, text }: Pick<CalendarEvent, 'title' | 'text'>, businessName: string) {
  const long = text === '' ? title : text
  return {
    title: fitted(title, textLengths.title, businessName),
    short_description: fitted(long.replaceAll('\n', ' '), textLengths.shortDescription, businessName),
    long_description: fitted(long, textLengths.longDescription, businessName),
  }
}

function fitted(written: string, [min, max]: readonly [number, number], businessName: string): string {
  const text = cleanText(written, { multiline: true })
  return shorten(countCharacters(text) < min ? `${text} – ${businessName}` : text, max)
}

/** A postcode in the location that is none of the business’s town. */
export const isElsewhere = (location: string, zips: readonly string[]): boolean => {
  const found = /(?<!\d)\d{5}(?!\d)/.exec(location)?.[0]
  return found !== undefined && !zips.includes(found)
}

type StoredDate = FixedItem & { id: number }

/**
 * The dates of an instant after a reading: they keep their id and state by start, else by day. One that the file takes out is
 * cancelled where it is published, and left out of a draft; `states` says whether the reading may change states. What is over
 * stays while there is room.
 */
export function mergeDates(
  stored: readonly StoredItem[],
  { dates, excluded }: Pick<CalendarEvent, 'dates' | 'excluded'>,
  { now, isPublished, states, make }: { now: number; isPublished: boolean; states: boolean; make: MakeInstant },
): ScheduleItem[] {
  const fixed = stored.filter((item): item is StoredDate => item.kind === 'fixed')
  const over = fixed.filter(({ end }) => end.epochMilliseconds <= now)
  const left = new Set(fixed.filter((item) => !over.includes(item)))
  const take = (isIt: (item: StoredDate) => boolean): StoredDate | undefined => {
    const found = [...left].find(isIt)
    if (found) left.delete(found)
    return found
  }
  const takenOut = new Set(excluded)
  const byStart = dates.map(({ start }) => take((item) => item.start.epochMilliseconds === start))
  const out = [...left].filter(({ start }) => takenOut.has(start.epochMilliseconds))
  for (const item of out) left.delete(item)
  const coming = dates.map(({ start, end }, at): ScheduleItem => {
    const [from, to] = [make(start), make(end)]
    const day = parisDay(from)
    const before = byStart[at] ?? take((item) => parisDay(item.start).equals(day))
    if (!before) return { kind: 'fixed', start: from, end: to, preview: false, enabled: true }
    const isBack = states && before.state === 'cancelled' && !before.message
    return { ...before, start: from, end: to, ...(isBack && { state: 'planned' as const }) }
  })
  const cancelled = isPublished
    ? out.map((item): ScheduleItem => (states ? { ...item, state: 'cancelled', message: item.message ?? null } : item))
    : []
  const kept = [...cancelled, ...coming].slice(0, maxDates)
  const room = maxDates - kept.length
  return [...(room > 0 ? over.slice(-room) : []), ...kept]
}

type MakeInstant = (epochMilliseconds: number) => FixedItem['start']

const fewComing = 4

/** So much is gone at once that the owner is asked before anything is cancelled. */
export const isShrunk = (coming: number, gone: number): boolean => coming >= fewComing && gone * 2 > coming

import type { LeftOutReason } from '@parvis/domain/calendars/calendar'
import type { CalendarEvent } from '@parvis/domain/calendars/imported-event'
import { parisDayNumber } from '@parvis/domain/kernel/paris-days'
import { cleanText, foldText, shorten } from '@parvis/domain/kernel/text'
import { htmlToPlainText } from '@parvis/domain/kernel/visible-text'
import ICAL from 'ical.js'
import { answerParent } from '../../child-program.ts'
import { day, momentOfWall, type Property, repeat, type Wall, wallsOf } from './calendar-times.ts'

/**
 * The process that reads calendar files (child-program.ts starts it): RFC 5545 by ical.js, whose VTIMEZONE is never evaluated. A
 * hostile file costs at most its own deadline and heap.
 */

export type CalendarQuestion = { bytes: Uint8Array; now: number; ourHosts: readonly string[] }
export type CalendarFile =
  | { kind: 'events'; events: CalendarEvent[] }
  | { kind: 'not_a_calendar' }
  | { kind: 'too_large' }

const maxEvents = 2_000
const maxDates = 60
const longest = 31 * day
const hour = 3_600_000

type Component = [name: string, properties: Property[], components: Component[]]
type Dates = { start: number; end: number }

function read({ bytes, now, ourHosts }: CalendarQuestion): CalendarFile {
  const parsed = parse(unfolded(bytes))
  if (!parsed) return { kind: 'not_a_calendar' }
  const all = parsed.flatMap(([, , components]) => components.filter(([name]) => name === 'vevent'))
  if (all.length > maxEvents) return { kind: 'too_large' }
  const byUid = Map.groupBy(all, (event) => textOf(event, 'uid', 500).replaceAll('\0', ''))
  const events = [...byUid].flatMap(([uid, parts]) => (uid ? (readEvent(uid, parts, now, ourHosts) ?? []) : []))
  return { kind: 'events', events: events.sort((a, b) => firstOf(a) - firstOf(b)) }
}

const firstOf = ({ dates }: CalendarEvent): number => dates[0]?.start ?? Infinity

/** Lines are folded by bytes, in the middle of a letter too: they are put together before the letters are read (RFC 5545, 3.1). */
function unfolded(bytes: Uint8Array): string {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/\r?\n[ \t]/g, '')
  return new TextDecoder().decode(Buffer.from(text, 'latin1'))
}

/** RRULE is read apart, as one that ical.js refuses would refuse the whole file. */
function parse(text: string): Component[] | undefined {
  try {
    const jcal = ICAL.parse(text.replace(/^(RRULE|EXRULE)(?=[;:])/gim, 'X-$1')) as unknown as Component | Component[]
    const roots = (typeof jcal[0] === 'string' ? [jcal] : jcal) as Component[]
    return roots.length > 0 && roots.every(([name]) => name === 'vcalendar') ? roots : undefined
  } catch {
    return undefined
  }
}

const properties = ([, all]: Component, name: string): Property[] => all.filter(([own]) => own === name)

/** Well-formed: half of an emoji at the cut would be another text once PostgreSQL has stored it, and change at each reading. */
function textOf(component: Component, name: string, most = 1_000): string {
  const value = properties(component, name)[0]?.[3]
  return typeof value === 'string' ? value.slice(0, most).toWellFormed() : ''
}

function readEvent(
  uid: string,
  parts: readonly Component[],
  now: number,
  ourHosts: readonly string[],
): CalendarEvent | undefined {
  const master = parts.findLast((part) => properties(part, 'recurrence-id').length === 0) ?? parts[0]
  const title = master && shorten(cleanText(htmlToPlainText(textOf(master, 'summary'))), 400)
  if (!master || !title || isHidden(master, title)) return undefined
  const first = datesOf(master)
  if (!first) return undefined
  const common = {
    uid,
    title,
    text: shorten(htmlToPlainText(textOf(master, 'description', 20_000)), 4_000),
    location: shorten(cleanText(textOf(master, 'location')), 250),
    isCancelled: textOf(master, 'status').toUpperCase() === 'CANCELLED',
    firstStart: first.dates.start,
  }
  const overrides = parts.filter((part) => part !== master && properties(part, 'recurrence-id').length > 0)
  const found = occurrencesOf(master, first, overrides, now)
  const leftOut = leftOutReason(uid, ourHosts, first, found)
  // What is left out is listed under its first date.
  const { dates, excluded } = found && leftOut !== 'long' ? found : { dates: [first.dates], excluded: [] }
  return { ...common, dates, excluded, leftOut }
}

const hiddenTitles = ['occupe', 'busy']

const isHidden = (event: Component, title: string): boolean =>
  ['PRIVATE', 'CONFIDENTIAL'].includes(textOf(event, 'class').toUpperCase()) || hiddenTitles.includes(foldText(title))

function leftOutReason(uid: string, ourHosts: readonly string[], { dates, isReversed }: First, found: unknown) {
  const reasons: [LeftOutReason, boolean][] = [
    ['ours', ourHosts.some((host) => uid.toLowerCase().endsWith(`@${host}`))],
    ['rule', found === undefined],
    ['reversed', isReversed],
    ['long', dates.end - dates.start > longest],
  ]
  return reasons.find(([, is]) => is)?.[0] ?? null
}

/** `isReversed`: it ends before it starts, and is read as an hour long. */
type First = { dates: Dates; wall: Wall; length: number; isReversed: boolean }

/** Start and end of one VEVENT: a whole day is 00:00 to 23:59, and without an end an hour. */
function datesOf(event: Component): First | undefined {
  const [start] = properties(event, 'dtstart').flatMap(wallsOf)
  if (!start) return undefined
  const [end] = properties(event, 'dtend').flatMap(wallsOf)
  const written = start.isDay ? wholeDays(start, end, event) : hours(start, end, event)
  const isReversed = !(written > 0)
  // One that is too long is left out, however long: the end of a length without bounds is no date, which would refuse the whole file.
  const length = isReversed ? hour : Math.min(written, longest + day)
  return { wall: start, length, dates: occurrence(start, length), isReversed }
}

const wholeDays = (start: Wall, end: Wall | undefined, event: Component): number =>
  Math.max(day, end ? end.wall - start.wall : durationOf(event) || day) - 60_000

function hours(start: Wall, end: Wall | undefined, event: Component): number {
  if (!end) return durationOf(event) || hour
  // The lengths of wall clocks differ between two zones only: then the moments are compared.
  const isSameZone = end.zone === start.zone
  return (isSameZone ? end.wall - start.wall : momentOfWall(end) - momentOfWall(start)) || hour
}

/** One that cannot be read counts as none, as an end does: it would refuse the whole file. */
function durationOf(event: Component): number {
  try {
    return ICAL.Duration.fromString(textOf(event, 'duration')).toSeconds() * 1_000
  } catch {
    return 0
  }
}

/** In the hour that spring leaves out the start moves on, and the end with it where it would be passed. */
function occurrence(wall: Wall, length: number): Dates {
  const start = momentOfWall(wall)
  const end = momentOfWall({ ...wall, wall: wall.wall + length })
  return { start, end: end > start ? end : start + length }
}

/** What runs or comes within 12 months, nearest first; undefined of a repetition that is not understood. */
function occurrencesOf(master: Component, first: First, overrides: readonly Component[], now: number) {
  const limit = now + 366 * day
  const starts = startsOf(master, first, now, limit)
  if (!starts) return undefined
  const gone = properties(master, 'exdate').flatMap(wallsOf)
  const moments = new Set(gone.flatMap((out) => (out.isDay ? [] : momentOfWall(out))))
  const days = new Set(gone.flatMap(({ isDay, wall }) => (isDay ? wall / day : [])))
  const excluded: number[] = []
  const found = new Map<number, Dates>()
  for (const wall of starts) {
    const dates = occurrence(wall, first.length)
    if (moments.has(dates.start) || days.has(Math.floor(wall.wall / day))) excluded.push(dates.start)
    else found.set(dates.start, dates)
  }
  for (const part of overrides) replaceOne(part, found, excluded)
  const dates = [...found.values()]
    .filter(({ start, end }) => end > now && start < limit && end - start <= longest)
    .sort((a, b) => a.start - b.start)
    .slice(0, maxDates)
  return { dates, excluded: excluded.filter((start) => start > now - longest) }
}

/** RECURRENCE-ID: one occurrence that moved or is cancelled. */
function replaceOne(part: Component, found: Map<number, Dates>, excluded: number[]): void {
  const [replaced] = properties(part, 'recurrence-id').flatMap(wallsOf)
  if (!replaced) return
  const key = replaced.isDay
    ? [...found.keys()].find((start) => parisDayNumber(start) === replaced.wall / day)
    : momentOfWall(replaced)
  if (key !== undefined) found.delete(key)
  const own = datesOf(part)
  if (textOf(part, 'status').toUpperCase() === 'CANCELLED') excluded.push(key ?? momentOfWall(replaced))
  else if (own && !own.isReversed) found.set(own.dates.start, own.dates)
}

function startsOf(master: Component, { wall: first, length }: First, now: number, limit: number): Wall[] | undefined {
  const rules = properties(master, 'x-rrule')
  if (properties(master, 'x-exrule').length > 0 || rules.length > 1) return undefined
  const repeated = rules[0] ? repeat(String(rules[0][3]), first, now - length - 2 * day, limit) : []
  return repeated && [first, ...repeated, ...properties(master, 'rdate').flatMap(wallsOf)]
}

answerParent((question: CalendarQuestion): CalendarFile => {
  try {
    return read(question)
  } catch {
    return { kind: 'not_a_calendar' }
  }
})

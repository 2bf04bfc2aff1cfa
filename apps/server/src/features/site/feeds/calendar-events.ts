import { type Seats, seatsOf } from '@parvis/domain/bookings/seats'
import {
  comingDates,
  lastAgendaStarts,
  type Occurrence,
  silentDays,
  windowOfDays,
} from '@parvis/domain/instants/occurrences'
import { daysOfItem } from '@parvis/domain/instants/schedule'
import {
  dateOfDay,
  dayNumberOf,
  parisDayNumber,
  parisMinutes,
  startOfDay,
  weekdayOf,
} from '@parvis/domain/kernel/paris-days'
import type { Temporal } from 'temporal-polyfill'
import { type SiteInstant, withoutSeats } from '../pages/show-instants.ts'
import { type IcalLine, utcStamp } from './ical-text.ts'

export type IcalEvent = {
  uid: string
  times: IcalLine[]
  occurrence?: Pick<Occurrence, 'state' | 'formerStart' | 'message'>
  seats?: Seats | undefined
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
export const linkedDays = 62

/** VEVENTs of an instant: one per date, one per weekly line, one per opening of linked hours, none that starts after `until`. */
export function calendarEvents(counted: SiteInstant, now: Temporal.Instant, until: number): IcalEvent[] {
  const instant = withoutSeats(counted, now)
  const { items, context } = instant
  const { seats } = counted.context
  if (context.linked)
    return windowOfDays(now, linkedDays)(items, context).map((occurrence) => {
      const start = local(occurrence.originalStart)
      return { uid: `${occurrence.id}-${start}`, times: timesOfDate(occurrence), occurrence }
    })
  const last = Math.min(until, lastAgendaStarts(now.epochMilliseconds).fixed)
  const dates = comingDates(items, now, context)
    .filter(({ start }) => start <= last)
    .map((occurrence) => {
      const name = String(occurrence.id)
      const left = seats && seatsOf(seats, name, occurrence.originalStart)
      return { uid: name, times: timesOfDate(occurrence), occurrence, seats: left }
    })
  return [...dates, ...items.flatMap((item) => (item.kind === 'recurrent' ? eventsOfLine(instant, item, now) : []))]
}

const local = (at: number): string => stampAt(parisDayNumber(at), parisMinutes(at))

function timesOfDate({ originalStart, end }: Occurrence): IcalLine[] {
  return [
    ['DTSTART;TZID=Europe/Paris', local(originalStart)],
    ['DTEND;TZID=Europe/Paris', local(end)],
  ]
}

type Line = Extract<SiteInstant['items'][number], { kind: 'recurrent' }>

/** A line with its rule, and one event more for each of its days that has a state of its own. */
function eventsOfLine(instant: SiteInstant, item: Line, now: Temporal.Instant): IcalEvent[] {
  const { whole } = instant.context
  // Without a day of its own state none differs: a business may have four hundred lines.
  const near = instant.context.days ? windowOfDays(now, linkedDays)([item], instant.context) : []
  const changed = near.filter(({ state }) => state !== undefined && state !== whole?.state)
  return [
    { uid: String(item.id), times: weeklyTimes(instant, item, now), ...(whole && { occurrence: whole }) },
    ...changed.map((occurrence) => ({
      uid: String(item.id),
      times: [
        ['RECURRENCE-ID;TZID=Europe/Paris', local(occurrence.originalStart)] as const,
        ...timesOfDate(occurrence),
      ],
      occurrence,
    })),
  ]
}

/**
 * DTSTART of a weekly line: its first occurrence since its first day, or since it was created; it never moves
 * (residents.md 15.48). UNTIL is in UTC, as RFC 5545 requires with a time zone.
 */
function weeklyTimes({ createdAt, context }: SiteInstant, item: Line, now: Temporal.Instant): IcalLine[] {
  const days = daysOfItem(item)
  const made = item.from ? dayNumberOf(item.from) : parisDayNumber(createdAt.getTime())
  const week = Array.from({ length: 7 }, (_, at) => made + at)
  const first = week.find((day) => days.includes(weekdayOf(day))) ?? made
  const until = item.until ? utcStamp(startOfDay(dayNumberOf(item.until) + 1) - 1000) : undefined
  const except = silentDays(item, now, context).map((day) => stampAt(dayNumberOf(day), item.startMinutes))
  return [
    ['DTSTART;TZID=Europe/Paris', stampAt(first, item.startMinutes)],
    ['DTEND;TZID=Europe/Paris', stampAt(first, item.endMinutes)],
    ['RRULE', `FREQ=WEEKLY;BYDAY=${days.map((day) => weekdays[day - 1]).join(',')}${until ? `;UNTIL=${until}` : ''}`],
    ...(except.length > 0 ? ([['EXDATE;TZID=Europe/Paris', except.join(',')]] as const) : []),
  ]
}

const minutesPerDay = 1_440

/** `20270305T220000`; beyond its midnight a minute is of the next day. By numbers: a feed writes a thousand of them. */
function stampAt(day: number, minutes: number): string {
  const date = dateOfDay(day + Math.floor(minutes / minutesPerDay)).replaceAll('-', '')
  const seconds = Math.round((minutes % minutesPerDay) * 60)
  const clock = [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  )
  return `${date}T${clock.join('')}`
}

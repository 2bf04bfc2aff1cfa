import { type DayOfWeek, daysOfWeek } from '../company/opening-hours.ts'
import { minutesPerDay, writeClockTime } from '../kernel/clock-time.ts'
import { dateOfDay, weekdayOf } from '../kernel/paris-days.ts'
import { dayHours, type HoursPlan, hasWeek } from './day-hours.ts'
import { closedRuns, particularDays } from './published.ts'
import type { MinuteRange } from './week.ts'

const osmDays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
const osmMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/**
 * The `opening_hours` value of OpenStreetMap, with extended hours. A rule takes the whole calendar day there, the rest of
 * the evening before included: a weekday with a rule of its own, an exceptional day and the day after it write what is left
 * of that evening. Empty when no hours are known.
 */
export function osmOpeningHours(plan: HoursPlan, now: number): string {
  if (plan.weekState === 'unknown' && plan.entries.size === 0) return ''
  const week = hasWeek(plan) ? weekRules(plan).join('; ') : 'off'
  return [withAppointments(week, plan), ...datedRules(plan, now)].join('; ')
}

function weekRules(plan: HoursPlan): string[] {
  const own = (day: DayOfWeek) => osmRanges(plan.usual.get(day) ?? [])
  if (daysOfWeek.every((day) => own(day) === '00:00-24:00')) return ['24/7']
  const before = (day: DayOfWeek) => (((day + 5) % 7) + 1) as DayOfWeek
  const texts = new Map(daysOfWeek.map((day) => [day, own(day)]))
  const withEvening = (day: DayOfWeek) => join(tailOf(plan.usual.get(before(day)) ?? []), own(day))
  // A rule holds the evenings of its own days: one that follows a day of another rule writes them.
  for (let changed = true; changed; ) {
    changed = false
    for (const day of daysOfWeek) {
      if (own(day) === '' || texts.get(before(day)) === texts.get(day) || texts.get(day) === withEvening(day)) continue
      texts.set(day, withEvening(day))
      changed = true
    }
  }
  const groups = Map.groupBy(
    daysOfWeek.filter((day) => own(day) !== ''),
    (day) => texts.get(day) ?? '',
  )
  return [...groups].map(([text, days]) => `${osmWeekdays(days)} ${text}`)
}

/** A comment in place of hours, as an additional rule: an evening that ends on that day stays. */
function withAppointments(week: string, { appointmentDays, usual }: HoursPlan): string {
  const days = daysOfWeek.filter((day) => appointmentDays.has(day) && usual.get(day)?.length === 0)
  const rule = days.length > 0 ? `${osmWeekdays(days)} "sur rendez-vous"` : ''
  return [week, rule].filter(Boolean).join(', ')
}

function datedRules(plan: HoursPlan, now: number): string[] {
  const particular = particularDays(plan, now)
  const known = new Set(particular.map(({ day }) => day))
  const eveOf = (day: number) => tailOf(dayHours(plan, day - 1).ranges)
  const after = particular
    .map(({ day }) => day + 1)
    .filter((day) => !known.has(day))
    .filter((day) => eveOf(day) !== '' || tailOf(plan.usual.get(weekdayOf(day - 1)) ?? []) !== '')
    .map((day) => ({ day, ranges: dayHours(plan, day).ranges, message: null }))
  const days = [...particular, ...after].sort((a, b) => a.day - b.day)
  return closedRuns(days, (day) => eveOf(day) !== '').map(({ first, last, ranges, message }) => {
    const text = join(eveOf(first), osmRanges(ranges))
    const comment = message && text === '' ? ` "${message.replaceAll('"', '”')}"` : ''
    return `${osmDates(first, last)} ${text === '' ? 'off' : text}${comment}`
  })
}

/** `2027 Aug 04-18`, `2027 Jul 28-Aug 10`, `2027 Dec 24-2028 Jan 03`. */
function osmDates(first: number, last: number): string {
  const [from, to] = [first, last].map((day) => {
    const [year = '', month = '', date = ''] = dateOfDay(day).split('-')
    return { year, month: osmMonths[Number(month) - 1] ?? '', date }
  })
  if (!from || !to) return ''
  const start = `${from.year} ${from.month} ${from.date}`
  if (first === last) return start
  if (from.year !== to.year) return `${start}-${to.year} ${to.month} ${to.date}`
  return from.month === to.month ? `${start}-${to.date}` : `${start}-${to.month} ${to.date}`
}

/** `Tu-Sa`, `Mo,We-Th`. */
function osmWeekdays(days: readonly DayOfWeek[]): string {
  const runs: DayOfWeek[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && run.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  const name = (day: DayOfWeek | undefined) => osmDays[(day ?? 1) - 1] ?? ''
  return runs.map((run) => (run.length === 1 ? name(run[0]) : `${name(run[0])}-${name(run.at(-1))}`)).join(',')
}

/** `18:00-26:00`: an end past midnight counts on. */
function osmRanges(ranges: readonly MinuteRange[]): string {
  const ofDay = ranges.filter(({ start }) => start < minutesPerDay)
  return ofDay.map(({ start, end }) => `${writeClockTime(start)}-${writeClockTime(end)}`).join(',')
}

/** What the evening leaves to the next day: `00:00-02:00`. */
function tailOf(ranges: readonly MinuteRange[]): string {
  const rest = ranges.filter(({ end }) => end > minutesPerDay)
  const ofNextDay = ({ start, end }: MinuteRange) => ({
    start: Math.max(0, start - minutesPerDay),
    end: end - minutesPerDay,
  })
  return osmRanges(rest.map(ofNextDay))
}

function join(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(',')
}

import {
  type CompanyHours,
  dayHours,
  type HourException,
  type HoursPlan,
  planHours,
} from '@parvis/domain/hours/day-hours'
import { type Holiday, type HolidayDecision, holidaysOf } from '@parvis/domain/hours/holidays'
import type { HoursAnswer } from '@parvis/domain/hours/hours.contract'
import { openingAt } from '@parvis/domain/hours/opening'
import { openingText } from '@parvis/domain/hours/opening.fr'
import { spansOf } from '@parvis/domain/hours/spans'
import type { WeekLine } from '@parvis/domain/hours/week'
import { dateOfDay, dayNumberOf, parisDayNumber, weekdayOf } from '@parvis/domain/kernel/paris-days'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import type { StoredHours } from './hours.queries.ts'

/** The whole hours object, answered by every change: small, so that screens never merge parts (time-and-orders.md 2.2). */
export function presentHours(hours: StoredHours, now: number): HoursAnswer {
  const plan = planHours(hours)
  return {
    version: hours.version,
    now: writeParisIso(now),
    ...presentWeek(hours),
    exceptions: hours.exceptions.filter((entry) => isNotOver(plan, entry, now)).map(presentException),
    holidays: presentHolidays(hours, plan, now),
    sets: hours.sets.map(({ key, label, week }) => ({ key, label, week: copyWeek(week) })),
    opening: presentOpening(plan, now),
  }
}

/** The week as every answer has it, with its days by appointment where there are some. */
export function presentWeek({ week, appointmentDays = [] }: CompanyHours) {
  return { week: copyWeek(week), ...(appointmentDays.length > 0 && { appointmentDays: [...appointmentDays] }) }
}

/** The answer owns its arrays. */
const copyWeek = (week: readonly WeekLine[]) => week.map((line) => ({ ...line, days: [...line.days] }))

/** Open or closed at a moment, with its sentence. */
export function presentOpening(plan: HoursPlan, now: number) {
  const opening = openingAt(plan, now)
  const { state, reason, message, toConfirm } = opening
  const moment = (value: number | null) => (value === null ? null : writeParisIso(value))
  return {
    state,
    since: moment(opening.since),
    opensAt: moment(opening.opensAt),
    closesAt: moment(opening.closesAt),
    reason,
    message,
    toConfirm,
    text: openingText(opening, now),
  }
}

/** Until its last day is over, the evening of that day included. */
function isNotOver(plan: HoursPlan, entry: HourException, now: number): boolean {
  const today = parisDayNumber(now)
  const last = dayNumberOf(entry.to)
  return last >= today || (last === today - 1 && isEveningOf(plan, last, now))
}

/** Whether the evening of a day, as the week or its entry have it, would still run at a moment. */
export function isEveningOf(plan: HoursPlan, day: number, now: number): boolean {
  const { ranges, usual } = dayHours(plan, day)
  return spansOf([...ranges, ...usual], day).some(({ end }) => end > now)
}

function presentException({ ranges, sets, ...entry }: HourException) {
  // Ranges stored under a day closed by one tap are not its hours.
  const shown = entry.kind === 'open' ? ranges : []
  return {
    ...entry,
    ranges: [...shown],
    sets: Object.fromEntries(Object.entries(sets).map(([key, some]) => [key, [...some]])),
  }
}

/** The public holidays of the next twelve months; from 1 December also the rest of the next year. */
function presentHolidays(hours: StoredHours, plan: HoursPlan, now: number) {
  const today = dateOfDay(parisDayNumber(now))
  const year = Number(today.slice(0, 4))
  const inAYear = `${year + 1}${today.slice(4)}`
  const last = today.slice(5) >= '12-01' ? `${year + 1}-12-31` : inAYear
  return [...holidaysOf(hours.zone, year), ...holidaysOf(hours.zone, year + 1)]
    .filter(({ date }) => today <= date && date <= last)
    .map((holiday) => ({
      ...holiday,
      usuallyOpen: (plan.usual.get(weekdayOf(dayNumberOf(holiday.date))) ?? []).length > 0,
      decision: decisionOf(hours, holiday.date),
      lastYear: lastDecision(hours, holiday),
    }))
}

/** An exceptional day of the owner's own is an answer too, but none of the three. */
function decisionOf({ exceptions, answers }: StoredHours, date: string): HolidayDecision | null {
  const entry = exceptions.find(({ from, to, source }) => from === date && to === date && source === 'holiday')
  if (entry) return entry.kind === 'closed' ? 'closed' : 'special'
  return answers.find(({ day, decision }) => day === date && decision === 'usual')?.decision ?? null
}

function lastDecision({ zone, answers }: StoredHours, { name, date }: Holiday): HolidayDecision | null {
  const before = holidaysOf(zone, Number(date.slice(0, 4)) - 1).find((holiday) => holiday.name === name)
  return answers.find(({ day }) => day === before?.date)?.decision ?? null
}

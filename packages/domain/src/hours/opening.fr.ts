import { type DayOfWeek, dayName, daysOfWeek } from '../company/opening-hours.ts'
import { formatClockTime, minutesPerDay } from '../kernel/clock-time.ts'
import { formatDayWithoutYear, formatWeekday } from '../kernel/french-format.ts'
import { dateOfDay, parisDayNumber, weekdayOf } from '../kernel/paris-days.ts'
import { parisOffset } from '../kernel/paris-time.ts'
import { capitalise } from '../kernel/text.ts'
import { dayHours, type HoursPlan } from './day-hours.ts'
import { daysText } from './hours.texts.fr.ts'
import type { Opening } from './opening.ts'
import type { ComingDays } from './published.ts'
import { type ClockRange, clockRangeOf, type MinuteRange, minutesOf } from './week.ts'

const minute = 60_000
const week = 7 * minutesPerDay * minute

/** The line that everybody reads (time-and-orders.md 2.4): `Ouvert, ferme à 19 h`, `Fermé, rouvre jeudi 19 août à 18 h`. */
export function openingText(opening: Opening, now: number): string {
  const line = opening.state === 'open' ? openText(opening, now) : closedText(opening, now)
  return opening.toConfirm ? `${line} · Jour férié\u00A0: horaires à confirmer` : line
}

/** `9 h`, `9 h 30`, `minuit` of a moment. */
export function hourText(moment: number): string {
  const minutes = Math.floor((moment + parisOffset(moment)) / minute) % minutesPerDay
  return minutes === 0 ? 'minuit' : formatClockTime(minutes)
}

/** When it opens next, as one says it: `à 14 h`, `demain à 9 h`, `mardi à 9 h`, `jeudi 19 août à 18 h` beyond a week. */
export function openingDayText(opensAt: number, now: number): string {
  const day = parisDayNumber(opensAt)
  const inDays = day - parisDayNumber(now)
  const hour = `à ${hourText(opensAt)}`
  if (inDays === 0) return hour
  if (inDays === 1) return `demain ${hour}`
  if (inDays > 7) return `${formatWeekday(dateOfDay(day))} ${hour}`
  return `${dayName(weekdayOf(day))} ${inDays === 7 ? 'prochain ' : ''}${hour}`
}

function openText({ closesAt, exceptionally }: Opening, now: number): string {
  if (closesAt === null || closesAt - now > week) return 'Ouvert 24\u00A0h/24'
  const later = parisDayNumber(closesAt) - parisDayNumber(now) > 1
  const day = later ? `${dayName(weekdayOf(parisDayNumber(closesAt)))} ` : ''
  return `Ouvert, ferme ${exceptionally ? 'exceptionnellement ' : ''}${day}à ${hourText(closesAt)}`
}

function closedText(opening: Opening, now: number): string {
  const { reason, opensAt } = opening
  if (reason === 'unknown') return 'Horaires non renseignés'
  if (reason === 'paused') return 'Temporairement fermé'
  if (reason === 'appointment' && opensAt === null) return 'Sur rendez-vous'
  if (opensAt === null) return 'Fermé'
  if (reason === 'closure' && opening.lastClosedDay !== null) {
    const reopening = dateOfDay(parisDayNumber(opensAt))
    return `Fermé jusqu’au ${formatDayWithoutYear(opening.lastClosedDay)}, rouvre ${formatWeekday(reopening)} à ${hourText(opensAt)}`
  }
  return `${reason === 'appointment' ? 'Sur rendez-vous' : closedToday(opening)}, ouvre ${openingDayText(opensAt, now)}`
}

function closedToday({ reason, message, exceptionally }: Opening): string {
  if (!exceptionally) return 'Fermé'
  return reason === 'holiday' && message !== null ? `Fermé aujourd’hui (${message})` : 'Fermé exceptionnellement'
}

/** `9 h – 12 h 30, 14 h – minuit` of the ranges that begin on a day, `Fermé` without any. */
export function rangesText(ranges: readonly ClockRange[]): string {
  if (ranges.length === 0) return 'Fermé'
  const clock = (minutes: number) =>
    minutes % minutesPerDay === 0 && minutes > 0 ? 'minuit' : formatClockTime(minutes % minutesPerDay)
  return ranges
    .map(minutesOf)
    .map(({ start, end }) => (end - start === minutesPerDay ? '24\u00A0h/24' : `${clock(start)} – ${clock(end)}`))
    .join(', ')
}

/** `9 h – 12 h et sur rendez-vous`, `Sur rendez-vous` of a day without hours. */
function dayText(ranges: readonly MinuteRange[], byAppointment: boolean): string {
  const hours = rangesText(ranges.map(clockRangeOf))
  if (!byAppointment) return hours
  return ranges.length === 0 ? 'Sur rendez-vous' : `${hours} et sur rendez-vous`
}

/** A row of the week as the portal and the residents’ pages show it. */
export type WeekRow = { day: DayOfWeek; hours: string; isToday: boolean }

/** The usual week, but for the row of today: the real hours of today, so that it never contradicts the state. */
export function weekRows(plan: HoursPlan, now: number): WeekRow[] {
  const today = parisDayNumber(now)
  return daysOfWeek.map((day) => {
    const isToday = day === weekdayOf(today)
    const usual = dayText(plan.usual.get(day) ?? [], plan.appointmentDays.has(day))
    return { day, isToday, hours: isToday ? hoursOfDay(plan, today) : usual }
  })
}

/** The hours of one day, with what decides them: `Fermé (Congés d’été)`, `7 h – 12 h 12 exceptionnellement`. */
export function hoursOfDay(plan: HoursPlan, day: number): string {
  const { ranges, entry, layer, byAppointment } = dayHours(plan, day)
  const hours = dayText(ranges, byAppointment)
  if (layer === 'week') return hours
  return entry?.message && ranges.length === 0 ? `${hours} (${entry.message})` : `${hours} exceptionnellement`
}

/** What differs soon, the days first: `Fermé du 3 au 18 août` and `Congés d’été`, `Jeudi 25 décembre` and `fermé, Noël`. */
export function comingText({ from, to, ranges, reason, message, toConfirm }: ComingDays): {
  days: string
  sentence: string
} {
  if (reason === 'closure') return { days: `Fermé ${daysText(from, to)}`, sentence: message ?? '' }
  const day = formatWeekday(from)
  const hours = toConfirm ? 'horaires à confirmer' : rangesText(ranges)
  const sentence = [hours.replace('Fermé', 'fermé'), message].filter(Boolean).join(', ')
  return { days: `${capitalise(day)}`, sentence }
}

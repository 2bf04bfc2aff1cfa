import { dayHours, type HoursPlan } from '../hours/day-hours.ts'
import { hourText } from '../hours/opening.fr.ts'
import { openingAt } from '../hours/opening.ts'
import { formatClockTime } from '../kernel/clock-time.ts'
import { formatWeekday } from '../kernel/french-format.ts'
import { dateOfDay, parisDayNumber } from '../kernel/paris-days.ts'

/** `de 9 h à 12 h 30 et de 14 h à 19 h`; null on a day without opening. */
export function hoursOfDayText(plan: HoursPlan, now: number): string | null {
  const { ranges } = dayHours(plan, parisDayNumber(now))
  if (ranges.length === 0) return null
  const texts = ranges.map(({ start, end }) => `de ${clockText(start)} à ${clockText(end)}`)
  return texts.length === 1 ? (texts[0] ?? null) : `${texts.slice(0, -1).join(', ')} et ${texts.at(-1)}`
}

function clockText(minutes: number): string {
  const time = minutes % 1_440
  return time === 0 ? 'minuit' : formatClockTime(time)
}

/** `aujourd’hui à partir de 14 h`, `demain à partir de 9 h`, `jeudi 19 août à partir de 18 h`; null when none is known. */
export function nextOpeningText(plan: HoursPlan, now: number): string | null {
  const opening = openingAt(plan, now)
  const opensAt = opening.closesAt === null ? opening.opensAt : openingAt(plan, opening.closesAt).opensAt
  if (opensAt === null) return null
  const day = parisDayNumber(opensAt)
  const inDays = day - parisDayNumber(now)
  const named = inDays === 0 ? 'aujourd’hui' : inDays === 1 ? 'demain' : formatWeekday(dateOfDay(day))
  return `${named} à partir de ${hourText(opensAt)}`
}

import { type DayOfWeek, type DayType, daysOfType, dayTypeLabel } from '../company/day-type.ts'
import { writeClockTime } from '../kernel/clock-time.ts'
import { frenchDateTime } from '../kernel/french-date.ts'
import { parisOf } from '../kernel/paris-time.ts'
import type { ScheduleItem } from './schedule.ts'

const minutesPerDay = 1_440

/** `12 mars 2027 à 14:30 – 18:00`, `Du lundi au vendredi, 09:00 – 18:00`, `Chaque mercredi, 14:00 – 16:00` (I-021, AMB-137). */
export function scheduleItemText(item: ScheduleItem): string {
  if (item.kind === 'recurrent') {
    return `${weeklyText(item.dayType)}, ${writeClockTime(item.startMinutes)} – ${writeClockTime(item.endMinutes % minutesPerDay)}`
  }
  const end = parisOf(item.end)
  return `${frenchDateTime(item.start)} – ${writeClockTime(end.hour * 60 + end.minute)}`
}

/** A day alone would be read as the next one. */
function weeklyText(choice: DayType | readonly DayOfWeek[]): string {
  const label = dayTypeLabel(choice)
  const days = typeof choice === 'string' ? daysOfType(choice) : choice
  return days.length === 1 ? `Chaque ${label.toLowerCase()}` : label
}

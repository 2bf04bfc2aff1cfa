import { type DayOfWeek, type DayType, daysOfType, dayTypeLabel } from '../company/opening-hours.ts'
import { minutesPerDay, writeClockTime } from '../kernel/clock-time.ts'
import { formatDayTime, formatDayWithoutYear, formatTime } from '../kernel/french-format.ts'
import { dayNumberOf, plainDateOf } from '../kernel/paris-days.ts'
import { parisDay } from '../kernel/paris-time.ts'
import { shortDay } from '../site/when.fr.ts'
import { type EventState, eventStateWords, type StateWithMessage, titleWithState } from './event-state.ts'
import type { FixedItem, ScheduleItem } from './schedule.ts'

/** `12 mars 2027 à 14:30 – 18:00`, `Du lundi au vendredi, 09:00 – 18:00`, `Chaque mercredi, 14:00 – 16:00`. */
export function scheduleItemText(item: ScheduleItem): string {
  if (item.kind === 'recurrent') {
    return `${weeklyText(item.dayType)}, ${writeClockTime(item.startMinutes)} – ${writeClockTime(item.endMinutes % minutesPerDay)}`
  }
  return `${formatDayTime(item.start.epochMilliseconds)} – ${formatTime(item.end.epochMilliseconds)}`
}

/** A day alone would be read as the next one. */
function weeklyText(choice: DayType | readonly DayOfWeek[]): string {
  const label = dayTypeLabel(choice)
  const days = typeof choice === 'string' ? daysOfType(choice) : choice
  return days.length === 1 ? `Chaque ${label.toLowerCase()}` : label
}

type Moment = FixedItem['start']

/** `Annulé : Concert sur la place (vendredi 12 mars). Pluie annoncée.`, for those who follow. */
export function changeNoticeText(
  title: string,
  { state, message }: StateWithMessage,
  { at, day, former }: { at: Moment | null; day: string | null; former: Moment | null },
): string {
  const date = at ? parisDay(at) : day ? plainDateOf(dayNumberOf(day)) : undefined
  const when = former && date ? movedText(former, date) : date ? shortDay(date) : ''
  const head = state === 'planned' ? `Maintenu\u00a0: ${title}` : titleWithState(title, state)
  return [`${head}${when && ` (${when})`}.`, message].filter(Boolean).join(' ')
}

type PlainDay = ReturnType<typeof parisDay>

/** `Annulé`, `Reporté du 12 mars au 9 avril`, `Reporté, nouvelle date à venir`, `Complet`; empty as planned. */
export function occurrenceStateText({
  state,
  former,
  at,
}: {
  state: EventState
  former: Moment | null
  at: Moment
}): string {
  if (state !== 'postponed') return eventStateWords[state]
  return former ? `Reporté ${movedText(former, parisDay(at))}` : 'Reporté, nouvelle date à venir'
}

const movedText = (former: Moment, to: PlainDay): string =>
  `du ${formatDayWithoutYear(former.epochMilliseconds)} au ${formatDayWithoutYear(to.toString())}`

/** Who was told of a change: `12 appareils prévenus`; of nothing sent, that nobody is told yet. */
export function toldText(sent: { devices: number; isOver: boolean } | undefined, followers: number): string {
  if (!sent) return followers === 0 ? 'aucun abonné à prévenir' : 'vos abonnés ne sont pas encore prévenus'
  if (sent.devices > 0) return `${sent.devices}\u00A0appareil${sent.devices > 1 ? 's prévenus' : ' prévenu'}`
  return sent.isOver ? 'aucun appareil prévenu' : 'l’envoi à vos abonnés est en cours'
}

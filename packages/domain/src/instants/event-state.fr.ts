import { type DayOfWeek, dayName } from '../company/day-type.ts'
import { frenchDayOfMonth } from '../kernel/french-date.ts'
import { parisDayOf } from '../kernel/paris-days.ts'
import { parisDay } from '../kernel/paris-time.ts'
import { type EventState, eventStateWord, type StateWithMessage, titleWithState } from './event-state.ts'
import type { FixedItem } from './schedule.ts'

type Moment = FixedItem['start']

/** `Annulé : Concert sur la place (vendredi 12 mars). Pluie annoncée.`, for those who follow. */
export function changeNoticeText(
  title: string,
  { state, message }: StateWithMessage,
  { at, day, former }: { at: Moment | null; day: string | null; former: Moment | null },
): string {
  const date = at ? parisDay(at) : day ? parisDayOf(day).date : undefined
  const when = former && date ? movedText(former, date) : date ? dayText(date) : ''
  const head = state === 'planned' ? `Maintenu\u00a0: ${title}` : titleWithState(title, state)
  return [`${head}${when && ` (${when})`}.`, message].filter(Boolean).join(' ')
}

type PlainDay = ReturnType<typeof parisDay>

const dayText = (day: PlainDay): string => `${dayName(day.dayOfWeek as DayOfWeek)} ${frenchDayOfMonth(day)}`

/** `Annulé`, `Reporté du 12 mars au 9 avril`, `Reporté, nouvelle date à venir`, `Complet`; empty as planned (H-114, H-115). */
export function occurrenceStateText({
  state,
  former,
  at,
}: {
  state: EventState
  former: Moment | null
  at: Moment
}): string {
  if (state !== 'postponed') return eventStateWord(state)
  return former ? `Reporté ${movedText(former, parisDay(at))}` : 'Reporté, nouvelle date à venir'
}

const movedText = (former: Moment, to: PlainDay): string =>
  `du ${frenchDayOfMonth(parisDay(former))} au ${frenchDayOfMonth(to)}`

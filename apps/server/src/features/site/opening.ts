import { dayName, isDayType } from '@parvis/domain/company/day-type'
import { type OpeningHours, weekLines, weekState } from '@parvis/domain/company/opening-hours'
import { openingState, type WeekMoment } from '@parvis/domain/company/opening-state'
import { openingStateText } from '@parvis/domain/company/opening-state.fr'
import { formatClockTime } from '@parvis/domain/kernel/clock-time'
import { parisOf, writeParisIso } from '@parvis/domain/kernel/paris-time'
import type { BusinessContent } from '@parvis/domain/site/page'
import type { StateShown } from '@parvis/domain/site/shown'
import type { Temporal } from 'temporal-polyfill'
import type { StoredHours } from './businesses.queries.ts'

/** Open or closed, as every page says it. One place, for the engine of the hours to take over (RES-08). */
export function openingOf(stored: readonly StoredHours[], now: Temporal.Instant): Omit<StateShown, 'changes'> {
  return stateAt(readHours(stored), now)
}

/** The same, with what it becomes in the next seven days (W-032). */
export function openingWithChanges(stored: readonly StoredHours[], now: Temporal.Instant): StateShown {
  const hours = readHours(stored)
  const state = stateAt(hours, now)
  const changes: StateShown['changes'][number][] = []
  let last = state.sentence
  for (const moment of momentsOfWeek(hours, now)) {
    const next = stateAt(hours, moment)
    if (next.sentence !== last) changes.push({ at: writeParisIso(moment), ...next })
    last = next.sentence
  }
  return { ...state, changes }
}

/** Monday to Sunday, or the one sentence of a week without lines (W-033); `today` is the line of today. */
export function weekOf(
  stored: readonly StoredHours[],
  now: Temporal.Instant,
): { week: BusinessContent['week']; today: string | null } {
  const hours = readHours(stored)
  const known = weekState(hours)
  if (known !== 'week') return { week: { sentence: openingStateText({ state: known }) }, today: null }
  const today = parisOf(now).dayOfWeek
  const days = weekLines(hours).map(({ day, slots }) => ({
    day: capitalise(dayName(day)),
    hours:
      slots.length === 0
        ? 'Fermé'
        : slots.map(({ start, end }) => `${formatClockTime(start)} – ${formatClockTime(end)}`).join(', '),
    isToday: day === today,
  }))
  return { week: { days }, today: days.find(({ isToday }) => isToday)?.hours ?? null }
}

/** When it opens next, in the words of its sentence; undefined when it is open or never opens. */
export function opensNext(
  stored: readonly StoredHours[],
  now: Temporal.Instant,
): { minutes: number; when: string } | undefined {
  const state = openingState(readHours(stored), momentIn(now))
  if (state.state !== 'closed') return undefined
  const when = openingStateText(state).replace('Fermé, ouvre ', '')
  return { minutes: state.inDays * 1_440 + state.opensAt, when }
}

/** schema.org `openingHoursSpecification` of the usual week. */
export function hoursData(stored: readonly StoredHours[]): object[] {
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  return weekLines(readHours(stored)).flatMap(({ day, slots }) =>
    slots.map(({ start, end }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: `https://schema.org/${days[day - 1]}`,
      opens: clock(start),
      closes: clock(end),
    })),
  )
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

function stateAt(hours: readonly OpeningHours[], moment: Temporal.Instant): Omit<StateShown, 'changes'> {
  const state = openingState(hours, momentIn(moment))
  return { sentence: openingStateText(state), isOpen: state.state === 'open' }
}

function momentIn(moment: Temporal.Instant): WeekMoment {
  const local = parisOf(moment)
  return { day: local.dayOfWeek as WeekMoment['day'], minutes: local.hour * 60 + local.minute }
}

/** The moments of the next seven days at which the sentence may change: the ends of every slot, and midnight. */
function momentsOfWeek(hours: readonly OpeningHours[], now: Temporal.Instant): Temporal.Instant[] {
  if (weekState(hours) !== 'week') return []
  const lines = weekLines(hours)
  const today = parisOf(now).toPlainDate()
  const moments = Array.from({ length: 8 }, (_, at) => today.add({ days: at })).flatMap((date) => {
    const slots = lines.find(({ day }) => day === date.dayOfWeek)?.slots ?? []
    const minutes = new Set([0, ...slots.flatMap(({ start, end }) => [start, end === 1_439 ? 1_440 : end])])
    return [...minutes].map((minute) =>
      date.toPlainDateTime().add({ minutes: minute }).toZonedDateTime('Europe/Paris').toInstant(),
    )
  })
  const until = now.epochMilliseconds + 7 * 86_400_000
  return moments
    .filter(({ epochMilliseconds }) => epochMilliseconds > now.epochMilliseconds && epochMilliseconds < until)
    .sort((a, b) => a.epochMilliseconds - b.epochMilliseconds)
}

function readHours(stored: readonly StoredHours[]): OpeningHours[] {
  return stored.flatMap(({ type, ...entry }) => (isDayType(type) ? [{ ...entry, dayType: type }] : []))
}

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

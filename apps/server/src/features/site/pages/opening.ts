import { type DayOfWeek, dayName, daysOfWeek } from '@parvis/domain/company/opening-hours'
import { dayHours, type HoursPlan, hasWeek } from '@parvis/domain/hours/day-hours'
import { openingAt } from '@parvis/domain/hours/opening'
import {
  comingText,
  hoursOfDay,
  openingDayText,
  openingText,
  rangesText,
  weekRows,
} from '@parvis/domain/hours/opening.fr'
import { comingHours } from '@parvis/domain/hours/published'
import { openSpans, spansOf } from '@parvis/domain/hours/spans'
import { clockRangeOf, type MinuteRange } from '@parvis/domain/hours/week'
import { parisDayNumber, startOfDay } from '@parvis/domain/kernel/paris-days'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { capitalise } from '@parvis/domain/kernel/text'
import type { BusinessContent } from '@parvis/domain/site/page'
import type { StateShown } from '@parvis/domain/site/shown'
import type { Temporal } from 'temporal-polyfill'

/** Open or closed, as every page says it: the engine decides and writes the sentence; without what changes meanwhile. */
export const openingOf = (plan: HoursPlan, { epochMilliseconds }: Temporal.Instant): StateShown => ({
  ...stateAt(plan, epochMilliseconds),
  changes: [],
})

/** The opening state with its changes in the next seven days. */
export function openingWithChanges(plan: HoursPlan, { epochMilliseconds: now }: Temporal.Instant): StateShown {
  const state = stateAt(plan, now)
  const changes: StateShown['changes'][number][] = []
  let last = state.sentence
  for (const moment of momentsOfWeek(plan, now)) {
    const next = stateAt(plan, moment)
    if (next.sentence !== last) changes.push({ at: writeParisIso(moment), ...next })
    last = next.sentence
  }
  return { ...state, changes }
}

/** The usual week, or the one sentence of a week without lines, then what differs soon and the extra hours. */
export function weekOf(
  plan: HoursPlan,
  now: Temporal.Instant,
): Pick<BusinessContent, 'week' | 'today' | 'particular' | 'sets'> {
  const moment = now.epochMilliseconds
  const days = weekRows(plan, moment).map(({ day, ...row }) => ({ ...row, day: capitalise(dayName(day)) }))
  const isWeek = hasWeek(plan)
  return {
    week: isWeek ? { days } : { sentence: stateAt(plan, moment).sentence },
    today: isWeek ? hoursOfDay(plan, parisDayNumber(moment)) : null,
    particular: comingHours(plan, moment).map(comingText),
    sets: plan.sets.map(({ label, usual }) => ({ label, lines: setLines(usual) })),
  }
}

/** When it opens next, in the words of its sentence; undefined when it is open or never opens. */
export function opensNext(plan: HoursPlan, now: Temporal.Instant): { at: number; when: string } | undefined {
  const { opensAt } = openingAt(plan, now.epochMilliseconds)
  return opensAt === null ? undefined : { at: opensAt, when: openingDayText(opensAt, now.epochMilliseconds) }
}

const hoursText = (ranges: readonly MinuteRange[]): string => rangesText(ranges.map(clockRangeOf))

/** `Du mardi au samedi : 12 h – 14 h`, days in a row with the same hours as one; days without any are left out. */
function setLines(usual: ReadonlyMap<DayOfWeek, readonly MinuteRange[]>): string[] {
  const runs: { first: DayOfWeek; last: DayOfWeek; hours: string }[] = []
  for (const day of daysOfWeek) {
    const ranges = usual.get(day) ?? []
    if (ranges.length === 0) continue
    const before = runs.at(-1)
    const hours = hoursText(ranges)
    if (before && before.last === day - 1 && before.hours === hours) before.last = day
    else runs.push({ first: day, last: day, hours })
  }
  return runs.map(({ first, last, hours }) =>
    first === last
      ? `${capitalise(dayName(first))}\u00A0: ${hours}`
      : `Du ${dayName(first)} au ${dayName(last)}\u00A0: ${hours}`,
  )
}

function stateAt(plan: HoursPlan, moment: number): Omit<StateShown, 'changes'> {
  const opening = openingAt(plan, moment)
  return { sentence: openingText(opening, moment), isOpen: opening.state === 'open' }
}

const daysAhead = 7
const weekMilliseconds = daysAhead * 86_400_000

/** The moments at which the sentence may change: the ends of what opens or would open, midnight, a week before an end. */
function momentsOfWeek(plan: HoursPlan, now: number): number[] {
  const today = parisDayNumber(now)
  const until = now + weekMilliseconds
  const numbers = Array.from({ length: daysAhead + 2 }, (_, at) => today - 1 + at)
  const spans = [
    ...openSpans(plan, today - 1, today + 2 * daysAhead),
    ...numbers.flatMap((day) => spansOf(dayHours(plan, day).usual, day)),
  ]
  const moments = new Set([
    ...numbers.map(startOfDay),
    ...spans.flatMap(({ start, end }) => [start, end, end - weekMilliseconds]),
  ])
  return [...moments].filter((moment) => now < moment && moment < until).sort((a, b) => a - b)
}

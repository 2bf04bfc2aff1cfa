import { dayHours, type HourException, planHours } from '@parvis/domain/hours/day-hours'
import { isClosedInOneTap, readException } from '@parvis/domain/hours/exception-rules'
import { isIn, spansOf } from '@parvis/domain/hours/spans'
import { minutesPerDay, readClockTime, writeClockTime } from '@parvis/domain/kernel/clock-time'
import { dateOfDay, parisDayNumber, wallMoment } from '@parvis/domain/kernel/paris-days'
import { parisOffset } from '@parvis/domain/kernel/paris-time'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { Dependencies } from '../../dependencies.ts'
import { changeHours, type HoursStanding } from './change-hours.ts'
import { deleteException, saveException, updateException } from './hours.queries.ts'
import { isEveningOf } from './present-hours.ts'

/**
 * « Fermé aujourd’hui » in one tap: cuts the service day that runs at the present minute or at a later time, after midnight
 * the evening before; a day that has not begun is closed whole. A second tap changes nothing, unless the place is open until
 * a later time that was named: it asks for now.
 */
export async function closeToday(deps: Dependencies, companyId: string, closesAt: string | undefined) {
  if (closesAt !== undefined && readClockTime(closesAt) === undefined) refuseFields({ closesAt: 'opening_end_error' })
  return await changeHours(deps, companyId, async (standing) => {
    const days = serviceDays(standing)
    if (days.length === 0 && closedByHand(standing).length === 0) throw refusal('hours.already_closed')
    for (const day of days) await closeDay(standing, day, closesAt)
  })
}

/** Undoes the closing of the running service day; without one the call changes nothing. */
export async function reopenToday(deps: Dependencies, companyId: string) {
  return await changeHours(deps, companyId, async (standing) => {
    for (const entry of closedByHand(standing)) await reopen(standing, entry)
  })
}

/** The days with something left to close: those whose hours run now, else today when a range is still to come. */
function serviceDays({ hours, now }: HoursStanding): number[] {
  const plan = planHours(hours)
  const today = parisDayNumber(now)
  const spans = (day: number) => spansOf(dayHours(plan, day).ranges, day)
  const running = [today - 1, today].filter((day) => spans(day).some((span) => isIn(span, now)))
  if (running.length > 0) return running
  return spans(today).some(({ start }) => start > now) ? [today] : []
}

async function closeDay(standing: HoursStanding, day: number, wanted: string | undefined) {
  const { tx, companyId, hours } = standing
  const { entry: own } = dayHours(planHours(hours), day)
  const closesAt = wanted === undefined ? closingNow(standing, day) : closingLater(standing, day, wanted)
  if (isCutAt(own, closesAt)) return
  const change =
    closesAt === undefined
      ? ({ kind: 'closed', source: 'today' } as const)
      : { closesAt, ...(own?.kind !== 'open' && ({ kind: 'cut', source: 'today' } as const)) }
  const before = own ?? { ...readException({ from: dateOfDay(day), kind: 'closed' }), source: 'today' as const }
  await saveException(tx, companyId, { ...before, ...change }, own)
}

const isCutAt = (entry: HourException | undefined, closesAt: string | undefined): boolean =>
  closesAt !== undefined && entry?.closesAt === closesAt

/** Minutes since the midnight of the day; undefined when the day has not begun or begins this very minute: it is closed whole. */
function closingNow({ hours, now }: HoursStanding, day: number): string | undefined {
  const { ranges } = dayHours(planHours(hours), day)
  const minute = Math.floor((now + parisOffset(now)) / 60_000) % minutesPerDay
  const isLater = parisDayNumber(now) > day || minute > (ranges[0]?.start ?? 0)
  const hasBegun = spansOf(ranges, day).some(({ start }) => start <= now)
  return hasBegun && isLater ? writeClockTime(minute) : undefined
}

/** A time of the service day, after midnight when at or before its first opening; 400 when it is over. */
function closingLater({ hours, now }: HoursStanding, day: number, wanted: string): string {
  const first = dayHours(planHours(hours), day).ranges[0]?.start ?? 0
  const minute = readClockTime(wanted) ?? 0
  const moment = wallMoment(day, minute <= first ? minute + minutesPerDay : minute)
  if (moment <= now - 60_000) refuseFields({ closesAt: 'past_day_error' })
  return wanted
}

/** A day closed whole gives its special hours back, a cut on special hours leaves them. */
async function reopen({ tx, companyId }: HoursStanding, entry: HourException) {
  const hasHours = entry.ranges.length > 0
  if (!hasHours && entry.opensFrom === null) return await deleteException(tx, companyId, entry.id)
  const kind = hasHours ? 'open' : 'cut'
  await updateException(tx, companyId, {
    ...entry,
    kind,
    closesAt: null,
    source: entry.source === 'today' ? 'manual' : entry.source,
  })
}

/** The entries of the running service day that one tap closed. */
function closedByHand({ hours, now }: HoursStanding): HourException[] {
  const plan = planHours(hours)
  const today = parisDayNumber(now)
  const days = [today - 1, today].filter((day) => day === today || isEveningOf(plan, day, now))
  return days.flatMap((day) => plan.entries.get(day) ?? []).filter(isClosedInOneTap)
}

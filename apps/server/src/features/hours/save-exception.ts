import { dayHours, type HourException, type HoursPlan, planHours } from '@parvis/domain/hours/day-hours'
import {
  checkException,
  maxComingEntries,
  readException,
  type TypedException,
} from '@parvis/domain/hours/exception-rules'
import { overlapText } from '@parvis/domain/hours/hours.texts.fr'
import { openingAt } from '@parvis/domain/hours/opening'
import { isIn, openSpans } from '@parvis/domain/hours/spans'
import { daysOfItem, isLeftOut } from '@parvis/domain/instants/schedule'
import { dateOfDay, dayNumberOf, daysBetween, startOfDay, weekdayOf } from '@parvis/domain/kernel/paris-days'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { Dependencies } from '../../dependencies.ts'
import { type CurrentHours, changeHours, readCurrentHours } from './change-hours.ts'
import {
  deleteException,
  type ExceptionToSave,
  type LineOfInstant,
  listBookingsOn,
  listOrdersBetween,
  listRecurrentInstants,
  listScheduledBetween,
  saveException,
  updateException,
} from './hours.queries.ts'

/** Enters a closure or an exceptional day; a cut is written on top of special hours. */
export async function addException(deps: Dependencies, companyId: string, typed: TypedException) {
  return await changeHours(deps, companyId, async (standing) => {
    const { entry, over } = decide(standing, typed)
    await saveException(standing.tx, companyId, entry, over)
  })
}

/** Changes an entry that is not over; a running closure keeps its first day. */
export async function changeException(deps: Dependencies, companyId: string, id: number, typed: TypedException) {
  return await changeHours(deps, companyId, async (standing) => {
    const stored = storedEntry(standing, id)
    refuseFields(checkException(typed, standing.today, stored.from))
    const entry = { ...readException(typed), source: stored.source === 'today' ? 'manual' : stored.source }
    refuseClash(standing, entry, id)
    await updateException(standing.tx, companyId, { ...entry, id })
  })
}

/** Takes an entry away; 404 the second time. */
export async function removeException(deps: Dependencies, companyId: string, id: number) {
  return await changeHours(deps, companyId, async (standing) => {
    await deleteException(standing.tx, companyId, storedEntry(standing, id).id)
  })
}

/** Preview of an entry, not saved: orders at times that it would close, instants that it would hide. */
export async function foreseeException({ db }: Dependencies, companyId: string, typed: TypedException) {
  const standing = await readCurrentHours(db, companyId)
  const { entry } = decide(standing, typed)
  const others = standing.hours.exceptions.filter(
    ({ from, to }) => from !== entry.from || (from === to) !== (entry.from === entry.to),
  )
  const plan = planHours({ ...standing.hours, exceptions: [...others, { ...entry, id: 0 }] })
  const [first, last] = [dayNumberOf(entry.from), dayNumberOf(entry.to)]
  const pickup = plan.sets.find(({ key }) => key === 'pickup')
  const open = openSpans(plan, first - 1, last + 1, pickup)
  // The evening of the last day runs into the next one.
  const from = Math.max(standing.now, startOfDay(first))
  const orders = (await listOrdersBetween(db, companyId, new Date(from), new Date(startOfDay(last + 2)))).filter(
    ({ at }) => at.getTime() < startOfDay(last + 1) || wasOpenOn(standing, last, at),
  )
  const lost = orders.filter(({ at }) => !open.some(({ start, end }) => start <= at.getTime() && at.getTime() <= end))
  const closedDays = daysBetween(first, last).filter((day) => dayHours(plan, day).ranges.length === 0)
  const instants = await listRecurrentInstants(db, companyId)
  const scheduled = (await listScheduledBetween(db, companyId, new Date(from), new Date(startOfDay(last + 1)))).filter(
    ({ at }) => entry.kind === 'closed' || closesAt(standing, plan, at),
  )
  const hidden = instants
    .filter(({ lines }) => lines.some((line) => closedDays.some((day) => isHeldOn(line, plan, day))))
    .map(({ id }) => id)
  const days = closedDays.map((day) => dateOfDay(day))
  return {
    orders: lost.filter(({ isAccepted }) => isAccepted).map(({ id }) => id),
    requests: lost.filter(({ isAccepted }) => !isAccepted).map(({ id }) => id),
    instants: hidden,
    bookings: await listBookingsOn(db, hidden, days),
    scheduledMessages: scheduled.filter(({ isBroadcast }) => !isBroadcast).map(({ id }) => id),
    scheduledBroadcasts: scheduled.filter(({ isBroadcast }) => isBroadcast).map(({ id }) => id),
  }
}

/** Whether the line has an occurrence on a numbered day, if the place were open. */
function isHeldOn(line: LineOfInstant, plan: HoursPlan, day: number): boolean {
  if (!line) return dayHours(plan, day).usual.length > 0
  return daysOfItem({ dayType: line.days }).includes(weekdayOf(day)) && !isLeftOut(line, dateOfDay(day))
}

/** Whether the place is open at that moment now and would be closed with the new plan. */
function closesAt(standing: CurrentHours, plan: HoursPlan, at: Date): boolean {
  const isOpen = (one: HoursPlan) => openingAt(one, at.getTime()).state === 'open'
  return isOpen(planHours(standing.hours)) && !isOpen(plan)
}

type Decided = { entry: ExceptionToSave; over: HourException | undefined }

/** The entry to write, and the exceptional day that it takes the place of. */
function decide(standing: CurrentHours, typed: TypedException): Decided {
  refuseFields(checkException(typed, standing.today))
  const entry: ExceptionToSave = { ...readException(typed), source: 'manual' }
  const same = sameDay(standing, entry)
  if (same && isCutOnHours(same, entry))
    return {
      entry: { ...same, closesAt: entry.closesAt, opensFrom: entry.opensFrom, message: entry.message ?? same.message },
      over: same,
    }
  refuseClash(standing, entry, typed.replace ? same?.id : undefined)
  const coming = standing.hours.exceptions.filter(({ to }) => to >= standing.today)
  if (!same && coming.length >= maxComingEntries) throw refusal('hours.limit')
  return { entry, over: same }
}

function isCutOnHours(same: HourException, entry: ExceptionToSave): boolean {
  return entry.kind === 'cut' && same.kind === 'open' && same.closesAt === null && same.opensFrom === null
}

/** Two closures never overlap, an exceptional date has one entry. */
function refuseClash(standing: CurrentHours, entry: ExceptionToSave, apart: number | undefined): void {
  const isDay = entry.from === entry.to
  const other = standing.hours.exceptions.find(
    ({ id, from, to }) => id !== apart && (from === to) === isDay && from <= entry.to && entry.from <= to,
  )
  if (!other) return
  const { id, from, to } = other
  if (isDay) throw refusal('hours.day_already_set', { details: { id, from, to } })
  throw refusal('hours.closure_overlap', { details: { id, from, to }, message: overlapText(from, to) })
}

function sameDay({ hours }: CurrentHours, entry: ExceptionToSave): HourException | undefined {
  if (entry.from !== entry.to) return undefined
  return hours.exceptions.find(({ from, to }) => from === to && from === entry.from)
}

function storedEntry({ hours }: CurrentHours, id: number): HourException {
  const stored = hours.exceptions.find((entry) => entry.id === id)
  if (!stored) throw refusal('hours.exception_not_found')
  return stored
}

function wasOpenOn({ hours }: CurrentHours, day: number, at: Date): boolean {
  return openSpans(planHours(hours), day, day).some((span) => isIn(span, at.getTime()))
}

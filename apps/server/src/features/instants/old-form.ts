import { type FullScheduleKind, isRichLine, oldEnd, sameItems, shownDate } from '@parvis/domain/instants/full-schedule'
import type { FixedItem, ScheduleItem, StoredItem } from '@parvis/domain/instants/schedule'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/database.ts'
import type { StandingSchedule } from './full-schedules.ts'
import { findActivationTimes, type InstantRow } from './instants.queries.ts'
import { type ReadTime, replaceSchedule } from './read-schedule.ts'
import { replaceInstantTimes } from './schedule.queries.ts'
import { scheduleItemOf } from './stored-schedule.ts'
import { type Holder, writeSchedule } from './write-schedule.ts'

/** The result of an old call's save on a schedule of which it sees a part. */
export type FollowedForm = {
  /** Null: the schedule became one of the old call's kinds. */
  kind: FullScheduleKind | null
  items: readonly ScheduleItem[]
  isEnabled: boolean
  isPublished: boolean
  isMoved: boolean
}

type Known = { instant: Holder & Pick<InstantRow, 'publication'>; standing: StandingSchedule; now: Temporal.Instant }

/**
 * Applies a save by the old call to a full schedule, of which it sees a part: repeated times change nothing, play and pause reach
 * every date, a moved date is moved alone, and a save that would drop dates it has not seen is refused (H-127, H-128).
 */
export async function followOldForm(tx: Transaction, known: Known, times: readonly ReadTime[]): Promise<FollowedForm> {
  const { standing } = known
  const sent = times.map(({ item }) => item)
  if (standing.kind === 'dates') return await followDates(tx, known, times, sent)
  const view = (await findActivationTimes(tx, [known.instant.id])).map(scheduleItemOf)
  const on = (all: readonly ScheduleItem[]) => all.map((item) => ({ ...item, enabled: true }))
  if (sameItems(on(view), on(sent))) return await followLines(tx, known, view, sent)
  const lines = standing.items.filter((item) => item.kind === 'recurrent')
  if (lines.some(isRichLine)) throw refusal('instants.schedule_too_rich')
  return await replaceAll(tx, known, times)
}

async function followDates(
  tx: Transaction,
  known: Known,
  times: readonly ReadTime[],
  sent: readonly ScheduleItem[],
): Promise<FollowedForm> {
  const { instant, standing, now } = known
  const dates = standing.items.filter((item) => item.kind === 'fixed')
  const [one] = sent
  if (one?.kind !== 'fixed') {
    if (dates.length > 1 || dates.some(isOfSeveralDays)) throw tooRich(dates)
    return await replaceAll(tx, known, times)
  }
  const target = findTarget(dates, one, now)
  const isMoved = !isRepeated(target, one) || target.preview !== one.preview
  if (isMoved && isOfSeveralDays(target)) throw tooRich([target])
  const { start, end, preview } = one
  const items = dates.map((date): StoredItem => (isMoved && date === target ? { ...date, start, end, preview } : date))
  const wasOn = instant.publication === 'published' && target.enabled
  return await writeFollowed(tx, known, { items, isMoved, toggle: one.enabled === wasOn ? undefined : one.enabled })
}

const isOfSeveralDays = (date: FixedItem): boolean => !oldEnd(date).equals(date.end)

const isRepeated = (date: FixedItem, { start, end }: FixedItem): boolean =>
  date.start.equals(start) && oldEnd(date).equals(end)

/** The date that an item names by id, else the one with the same times, else the only one; any other item would drop dates. */
function findTarget(dates: readonly (FixedItem & { id: number })[], one: FixedItem, now: Temporal.Instant) {
  const named = dates.find(({ id }) => id === one.id)
  if (named) return named
  if (one.id !== undefined) refuseFields({ activationTimes: 'schedule_error' })
  const repeated = dates.find((date) => isRepeated(date, one))
  const only = repeated ?? (dates.length === 1 ? shownDate(dates, now) : undefined)
  if (!only) throw tooRich(dates)
  return only
}

/** Lines that are repeated: only their play and pause may differ. */
async function followLines(
  tx: Transaction,
  known: Known,
  view: readonly ScheduleItem[],
  sent: readonly ScheduleItem[],
): Promise<FollowedForm> {
  const isSame = sameItems(view, sent)
  const isAll = sent.every(({ enabled }) => enabled === sent[0]?.enabled)
  const { items } = known.standing
  if (isSame) return await writeFollowed(tx, known, { items, isMoved: false, toggle: undefined })
  if (isAll) return await writeFollowed(tx, known, { items, isMoved: false, toggle: sent[0]?.enabled })
  // The rows projected from each line, of which the old call may send some.
  const isOn = (id: number) => sent.find((row) => row.id === id)?.enabled
  const some = items.map((item) => ({ ...item, enabled: isOn(item.id) ?? item.enabled }))
  return await writeFollowed(tx, known, { items: some, isMoved: false, toggle: undefined })
}

type Change = { items: readonly StoredItem[]; isMoved: boolean; toggle: boolean | undefined }

/** A toggle sets every date; the one that publishes a draft gives each its own back (TO-13). */
async function writeFollowed(
  tx: Transaction,
  { instant, standing, now }: Known,
  { items, isMoved, toggle }: Change,
): Promise<FollowedForm> {
  const wasPublished = instant.publication === 'published'
  const isPublished = wasPublished || toggle === true
  const sets = wasPublished && toggle !== undefined
  const set = sets ? items.map((item) => ({ ...item, enabled: toggle })) : items
  const link = standing.link && { id: standing.link.id, wanted: sets ? toggle : standing.link.wanted }
  const kind = standing.kind ?? 'dates'
  await writeSchedule(tx, instant, { kind, items: set, link, isPublished }, now)
  const isEnabled = isPublished && (link ? link.wanted : set.some(({ enabled }) => enabled))
  return { kind, items: set, isEnabled, isPublished, isMoved }
}

/** A full schedule that the old call saw completely is replaced by what it sends: a link to the hours is removed. */
async function replaceAll(tx: Transaction, { instant }: Known, times: readonly ReadTime[]): Promise<FollowedForm> {
  await replaceInstantTimes(tx, instant.id, [])
  await replaceSchedule(tx, instant, times)
  const items = times.map(({ item }) => item)
  const isEnabled = items.some(({ enabled }) => enabled)
  return { kind: null, items, isEnabled, isPublished: instant.publication === 'published' || isEnabled, isMoved: true }
}

function tooRich(dates: readonly FixedItem[]) {
  const message =
    dates.length > 1
      ? `Cet instant a ${dates.length} dates. Rechargez la page pour les modifier.`
      : 'Cet instant dure plusieurs jours. Rechargez la page pour le modifier.'
  return refusal('instants.schedule_too_rich', { message })
}

import type { StateWithMessage } from '@parvis/domain/instants/event-state'
import { type FullScheduleKind, writeDate, writeLine } from '@parvis/domain/instants/full-schedule'
import { daysOfItem, type RecurrentItem, type StoredItem } from '@parvis/domain/instants/schedule'
import type { Db } from '../../db/database.ts'
import { type ActivationTimeRow, findActivationTimes, type InstantRow } from './instants.queries.ts'
import {
  findInstantTimes,
  findOccurrenceStates,
  type InstantTimeRow,
  type OccurrenceStateRow,
} from './schedule.queries.ts'
import { scheduleItemOf } from './stored-schedule.ts'

/** The schedule of an instant as it stands, whichever table holds it; items are on as they are wanted (TO-13). */
export type StandingSchedule = {
  kind: FullScheduleKind | null
  items: StoredItem[]
  /** The link « aux heures d’ouverture ». */
  link: { id: number; wanted: boolean } | undefined
  days: ReadonlyMap<string, StateWithMessage>
}

/** The schedules of these instants, by id: those of the seeds as they would be written whole. */
export async function findSchedules(
  db: Db,
  instants: readonly Pick<InstantRow, 'id' | 'schedule_kind'>[],
  known?: readonly ActivationTimeRow[],
): Promise<Map<number, StandingSchedule>> {
  const rich = instants.filter((instant) => instant.schedule_kind !== null).map(({ id }) => id)
  const old =
    known ??
    (await findActivationTimes(
      db,
      instants.map(({ id }) => id),
    ))
  const rows = Map.groupBy(await findInstantTimes(db, rich), ({ instant_id }) => instant_id)
  const states = Map.groupBy(await findOccurrenceStates(db, rich), ({ instant_id }) => instant_id)
  const oldRowsOf = Map.groupBy(old, ({ instant_id }) => instant_id)
  return new Map(
    instants.map(({ id, schedule_kind: kind }) => [
      id,
      kind
        ? richSchedule(kind, rows.get(id) ?? [], states.get(id) ?? [])
        : oldSchedule((oldRowsOf.get(id) ?? []).map(scheduleItemOf)),
    ]),
  )
}

export async function findSchedule(
  db: Db,
  instant: Pick<InstantRow, 'id' | 'schedule_kind'>,
): Promise<StandingSchedule> {
  return (await findSchedules(db, [instant])).get(instant.id) ?? oldSchedule([])
}

function oldSchedule(items: StoredItem[]): StandingSchedule {
  return { kind: null, items, link: undefined, days: new Map() }
}

function richSchedule(
  kind: FullScheduleKind,
  rows: readonly InstantTimeRow[],
  states: readonly OccurrenceStateRow[],
): StandingSchedule {
  const link = rows.find(({ starts_at, days }) => !starts_at && !days)
  return {
    kind,
    items: rows
      .filter((row) => row !== link)
      .map((row) =>
        scheduleItemOf({
          ...row,
          enabled: row.wanted,
          day_type: row.days ? 'days' : 'fixed',
          end_minutes: row.start_minutes === null ? null : row.start_minutes + (row.length_minutes ?? 0),
        }),
      ),
    link: link && { id: link.id, wanted: link.wanted },
    days: new Map(states.map(({ day, state, message }) => [day, { state, message }])),
  }
}

/** The kind of a schedule, that of the seeds included; undefined without one. */
export function kindOfSchedule({ kind, items }: StandingSchedule): FullScheduleKind | undefined {
  if (kind) return kind
  const [first] = items
  return first && (first.kind === 'fixed' ? 'dates' : 'weekly')
}

/** Body and answer of the schedule call. */
export function answerSchedule(standing: StandingSchedule) {
  const kind = kindOfSchedule(standing)
  if (!kind) return null
  const states = [...standing.days].map(([day, state]) => ({ day, ...state }))
  return {
    kind,
    dates: standing.items.flatMap((item) => (item.kind === 'fixed' ? [writeDate(item)] : [])),
    weekly: standing.items.flatMap((item) =>
      item.kind === 'recurrent'
        ? [{ ...writeLine(item), occurrences: states.filter(({ day }) => isOn(item, day)) }]
        : [],
    ),
  }
}

/** Whether a day is one of a line's days, whatever the company's hours. */
export function isOn(item: RecurrentItem, day: string): boolean {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7
  const { from, until, except = [] } = item
  const isInside = !(from && day < from) && !(until && day > until)
  return isInside && daysOfItem(item).some((one) => one === weekday) && !except.includes(day)
}

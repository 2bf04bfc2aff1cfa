import type { DayOfWeek } from '@parvis/domain/company/opening-hours'
import type { CompanyHours, HourException, HourSet } from '@parvis/domain/hours/day-hours'
import type { HolidayDecision } from '@parvis/domain/hours/holidays'
import { holidayOn, holidayZone } from '@parvis/domain/hours/holidays'
import { foldWeek, type StoredLine, type WeekLine } from '@parvis/domain/hours/week'
import type { RecurrentItem } from '@parvis/domain/instants/schedule'
import { columnOf, type Db, numberOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { elementsOf, prepared } from '../../db/prepared.ts'
import { sql } from '../../db/sql.ts'

export type StoredRow = StoredLine & { id: number }
export type HolidayAnswer = { day: string; decision: HolidayDecision }

/** The hours of a company as stored, and as the engine reads them. */
export type StoredHours = CompanyHours & {
  companyId: string
  version: number
  zone: string
  rows: StoredRow[]
  answers: HolidayAnswer[]
}

type Row = Pick<StoredHours, 'companyId' | 'version' | 'rows' | 'answers'> & {
  zip: string
  appointmentDays: DayOfWeek[]
  exceptions: HourException[]
  sets: HourSet[]
}

export async function findHours(db: Db, companyId: string): Promise<StoredHours | undefined> {
  return (await listHours(db, [companyId]))[0]
}

/** The hours of many companies in one query, in no order. */
export async function listHours(db: Db, companyIds: readonly string[]): Promise<StoredHours[]> {
  return (await selectHours(db, { companyIds })).map(toStored)
}

const selectHours = prepared(
  ({ companyIds }: { companyIds: readonly string[] }) => sql<Row>`
    select companies.id as "companyId", companies.hours_version as version, companies.zip_code as zip,
      companies.appointment_days as "appointmentDays",
      (select coalesce(json_agg(json_build_object('id', opening_hours.id, 'type', opening_hours.day_type,
          'startTime', opening_hours.start_time, 'endTime', opening_hours.end_time, 'enabled', opening_hours.enabled)
          order by opening_hours.position, opening_hours.id), '[]')
        from opening_hours where opening_hours.company_id = companies.id) as rows,
      (select coalesce(json_agg(json_build_object('id', hour_exceptions.id, 'from', hour_exceptions.first_day,
          'to', hour_exceptions.last_day, 'kind', hour_exceptions.kind, 'ranges', hour_exceptions.ranges,
          'closesAt', hour_exceptions.closes_at, 'opensFrom', hour_exceptions.opens_from,
          'sets', hour_exceptions.set_ranges, 'message', hour_exceptions.message, 'source', hour_exceptions.source)
          order by hour_exceptions.first_day, hour_exceptions.id), '[]')
        from hour_exceptions where hour_exceptions.company_id = companies.id) as exceptions,
      (select coalesce(json_agg(json_build_object('day', holiday_answers.day, 'decision', holiday_answers.decision)
          order by holiday_answers.day), '[]')
        from holiday_answers where holiday_answers.company_id = companies.id) as answers,
      (select coalesce(json_agg(json_build_object('key', hour_sets.key, 'label', hour_sets.label, 'week', hour_sets.lines)
          order by hour_sets.key), '[]')
        from hour_sets where hour_sets.company_id = companies.id) as sets
    from companies where companies.id = any(${elementsOf(companyIds, 'uuid')})`,
)

function toStored({ zip, rows, exceptions, answers, ...row }: Row): StoredHours {
  const zone = holidayZone(zip)
  return {
    ...row,
    zip,
    zone,
    rows,
    answers,
    week: foldWeek(rows),
    // After a move to another zone, the answer for a day that is no holiday there is an ordinary day.
    exceptions: exceptions.map((entry) =>
      entry.source === 'holiday' && !holidayOn(zone, entry.from) ? { ...entry, source: 'manual' } : entry,
    ),
    usualHolidays: answers.filter(({ decision }) => decision === 'usual').map(({ day }) => day),
  }
}

export type ExceptionToSave = Omit<HourException, 'id'>

/** Writes an entry, in the place of another one where it takes it; answers its id. */
export async function saveException(
  tx: Transaction,
  companyId: string,
  entry: ExceptionToSave,
  over: HourException | undefined,
): Promise<number> {
  if (!over) return await insertException(tx, companyId, entry)
  await updateException(tx, companyId, { ...entry, id: over.id })
  return over.id
}

async function insertException(tx: Transaction, companyId: string, entry: ExceptionToSave): Promise<number> {
  return await numberOf(tx)`
    insert into hour_exceptions (company_id, first_day, last_day, kind, ranges, closes_at, opens_from, set_ranges, message, source)
    values (${companyId}, ${entry.from}, ${entry.to}, ${entry.kind}, ${JSON.stringify(entry.ranges)}, ${entry.closesAt},
      ${entry.opensFrom}, ${JSON.stringify(entry.sets)}, ${entry.message}, ${entry.source}) returning hour_exceptions.id`
}

export async function updateException(tx: Transaction, companyId: string, entry: HourException): Promise<void> {
  await run(tx)`
    update hour_exceptions set first_day = ${entry.from}, last_day = ${entry.to}, kind = ${entry.kind},
      ranges = ${JSON.stringify(entry.ranges)}, closes_at = ${entry.closesAt}, opens_from = ${entry.opensFrom},
      set_ranges = ${JSON.stringify(entry.sets)}, message = ${entry.message}, source = ${entry.source}
    where hour_exceptions.company_id = ${companyId} and hour_exceptions.id = ${entry.id}`
}

export async function deleteException(tx: Transaction, companyId: string, id: number): Promise<void> {
  await run(tx)`
    delete from hour_exceptions
    where hour_exceptions.company_id = ${companyId} and hour_exceptions.id = ${id}`
}

export async function saveAnswer(
  tx: Transaction,
  companyId: string,
  answer: HolidayAnswer & { exceptionId: number | null },
): Promise<void> {
  await run(tx)`
    insert into holiday_answers (company_id, day, decision, exception_id)
    values (${companyId}, ${answer.day}, ${answer.decision}, ${answer.exceptionId})
    on conflict (company_id, day) do update set decision = excluded.decision, exception_id = excluded.exception_id`
}

export async function deleteAnswer(tx: Transaction, companyId: string, day: string): Promise<void> {
  await run(tx)`
    delete from holiday_answers
    where holiday_answers.company_id = ${companyId} and holiday_answers.day = ${day}`
}

export async function saveSet(tx: Transaction, companyId: string, { key, label, week }: HourSet): Promise<void> {
  await run(tx)`
    insert into hour_sets (company_id, key, label, lines)
    values (${companyId}, ${key}, ${label}, ${JSON.stringify(week satisfies readonly WeekLine[])})
    on conflict (company_id, key) do update set label = excluded.label, lines = excluded.lines`
}

export async function deleteSet(tx: Transaction, companyId: string, key: string): Promise<void> {
  await run(tx)`delete from hour_sets where hour_sets.company_id = ${companyId} and hour_sets.key = ${key}`
}

/** Orders that are still to be picked up between two moments: accepted ones and requests, at the time last proposed. */
export async function listOrdersBetween(db: Db, companyId: string, from: Date, to: Date) {
  return await rowsOf<{ id: number; at: Date; isAccepted: boolean }>(db)`
    select orders.id, pickup.at, orders.state > 'proposed' as "isAccepted"
    from orders
    cross join lateral (select coalesce(orders.final_pickup_at, (
      select order_proposals.pickup_at from order_proposals
      where order_proposals.company_id = orders.company_id and order_proposals.order_id = orders.id
        and orders.state = 'proposed'
      order by order_proposals.id desc limit 1), orders.pickup_at) as at) pickup
    where orders.company_id = ${companyId} and orders.state <= 'ready'
      and pickup.at >= ${from} and pickup.at < ${to}
    order by 2`
}

/** A weekly line, or the link « aux heures d’ouverture »: null. */
export type LineOfInstant = (Pick<RecurrentItem, 'from' | 'until' | 'except'> & { days: DayOfWeek[] }) | null

/** The recurrent instants of a company that are on and hide when it is closed, with their lines. */
export async function listRecurrentInstants(db: Db, companyId: string) {
  return await rowsOf<{ id: number; lines: LineOfInstant[] }>(db)`
    select instant_times.instant_id as id, json_agg(case when instant_times.days is not null then json_build_object(
        'days', instant_times.days, 'from', instant_times.valid_from, 'until', instant_times.valid_until,
        'except', instant_times.except_days) end) as lines
    from instant_times join instants on instants.id = instant_times.instant_id
    where instant_times.company_id = ${companyId} and instant_times.enabled and instant_times.starts_at is null
      and (instants.pauses_when_closed or instants.schedule_kind = 'hours')
    group by 1 order by 1`
}

/** Seats that are held, offered or awaited on these days of these instants. */
export async function listBookingsOn(db: Db, instantIds: readonly number[], days: readonly string[]) {
  return await columnOf<number>(db)`
    select bookings.id from bookings join capacities on capacities.subject = bookings.subject
    where capacities.instant_id = any(${[...instantIds]}::bigint[]) and capacities.state <> 'cancelled'
      and (capacities.starts_at at time zone 'Europe/Paris')::date = any(${[...days]}::date[])
      and bookings.state in ('waiting', 'offered', 'held') order by bookings.id`
}

/** Scheduled messages of conversations and broadcasts that fall in that time. */
export async function listScheduledBetween(db: Db, companyId: string, from: Date, to: Date) {
  return await rowsOf<{ id: number; at: Date; isBroadcast: boolean }>(db)`
    select scheduled_messages.id, scheduled_messages.send_at as at, scheduled_messages.discussion_id is null as "isBroadcast"
    from scheduled_messages
    where scheduled_messages.company_id = ${companyId} and scheduled_messages.state = 'waiting'
      and scheduled_messages.send_at >= ${from} and scheduled_messages.send_at < ${to}
    order by 1`
}

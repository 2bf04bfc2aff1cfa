import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import type { InstantTables } from '../../db/tables/instants.ts'

export type InstantTimeRow = Selectable<InstantTables['instant_times']>
/** Columns that only full schedules have. */
export type RichColumns = Pick<
  Selectable<InstantTables['schedule_times']>,
  'days' | 'valid_from' | 'valid_until' | 'except_days' | 'state' | 'state_message' | 'former_start'
>
type NewInstantTime = Insertable<InstantTables['instant_times']>
export type OccurrenceStateRow = Selectable<InstantTables['instant_occurrences']>

/** The times of schedules with a kind: dates by start, then lines as they were written. */
export async function findInstantTimes(db: Db, instantIds: readonly number[]): Promise<InstantTimeRow[]> {
  if (instantIds.length === 0) return []
  return await db
    .selectFrom('instant_times')
    .where(sql<boolean>`instant_times.instant_id = any(${[...instantIds]}::bigint[])`)
    .selectAll()
    .orderBy('instant_times.starts_at')
    .orderBy('instant_times.id')
    .execute()
}

/** The states of weekly occurrences, by day. */
export async function findOccurrenceStates(db: Db, instantIds: readonly number[]): Promise<OccurrenceStateRow[]> {
  if (instantIds.length === 0) return []
  return await db
    .selectFrom('instant_occurrences')
    .where(sql<boolean>`instant_occurrences.instant_id = any(${[...instantIds]}::bigint[])`)
    .selectAll()
    .orderBy('instant_occurrences.day')
    .execute()
}

/** Ids for new times, of the one sequence of both tables (H-131). */
export async function nextTimeIds(tx: Transaction, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('activation_times', 'id')) as id from generate_series(1, ${count}::int)`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Replaces the rows of a schedule with a kind. */
export async function replaceInstantTimes(
  tx: Transaction,
  instantId: number,
  times: readonly Omit<NewInstantTime, 'shown_until'>[],
): Promise<void> {
  await tx.deleteFrom('instant_times').where('instant_times.instant_id', '=', instantId).execute()
  if (times.length > 0)
    await tx
      .insertInto('instant_times')
      .values([...times])
      .execute()
}

export type OldRow = {
  id: number
  instant_id: number
  company_id: string
  zip_code: string
  day_type: string
  starts_at: Date | null
  ends_at: Date | null
  start_minutes: number | null
  end_minutes: number | null
  preview: boolean
  enabled: boolean
}

/** The rows that former releases and old clients see, with the ids of the dates and lines they stand for. */
export async function replaceOldRows(tx: Transaction, instantId: number, rows: readonly OldRow[]): Promise<void> {
  await tx.deleteFrom('activation_times').where('activation_times.instant_id', '=', instantId).execute()
  if (rows.length === 0) return
  await sql`
    insert into activation_times (id, instant_id, company_id, zip_code, day_type, starts_at, ends_at, on_day, start_minutes,
      end_minutes, preview, enabled) overriding system value
    select id, instant_id, company_id, zip_code, day_type, starts_at, ends_at,
      case when starts_at is null then date '2000-01-01' end, start_minutes, end_minutes, preview, enabled
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id bigint, instant_id bigint, company_id uuid,
      zip_code text, day_type text, starts_at timestamptz, ends_at timestamptz, start_minutes smallint,
      end_minutes smallint, preview boolean, enabled boolean)`.execute(tx)
}

/** The opening hours of its company as recurrent rows: the copy that old clients see of a link (TO-08). */
export async function copyHours(tx: Transaction, instantId: number, enabled: boolean): Promise<void> {
  await tx.deleteFrom('activation_times').where('activation_times.instant_id', '=', instantId).execute()
  await sql`
    insert into activation_times (instant_id, company_id, zip_code, day_type, on_day, start_minutes, end_minutes, preview, enabled)
    select instants.id, instants.company_id, instants.zip_code, opening_hours.day_type, date '2000-01-01',
      extract(epoch from opening_hours.start_time::time) / 60, extract(epoch from opening_hours.end_time::time) / 60,
      false, ${enabled}::boolean and opening_hours.enabled
    from instants join opening_hours on opening_hours.company_id = instants.company_id
    where instants.id = ${instantId} order by opening_hours.position, opening_hours.id`.execute(tx)
}

/** The state of one weekly occurrence; planned forgets it. */
export async function saveOccurrenceState(
  tx: Transaction,
  instantId: number,
  day: string,
  state: { state: InstantTimeRow['state']; message: string | null },
): Promise<void> {
  if (state.state === 'planned') {
    await tx
      .deleteFrom('instant_occurrences')
      .where('instant_occurrences.instant_id', '=', instantId)
      .where('instant_occurrences.day', '=', day)
      .execute()
    return
  }
  const columns = { state: state.state, message: state.message }
  await tx
    .insertInto('instant_occurrences')
    .values({ instant_id: instantId, day, ...columns })
    .onConflict((conflict) => conflict.columns(['instant_id', 'day']).doUpdateSet(columns))
    .execute()
}

/** Instants whose time of publication has come, with their company: locked later, companies first. */
export async function listDuePublications(db: Db, limit: number): Promise<{ id: number; companyId: string }[]> {
  return await db
    .selectFrom('instants')
    .where('instants.publication', '=', 'scheduled')
    .where('instants.publish_at', '<=', sql<Date>`app_now()`)
    .select(['instants.id', 'instants.company_id as companyId'])
    .orderBy('instants.publish_at')
    .limit(limit)
    .execute()
}

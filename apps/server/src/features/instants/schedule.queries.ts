import type { StateWithMessage } from '@parvis/domain/instants/event-state'
import { columnOf, type Db, rowsOf, run, type Transaction } from '../../db/database.ts'
import type { InstantRow } from './instants.queries.ts'
import type { TimeRow } from './stored-schedule.ts'

type OccurrenceStateRow = StateWithMessage & { instant_id: number; day: string }

/** The states of weekly occurrences, by day. */
export async function findOccurrenceStates(db: Db, instantIds: readonly number[]): Promise<OccurrenceStateRow[]> {
  if (instantIds.length === 0) return []
  return await rowsOf<OccurrenceStateRow>(db)`
    select * from instant_occurrences
    where instant_occurrences.instant_id = any(${[...instantIds]}::bigint[]) order by instant_occurrences.day`
}

/** A date (starts_at), a weekly item (days), or the link to the opening hours (neither). */
type TimeToWrite = Partial<Omit<TimeRow, 'id' | 'day_type'>> &
  Pick<TimeRow, 'preview' | 'enabled'> & { id?: number | undefined; on_day?: string | null; wanted: boolean }

/**
 * Writes the times of an instant in place of the last ones, in one statement: those of known ids stay, others get new ones. Answers
 * the ids in their order.
 */
export async function replaceTimes(
  tx: Transaction,
  instant: Pick<InstantRow, 'id' | 'company_id' | 'zip_code'>,
  times: readonly TimeToWrite[],
): Promise<number[]> {
  const known = times.flatMap(({ id }) => id ?? [])
  const written = await columnOf<number>(tx)`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(times.map((time, at) => ({ ...time, at })))}::jsonb) as given (at int, id bigint,
        starts_at timestamptz, ends_at timestamptz, days smallint[], start_minutes smallint, length_minutes smallint, valid_from date,
        valid_until date, except_days date[], on_day date, preview boolean, enabled boolean, wanted boolean, state text,
        state_message text, former_start timestamptz)
    ), removed as (
      delete from instant_times
      where instant_times.instant_id = ${instant.id} and instant_times.id <> all(${known}::bigint[])
    )
    insert into instant_times (id, instant_id, company_id, zip_code, starts_at, ends_at, days, start_minutes, length_minutes, valid_from,
      valid_until, except_days, on_day, preview, enabled, wanted, state, state_message, former_start)
    select coalesce(given.id, nextval(pg_get_serial_sequence('instant_times', 'id'))), ${instant.id}, ${instant.company_id}::uuid,
      ${instant.zip_code}, given.starts_at, given.ends_at, given.days, given.start_minutes, given.length_minutes, given.valid_from,
      given.valid_until, coalesce(given.except_days, '{}'), given.on_day, given.preview, given.enabled, given.wanted,
      coalesce(given.state, 'planned'), given.state_message, given.former_start
    from given order by given.at
    on conflict (id) do update set zip_code = excluded.zip_code, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      days = excluded.days, start_minutes = excluded.start_minutes, length_minutes = excluded.length_minutes,
      valid_from = excluded.valid_from, valid_until = excluded.valid_until, except_days = excluded.except_days, on_day = excluded.on_day,
      preview = excluded.preview, enabled = excluded.enabled, wanted = excluded.wanted, state = excluded.state,
      state_message = excluded.state_message, former_start = excluded.former_start
    where instant_times.instant_id = excluded.instant_id
    returning instant_times.id`
  const fresh = written.filter((id) => !known.includes(id)).sort((a, b) => a - b)
  return times.map(({ id }) => id ?? fresh.shift() ?? 0)
}

/** The state of one weekly occurrence; planned forgets it. */
export async function saveOccurrenceState(
  tx: Transaction,
  instantId: number,
  day: string,
  { state, message }: StateWithMessage,
): Promise<void> {
  if (state === 'planned')
    await run(tx)`
      delete from instant_occurrences
      where instant_occurrences.instant_id = ${instantId} and instant_occurrences.day = ${day}`
  else
    await run(tx)`
      insert into instant_occurrences (instant_id, day, state, message) values (${instantId}, ${day}, ${state}, ${message})
      on conflict (instant_id, day) do update set state = excluded.state, message = excluded.message`
}

/** Instants whose time of publication has come, with their company: locked later, companies first. */
export async function listDuePublications(db: Db, limit: number): Promise<{ id: number; companyId: string }[]> {
  return await rowsOf<{ id: number; companyId: string }>(db)`
    select instants.id, instants.company_id as "companyId" from instants
    where instants.publication = 'scheduled' and instants.publish_at <= app_now()
    order by instants.publish_at limit ${limit}`
}

import { type Kysely, sql } from 'kysely'

/**
 * Lets a page of the agenda be read in the order of its starts, whatever the size of the town (decision 0009): dates by the second they
 * are shown from, weekly lines by the minute of their day. The index of what is not over also holds that second, for what is running.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const shownFrom = sql.raw(
    "date_trunc('second', (starts_at at time zone 'UTC') - case when preview then interval '2 hours' else interval '0' end)",
  )
  for (const table of ['activation_times', 'instant_times']) {
    const named = (name: string) => sql.id(`${table}_${name}`)
    await sql`drop index ${named('zip_code')}`.execute(db)
    await sql`
      create index ${named('zip_code')} on ${sql.table(table)} (zip_code, shown_until, (${shownFrom})) where enabled`.execute(
      db,
    )
    await sql`
      create index ${named('shown_from')} on ${sql.table(table)} (zip_code, (${shownFrom}), instant_id)
      where enabled and starts_at is not null`.execute(db)
  }
  await sql`
    create index activation_times_shown_minutes on activation_times
      (zip_code, day_type, (start_minutes - case when preview then 120 else 0 end), instant_id)
    where enabled and starts_at is null`.execute(db)
}

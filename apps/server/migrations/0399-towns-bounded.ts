import { type Kysely, sql } from 'kysely'

/**
 * Lets a page of a town cost what it shows: dates that may touch a second day, and the newest instants of each category, are found by
 * indexes of their own. An evening that ends before 6 h is of one day (H-111).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table instant_times add column is_long boolean
      generated always as (coalesce(ends_at - starts_at > interval '6 hours', false)) stored`.execute(db)
  await sql`create index instant_times_long on instant_times (zip_code, shown_until) where enabled and is_long`.execute(
    db,
  )
  await sql`
    create index instants_zip_code on instants (zip_code, category_id, id) where is_enabled and not is_draft`.execute(
    db,
  )
}

import { type Kysely, sql } from 'kysely'

/**
 * The moment at which a draft was published, whichever call or task did it: the news of its followers begin there (W-047).
 * Null: as soon as it was made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table instants add column published_at timestamptz`.execute(db)
  await sql`
    create function keep_published_at() returns trigger language plpgsql as $$
    begin
      new.published_at := app_now();
      return new;
    end $$`.execute(db)
  await sql`
    create trigger instants_published before update of publication, is_draft on instants for each row
    when (new.publication = 'published' and not new.is_draft and (old.publication <> 'published' or old.is_draft))
    execute function keep_published_at()`.execute(db)
}

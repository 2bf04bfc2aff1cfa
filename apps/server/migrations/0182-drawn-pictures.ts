import { type Kysely, sql } from 'kysely'

/** Which pictures of a page are drawings of ours, to be replaced by a photo (E-018); those sent before count as photos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table companies add column drawn_pictures text[] not null default '{}'
    check (drawn_pictures <@ array['profileImage', 'coverImage'])`.execute(db)
}

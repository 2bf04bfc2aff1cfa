import { type Kysely, sql } from 'kysely'

/** A session that ends, by any path, is told to every process: its event streams end with it (trust.md, ASVS 7.4). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_session_end() returns trigger language plpgsql as $$
    begin
      perform pg_notify('parvis_live', json_build_object(
        'topic', 'session', 'id', old.id, 'to', json_build_array('session:' || old.id))::text);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger sessions_ended after delete on sessions
    for each row execute function tell_session_end()`.execute(db)
}

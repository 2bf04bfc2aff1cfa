import { type Kysely, sql } from 'kysely'

/** What the retention rules need to know: when an account was last used, when a phone was last seen, which audit lines are old (F18). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Accounts of before count from now: nobody is told too early.
  await sql`
    alter table users
      add column last_used_at timestamptz not null default app_now(),
      add column leave_told integer not null default 0,
      add column leave_told_at timestamptz`.execute(db)
  await sql`create index users_unused on users (last_used_at) where phone is not null and delete_after is null`.execute(
    db,
  )
  await sql`
    create function remember_use() returns trigger language plpgsql as $$
    begin
      update users set last_used_at = seen.at
      from (select gone.user_id, max(gone.last_seen_at) as at from gone group by gone.user_id) as seen
      where users.id = seen.user_id and users.last_used_at < seen.at;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger sessions_use after delete on sessions
    referencing old table as gone for each statement execute function remember_use()`.execute(db)

  await sql`alter table sign_in_phones add column changed_at timestamptz not null default app_now()`.execute(db)
  await sql`
    create function note_change() returns trigger language plpgsql as
    $$ begin new.changed_at := app_now(); return new; end $$`.execute(db)
  await sql`
    create trigger sign_in_phones_changed before update on sign_in_phones
    for each row execute function note_change()`.execute(db)

  // The trail stays append-only for everybody, its owner too; only what is older than a year may go (T34, F18).
  await sql`
    create function refuse_recent() returns trigger language plpgsql as $$
    begin
      if old.at > app_now() - interval '12 months' then raise exception 'the audit log is append-only'; end if;
      return old;
    end $$`.execute(db)
  await sql`drop trigger audit_log_append_only on audit_log`.execute(db)
  await sql`
    create trigger audit_log_append_only before update or truncate on audit_log
    for each statement execute function refuse_change()`.execute(db)
  await sql`
    create trigger audit_log_kept_a_year before delete on audit_log
    for each row execute function refuse_recent()`.execute(db)
  // The role that serves may not delete: it asks the owner for exactly this.
  await sql`
    create function forget_audit_lines() returns void language sql security definer set search_path = public, pg_temp as $$
      delete from audit_log where audit_log.at < app_now() - interval '12 months'
    $$`.execute(db)
}

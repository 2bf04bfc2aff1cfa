import { type Kysely, sql } from 'kysely'

/** Time, retried writes, limits, outbox, audit trail, worker heartbeats: what every feature stands on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table clock_offset (
      only_row boolean primary key default true check (only_row),
      shift interval not null
    )`.execute(db)
  // The one authority for time (AMB-147). The table stays empty in production: only the development clock writes it.
  await sql`
    create function app_now() returns timestamptz language sql volatile parallel unsafe as
    $$ select clock_timestamp() + coalesce((select shift from clock_offset), interval '0') $$`.execute(db)

  await sql`
    create table idempotency_keys (
      user_id bigint not null,
      route text not null,
      key text not null,
      body_hash bytea not null,
      answer text,
      created_at timestamptz not null default app_now(),
      primary key (user_id, route, key)
    )`.execute(db)
  await sql`create index idempotency_keys_created_at on idempotency_keys (created_at)`.execute(db)

  await sql`
    create unlogged table rate_windows (
      name text not null,
      subject text not null,
      window_start timestamptz not null,
      used integer not null,
      primary key (name, subject)
    )`.execute(db)

  await sql`
    create table outbox (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('sms', 'push', 'webhook', 'email')),
      recipient text not null,
      text text not null,
      payload jsonb,
      sent_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index outbox_kind_recipient on outbox (kind, recipient, id desc)`.execute(db)

  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default app_now(),
      actor text not null,
      action text not null,
      object text not null,
      details jsonb not null default '{}',
      request_id text
    )`.execute(db)
  await sql`create index audit_log_object on audit_log (object, id desc)`.execute(db)
  // Append-only: even the owner of the table changes nothing that was written (T34).
  await sql`
    create function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log is append-only'; end $$`.execute(db)
  await sql`
    create trigger audit_log_append_only before update or delete or truncate on audit_log
    for each statement execute function refuse_change()`.execute(db)

  await sql`
    create table job_workers (
      id text primary key,
      beat_at timestamptz not null
    )`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** The calendar that a business writes elsewhere and follows here, and what became of its events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendars (
      company_id uuid primary key references companies on delete cascade,
      /* Its address often is a secret: sealed with the key of the settings. */
      url bytea not null,
      /* A digest of its host: one reading at a time of each. */
      host text not null,
      category_id smallint not null,
      publish boolean not null default false,
      /* Another address is another generation: a reading of a former one writes nothing more. */
      generation uuid not null default gen_random_uuid(),
      etag text,
      state text not null default 'waiting' check (state in ('waiting', 'read', 'failing', 'shrunk')),
      reason text check (reason in ('silent', 'refused', 'too_large', 'not_a_calendar', 'too_complex')),
      failures integer not null default 0,
      /* The owner lets what disappeared be cancelled at the next reading. */
      accept boolean not null default false,
      read_at timestamptz,
      next_at timestamptz not null default app_now()
    )`.execute(db)
  await sql`create index calendars_next_at on calendars (next_at)`.execute(db)
  await sql`
    create table calendar_events (
      company_id uuid not null references calendars on delete cascade,
      uid text not null,
      /* Null of one that is left out, or whose instant was deleted by hand. */
      instant_id bigint references instants on delete set null,
      /* Fingerprints of the groups as the last reading wrote them; null of one that is left out. */
      written jsonb,
      /* Published by a reading, or by the owner's word. */
      released boolean not null default false,
      title text not null,
      first_start timestamptz not null,
      start timestamptz,
      why text,
      like_id bigint,
      absent smallint not null default 0,
      primary key (company_id, uid)
    )`.execute(db)
  await sql`create unique index calendar_events_instant_id on calendar_events (instant_id)`.execute(db)
}

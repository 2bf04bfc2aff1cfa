import { type Kysely, sql } from 'kysely'

/**
 * Schedules of several dates, of weekly lines and of the opening hours, states and later publication (TO-08 to TO-14).
 * `activation_times` stays the view of former releases; the truth of a schedule with a kind stands beside it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table instants
      add column schedule_kind text check (schedule_kind in ('dates', 'weekly', 'hours')),
      add column pauses_when_closed boolean not null default true,
      add column publication text not null default 'published' check (publication in ('published', 'draft', 'scheduled')),
      add column publish_at timestamptz,
      add column notify_on_publish boolean not null default false,
      add column event_state text not null default 'planned' check (event_state in ('planned', 'cancelled', 'postponed', 'full')),
      add column state_message text,
      add column state_at timestamptz,
      add column sequence integer not null default 0,
      add column notice_count integer not null default 0,
      add column last_notice_at timestamptz,
      add column last_notice text check (last_notice in ('sent', 'none', 'refused')),
      add constraint instants_publish_at check ((publication = 'scheduled') = (publish_at is not null))`.execute(db)
  await sql`create index instants_publish_at_due on instants (publish_at) where publication = 'scheduled'`.execute(db)

  // A date that takes the place of an activation time keeps its id: both take theirs from one sequence (H-131).
  await sql`
    create table instant_times (
      id bigint primary key default nextval(pg_get_serial_sequence('activation_times', 'id')),
      instant_id bigint not null,
      company_id uuid not null,
      zip_code text not null,
      starts_at timestamptz,
      ends_at timestamptz,
      days smallint[],
      start_minutes smallint check (start_minutes between 0 and 1439),
      length_minutes smallint check (length_minutes between 15 and 1440),
      valid_from date,
      valid_until date,
      except_days date[] not null default '{}',
      preview boolean not null default false,
      enabled boolean not null,
      wanted boolean not null,
      state text not null default 'planned' check (state in ('planned', 'cancelled', 'postponed', 'full')),
      state_message text,
      former_start timestamptz,
      former_end timestamptz,
      shown_until timestamptz generated always as (coalesce(ends_at, 'infinity')) stored,
      constraint instant_times_of_parent foreign key (company_id, instant_id) references instants (company_id, id) on delete cascade,
      check ((starts_at is null) = (ends_at is null) and (starts_at is null or starts_at < ends_at)),
      check ((days is null) = (start_minutes is null) and (days is null) = (length_minutes is null)),
      check (starts_at is null or days is null)
    )`.execute(db)
  await sql`create index instant_times_instant_id on instant_times (instant_id, id)`.execute(db)
  await sql`create index instant_times_zip_code on instant_times (zip_code, shown_until) where enabled`.execute(db)
  await sql`create index instant_times_company_id on instant_times (company_id, shown_until) where enabled`.execute(db)
  await sql`
    create table instant_occurrences (
      instant_id bigint not null references instants on delete cascade,
      day date not null,
      state text not null check (state in ('cancelled', 'postponed', 'full')),
      message text,
      primary key (instant_id, day)
    )`.execute(db)

  // Both kinds of rows as readers want them; an instant with a kind of schedule has its truth in the rich ones only.
  await sql`
    create view schedule_times as
    select id, instant_id, company_id, zip_code, false as is_rich, day_type, starts_at, ends_at, null::smallint[] as days,
      start_minutes, end_minutes, null::date as valid_from, null::date as valid_until, '{}'::date[] as except_days,
      preview, enabled, 'planned' as state, null::text as state_message, null::timestamptz as former_start, shown_until
    from activation_times
    union all
    select id, instant_id, company_id, zip_code, true,
      case when starts_at is not null then 'fixed' when days is not null then 'days' else 'hours' end, starts_at, ends_at, days,
      start_minutes, (start_minutes + length_minutes)::smallint, valid_from, valid_until, except_days,
      preview, enabled, state, state_message, former_start, shown_until
    from instant_times`.execute(db)

  // The former release saves hours too: a trigger copies them for its own readers, whoever writes (TO-08).
  await sql`
    create function copy_hours_to_instants() returns trigger language plpgsql as $$
    begin
      if not exists (select from instants join changed on changed.company_id = instants.company_id
        where instants.schedule_kind = 'hours') then return null; end if;
      delete from activation_times using instants where activation_times.instant_id = instants.id
        and instants.schedule_kind = 'hours' and instants.company_id in (select company_id from changed);
      insert into activation_times (instant_id, company_id, zip_code, day_type, on_day, start_minutes, end_minutes, preview, enabled)
        select instants.id, instants.company_id, instants.zip_code, opening_hours.day_type, '2000-01-01',
          extract(epoch from opening_hours.start_time::time) / 60, extract(epoch from opening_hours.end_time::time) / 60,
          false, instant_times.enabled and opening_hours.enabled
        from instants join opening_hours on opening_hours.company_id = instants.company_id
        join instant_times on instant_times.instant_id = instants.id
        where instants.schedule_kind = 'hours' and instants.company_id in (select company_id from changed)
        order by instants.id, opening_hours.position, opening_hours.id;
      return null;
    end $$`.execute(db)
  for (const [event, rows] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql`
      create trigger ${sql.id(`opening_hours_copies_${event}`)} after ${sql.raw(event)} on opening_hours
      referencing ${sql.raw(rows)} table as changed
      for each statement execute function copy_hours_to_instants()`.execute(db)
}

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // kind: the tab and cap group; of a draft, what its maker announced, null when nothing tells it yet (AMB-74).
  await sql`
    create table instants (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      title text not null,
      short_description text not null,
      long_description text not null,
      category_id smallint not null check (category_id between 1 and 10),
      kind text check (kind in ('service', 'specialOffer', 'event')),
      is_draft boolean not null default true,
      is_enabled boolean not null default false,
      address text not null,
      city text not null,
      zip_code text not null,
      latitude double precision,
      longitude double precision,
      picture text not null,
      notification_at timestamptz,
      notified_date timestamptz,
      notified_at timestamptz,
      notification_count integer not null default 0,
      created_at timestamptz not null default app_now(),
      modified_at timestamptz not null default app_now(),
      check (is_draft or kind is not null),
      check ((notified_date is null) = (notified_at is null))
    )`.execute(db)
  await sql`create index instants_company_id on instants (company_id, is_enabled desc, modified_at desc)`.execute(db)
  await sql`create index instants_notification_at on instants (notification_at) where notification_at is not null`.execute(
    db,
  )

  // A fixed item is two instants of time; a recurrent one two local minutes of the day, written back on the day it came with.
  // zip_code, company_id and the last moment it can show stand here so that one index answers the agenda (decision 0009).
  await sql`
    create table activation_times (
      id bigint generated always as identity primary key,
      instant_id bigint not null references instants on delete cascade,
      company_id uuid not null,
      zip_code text not null,
      day_type text not null,
      starts_at timestamptz,
      ends_at timestamptz,
      on_day date,
      start_minutes smallint check (start_minutes between 0 and 1439),
      end_minutes smallint check (end_minutes between 0 and 1439),
      preview boolean not null,
      enabled boolean not null,
      shown_until timestamptz generated always as (coalesce(ends_at, 'infinity')) stored,
      check (
        case when day_type = 'fixed' then starts_at < ends_at and start_minutes is null and end_minutes is null
        else start_minutes < end_minutes and on_day is not null and starts_at is null and ends_at is null end
      )
    )`.execute(db)
  await sql`create index activation_times_instant_id on activation_times (instant_id, id)`.execute(db)
  await sql`create unique index activation_times_one_fixed on activation_times (instant_id) where day_type = 'fixed'`.execute(
    db,
  )
  await sql`create index activation_times_zip_code on activation_times (zip_code, shown_until) where enabled`.execute(
    db,
  )
  await sql`create index activation_times_company_id on activation_times (company_id, shown_until) where enabled`.execute(
    db,
  )

  await sql`
    create table social_pages (
      company_id uuid not null references companies on delete cascade,
      type text not null check (type in ('FACEBOOK', 'INSTAGRAM')),
      page_id text not null,
      name text not null,
      primary key (company_id, type)
    )`.execute(db)
}

import { run, type Transaction } from '../src/db/database.ts'

/** What bounds a quarter of pick-ups and a date of an instant, and the bookings of those (docs/spec/places-and-letter.md). */
export async function up(db: Transaction): Promise<void> {
  // subject: empty of a quarter, else the name of a date (`812`, `812-2027-03-12`), which may move. rank: the last one given on its list.
  await run(db)`
    create table capacities (
      company_id uuid references companies on delete cascade,
      subject text not null default '',
      starts_at timestamptz,
      taken integer not null check (taken >= 0),
      instant_id bigint,
      title text,
      ends_at timestamptz,
      state text not null default 'planned' check (state in ('planned', 'cancelled', 'postponed', 'full')),
      message text,
      former_start timestamptz,
      own int check (own between 1 and 500),
      rank bigint not null default 0,
      changed_at timestamptz not null default app_now(),
      primary key (company_id, subject, starts_at)
    )`
  await run(db)`create index capacities_starts_at on capacities (starts_at) where subject = ''`
  await run(db)`create unique index capacities_subject on capacities (subject) where subject <> ''`
  await run(db)`create index capacities_instant_id on capacities (instant_id, ends_at) where subject <> ''`

  await run(db)`
    create table booking_settings (
      instant_id bigint primary key references instants (id) on delete cascade,
      version int not null default 0,
      capacity int check (capacity between 1 and 500),
      per_person int not null default 2 check (per_person between 1 and 10),
      closes_minutes int not null default 0 check (closes_minutes between 0 and 10080),
      phone_needed boolean not null default false,
      saved_at timestamptz not null default app_now()
    )`

  // One row per resident and date, taken up again; it outlives its instant. No user: by the shop's hand, or of somebody who is gone.
  await run(db)`
    create table bookings (
      id bigint primary key,
      company_id uuid not null references companies (id) on delete cascade,
      subject text not null,
      user_id bigint references users (id) on delete set null,
      name text not null,
      seats int not null check (seats between 1 and 50),
      state text not null check (state in ('waiting', 'offered', 'held', 'came', 'ended')),
      ended_by text check (ended_by in ('resident', 'owner', 'clock')),
      code text,
      rank bigint,
      answer_by timestamptz,
      source text not null check (source in ('site', 'owner')),
      note text not null default '',
      reason text not null default '',
      booked_at timestamptz not null default app_now(),
      came_at timestamptz,
      remind_at timestamptz,
      unique (subject, user_id),
      check ((state = 'ended') = (ended_by is not null) and (state = 'waiting') = (rank is not null)),
      check ((state = 'offered') = (answer_by is not null))
    )`
  await run(db)`create index bookings_waiting on bookings (subject, rank) where state = 'waiting'`
  await run(db)`create index bookings_user_id on bookings (user_id)`
  await run(db)`create index bookings_code on bookings (company_id, code) where code is not null`
  await run(db)`create index bookings_answer_by on bookings (answer_by) where state = 'offered'`
  await run(db)`create index bookings_remind_at on bookings (remind_at) where remind_at is not null`
}

import { type Kysely, sql } from 'kysely'

/** What differs from the week, the answers about public holidays, and extra hours; the version of all hours (TO-03, TO-04, TO-07). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table companies add column hours_version integer not null default 1`.execute(db)
  await sql`
    create table hour_exceptions (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      first_day date not null,
      last_day date not null check (last_day >= first_day),
      kind text not null check (kind in ('closed', 'open', 'cut')),
      ranges jsonb not null default '[]',
      closes_at text,
      opens_from text,
      set_ranges jsonb not null default '{}',
      message text,
      source text not null check (source in ('manual', 'today', 'holiday')),
      created_at timestamptz not null default app_now(),
      constraint hour_exceptions_of_company unique (company_id, id),
      check (kind = 'closed' or first_day = last_day)
    )`.execute(db)
  // Closures are kept apart by the lock on their company: an exclusion constraint would need an extension.
  await sql`
    create unique index hour_exceptions_day on hour_exceptions (company_id, first_day)
    where kind <> 'closed' or first_day = last_day`.execute(db)
  await sql`create index hour_exceptions_last_day on hour_exceptions (last_day)`.execute(db)
  await sql`
    create table holiday_answers (
      company_id uuid not null references companies on delete cascade,
      day date not null,
      decision text not null check (decision in ('closed', 'usual', 'special')),
      exception_id bigint,
      primary key (company_id, day),
      foreign key (company_id, exception_id) references hour_exceptions (company_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create table hour_sets (
      company_id uuid not null references companies on delete cascade,
      key text not null check (key in ('pickup', 'phone', 'kitchen', 'delivery', 'reception', 'other')),
      label text not null,
      lines jsonb not null,
      primary key (company_id, key)
    )`.execute(db)

  // The former release saves hours too: triggers move the version, whoever writes. Once a statement, whatever its rows.
  await sql`
    create function move_hours_version() returns trigger language plpgsql as $$
    begin
      update companies set hours_version = hours_version + 1
      where id in (select company_id from changed);
      return null;
    end $$`.execute(db)
  for (const table of ['opening_hours', 'hour_exceptions', 'holiday_answers', 'hour_sets'])
    for (const [event, rows] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const)
      await sql`
        create trigger ${sql.id(`${table}_version_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
        referencing ${sql.raw(rows)} table as changed
        for each statement execute function move_hours_version()`.execute(db)
}

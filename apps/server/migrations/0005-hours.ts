import { run, type Transaction } from '../src/db/database.ts'

/** The week of a company, what differs from it, its answers about public holidays, and extra hours (TO-03, TO-04, TO-07). */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    create table opening_hours (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      day_type text not null,
      start_time text not null,
      end_time text not null,
      enabled boolean not null,
      position integer not null
    );
    create index opening_hours_company_id on opening_hours (company_id, position);

    -- Closures are kept apart by the lock on their company: an exclusion constraint would need an extension.
    create table hour_exceptions (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      first_day date not null,
      last_day date not null,
      kind text not null check (kind in ('closed', 'open', 'cut')),
      ranges jsonb not null default '[]',
      closes_at text,
      opens_from text,
      set_ranges jsonb not null default '{}',
      message text,
      source text not null check (source in ('manual', 'today', 'holiday')),
      created_at timestamptz not null default app_now(),
      constraint hour_exceptions_of_company unique (company_id, id),
      check (last_day >= first_day),
      check (kind = 'closed' or first_day = last_day)
    );
    create unique index hour_exceptions_day on hour_exceptions (company_id, first_day)
      where kind <> 'closed' or first_day = last_day;
    create index hour_exceptions_last_day on hour_exceptions (last_day);

    create table holiday_answers (
      company_id uuid references companies on delete cascade,
      day date,
      decision text not null check (decision in ('closed', 'usual', 'special')),
      exception_id bigint,
      primary key (company_id, day),
      foreign key (company_id, exception_id) references hour_exceptions (company_id, id) on delete cascade
    );

    create table hour_sets (
      company_id uuid references companies on delete cascade,
      key text check (key in ('pickup', 'phone', 'kitchen', 'delivery', 'reception', 'other')),
      label text not null,
      lines jsonb not null,
      primary key (company_id, key)
    );

    -- The version of all hours moves whoever writes, once a statement, whatever its rows.
    create function move_hours_version() returns trigger language plpgsql as $$
    begin
      update companies set hours_version = hours_version + 1
      where id in (select company_id from changed);
      return null;
    end $$;
    create function move_own_hours_version() returns trigger language plpgsql as $$
    begin
      new.hours_version := new.hours_version + 1;
      return new;
    end $$;
    create trigger companies_appointment_days before update of appointment_days on companies for each row
      when (new.appointment_days is distinct from old.appointment_days) execute function move_own_hours_version();
    do $$
    declare
      owner text;
    begin
      foreach owner in array array['opening_hours', 'hour_exceptions', 'holiday_answers', 'hour_sets'] loop
        execute format('create trigger %1$s_version_insert after insert on %1$s
          referencing new table as changed for each statement execute function move_hours_version()', owner);
        execute format('create trigger %1$s_version_update after update on %1$s
          referencing new table as changed for each statement execute function move_hours_version()', owner);
        execute format('create trigger %1$s_version_delete after delete on %1$s
          referencing old table as changed for each statement execute function move_hours_version()', owner);
      end loop;
    end $$;`
}

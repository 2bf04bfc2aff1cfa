import { run, type Transaction } from '../src/db/database.ts'

/** What other sites and calendars read here, and the calendars that are followed here (docs/spec/open.md). */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    -- What readers of the open API are given by one cursor, as list and as delta: a row per business of a town and per event of
    -- a postal code, moved by triggers, whoever writes. A row names what changed, never what it was: the reader looks at what
    -- stands, and what is not shown, open and published there any more is « removed ». Nothing is noted of a business that is
    -- not open. No foreign key: a row outlives what it names.
    create table open_changes (
      area text,
      kind text check (kind in ('business', 'event')),
      id text collate "C",
      company_id uuid not null,
      changed_at timestamptz not null default clock_timestamp(),
      primary key (area, kind, id)
    );
    create index open_changes_in_order on open_changes (area, kind, changed_at, id);
    create index open_changes_of_company on open_changes (company_id, kind, changed_at, id);

    create table calendars (
      company_id uuid primary key references companies on delete cascade,
      url bytea not null,
      -- A digest of its host: one reading at a time of each.
      host text not null,
      category_id smallint not null,
      publish boolean not null default false,
      -- Another address is another generation: a reading of a former one writes nothing more.
      generation uuid not null default gen_random_uuid(),
      etag text,
      state text not null default 'waiting' check (state in ('waiting', 'read', 'failing', 'shrunk')),
      reason text check (reason in ('silent', 'refused', 'too_large', 'not_a_calendar', 'too_complex')),
      failures integer not null default 0,
      accept boolean not null default false,
      read_at timestamptz,
      next_at timestamptz not null default app_now()
    );
    create index calendars_next_at on calendars (next_at);

    create table calendar_events (
      company_id uuid references calendars on delete cascade,
      uid text,
      -- Null of one that is left out, or whose instant was deleted by hand.
      instant_id bigint references instants on delete set null,
      written jsonb,
      released boolean not null default false,
      title text not null,
      first_start timestamptz not null,
      start timestamptz,
      why text,
      like_id bigint,
      absent smallint not null default 0,
      primary key (company_id, uid)
    );
    create unique index calendar_events_instant_id on calendar_events (instant_id);

    create function note_open_change(area text, kind text, id text, company uuid) returns void language sql as $$
      insert into open_changes as known (area, kind, id, company_id) values (area, kind, id, company)
      on conflict (area, kind, id) do update set changed_at = clock_timestamp(), company_id = excluded.company_id
    $$;

    create function note_open_events(company uuid, is_open boolean) returns void language sql as $$
      insert into open_changes as known (area, kind, id, company_id)
      select instants.zip_code, 'event', instants.id::text, instants.company_id from instants
      where is_open and instants.company_id = company and instants.kind = 'event' and not instants.is_draft
      order by instants.id
      on conflict (area, kind, id) do update set changed_at = clock_timestamp();
      update open_changes set changed_at = clock_timestamp()
      where not is_open and open_changes.company_id = company and open_changes.kind = 'event'
    $$;

    create function follow_open_company() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        update open_changes set changed_at = clock_timestamp() where open_changes.company_id = old.id;
        return null;
      end if;
      if not old.is_open and not new.is_open then return null; end if;
      if old.is_open and old.town is distinct from new.town and old.town is not null then
        perform note_open_change(old.town, 'business', old.id::text, old.id);
      end if;
      if new.town is not null then
        perform note_open_change(new.town, 'business', new.id::text, new.id);
      end if;
      if (old.is_open, old.name) is distinct from (new.is_open, new.name) then
        perform note_open_events(new.id, new.is_open);
      end if;
      return null;
    end $$;
    create trigger companies_open_update after update on companies
      for each row when (
        (old.is_open, old.name, old.type, old.category, old.address, old.zip_code, old.city, old.town, old.latitude,
          old.longitude, old.website, old.description, old.phone, old.email, old.profile_picture, old.identity_status,
          old.hours_version)
        is distinct from (new.is_open, new.name, new.type, new.category, new.address, new.zip_code, new.city, new.town, new.latitude,
          new.longitude, new.website, new.description, new.phone, new.email, new.profile_picture, new.identity_status,
          new.hours_version))
      execute function follow_open_company();
    create trigger companies_open_delete after delete on companies for each row execute function follow_open_company();

    -- The address of its pages is in every item.
    create function follow_open_address() returns trigger language plpgsql as $$
    declare
      open_town text;
    begin
      select companies.town into open_town from companies where companies.id = new.company_id and companies.is_open;
      if not found then return null; end if;
      if open_town is not null then
        perform note_open_change(open_town, 'business', new.company_id::text, new.company_id);
      end if;
      perform note_open_events(new.company_id, true);
      return null;
    end $$;
    create trigger company_addresses_open after insert or update of slug, town, is_current on company_addresses
      for each row when (new.is_current) execute function follow_open_address();

    create function follow_open_event() returns trigger language plpgsql as $$
    begin
      if not exists (select from companies where companies.id = coalesce(new.company_id, old.company_id) and companies.is_open) then
        return null;
      end if;
      if tg_op <> 'INSERT' and old.kind = 'event' and not old.is_draft
        and (tg_op = 'DELETE' or old.zip_code <> new.zip_code or new.kind is distinct from 'event' or new.is_draft) then
        perform note_open_change(old.zip_code, 'event', old.id::text, old.company_id);
      end if;
      if tg_op <> 'DELETE' and new.kind = 'event' and not new.is_draft then
        perform note_open_change(new.zip_code, 'event', new.id::text, new.company_id);
      end if;
      return null;
    end $$;
    create trigger instants_open after insert or delete or update of title, short_description, long_description, category_id, kind, is_draft,
      is_enabled, publication, address, city, zip_code, latitude, longitude, picture, event_state, state_message, sequence,
      modified_at on instants
      for each row execute function follow_open_event();`
}

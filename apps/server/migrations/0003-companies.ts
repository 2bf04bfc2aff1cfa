import { run, type Transaction } from '../src/db/database.ts'

/** Companies and those who work for them: in the order of the ladder of roles, perhaps until a last day. */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    create type member_role as enum ('counter', 'publisher', 'manager', 'owner');

    create table companies (
      id uuid primary key default gen_random_uuid(),
      type text not null check (type in ('commerce', 'entreprise', 'association', 'mairie')),
      registry_code text not null unique,
      naf text,
      name text not null default '',
      category text,
      address text not null default '',
      zip_code text not null default '',
      city text not null default '',
      latitude double precision,
      longitude double precision,
      description text,
      website text,
      email text,
      phone text,
      subdomain text unique,
      cac_active boolean not null default false,
      cac_description text not null default '',
      profile_picture text,
      cover_picture text,
      identity_status text not null default 'missing' check (identity_status in ('missing', 'pending', 'verified', 'refused')),
      identity_decided_at timestamptz,
      membership text not null default 'freemium' check (membership in ('freemium', 'basic', 'premium', 'digital')),
      followers_count integer not null default 0 check (followers_count >= 0),
      prospect_email text,
      created_at timestamptz not null default app_now(),
      completed_at timestamptz,
      updated_at timestamptz not null default app_now(),
      -- What the registry says a business is by law, beside the type that it declares (F13); null where no registry says it.
      legal_category text check (legal_category ~ '^[0-9]{4}$'),
      suspended_at timestamptz,
      suspension_reason text,
      suspended_by text,
      town text,
      hours_version integer not null default 1,
      -- Those that receive by appointment outside of their hours, from 1 for Monday.
      appointment_days smallint[] not null default '{}' check (appointment_days <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
      drawn_pictures text[] not null default '{}'
        check (drawn_pictures <@ array['profileImage', 'coverImage']),
      -- When all its owners asked to be erased, the day of the last one.
      leaves_at timestamptz,
      -- The one predicate of every public read (W-016). Generated, so that no reader can spell it otherwise.
      is_shown boolean not null
        generated always as (completed_at is not null and suspended_at is null and leaves_at is null) stored,
      open_data boolean,
      is_open boolean not null generated always as (
        completed_at is not null and suspended_at is null and leaves_at is null
        and coalesce(open_data, type = 'mairie' and identity_status = 'verified')) stored,
      constraint companies_suspension check ((suspended_at is null) = (suspension_reason is null))
    );
    create index companies_zip_code on companies (zip_code, created_at);
    create index companies_identity on companies (identity_status, created_at, id) where identity_status <> 'missing';
    create index companies_suspended on companies (suspended_at) where suspended_at is not null;
    create index companies_shown_town on companies (town, name) where is_shown;
    create index companies_open_town on companies (town) where is_open;

    create table company_members (
      company_id uuid references companies on delete cascade,
      user_id bigint references users on delete cascade,
      since timestamptz not null default app_now(),
      role member_role not null default 'owner',
      until_on date,
      primary key (company_id, user_id),
      constraint company_members_owner_stays check (role <> 'owner' or until_on is null)
    );
    create index company_members_user_id on company_members (user_id, since);
    create index company_members_until_on on company_members (until_on) where until_on is not null;

    -- An invitation is a number's, for seven days: whoever signs in with it accepts (team.md U-D04).
    create table invitations (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      phone text not null,
      role member_role not null check (role <> 'owner'),
      until_on date,
      invited_by bigint references users on delete set null,
      expires_at timestamptz not null,
      unique (company_id, phone)
    );
    create index invitations_phone on invitations (phone);
    create index invitations_invited_by on invitations (invited_by) where invited_by is not null;

    create table social_pages (
      company_id uuid references companies on delete cascade,
      type text check (type in ('FACEBOOK', 'INSTAGRAM')),
      page_id text not null,
      name text not null,
      primary key (company_id, type)
    );

    create table cac_pictures (
      company_id uuid references companies on delete cascade,
      rank smallint check (rank between 0 and 3),
      name text not null,
      primary key (company_id, rank)
    );

    -- The gallery of the page, 8 at most (counted under the lock of the company).
    create table company_photos (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      rank integer not null,
      name text not null,
      alt text not null
    );
    create index company_photos_company_id on company_photos (company_id, rank);

    create table identity_documents (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      side text not null check (side in ('front', 'back')),
      name text,
      sha256 text not null,
      created_at timestamptz not null default app_now(),
      deleted_at timestamptz
    );
    create index identity_documents_kept on identity_documents (created_at) where deleted_at is null;
    create unique index identity_documents_current on identity_documents (company_id, side) where deleted_at is null;

    -- Who belongs today, in Paris.
    create view members as
      select company_id, user_id, role, since, until_on from company_members
      where until_on is null or until_on >= (app_now() at time zone 'Europe/Paris')::date;

    -- A business leaves with its owners, whoever else works for it. Rare writes, so that the trigger may notify by itself
    -- (decision 0117): pages in memory end at once.
    create function follow_owners() returns trigger language plpgsql as $$
    declare
      owned uuid[];
      moved uuid;
    begin
      if tg_table_name = 'users' then
        owned := array(select company_id from company_members where user_id = new.id and role = 'owner');
      else
        owned := array[old.company_id, new.company_id];
      end if;
      -- Two owners who leave at once: the second one reads, in the next statement, what the first has committed.
      perform from companies where id = any(owned) order by id for no key update;
      for moved in
        update companies set leaves_at = leaving.at
        from (
          select one.id, case when bool_and(users.delete_after is not null) then max(users.delete_after) end as at
          from unnest(owned) as one (id)
          left join company_members as owners on owners.company_id = one.id and owners.role = 'owner'
          left join users on users.id = owners.user_id group by one.id
        ) as leaving
        where companies.id = leaving.id and companies.leaves_at is distinct from leaving.at returning companies.id
      loop
        perform pg_notify('parvis_live', json_build_object(
          'topic', 'company', 'id', moved, 'to', json_build_array('company:' || moved))::text);
      end loop;
      return null;
    end $$;
    create trigger users_leave after update of delete_after on users
      for each row when (old.delete_after is distinct from new.delete_after) execute function follow_owners();
    create trigger company_members_change after insert or delete or update on company_members for each row
      execute function follow_owners();`
}

import { run, type Transaction } from '../src/db/database.ts'

/**
 * What residents follow and by which devices they are known: a resident without account is a person without a phone
 * (residents.md RES-10).
 */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    create table follows (
      user_id bigint references users on delete cascade,
      company_id uuid references companies on delete cascade,
      since timestamptz not null default app_now(),
      -- The company's last broadcast when the resident began to follow; they read those after it.
      after_broadcast bigint not null default 0,
      mode text not null default 'now' check (mode in ('now', 'digest', 'none')),
      source text,
      rang_at timestamptz,
      seen_until timestamptz not null default app_now(),
      primary key (user_id, company_id)
    );
    create index follows_company_id on follows (company_id, user_id);

    create table resident_devices (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      secret_hash bytea not null unique,
      name text not null,
      created_at timestamptz not null default app_now(),
      last_seen_at timestamptz not null default app_now(),
      renewed_at timestamptz not null default app_now()
    );
    create index resident_devices_user on resident_devices (user_id);
    create index resident_devices_seen on resident_devices (last_seen_at);

    -- Minutes of the day in Paris.
    create table resident_settings (
      user_id bigint primary key references users on delete cascade,
      quiet_from smallint not null default 1260 check (quiet_from between 0 and 1439),
      quiet_to smallint not null default 480 check (quiet_to between 0 and 1439),
      daily_cap smallint default 3 check (daily_cap between 1 and 10),
      digest_at smallint not null default 1080 check (digest_at between 0 and 1439),
      paused_until timestamptz,
      hide_excerpts boolean not null default false,
      town text
    );

    create table resident_transfers (
      code_hash bytea primary key,
      user_id bigint not null references users on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz,
      -- The system of the browser that fetched a manifest with a transfer: another one does not claim it (W-067). Null for the
      -- code that somebody types.
      made_for text
    );
    create index resident_transfers_user on resident_transfers (user_id);

    -- The Idempotency-Key of a first act is its only scope until there is a resident (W-060).
    create table resident_first_keys (
      key_hash bytea primary key,
      user_id bigint not null references users on delete cascade,
      created_at timestamptz not null default app_now()
    );
    create index resident_first_keys_user on resident_first_keys (user_id);

    -- An FCM token, or the JSON of a Web Push subscription; it belongs to the last person who registered it.
    create table devices (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      token text not null unique check (length(token) between 1 and 2000),
      platform text not null check (platform in ('ios', 'android', 'web')),
      created_at timestamptz not null default app_now(),
      resident_device_id bigint references resident_devices on delete cascade
    );
    create index devices_user_id on devices (user_id, id);
    create index devices_of_browser on devices (resident_device_id) where resident_device_id is not null;

    -- Residents who receive their news by mail: of one resident at most one confirmed address and one that is to be confirmed.
    -- \`address_hash\` groups the devices of one mailbox and is what a signed ticket names.
    create table letters (
      user_id bigint references users on delete cascade,
      address text not null,
      address_hash bytea,
      rhythm text not null check (rhythm in ('daily', 'weekly')),
      asked_at timestamptz not null default app_now(),
      confirmed_at timestamptz,
      seen_at timestamptz,
      sent_until timestamptz,
      sent_on date,
      refused_at timestamptz,
      primary key (user_id, address_hash)
    );
    create index letters_address on letters (address_hash);
    create index letters_due on letters (sent_on) where confirmed_at is not null and refused_at is null;
    create index letters_unconfirmed on letters (asked_at) where confirmed_at is null;

    -- The count follows the rows whatever adds or removes them. Companies are updated by their key, in the order of their ids:
    -- planned as a join with the transition table, whose size PostgreSQL does not know, each follow would read every company (a
    -- sequential scan).
    create function count_followers() returns trigger language plpgsql as $$
    declare
      changed record;
    begin
      for changed in
        select follows.company_id, case tg_op when 'INSERT' then count(*) else -count(*) end as change
        from changed_follows as follows group by follows.company_id order by follows.company_id
      loop
        update companies set followers_count = companies.followers_count + changed.change
        where companies.id = changed.company_id;
      end loop;
      return null;
    end $$;
    create trigger follows_added after insert on follows referencing new table as changed_follows for each statement
      execute function count_followers();
    create trigger follows_removed after delete on follows referencing old table as changed_follows for each statement
      execute function count_followers();

    -- Since when nobody holds a resident without account (W-058).
    create function note_alone() returns trigger language plpgsql as $$
    begin
      update users set alone_since = app_now()
      from (select distinct gone.user_id from gone) as seen
      where users.id = seen.user_id
        and not exists (select from resident_devices where resident_devices.user_id = users.id);
      return null;
    end $$;
    create trigger resident_devices_last after delete on resident_devices referencing old table as gone for each statement
      execute function note_alone();`
}

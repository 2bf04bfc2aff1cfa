import { run, type Transaction } from '../src/db/database.ts'

/** People, their sessions, and how they prove who they are. */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    create table users (
      id bigint generated always as identity primary key,
      phone text unique,
      first_name text,
      last_name text,
      gender text not null default '',
      date_of_birth date,
      email text,
      zip_code text,
      city text,
      is_super_admin boolean not null default false,
      delete_after timestamptz,
      created_at timestamptz not null default app_now(),
      last_used_at timestamptz not null default app_now(),
      leave_warnings integer not null default 0,
      leave_warned_at timestamptz,
      alone_since timestamptz,
      left_at timestamptz,
      phone_proved_at timestamptz not null default app_now(),
      email_before text,
      email_changed_at timestamptz
    );
    create index users_zip_code on users (zip_code, created_at);
    create index users_delete_after on users (delete_after) where delete_after is not null;
    create index users_unused on users (last_used_at) where phone is not null and delete_after is null;
    create index users_alone on users (alone_since) where alone_since is not null;
    create index users_left on users (left_at) where left_at is not null;

    -- Who published, sealed, for as long as the setting KEEP_AUTHORS_MONTHS says after the account was erased.
    create table erased_authors (
      user_id bigint primary key,
      identity bytea not null,
      erased_at timestamptz not null default app_now()
    );
    create index erased_authors_erased_at on erased_authors (erased_at);

    create table sessions (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      token_hash bytea not null unique,
      device text not null,
      created_at timestamptz not null default app_now(),
      last_seen_at timestamptz not null default app_now(),
      -- The last second proof of any kind; passkey_at: the last use of a passkey.
      proved_at timestamptz,
      passkey_at timestamptz
    );
    create index sessions_user_id on sessions (user_id);

    create table known_browsers (
      token_hash bytea primary key,
      user_id bigint not null references users on delete cascade,
      created_at timestamptz not null default app_now()
    );

    -- One row per phone, known or not: what was guessed (AMB-141).
    create table sign_in_phones (
      phone text primary key,
      blocked boolean not null default false,
      wrong_since_success integer not null default 0,
      browser_wrong_since_success integer not null default 0,
      changed_at timestamptz not null default app_now()
    );
    create index sign_in_phones_blocked on sign_in_phones (phone) where blocked;

    -- One live code for each browser that asked: nobody cancels the code of somebody else (AMB-141, T01).
    create table sent_codes (
      phone text,
      asker bytea,
      is_known boolean not null,
      code_hash bytea not null,
      wrong_tries integer not null default 0,
      expires_at timestamptz not null,
      primary key (phone, asker)
    );

    -- Counters of sent codes and wrong guesses per phone, known browser, address and for the whole service.
    create table sign_in_events (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('sent', 'wrong')),
      scope text not null,
      at timestamptz not null
    );
    create index sign_in_events_scope on sign_in_events (kind, scope, at desc);

    create table mail_codes (
      user_id bigint primary key references users on delete cascade,
      code_hash bytea not null,
      wrong_tries integer not null default 0,
      expires_at timestamptz not null
    );

    create table passkeys (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      credential_id bytea not null unique,
      public_key bytea not null,
      counter bigint not null,
      label text not null,
      created_at timestamptz not null default app_now(),
      last_used_at timestamptz
    );
    create index passkeys_user_id on passkeys (user_id);

    -- A passkey is used before its person is known: user_id is of the challenges to create one.
    create table passkey_challenges (
      hash bytea primary key,
      kind text not null check (kind in ('create', 'use')),
      user_id bigint references users on delete cascade,
      expires_at timestamptz not null
    );
    create index passkey_challenges_user_id on passkey_challenges (user_id) where user_id is not null;
    create index passkey_challenges_expires_at on passkey_challenges (expires_at);

    -- The file of somebody's data that a job prepares: its sealed parts, which the sweep takes within the hour (F8).
    create table account_exports (
      user_id bigint primary key references users on delete cascade,
      asked_at timestamptz not null default app_now(),
      ready_at timestamptz,
      bytes bigint not null default 0,
      parts text[] not null default '{}'
    );

    -- Registrations per postal code and Paris day, kept as people come: reading them costs the same at 1,000,000 profiles.
    create table profile_counts (
      zip_code text,
      day date,
      count integer not null,
      primary key (zip_code, day)
    );

    create function note_change() returns trigger language plpgsql as $$ begin new.changed_at := app_now(); return new; end $$;
    create trigger sign_in_phones_changed before update on sign_in_phones for each row execute function note_change();

    create function remember_use() returns trigger language plpgsql as $$
    begin
      update users set last_used_at = seen.at
      from (select gone.user_id, max(gone.last_seen_at) as at from gone group by gone.user_id) as seen
      where users.id = seen.user_id and users.last_used_at < seen.at;
      return null;
    end $$;
    create trigger sessions_use after delete on sessions referencing old table as gone for each statement
      execute function remember_use();

    -- A session that ends, by any path, is told to every process: its event streams end with it (ASVS 7.4).
    create function tell_session_end() returns trigger language plpgsql as $$
    begin
      perform pg_notify('parvis_live', json_build_object(
        'topic', 'session', 'id', old.id, 'to', json_build_array('session:' || old.id))::text);
      return null;
    end $$;
    create trigger sessions_ended after delete on sessions for each row execute function tell_session_end();

    -- By statement, so that a thousand people at once cost one change per day; in one order, so that two people who swap cities
    -- do not wait for each other.
    create function change_profile_counts(zips text[], registered timestamptz[], changes integer[]) returns void
    language sql as $$
      insert into profile_counts as counts (zip_code, day, count)
      select moved.zip_code, (moved.created_at at time zone 'Europe/Paris')::date, sum(moved.change)
      from unnest(zips, registered, changes) as moved (zip_code, created_at, change)
      where moved.zip_code is not null group by 1, 2 having sum(moved.change) <> 0 order by 1, 2
      on conflict (zip_code, day) do update set count = counts.count + excluded.count
    $$;

    create function count_profiles() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform change_profile_counts(array_agg(zip_code), array_agg(created_at), array_agg(1)) from come;
      elsif tg_op = 'DELETE' then
        perform change_profile_counts(array_agg(zip_code), array_agg(created_at), array_agg(-1)) from gone;
      else
        perform change_profile_counts(array_agg(zip_code), array_agg(created_at), array_agg(change))
        from (select zip_code, created_at, 1 as change from come
          union all select zip_code, created_at, -1 from gone) as moved;
      end if;
      return null;
    end $$;
    create trigger users_come after insert on users referencing new table as come for each statement
      execute function count_profiles();
    create trigger users_go after delete on users referencing old table as gone for each statement
      execute function count_profiles();
    create trigger users_move after update on users referencing old table as gone new table as come for each statement
      execute function count_profiles();`
}

import { run, type Transaction } from '../src/db/database.ts'

/** What every feature stands on: time, retried writes, limits, jobs, stored files, keys, and the trail of what was done. */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    -- The one authority for time (AMB-147); development makes one that its clock moves.
    create function app_now() returns timestamptz language sql as $$ select clock_timestamp() $$;

    -- Cursors of strangers follow the real clock, which development does not move.
    create function real_now() returns timestamptz language sql as $$ select clock_timestamp() $$;

    -- It stays whole, and loses a day's rows every day.
    create table idempotency_keys (
      user_id bigint,
      route text,
      key text,
      body_hash bytea not null,
      answer text,
      created_at timestamptz not null default app_now(),
      primary key (user_id, route, key)
    ) with (autovacuum_vacuum_scale_factor = 0.02);
    create index idempotency_keys_created_at on idempotency_keys (created_at);

    create unlogged table rate_windows (
      name text,
      subject text,
      window_start timestamptz not null,
      used integer not null,
      primary key (name, subject)
    );

    -- Senders of notices beat (decision 0117).
    create table notice_senders (
      id text primary key,
      beat_at timestamptz not null
    );

    -- Deferred work (decision 0008), by real time. A worker has a job until its lease ends, and renews it meanwhile.
    create table jobs (
      id bigint generated always as identity primary key,
      name text not null,
      payload json not null,
      queue text,
      key text unique,
      priority integer not null,
      max_attempts integer not null,
      attempts integer not null default 0,
      run_at timestamptz not null default clock_timestamp(),
      lease_until timestamptz,
      began_at timestamptz,
      last_error text
    ) with (autovacuum_vacuum_scale_factor = 0.02);
    create index jobs_due on jobs (priority, run_at, id) where attempts < max_attempts;
    create index jobs_queue on jobs (queue, priority, run_at, id) where queue is not null;

    -- A file is written before the row that names it and swept when no row does.
    create table stored_files (
      name text primary key,
      kind text not null check (kind in ('public', 'private', 'identity', 'export', 'act')),
      width integer,
      height integer,
      created_at timestamptz not null default app_now(),
      kept_at timestamptz,
      dropped_at timestamptz,
      bytes bigint not null default 0,
      keeper text
    );
    create index stored_files_unkept on stored_files (created_at) where kept_at is null;
    create index stored_files_dropped on stored_files (dropped_at) where dropped_at is not null;

    -- How many bytes of pictures each company, or person who writes to one, keeps (ASVS 5.2.4). No reference to companies or
    -- users: a keeper that goes away leaves a row of zero, swept with the old counters.
    create table storage_use (
      keeper text primary key,
      bytes bigint not null
    );

    -- Key pairs of the service: that of browsers' pushes (VAPID), and those that sign what a town hall publishes. A public half
    -- is never deleted: what it signed is verified with it years later.
    create table signing_keys (
      id text primary key check (id ~ '^[0-9a-f]{16}$'),
      purpose text not null check (purpose in ('push', 'evidence')),
      public_key text not null,
      private_key_sealed bytea,
      created_at timestamptz not null default app_now()
    );
    create unique index signing_keys_own on signing_keys (purpose) where private_key_sealed is not null;

    -- Cut by weeks (decision 0113). Each partition has a primary key of its own: one over all would have to hold the time.
    create table audit_log (
      id bigint generated always as identity,
      at timestamptz not null default app_now(),
      actor text not null,
      action text not null,
      object text not null,
      details jsonb not null default '{}',
      request_id text
    ) partition by range (at);
    create index audit_log_object on audit_log (object, id desc);
    create index audit_log_action on audit_log (action, id desc);
    create index audit_log_actor on audit_log (actor, id desc);
    create table audit_log_rest partition of audit_log default;
    alter table audit_log_rest add primary key (id);

    -- The sum follows the files whatever keeps or drops them. In one order, so that two who drop do not wait for each other.
    create function count_storage() returns trigger language plpgsql as $$
    begin
      insert into storage_use as used (keeper, bytes)
      select changed.keeper, sum(changed.bytes) from (
        select keeper, bytes from come where kept_at is not null and dropped_at is null
        union all select keeper, -bytes from gone where kept_at is not null and dropped_at is null
      ) as changed
      where changed.keeper is not null group by 1 having sum(changed.bytes) <> 0 order by 1
      on conflict (keeper) do update set bytes = used.bytes + excluded.bytes;
      return null;
    end $$;
    create trigger stored_files_counted after update on stored_files referencing old table as gone new table as come
      for each statement execute function count_storage();

    -- Append-only: even the owner of the table changes nothing that was written (T34).
    create function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log is append-only'; end $$;
    create trigger audit_log_append_only before update or truncate on audit_log for each statement
      execute function refuse_change();
    create trigger audit_log_append_only before update or truncate on audit_log_rest for each statement
      execute function refuse_change();

    -- Only what is older than a year may go (T34, F18).
    create function refuse_recent() returns trigger language plpgsql as $$
    begin
      if old.at > app_now() - interval '12 months' then raise exception 'the audit log is append-only'; end if;
      return old;
    end $$;
    create trigger audit_log_kept_a_year before delete on audit_log for each row execute function refuse_recent();

    -- Makes the next partitions of a table that grows for ever, and drops those that are past. Nothing is refused because a
    -- partition is missing: it goes to the last one.
    create function keep_partitions_of(parent text, key text, step text, cutoff timestamptz) returns void
    language plpgsql set search_path = public, pg_temp set timezone = 'UTC' as $$
    declare
      part record;
      starts timestamptz;
      ends timestamptz;
      name text;
      is_there boolean;
    begin
      for part in
        select pg_class.relname,
          (regexp_match(pg_get_expr(relpartbound, pg_class.oid), 'TO [(]''([^'']+)'''))[1]::timestamptz as bound
        from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = parent::regclass
      loop
        if part.bound <= cutoff then
          execute format('drop table %I', part.relname);
        elsif part.relname = parent || '_rest' then
          execute format('delete from %I where %I < $1', part.relname, key) using cutoff;
        end if;
      end loop;
      for n in 0..2 loop
        starts := date_trunc(step, app_now()) + n * ('1 ' || step)::interval;
        ends := starts + ('1 ' || step)::interval;
        name := parent || to_char(starts, '_YYYY_MM_DD');
        execute format('select exists (select from %I where %I >= $1 and %I < $2)', parent || '_rest', key, key)
          into is_there using starts, ends;
        -- What is in the last partition stays there.
        continue when is_there or to_regclass(name) is not null;
        execute format('create table %I (like %I including defaults)', name, parent);
        if parent = 'audit_log' then
          execute format('alter table %I add primary key (id)', name);
          execute format('create trigger audit_log_append_only before update or truncate on %I
            for each statement execute function refuse_change()', name);
        end if;
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, starts, ends);
      end loop;
    end $$;

    -- The role that serves makes and drops no table: it asks the owner for exactly this.
    create function keep_partitions(view_months integer) returns void
    language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
    begin
      if pg_try_advisory_xact_lock(hashtext('parvis partitions')) then
        perform keep_partitions_of('view_counts', 'day', 'month', app_now() - make_interval(months => view_months));
        perform keep_partitions_of('audit_log', 'at', 'week', app_now() - interval '12 months');
      end if;
    end $$;`
}

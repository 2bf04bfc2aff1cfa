import { type Kysely, sql } from 'kysely'

/** Alerts of the town halls, and what the fan-out of pushes needs to send them before everything else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Who wrote, sent and ended it stays in the journal for five years, whatever becomes of their accounts.
  await sql`
    create table alerts (
      id bigint generated always as identity primary key,
      company_id uuid references companies on delete set null,
      town text not null,
      siret text not null,
      level text not null check (level in ('vigilance', 'danger')),
      title text not null,
      text text not null,
      until timestamptz not null,
      exercise boolean not null,
      replaces bigint references alerts,
      /* The first alert of a row of corrections: one topic for all their pushes. */
      first_id bigint references alerts,
      written_at timestamptz not null default date_trunc('second', app_now()),
      writer jsonb not null,
      sent_at timestamptz,
      sender jsonb,
      proof text check (proof in ('passkey', 'colleague', 'code')),
      ended_at timestamptz,
      ender jsonb,
      end_text text,
      followers integer not null default 0,
      team jsonb,
      reads integer not null default 0,
      check ((sent_at is null) = (sender is null) and (sent_at is null) = (proof is null))
    )`.execute(db)
  await sql`create index alerts_company_id on alerts (company_id, id)`.execute(db)
  await sql`create index alerts_town on alerts (town, sent_at)`.execute(db)
  await sql`create index alerts_current on alerts (until) where sent_at is not null and ended_at is null`.execute(db)
  await sql`create index alerts_first on alerts (first_id)`.execute(db)
  await sql`create unique index alerts_replaces on alerts (replaces) where sent_at is not null`.execute(db)
  await sql`create index alerts_unsent on alerts (written_at) where sent_at is null`.execute(db)
  await sql`create table alerts_off (company_id uuid primary key references companies on delete cascade)`.execute(db)

  await sql`alter table push_campaigns drop constraint push_campaigns_class_check`.execute(db)
  await sql`alter table push_campaigns drop constraint push_campaigns_kind_check`.execute(db)
  await sql`
    alter table push_campaigns
      add constraint push_campaigns_class_check check (class in ('news', 'town', 'change', 'alert')),
      add constraint push_campaigns_kind_check check (kind in ('instant', 'broadcast', 'alert')),
      add column is_silent boolean not null default false,
      /* Only the devices that these campaigns reached: the end of an alert is told to nobody else. */
      add column among bigint[]`.execute(db)

  // A job of a lower number runs first; those of everything else have 0.
  await sql`drop function enqueue_job(text, json, text, text, integer)`.execute(db)
  await sql`
    create function enqueue_job(task text, details json, queue text, waiting_key text, most integer, rank integer) returns void
    language plpgsql as $$
    begin
      insert into graphile_worker._private_tasks (identifier)
      select task where not exists (select from graphile_worker._private_tasks tasks where tasks.identifier = task)
      on conflict do nothing;
      insert into graphile_worker._private_job_queues (queue_name)
      select queue where queue is not null
        and not exists (select from graphile_worker._private_job_queues queues where queues.queue_name = queue)
      on conflict do nothing;
      -- One that runs already saw an older world: it keeps running without its key, and another one is made.
      update graphile_worker._private_jobs as jobs set key = null, attempts = jobs.max_attempts, updated_at = now()
      where waiting_key is not null and jobs.key = waiting_key and jobs.is_available is not true;
      insert into graphile_worker._private_jobs as jobs (job_queue_id, task_id, payload, max_attempts, key, priority)
      select queues.id, tasks.id, details, most, waiting_key, rank
      from graphile_worker._private_tasks tasks
      left join graphile_worker._private_job_queues queues on queues.queue_name = queue
      where tasks.identifier = task
      on conflict (key) do update set job_queue_id = excluded.job_queue_id, task_id = excluded.task_id,
        payload = excluded.payload, max_attempts = excluded.max_attempts, run_at = excluded.run_at,
        priority = excluded.priority, revision = jobs.revision + 1, flags = excluded.flags, attempts = 0,
        last_error = null, updated_at = now()
      where jobs.locked_at is null;
    end $$`.execute(db)
}

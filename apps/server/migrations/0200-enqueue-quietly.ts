import { type Kysely, sql } from 'kysely'

/**
 * `add_job` of graphile-worker 0.18 without its NOTIFY, which would hold the lock of all notices until the commit is
 * replicated: workers are told after the commit (decision 0117). The first to start makes graphile-worker's tables later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function enqueue_job(task text, details json, queue text, waiting_key text, most integer) returns void
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
      insert into graphile_worker._private_jobs as jobs (job_queue_id, task_id, payload, max_attempts, key)
      select queues.id, tasks.id, details, most, waiting_key
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

import { testApp } from '@parvis/harness/server/test-app'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createDatabase } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import { enqueue } from './job.ts'
import { beat, freeDeadWorkers, releaseJobsOfSilentWorkers, startJobs } from './start-jobs.ts'

const server = testApp()

type Lock = { id: string; holder: string | null; queueHolder: string | null }

async function locks(): Promise<Lock[]> {
  const { rows } = await sql<Lock>`
    select jobs.id::text, jobs.locked_by as holder, queues.locked_by as "queueHolder"
    from graphile_worker._private_jobs as jobs
    left join graphile_worker._private_job_queues as queues on queues.id = jobs.job_queue_id order by jobs.id`.execute(
    server.ownerDb,
  )
  return rows
}

/** Jobs of one queue and of none that a process took 20 s ago, under that name. */
async function taken(by: string): Promise<string[]> {
  await transaction(server.db, async (tx) => {
    await enqueue(tx, 'slow', {}, { queue: by })
    await enqueue(tx, 'slow', {})
  })
  const { rows } = await sql<{ id: string }>`
    update graphile_worker._private_jobs as jobs set locked_by = ${by}, locked_at = clock_timestamp() - interval '20 seconds'
    where jobs.locked_by is null returning jobs.id::text`.execute(server.ownerDb)
  await sql`
    update graphile_worker._private_job_queues as queues
    set locked_by = ${by}, locked_at = clock_timestamp() - interval '20 seconds' where queues.queue_name = ${by}`.execute(
    server.ownerDb,
  )
  return rows.map(({ id }) => id)
}

const forgetJobs = () => sql`delete from graphile_worker._private_jobs`.execute(server.ownerDb)

test('F12 what is held by a name that does not beat is free, whoever locked it; what a living one holds stays', async () => {
  await beat(server.db, ['pool-alive'])
  const [alive, dead] = [await taken('pool-alive'), await taken('pool-dead')]
  expect(await freeDeadWorkers(server.db)).toBe(1)
  for (const { id, holder, queueHolder } of await locks()) {
    expect(holder).toBe(alive.includes(id) ? 'pool-alive' : null)
    if (dead.includes(id)) expect(queueHolder).toBeNull()
  }
  await forgetJobs()
})

test('F12 a job that the database gave as it went away, and that nobody runs, is free again', async () => {
  const [unheard = '', running = ''] = await taken('pool-ours')
  expect(await releaseJobsOfSilentWorkers(server.db, ['pool-ours'], [running])).toContain(running)
  const holders = new Map((await locks()).map(({ id, holder }) => [id, holder]))
  expect(holders.get(unheard)).toBeNull()
  expect(holders.get(running)).toBe('pool-ours')
  await forgetJobs()
})

test('F12 a job is held under a name that beats, and its end is written down once the database takes writes again', async () => {
  await using owned = new AsyncDisposableStack()
  const owner = owned.use(createDatabase({ url: server.ownerUrl, size: 1 }))
  await sql`set default_transaction_read_only = off`.execute(owner)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(owner)
  const database = sql.id(rows[0]?.name ?? '')
  let holder: string | null = null
  let ended = 0
  const slow = {
    name: 'slow',
    run: async () => {
      holder = (await locks())[0]?.holder ?? null
      // A leader that becomes a standby while the job runs.
      await sql`alter database ${database} set default_transaction_read_only = on`.execute(owner)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
        and usename = current_user and datname = current_database()`.execute(server.db)
      ended++
    },
  }
  const worker = await startJobs(server.deps, server.deps.config.databaseUrl ?? '', { jobs: [slow], periodicTasks: [] })
  owned.defer(() => worker.stop())
  await transaction(server.db, async (tx) => await enqueue(tx, 'slow', {}))
  await vi.waitFor(() => expect(ended).toBe(1), 5_000)
  await sql`alter database ${database} reset default_transaction_read_only`.execute(owner)
  await vi.waitFor(async () => expect(await locks()).toEqual([]), 15_000)
  const { rows: beating } = await sql<{ id: string }>`select job_workers.id from job_workers`.execute(server.ownerDb)
  expect(beating.map(({ id }) => id)).toContain(holder)
  expect(ended).toBe(1)
})

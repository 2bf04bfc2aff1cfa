import { testApp } from '@parvis/harness/server/test-app'
import { transaction } from '@parvis/postgres'
import { beforeEach, expect, test, vi } from 'vitest'
import { createDatabase, rowsOf, run } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { enqueue } from './job.ts'
import { claimJobs, countJobs, endJob, failJob, measureQueue, renewLeases } from './queue.queries.ts'
import { startJobs } from './start-jobs.ts'

const server = testApp()

async function enqueued(...some: { queue?: string; priority?: number }[]): Promise<void> {
  await transaction(server.db, async (tx) => {
    for (const options of some) await enqueue(tx, 'slow', {}, options)
  })
}

const claim = async (mayTake = false, max = 10) =>
  (await claimJobs(server.db, { names: ['slow'], max, mayTake })).map(({ id }) => id)
/** As if the workers of these jobs had been killed 20 s ago. */
const kill = (ids: number[]) =>
  rowsOf(server.db)`
      update jobs set lease_until = clock_timestamp() - interval '8 seconds' where id = any(${ids}::bigint[])`

beforeEach(async () => {
  await run(server.db)`delete from jobs`
})

test('F12 a job whose lease ended is taken by another worker, and none that is renewed', async () => {
  await enqueued({}, {})
  const taken = await claim()
  expect(taken).toHaveLength(2)
  await kill(taken)
  const [alive = 0, dead = 0] = taken
  await renewLeases(server.db, [alive])
  expect(await claim(false)).toEqual([])
  expect(await claim(true)).toEqual([dead])
  expect(await claim(true)).toEqual([])
})

test('F12 the job of a process that died is done, once, by another that runs', { timeout: 40_000 }, async () => {
  await enqueued({})
  const taken = await claim()
  await using owned = new AsyncDisposableStack()
  let ended = 0
  const slow = { name: 'slow', run: async () => void ended++ }
  const worker = startJobs(server.deps, { jobs: [slow], periodicTasks: [] })
  owned.defer(() => worker.stop())
  await kill(taken)
  await vi.waitFor(() => expect(ended).toBe(1), 20_000)
  await vi.waitFor(async () => expect(await rowsOf(server.ownerDb)`select id from jobs`).toEqual([]))
  expect(ended).toBe(1)
})

test('F12 thirty workers at once: each job is claimed once, and those of a queue one after the other', {
  timeout: 40_000,
}, async () => {
  await enqueued(...Array.from({ length: 10 }, () => ({ queue: 'line' })), ...Array.from({ length: 20 }, () => ({})))
  // A slow machine refuses a worker that waits two seconds for a connection, before it claims: it asks again.
  const claims = await Promise.all(Array.from({ length: 30 }, () => vi.waitFor(() => claim(false, 1), 20_000)))
  const ids = claims.flat()
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toHaveLength(21)
  for (const id of ids) await endJob(server.db, id)
  for (let left = 9; left > 0; left--) {
    const [next = 0, ...others] = await claim()
    expect(others).toEqual([])
    await endJob(server.db, next)
  }
  expect(await claim()).toEqual([])
})

test('F12 a job that fails waits longer each time, then stays with its error', async () => {
  await enqueued({ priority: 0 }, { priority: -10 })
  const [urgent = 0] = await claim(false, 1)
  await endJob(server.db, urgent)
  for (let n = 1; n <= 5; n++) {
    await run(server.db)`update jobs set run_at = clock_timestamp()`
    const [job] = await claimJobs(server.db, { names: ['slow'], max: 1, mayTake: false })
    expect(job?.isLastTry).toBe(n === 5)
    await failJob(server.db, job?.id ?? 0, `no ${n}`)
    expect(await claim(true)).toEqual([])
  }
  await run(server.db)`update jobs set run_at = clock_timestamp()`
  expect(await claim(true)).toEqual([])
  const rows = await rowsOf(server.db)`select attempts, last_error, lease_until from jobs`
  expect(rows).toEqual([{ attempts: 5, last_error: 'no 5', lease_until: null }])
})

test('F12 a job whose worker is killed in its last try is abandoned, not stuck', async () => {
  await enqueued({})
  await run(server.db)`update jobs set attempts = max_attempts - 1`
  expect(await claim()).toHaveLength(1)
  await run(server.db)`update jobs set lease_until = clock_timestamp() - interval '20 seconds'`
  expect(await claim(true)).toEqual([])
  expect(await measureQueue(server.db)).toMatchObject({ waiting: 0, dead: 1, stuck: 0 })
  expect((await countJobs(server.db)).deadJobs).toMatchObject([{ name: 'slow', count: 1 }])
})

test('F12 the end of a job is written down once the database takes writes again, and it ran once', async () => {
  await using owned = new AsyncDisposableStack()
  const owner = owned.use(createDatabase({ url: server.ownerUrl, size: 1 }))
  await run(owner)`set default_transaction_read_only = off`
  const rows = await rowsOf<{ name: string }>(owner)`select current_database() as name`
  const database = sql.identifier(rows[0]?.name ?? '')
  let ended = 0
  const slow = {
    name: 'slow',
    run: async () => {
      // A leader that becomes a standby while the job runs.
      await run(owner)`alter database ${database} set default_transaction_read_only = on`
      await run(server.db)`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
        and usename = current_user and datname = current_database()`
      ended++
    },
  }
  const worker = startJobs(server.deps, { jobs: [slow], periodicTasks: [] })
  owned.defer(() => worker.stop())
  await enqueued({})
  await vi.waitFor(() => expect(ended).toBe(1), 5_000)
  await run(owner)`alter database ${database} reset default_transaction_read_only`
  const jobs = async () => await rowsOf(server.ownerDb)`select id from jobs`
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), 15_000)
  expect(ended).toBe(1)
})

test('F12 a job whose error PostgreSQL cannot store as it is fails like any other', async () => {
  await using owned = new AsyncDisposableStack()
  const slow = { name: 'slow', run: () => Promise.reject(new Error('a\0b')) }
  const worker = startJobs(server.deps, { jobs: [slow], periodicTasks: [] })
  owned.defer(() => worker.stop())
  await enqueued({})
  const failed = async () => await rowsOf(server.db)`select last_error from jobs where lease_until is null`
  await vi.waitFor(async () => expect(await failed()).toEqual([{ last_error: 'ab' }]), 10_000)
})

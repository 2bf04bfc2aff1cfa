import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { openTransaction } from '@parvis/harness/sql/open-transaction'
import { type BoundStatement, runQuery } from '@parvis/postgres'
import { expect, test, vi } from 'vitest'
import { runCall } from '../current-call.ts'
import { createDatabase, type Db, rowsOf, run } from './database.ts'
import { sql } from './sql.ts'

const server = testApp()
const ask = <Row>(db: Db, asked: BoundStatement<Row>) => runQuery(db, asked, { mayRepeat: true })
const opened = untilFileEnds(new AsyncDisposableStack())

/** A database with two shared connections, open, beside two of its own. */
async function openShared(more: { queryTimeoutMs?: number } = {}): Promise<Db> {
  const db = opened.use(createDatabase({ url: server.deps.config.databaseUrl ?? '', size: 4, shared: 2, ...more }))
  await db.pool.warmUp()
  return db
}

type Asked = { backend: number; value: number }
const backendOf = (db: Db, value: number) =>
  ask(db, sql<Asked>`select pg_backend_pid() as backend, ${value}::int as value`)

const backendsOf = (answers: readonly PromiseSettledResult<Asked[]>[]) =>
  new Set(answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value[0]?.backend ?? 0) : [])))

/** A statement that waits until `held` is released, as a slow one would. */
function waiting(db: Db, key: number) {
  const asked = sql<Asked>`select pg_backend_pid() as backend, ${key}::int as value from pg_advisory_xact_lock(${key})`
  return ask(db, asked)
}

/** Holds that advisory lock until it is disposed of. */
async function hold(key: number): Promise<AsyncDisposable> {
  const held = await openTransaction(server.ownerDb)
  await run(held.tx)`select pg_advisory_xact_lock(${key})`
  return held
}

/** A process that does nothing until this is disposed of. */
function freeze(pid: number): Disposable {
  process.kill(pid, 'SIGSTOP')
  return { [Symbol.dispose]: () => process.kill(pid, 'SIGCONT') }
}

/** Backends that wait for that advisory lock. */
async function waitersFor(key: number): Promise<number[]> {
  const rows = await rowsOf<{ pid: number }>(server.db)`
    select pid from pg_locks where locktype = 'advisory' and not granted and objid = ${key}`
  return rows.map(({ pid }) => pid)
}

test('H01 G20 the statements of many calls share two connections, each with its own answer, and one that fails undoes no other', async () => {
  const db = await openShared()
  const divide = (by: number) => ask(db, sql<Asked>`select pg_backend_pid() as backend, 12 / ${by}::int as value`)
  const askAll = () => Promise.allSettled(Array.from({ length: 20 }, (_, n) => divide(n % 5)))
  // On a machine that is held up both count as stalled for a moment, and the pool answers.
  const answers = await vi.waitUntil(async () => {
    const all = await askAll()
    return backendsOf(all).size <= 2 && all
  })
  const values = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value[0]?.value : answer.reason.code))
  const divisionByZero = '22012'
  expect(values).toEqual(Array.from({ length: 4 }, () => [divisionByZero, 12, 6, 4, 3]).flat())
  expect(backendsOf(answers).size).toBe(2)
  expect(db.pool.numbers).toEqual({ used: 0, waiting: 0 })
})

test('H01 behind a slow statement no further one waits: they take a connection of the pool', async () => {
  const db = await openShared()
  const slow = await (async () => {
    await using _ = await hold(11)
    const both = [waiting(db, 11), waiting(db, 11)]
    await vi.waitFor(async () => expect(await waitersFor(11)).toHaveLength(2))
    const stuck = await waitersFor(11)
    const answered: Asked[] = []
    // Those sent before the connections count as stalled wait for the lock too.
    const sent: Promise<unknown>[] = []
    await vi.waitFor(() => {
      sent.push(backendOf(db, 5).then((rows) => answered.push(...rows)))
      expect(answered).not.toEqual([])
    })
    expect(stuck).not.toContain(answered[0]?.backend)
    expect(db.pool.numbers.used).toBeGreaterThanOrEqual(2)
    return [...both, ...sent]
  })()
  const [one, other] = (await Promise.all(slow)) as Asked[][]
  expect([one, other].flat().map((asked) => asked?.value)).toEqual([11, 11])
})

test('F07 what a lost shared connection did not answer is asked again, and the connection is opened again', async () => {
  const db = await openShared()
  const [before] = await backendOf(db, 1)
  const asked = await (async () => {
    await using _ = await hold(12)
    const answer = waiting(db, 12)
    await vi.waitFor(async () => expect(await waitersFor(12)).toHaveLength(1))
    const [stuck] = await waitersFor(12)
    await run(server.db)`select pg_terminate_backend(${stuck})`
    await vi.waitFor(async () => expect((await waitersFor(12)).filter((pid) => pid !== stuck)).toHaveLength(1), 5_000)
    return { answer, stuck }
  })()
  const [answer] = await asked.answer
  expect([answer?.value, answer?.backend === asked.stuck]).toEqual([12, false])
  await vi.waitFor(
    async () => {
      const all = await Promise.all([1, 2, 3, 4].map((value) => backendOf(db, value)))
      const backends = new Set(all.flat().map(({ backend }) => backend))
      expect([backends.size, backends.has(asked.stuck ?? 0)]).toEqual([2, false])
    },
    { timeout: 5_000 },
  )
  expect(before?.value).toBe(1)
})

test('F07 G20 a shared connection that falls silent is cut in the time of a call, and what it was asked is asked again', async () => {
  const db = await openShared({ queryTimeoutMs: 200 })
  const [before] = await backendOf(db, 1)
  const silent = before?.backend ?? 0
  using _ = freeze(silent)
  const began = performance.now()
  const [answer] = await backendOf(db, 2)
  const took = performance.now() - began
  expect([answer?.value, answer?.backend === silent, took > 400, took < 1_500]).toEqual([2, false, true, true])
})

test('H01 a session has one statement at a time on shared connections: its others take connections of the pool', async () => {
  const db = await openShared()
  const asked = (subject: string) => runCall({ requestId: 'x', subject }, () => backendOf(db, 1))
  const [hostile, other] = [Array.from({ length: 8 }, () => asked('hostile')), asked('other')]
  const used = db.pool.numbers.used
  const backends = (await Promise.all(hostile)).flat().map(({ backend }) => backend)
  const shared = new Set(
    (await Promise.all([1, 2, 3, 4].map((n) => backendOf(db, n)))).flat().map((one) => one.backend),
  )
  expect(backends.filter((backend) => shared.has(backend))).toHaveLength(1)
  expect(shared).toContain((await other)[0]?.backend)
  expect(used).toBeGreaterThanOrEqual(2)
})

test('F07 a shared connection that does not know a prepared statement is replaced, and the call is answered', async () => {
  const db = await openShared()
  const [before] = await backendOf(db, 1)
  const both = await Promise.all([1, 2].map(() => openTransaction(db)))
  for (const { tx } of both) await run(tx)`prepare answer as select 42 as value`
  for (const one of both) await one.commit()
  expect(await ask(db, sql`execute answer`)).toEqual([{ value: 42 }])
  await vi.waitFor(
    async () => {
      const asked = await Promise.all([1, 2, 3, 4].map((value) => backendOf(db, value)))
      const backends = new Set(asked.flat().map(({ backend }) => backend))
      expect([backends.size, backends.has(before?.backend ?? 0)]).toEqual([2, false])
    },
    { timeout: 5_000 },
  )
})

test('F07 connections that are renewed still answer what they have under way', async () => {
  const db = await openShared()
  const asked = await (async () => {
    await using _ = await hold(13)
    const answers = [waiting(db, 13), waiting(db, 13)]
    await vi.waitFor(async () => expect(await waitersFor(13)).toHaveLength(2))
    const stuck = await waitersFor(13)
    const lost = rowsOf(db)`select pg_terminate_backend(pg_backend_pid())`
    await expect(lost).rejects.toThrow('terminating connection')
    return { answers, stuck }
  })()
  const backends = (await Promise.all(asked.answers)).flat().map(({ backend }) => backend)
  expect(new Set(backends)).toEqual(new Set(asked.stuck))
})

test('H01 a destroyed database has ended its shared connections', async () => {
  const db = await openShared()
  const [answer] = await backendOf(db, 1)
  await db.pool.end()
  await vi.waitFor(async () => {
    const rows = await rowsOf(server.ownerDb)`select from pg_stat_activity where pid = ${answer?.backend}`
    expect(rows).toHaveLength(0)
  })
  await expect(backendOf(db, 1)).rejects.toThrow('after calling end on the pool')
})

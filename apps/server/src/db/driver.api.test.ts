import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { openTransaction } from '@parvis/harness/sql/open-transaction'
import { newPerson } from '@parvis/harness/town/people'
import { runQuery, together, transaction } from '@parvis/postgres'
import { expect, test, vi } from 'vitest'
import { runCall } from '../current-call.ts'
import { selectNow } from './clock.ts'
import { createDatabase, type Db, rowsOf, run, type Transaction } from './database.ts'
import { sql } from './sql.ts'

const server = testApp()
const opened = untilFileEnds(new AsyncDisposableStack())

/** A database with a pool of one connection and the statement timeout of a call. */
const oneConnection = () => opened.use(createDatabase({ url: server.deps.config.databaseUrl ?? '', size: 1 }))

const nothing = () => undefined

test('F07 G20 a leader that became a standby gets 503 and is left: no write fails once another leads', async () => {
  const { token } = await newPerson(server)
  const write = () => server.client.answer('POST /v1/profile/update', { body: {}, token })
  const isReady = async () => (await server.client.answer('GET /v1/health/ready')).status
  const rows = await rowsOf<{ name: string }>(server.db)`select current_database() as name`
  const database = sql.identifier(rows[0]?.name ?? '')
  await run(server.ownerDb)`alter database ${database} set default_transaction_read_only = on`
  await run(oneConnection())`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and usename = current_user and datname = current_database()
      and application_name = 'parvis'`
  await vi.waitFor(async () => expect(await isReady()).toBe(503))
  const refused = await write()
  expect(refused.status).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  await using owner = createDatabase({ url: server.ownerUrl, size: 1 })
  await run(owner)`set default_transaction_read_only = off`
  await run(owner)`alter database ${database} reset default_transaction_read_only`
  await vi.waitFor(async () => expect((await write()).status).not.toBe(503), { timeout: 5_000, interval: 20 })
  await vi.waitFor(async () => expect(await isReady()).toBe(200))
})

test('G20 what a call waited for a connection is taken off what its statements may take', async () => {
  const db = oneConnection()
  const began = performance.now()
  const call = { requestId: 'x', waited: 2_700 }
  await expect(runCall(call, () => rowsOf(db)`select pg_sleep(2)`)).rejects.toThrow('Query read timeout')
  expect(performance.now() - began).toBeLessThan(1_500)
})

test('G20 a call that has waited before does not wait its whole turn for the next connection', async () => {
  const db = oneConnection()
  const held = await openTransaction(db)
  const began = performance.now()
  const call = { requestId: 'x', waited: 2_700 }
  await expect(runCall(call, () => rowsOf(db)`select 1`)).rejects.toThrow('timeout exceeded')
  expect(performance.now() - began).toBeLessThan(1_500)
  await held[Symbol.asyncDispose]()
  await vi.waitFor(async () => expect(await rowsOf(db)`select 1 as one`).toHaveLength(1))
})

test('F11 H01 a burst of one session does not keep another person’s call from a connection; a call that was cut takes none', async () => {
  const db = oneConnection()
  const held = await openTransaction(db)
  const done: string[] = []
  const ask = (subject: string, isAbandoned = false) => {
    const slot = {
      isAbandoned: () => isAbandoned,
      begin: nothing,
      end: nothing,
      rest: nothing,
      goOn: nothing,
      answer: nothing,
    }
    const work = async () => {
      await run(db)`select 1`
      done.push(subject)
    }
    return runCall({ requestId: 'x', subject, slot }, work).catch(() => undefined)
  }
  const calls = [...Array.from({ length: 30 }, () => ask('hostile')), ask('other'), ask('gone', true)]
  expect(db.pool.numbers).toEqual({ used: 1, waiting: 31 })
  await held[Symbol.asyncDispose]()
  await Promise.all(calls)
  expect(done.indexOf('other')).toBeLessThan(2)
  expect([done.length, done.includes('gone')]).toEqual([31, false])
  await db.pool.warmUp()
  expect(db.pool.numbers).toEqual({ used: 0, waiting: 0 })
})

test('H01 connections are opened before a burst asks for them, but for two that calls have meanwhile', async () => {
  await using db = createDatabase({ url: server.deps.config.databaseUrl ?? '', size: 6, isServing: true })
  const own = sql<{
    count: number
  }>`select count(*)::int as count from pg_stat_activity where application_name = 'parvis' and datname = current_database()`
  const before = (await runQuery(server.ownerDb, own))[0]?.count ?? 0
  await db.pool.warmUp()
  expect((await runQuery(server.ownerDb, own))[0]?.count).toBe(before + 4)
  expect(db.pool.numbers).toEqual({ used: 0, waiting: 0 })
})

test('F08 what a burst of background work opened is given back: where PostgreSQL accepts no more, calls wait for it', async () => {
  await using db = createDatabase({ url: server.deps.config.databaseUrl ?? '', size: 5 })
  await Promise.all(Array.from({ length: 5 }, () => run(db)`select pg_sleep(0.05)`))
  expect(db.pool.clients.totalCount).toBe(5)
  await vi.waitFor(() => expect(db.pool.clients.totalCount).toBe(0), { timeout: 5_000, interval: 50 })
})

test('G20 nothing is asked of a connection that is dead, not even to roll back', async () => {
  const db = oneConnection()
  const began = performance.now()
  const work = () =>
    transaction(db, async (tx) => {
      await run(tx)`select pg_sleep(2)`.catch(() => undefined)
      await run(tx)`select 1`
    })
  await expect(runCall({ requestId: 'x', waited: 2_700 }, work)).rejects.toThrow('Query read timeout')
  expect(performance.now() - began).toBeLessThan(1_500)
})

test('F11 AMB-146 a transaction that is over refuses every statement: its connection serves another by then', async () => {
  const db = oneConnection()
  let late: Transaction | undefined
  await transaction(db, async (tx) => {
    late = tx
  })
  const over = late as Transaction
  await expect(rowsOf(over)`select 1`).rejects.toThrow('the transaction is over')
  await expect(together(over, (db) => [rowsOf(db)`select 1`])).rejects.toThrow('is over')
  expect(db.pool.numbers).toEqual({ used: 0, waiting: 0 })
})

test('AMB-147 H01 a row is read the same the first time and from a statement whose columns are known', async () => {
  const db = oneConnection()
  const read = async (moment: string) =>
    await rowsOf<Record<string, unknown>>(db)`
        select ${moment}::timestamptz as "at", null::timestamptz as "never", 7::bigint as "id", 'à "lire"' as "a title",
          '{1,2}'::int[] as "days", date '2027-03-28' as "day", '{"open":true}'::json as "times"`
  const moments = ['2026-11-23 01:02:03.004567+01', '1995-01-31 23:59:59Z', '12027-01-01Z', '0044-03-15 BC', 'infinity']
  const rows = []
  for (const moment of moments) rows.push(...(await read(moment)))
  const others = { never: null, id: 7, 'a title': 'à "lire"', days: [1, 2], day: '2027-03-28', times: { open: true } }
  expect(rows).toEqual(rows.map(({ at }) => ({ at, ...others })))
  expect(rows.map(({ at }) => (at instanceof Date ? at.toISOString() : at))).toEqual([
    '2026-11-23T00:02:03.004Z',
    '1995-01-31T23:59:59.000Z',
    '+012027-01-01T00:00:00.000Z',
    '-000043-03-15T00:00:00.000Z',
    Number.POSITIVE_INFINITY,
  ])
  expect(await read('2026-11-23Z')).toEqual([{ at: new Date('2026-11-23T00:00:00Z'), ...others }])
})

test('H01 a destroyed database has ended its pool, also when only transactions have used it', async () => {
  const db = oneConnection()
  const ask = () => transaction(db, (tx) => selectNow(tx, {}))
  expect(await ask()).toHaveLength(1)
  await db.pool.end()
  await expect(ask()).rejects.toThrow('after calling end on the pool')
})

test('F26 a column that a newer version adds fails no call of a process whose connections know the row without it', async () => {
  await run(server.ownerDb)`create table upgraded (id int)`
  await run(server.ownerDb)`insert into upgraded values (1)`
  await run(server.ownerDb)`grant select on upgraded to public`
  const url = server.deps.config.databaseUrl ?? ''
  await using db = createDatabase({ url, size: 6, shared: 2, isServing: true })
  await db.pool.warmUp()
  const read = (on: Db, mayRepeat = false) =>
    runQuery(on, sql`select upgraded.* from upgraded where id = ${1}`, { mayRepeat })
  const everywhere = () =>
    Promise.all(
      Array.from({ length: 4 }, () => [
        read(db, true),
        read(db),
        transaction(db, (tx) => read(tx)),
        together(db, (one) => [read(one)]),
      ]).flat(),
    )
  await everywhere()
  await run(server.ownerDb)`alter table upgraded add column note text`
  for (const rows of (await everywhere()).flat(2)) expect(rows).toEqual({ id: 1, note: null })
})

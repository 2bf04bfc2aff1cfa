import { testApp } from '@parvis/harness/server/test-app'
import { newPerson } from '@parvis/harness/town/people'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { runCall } from '../current-call.ts'
import { createDatabase, type Database } from './database.ts'
import { transaction } from './transaction.ts'

const server = testApp()
const opened: Database[] = []
afterAll(async () => await Promise.all(opened.map((db) => db.destroy())))

/** A database of one connection, whose statements may take as long as a call's. */
function oneConnection(): Database {
  const db = createDatabase({ url: server.deps.config.databaseUrl ?? '', size: 1 })
  opened.push(db)
  return db
}

test('F07 G20 a leader that became a standby gets 503 and is left: no write fails once another leads', async () => {
  const { token } = await newPerson(server)
  const write = () => server.client.answer('POST /v1/profile/update', { body: {}, token })
  const isReady = async () => (await server.client.answer('GET /v1/health/ready')).status
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db)
  const database = sql.id(rows[0]?.name ?? '')
  await sql`alter database ${database} set default_transaction_read_only = on`.execute(server.ownerDb)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and usename = current_user and datname = current_database()
      and application_name = 'parvis'`.execute(oneConnection())
  await vi.waitFor(async () => expect(await isReady()).toBe(503))
  const refused = await write()
  expect(refused.status).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  const owner = createDatabase({ url: server.ownerUrl, size: 1 })
  opened.push(owner)
  await sql`set default_transaction_read_only = off`.execute(owner)
  await sql`alter database ${database} reset default_transaction_read_only`.execute(owner)
  await vi.waitFor(async () => expect((await write()).status).not.toBe(503), { timeout: 5_000, interval: 20 })
  await vi.waitFor(async () => expect(await isReady()).toBe(200))
})

test('G20 what a call waited for a connection is taken off what its statements may take', async () => {
  const db = oneConnection()
  const began = performance.now()
  const call = { requestId: 'x', waited: 2_700 }
  await expect(runCall(call, () => sql`select pg_sleep(2)`.execute(db))).rejects.toThrow('Query read timeout')
  expect(performance.now() - began).toBeLessThan(1_500)
})

test('G20 a call that has waited before does not wait its whole turn for the next connection', async () => {
  const db = oneConnection()
  const held = await db.startTransaction().execute()
  const began = performance.now()
  const call = { requestId: 'x', waited: 2_700 }
  await expect(runCall(call, () => sql`select 1`.execute(db))).rejects.toThrow('timeout exceeded')
  expect(performance.now() - began).toBeLessThan(1_500)
  await held.rollback().execute()
  await vi.waitFor(async () => expect((await sql`select 1 as one`.execute(db)).rows).toHaveLength(1))
})

test('G20 nothing is asked of a connection that is dead, not even to roll back', async () => {
  const db = oneConnection()
  const began = performance.now()
  const work = () =>
    transaction(db, async (tx) => {
      await sql`select pg_sleep(2)`.execute(tx).catch(() => undefined)
      await sql`select 1`.execute(tx)
    })
  await expect(runCall({ requestId: 'x', waited: 2_700 }, work)).rejects.toThrow('Query read timeout')
  expect(performance.now() - began).toBeLessThan(1_500)
})

import { testApp } from '@parvis/harness/server/test-app'
import { createTestDatabase } from '@parvis/harness/server/test-database'
import { openTransaction } from '@parvis/harness/sql/open-transaction'
import { newOwner } from '@parvis/harness/town/people'
import { runQuery } from '@parvis/postgres'
import { expect, test } from 'vitest'
import { createDatabase, type Db, rowsOf, run } from './database.ts'
import { migrateToLatest } from './migrate.ts'
import { sql } from './sql.ts'

const server = testApp()

test('T34 the role of the server is no superuser, owns nothing and is no member of who does', async () => {
  const rows = await rowsOf(server.db)`
    select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
      (select count(*)::int from pg_class where relowner = pg_roles.oid) as relations,
      (select count(*)::int from pg_auth_members where member = pg_roles.oid) as memberships
    from pg_roles where rolname = current_user`
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
      relations: 0,
      memberships: 0,
    },
  ])
})

// The words differ from one PostgreSQL to the next, the code does not.
const insufficientPrivilege = '42501'

test.each([
  ['drop a table', 'drop table cities'],
  ['add a column', 'alter table users add column spare text'],
  ['make a table', 'create table spare (id int)'],
  ['make a schema', 'create schema spare'],
  ['make a function of the schema', 'create function spare() returns int language sql as $$ select 1 $$'],
  ['replace the clock', 'create or replace function app_now() returns timestamptz language sql as $$ select now() $$'],
  ['empty a table', 'truncate messages'],
  ['empty the jobs', 'truncate jobs'],
  ['silence a trigger', 'alter table audit_log disable trigger all'],
  ['drop a trigger', 'drop trigger audit_log_append_only on audit_log'],
  ['add a trigger', 'create trigger spare before insert on audit_log execute function refuse_change()'],
  ['silence the triggers of its session', 'set session_replication_role = replica'],
  ['become the owner', 'set role parvis'],
  ['pretend that a migration was done', "insert into migrations (name, timestamp) values ('x', 'x')"],
  ['read a file of the machine', "select pg_read_file('postgresql.conf')"],
  ['run a program', "copy cities to program 'true'"],
])('T34 the role of the server may not %s (ASVS 13.2.2)', async (_what, statement) => {
  await expect(runQuery(server.db, sql.raw(statement))).rejects.toMatchObject({ code: insufficientPrivilege })
})

test('T34 a start mends rights that drifted, does nothing when they are right, and may be done by several at once', async () => {
  await using database = await createTestDatabase()
  await using owner = createDatabase({ url: database.ownerUrl, size: 1 })
  await using serving = createDatabase({ url: database.url, size: 1 })
  const versions = async () =>
    await rowsOf(owner)`
      select oid::int, xmin::text from pg_class where relnamespace = 'public'::regnamespace order by oid`
  await run(owner)`grant update, truncate on audit_log to parvis_server`
  await run(owner)`revoke all on cities from parvis_server`
  await Promise.all(Array.from({ length: 4 }, () => migrateToLatest(database)))
  await expect(rowsOf(serving)`update audit_log set actor = 'x'`).rejects.toThrow('permission denied')
  await run(serving)`select 1 from cities limit 1`

  const before = await versions()
  await migrateToLatest(database)
  expect(await versions()).toEqual(before)
})

test('one role may still own and serve, and a role that owns nothing starts on the newest schema only', async () => {
  await using database = await createTestDatabase()
  await using owner = createDatabase({ url: database.ownerUrl, size: 1 })
  await migrateToLatest({ url: database.ownerUrl, ownerUrl: database.ownerUrl })
  await migrateToLatest({ url: database.url, ownerUrl: database.url })
  await run(owner)`delete from migrations where name = '0016-open'`
  await expect(migrateToLatest({ url: database.url, ownerUrl: database.url })).rejects.toThrow('MIGRATION_DATABASE_URL')
})

test('a migration behind a running backup holds no call up, and goes through once it has ended', async () => {
  await using database = await createTestDatabase()
  await using owner = createDatabase({ url: database.ownerUrl, size: 2 })
  await using serving = createDatabase({ url: database.url, size: 1 })
  const backup = await openTransaction(owner)
  await run(backup.tx)`lock table cities in access share mode`
  const migrated = migrateToLatest(database, async (db) => {
    await run(db)`alter table cities add column planted integer`
  })
  await expect.poll(() => waitsForCities(owner), { timeout: 10_000 }).toBe(true)
  const began = performance.now()
  await run(serving)`select 1 from cities limit 1`
  expect(performance.now() - began).toBeLessThan(2_400)
  await backup[Symbol.asyncDispose]()
  await migrated
  await run(serving)`select planted from cities limit 1`
})

async function waitsForCities(owner: Db): Promise<boolean> {
  const rows = await rowsOf(owner)`select 1 from pg_locks where relation = 'cities'::regclass and not granted`
  return rows.length > 0
}

test('what triggers keep is kept for the role that serves: counters follow its rows', async () => {
  const owner = await newOwner(server)
  const { companyId } = owner
  await run(server.db)`insert into follows (user_id, company_id) values (${owner.userId}, ${companyId})`
  await run(server.db)`delete from users where id = ${owner.userId}`
  const rows = await rowsOf(server.db)`select followers_count as count from companies where id = ${companyId}`
  expect(rows).toEqual([{ count: 0 }])
})

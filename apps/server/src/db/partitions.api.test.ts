import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { connected, createTestDatabase } from '@parvis/harness/server/test-database'
import { transaction } from '@parvis/postgres'
import type pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { audit } from '../audit.queries.ts'
import { forgetOldRows } from '../jobs/forget-old-rows.queries.ts'
import { createDatabase, type Db } from './database.ts'

const company = '11111111-1111-4111-8111-111111111111'
const owned = untilFileEnds(new AsyncDisposableStack())
let database: Awaited<ReturnType<typeof createTestDatabase>>
let owner: pg.Client
/** As the role that serves. */
let db: Db

beforeAll(async () => {
  database = owned.use(await createTestDatabase())
  owner = owned.use(await connected(database.ownerUrl))
  owner.on('error', () => undefined)
  await owner.query("insert into companies (id, type, registry_code) values ($1, 'commerce', '12345678900011')", [
    company,
  ])
  db = owned.use(createDatabase({ url: database.url, size: 2 }))
})

beforeEach(() => moveTo('0'))

const moveTo = (shift: string) =>
  owner.query(
    'insert into clock_offset (shift) values ($1::interval) on conflict (only_row) do update set shift = excluded.shift',
    [shift],
  )

const texts = async (query: string) => (await owner.query(query)).rows.map((row) => Object.values(row).join(' '))
const partsOf = (table: string) =>
  texts(
    `select c.relname from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = '${table}'::regclass order by 1`,
  )

test('F18 T34 whoever serves neither drops a partition nor reads around its table, and no partition of the trail changes', async () => {
  await owner.query("insert into audit_log (actor, action, object) values ('user:2', 'test.now', 'test:0')")
  await using serving = await connected(database.url)
  await expect(serving.query('drop table view_counts_rest')).rejects.toThrow('must be owner')
  await expect(serving.query('select * from audit_log_rest')).rejects.toThrow('permission denied')
  for (const table of ['audit_log', 'audit_log_rest'])
    await expect(owner.query(`update ${table} set actor = 'x'`), table).rejects.toThrow('append-only')
  await expect(owner.query("delete from audit_log_rest where action = 'test.now'")).rejects.toThrow('append-only')
})

test('F18 the periodic task makes the next partitions and drops those that are past, whole', async () => {
  await moveTo('5 months')
  await forgetOldRows(db)
  const made = await partsOf('view_counts')
  expect(made.filter((name) => /_\d{4}_\d\d_01$/.test(name))).toHaveLength(3)
  const weeks = await partsOf('audit_log')
  expect(weeks.filter((name) => /_\d{4}_\d\d_\d\d$/.test(name))).toHaveLength(3)
  await owner.query(`insert into view_counts (company_id, day, views) values ('${company}', app_now()::date, 7)`)
  await owner.query("insert into audit_log (actor, action, object) values ('user:3', 'test.week', 'test:0')")
  const [where] = await texts("select tableoid::regclass from audit_log where action = 'test.week'")
  expect(weeks).toContain(where)
  await expect(owner.query(`update ${where} set actor = 'x'`)).rejects.toThrow('append-only')
  await expect(owner.query(`delete from ${where}`)).rejects.toThrow('append-only')

  await moveTo('17 months 9 days')
  await forgetOldRows(db)
  expect(await partsOf('audit_log')).not.toContain(where)
  expect(await texts("select count(*) from audit_log where action in ('test.week', 'test.now')")).toEqual(['0'])
  expect(await texts('select count(*) from view_counts where views = 7')).toEqual(['1'])
  await moveTo('32 months')
  await forgetOldRows(db)
  expect(await texts('select count(*) from view_counts where views = 7')).toEqual(['0'])
})

test('F18 a row for which no partition was made is kept all the same, and forgotten in its time', async () => {
  await moveTo('10 years')
  await owner.query(`insert into view_counts (company_id, day, views) values ('${company}', app_now()::date, 9)`)
  expect(await texts('select tableoid::regclass from view_counts where views = 9')).toEqual(['view_counts_rest'])
  await forgetOldRows(db)
  expect(await texts('select count(*) from view_counts where views = 9')).toEqual(['1'])
  await moveTo('13 years')
  await forgetOldRows(db)
  expect(await texts('select count(*) from view_counts')).toEqual(['0'])
})

test('F18 T34 a line of the trail written while its partition is made waits, and stands in it', async () => {
  await moveTo('60 years')
  await owner.query('create table audit_log_race (like audit_log including defaults)')
  await owner.query('begin')
  // As keep_partitions does: the row is on its way to the last partition, which no longer takes it.
  await owner.query(`do $$ begin execute format('alter table audit_log attach partition audit_log_race
    for values from (%L) to (%L)', app_now() - interval '1 day', app_now() + interval '1 day'); end $$`)
  const line = { actor: 'user:4', action: 'test.race', object: 'test:0' } as const
  const written = transaction(db, async (tx) => await audit(tx, line))
  const waiting = `select count(*) from pg_locks where not granted and relation = 'audit_log_rest'::regclass
    and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(() => texts(waiting)).toEqual(['1'])
  await owner.query('commit')
  await written
  expect(await texts("select tableoid::regclass from audit_log where action = 'test.race'")).toEqual(['audit_log_race'])
})

test('F18 an erased business takes its counts from every partition with it', async () => {
  await owner.query(
    `insert into view_counts (company_id, day, views) values ('${company}', app_now()::date, 1), ('${company}', '2090-01-01', 1)`,
  )
  await owner.query('delete from companies')
  expect(await texts('select count(*) from view_counts')).toEqual(['0'])
})

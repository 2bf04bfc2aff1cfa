import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { connected } from '@parvis/harness/server/template-database'
import { createTestDatabase } from '@parvis/harness/server/test-database'
import type pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetOldRows } from '../jobs/forget-old-rows.queries.ts'
import { createDatabase, type Database } from './database.ts'
import { migrateToLatest } from './migrate.ts'

const company = '11111111-1111-4111-8111-111111111111'
const owned = untilFileEnds(new AsyncDisposableStack())
let database: Awaited<ReturnType<typeof createTestDatabase>>
let owner: pg.Client
/** As the role that serves. */
let db: Database

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

/** The tables as the former release had them, with rows of long ago, of now and of a clock that was moved ahead. */
async function bringBackFormer(): Promise<void> {
  await owner.query(`
    drop table view_counts, audit_log;
    drop function keep_partitions, keep_partitions_of;
    delete from kysely_migration where name = '0201-partitions-of-time';
    create table view_counts (company_id uuid not null references companies on delete cascade, day date not null,
      instant_id bigint not null default 0, views integer not null default 0, opened integer not null default 0,
      primary key (company_id, day, instant_id));
    create table audit_log (id bigint generated always as identity primary key, at timestamptz not null default app_now(),
      actor text not null, action text not null, object text not null, details jsonb not null default '{}', request_id text);
    create index audit_log_object on audit_log (object, id desc);
    create index audit_log_action on audit_log (action, id desc);
    create index audit_log_actor on audit_log (actor, id desc);
    create trigger audit_log_append_only before update or truncate on audit_log for each statement execute function refuse_change();
    create trigger audit_log_kept_a_year before delete on audit_log for each row execute function refuse_recent();
    grant select, insert on audit_log to parvis_server;
    grant select, insert, update, delete on view_counts to parvis_server;
    insert into view_counts select '${company}', date '2024-01-01' + n, 0, 1 from generate_series(1, 1000) as n;
    insert into audit_log (at, actor, action, object) select app_now() - n * interval '1 hour', 'user:1', 'test.former', 'test:' || n from generate_series(1, 5000) as n`)
}

test('F18 F26 tables of the former release become partitions with all their rows, their rights and their numbers', async () => {
  await bringBackFormer()
  const before = await texts('select count(*), sum(views), max(day) from view_counts')
  await Promise.all([migrateToLatest(database), migrateToLatest(database)])
  expect(await texts('select count(*), sum(views), max(day) from view_counts')).toEqual(before)
  expect(await partsOf('view_counts')).toEqual(['view_counts_before', 'view_counts_rest'])
  expect(await texts('select count(*), max(id) from audit_log')).toEqual(['5000 5000'])
  // None of its constraints is left: the clock would reach their upper bound.
  expect(await texts("select conname from pg_constraint where starts_with(conname, 'before_')")).toEqual([])
  await using serving = await connected(database.url)
  const { rows } = await serving.query(
    "insert into audit_log (actor, action, object) values ('user:2', 'test.now', 'test:0') returning id",
  )
  expect(rows).toEqual([{ id: '5001' }])
  // Counts a view as the former release does, before and after the change.
  for (const _ of [1, 2])
    await serving.query(
      'insert into view_counts as counts (company_id, day, views) values ($1, current_date, 1) on conflict (company_id, day, instant_id) do update set views = counts.views + 1',
      [company],
    )
  await expect(serving.query('drop table view_counts_before')).rejects.toThrow('must be owner')
  await expect(serving.query('select * from audit_log_before')).rejects.toThrow('permission denied')
  for (const table of ['audit_log', 'audit_log_before', 'audit_log_rest'])
    await expect(owner.query(`update ${table} set actor = 'x'`), table).rejects.toThrow('append-only')
  await expect(owner.query('delete from audit_log_before where id = 1')).rejects.toThrow('append-only')
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
  expect(await texts("select count(*) from audit_log where action in ('test.week', 'test.former')")).toEqual(['0'])
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

test('F18 an erased business takes its counts from every partition with it', async () => {
  await owner.query(
    `insert into view_counts (company_id, day, views) values ('${company}', app_now()::date, 1), ('${company}', '2090-01-01', 1)`,
  )
  await owner.query('delete from companies')
  expect(await texts('select count(*) from view_counts')).toEqual(['0'])
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '../apps/server/src/config.ts'
import { createDatabase, type Database } from '../apps/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded-postgres.ts'
import { migrateToLatest } from '../apps/server/src/db/migrate.ts'
import { readCalendar } from '../apps/server/src/features/agenda/read-calendar.ts'

/**
 * What one agenda costs as the country grows (decision 0005): the same answer, 60 instants of one zip, among 10,000 then
 * 1,000,000 instants, a tenth of them finished in that very zip. Run: node bench/calendar.ts [instants…]
 */
const sizes = process.argv.slice(2).map(Number)
const rounds = 60

const folder = mkdtempSync(join(tmpdir(), 'parvis-bench-'))
const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: () => undefined })
try {
  await migrateToLatest(postgres.url)
  const db = createDatabase({ url: postgres.url, size: 2 })
  const config = readConfig({ NODE_ENV: 'development', PARVIS_DATA: folder })
  let stored = 0
  for (const size of sizes.length > 0 ? sizes : [10_000, 1_000_000]) {
    await fill(db, size - stored, stored === 0)
    stored = size
    const { items, median, least } = await measure(() => readCalendar({ db, config }, ['75015'], undefined))
    console.log(`${size} instants: ${items} items, median ${median} ms, least ${least} ms`)
  }
  await db.destroy()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(call: () => Promise<unknown[]>) {
  const times: number[] = []
  let items = 0
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    items = (await call()).length
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  return { items, median: written(times[rounds / 2]), least: written(times[0]) }
}

function written(milliseconds = 0): string {
  return milliseconds.toFixed(2)
}

async function fill(db: Database, count: number, isFirst: boolean): Promise<void> {
  if (isFirst) {
    await sql`
      insert into companies (type, registry_code, name, zip_code)
      select 'association', 'bench-' || n, 'Association ' || n, '75015' from generate_series(1, 1000) as n`.execute(db)
    await publish(db, 60, sql`'75015'`, false)
  }
  const batch = 5_000
  for (let left = count - (isFirst ? 60 : 0); left > 0; left -= batch) {
    const here = Math.ceil(Math.min(left, batch) / 10)
    await publish(db, here, sql`'75015'`, true)
    await publish(db, Math.min(left, batch) - here, sql`lpad((1000 + floor(random() * 70000))::text, 5, '0')`, false)
  }
  await sql`analyze instants, activation_times`.execute(db)
}

/** Half on a fixed day of this year, half every Monday; `over`: on a fixed day of the years before. */
async function publish(db: Database, count: number, zip: ReturnType<typeof sql>, over: boolean): Promise<void> {
  await sql`
    with owners as (select array_agg(id) as ids from companies), added as (
      insert into instants (company_id, title, short_description, long_description, category_id, kind, is_draft,
        is_enabled, address, city, zip_code, latitude, longitude, picture)
      select owners.ids[1 + n % 1000], 'Atelier ' || n, 'Un atelier ouvert à tous', repeat('Un atelier. ', 40), 1,
        'event', false, true, '1 rue de la Paix', 'Paris', ${zip}, 48.84, 2.3, repeat('a', 32) || '.jpg'
      from owners, generate_series(1, ${count}) as n returning *
    )
    insert into activation_times (instant_id, company_id, zip_code, day_type, starts_at, ends_at, on_day,
      start_minutes, end_minutes, preview, enabled)
    select added.id, added.company_id, added.zip_code, kind.day_type, kind.starts_at,
      kind.starts_at + interval '2 hours', kind.on_day, kind.start_minutes, kind.end_minutes, false, true
    from added cross join lateral (
      select 'fixed', app_now() + make_interval(days => ${over ? sql`-1 - (added.id % 700)::int` : sql`1 + (added.id % 300)::int`}),
        null::date, null::int, null::int where ${over} or added.id % 2 = 0
      union all select 'all_mondays', null, date '2027-01-04', 600, 720 where not ${over} and added.id % 2 = 1
    ) as kind (day_type, starts_at, on_day, start_minutes, end_minutes)`.execute(db)
}

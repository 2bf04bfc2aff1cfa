import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { fillInstants } from '../sql/fill-reads.ts'
import { insertCommerce, insertThreads, type Thread } from '../sql/seed.ts'
import { call } from './parts/http-client.ts'
import { medianOf, timesOf } from './parts/load.ts'
import { cpuMilliseconds } from './parts/process-numbers.ts'
import type { ServerProcess } from './parts/server-process.ts'
import { openTestbed, type Testbed } from './parts/testbed.ts'
import { writeSection } from './section.ts'

/**
 * What old calls cost beside a former release, which serves the same database: processor time of the server per call, in
 * turns (next.md section 8). Then what the away rule and the words of search add to a message.
 * Run: node harness/bench/old-calls.ts FOLDER, a checkout of the release before hours, with its node_modules.
 */
const former = resolve(process.argv[2] ?? '')
const zip = '19000'
const turns = 5
const companies = 500
const withExceptions = 100

const testbed = await openTestbed()
try {
  const { shops, reads } = await prepare(testbed)
  const servers = { now: await testbed.start({ PROCESS_ROLE: 'api' }), before: await startFormer(testbed) }
  const rows: string[][] = []
  for (const { name, path, token, count, budget } of reads)
    rows.push([name, ...(await compare(servers, path, token, count)), budget])
  await closeSome(testbed, shops)
  for (const { name, path, token, count, budget } of reads.slice(1))
    rows.push([
      `${name}, ${withExceptions} companies with exceptions`,
      ...(await compare(servers, path, token, count)),
      budget,
    ])
  const messages = await measureMessages(testbed, servers.now)
  const headings = ['call', 'CPU ms now', 'CPU ms before', 'ratio', 'allowed']
  console.log(writeSection({ title: 'Old calls beside the release before', headings, rows, overruns: [] }))
  console.log(
    writeSection({
      title: 'A message of a resident (median ms)',
      headings: ['with', 'ms', 'ratio', 'allowed'],
      rows: messages,
      overruns: [],
    }),
  )
} finally {
  await testbed.close()
}

async function prepare({ db }: Testbed) {
  const shops: Awaited<ReturnType<typeof insertCommerce>>[] = []
  for (let shop = 0; shop < companies; shop++) shops.push(await insertCommerce(db))
  const ids = shops.map(({ companyId }) => companyId)
  await sql`update companies set zip_code = ${zip} where companies.id = any(${ids}::uuid[])`.execute(db)
  await sql`
    insert into opening_hours (company_id, position, day_type, start_time, end_time, enabled)
    select company, line, case line when 0 then 'mondays_to_fridays' else 'all_saturdays' end, '09:00', '19:00', true
    from unnest(${ids}::uuid[]) as company, generate_series(0, 1) as line`.execute(db)
  for (const id of ids.slice(0, withExceptions)) await fillInstants(db, id, 1)
  await sql`update instants set zip_code = ${zip} where company_id = any(${ids}::uuid[])`.execute(db)
  await sql`update activation_times set zip_code = ${zip} where company_id = any(${ids}::uuid[])`.execute(db)
  await sql`analyze`.execute(db)
  const [shop] = shops
  if (!shop) throw new Error('shops were inserted')
  const agenda = new URLSearchParams({ date: new Date().toISOString(), cityCodes: `[${zip}]` })
  const { token } = shop.owner
  const list = `/v1/app/companies?zip=${zip}&lat=48.9&lng=2.3`
  return {
    shops,
    reads: [
      { name: 'settings', path: `/v1/company/settings/${shop.companyId}`, token, count: 1_000, budget: '+0' },
      { name: 'profile', path: `/v1/app/companies/${shop.companyId}`, token, count: 1_000, budget: '1.10' },
      { name: `list of ${companies}`, path: list, token, count: 24, budget: '1.20' },
      { name: 'calendar', path: `/v1/instants/calendar?${agenda}`, token, count: 200, budget: '1.05, 1.30' },
    ],
  }
}

/** A closure, a particular day and a cut for each of the first hundred. */
async function closeSome({ db }: Testbed, shops: readonly { companyId: string }[]): Promise<void> {
  const ids = shops.slice(0, withExceptions).map(({ companyId }) => companyId)
  await sql`
    insert into hour_exceptions (company_id, first_day, last_day, kind, ranges, closes_at, set_ranges, source)
    select company, current_date + day, current_date + day + length, kind, ranges::jsonb, closes, '{}', 'manual'
    from unnest(${ids}::uuid[]) as company, (values
      (3, 12, 'closed', '[]', null), (20, 0, 'open', '[{"start":"10:00","end":"12:00"}]', null), (1, 0, 'cut', '[]', '16:00')
    ) as entry (day, length, kind, ranges, closes)`.execute(db)
}

async function startFormer({ url, folder }: Testbed): Promise<ServerProcess> {
  const parts = await import(join(former, 'harness/bench/parts/server-process.ts'))
  return await parts.startServerProcess({
    dataFolder: folder,
    env: { DATABASE_URL: url, PROCESS_ROLE: 'api', PARVIS_DATA: join(folder, 'former') },
  })
}

type Pair = { now: ServerProcess; before: ServerProcess }

/** In turns, so that what else the machine does weighs on both; the turn in the middle by its ratio speaks for all. */
async function compare({ now, before }: Pair, path: string, token: string, count: number): Promise<string[]> {
  const cpu = async ({ base, pid }: ServerProcess) => {
    const before = cpuMilliseconds(pid)
    await timesOf(base, path, token, count)
    return (cpuMilliseconds(pid) - before) / count
  }
  for (const server of [now, before]) await cpu(server)
  const seen: { ours: number; theirs: number; ratio: number }[] = []
  for (let turn = 0; turn < turns; turn++) {
    const [ours, theirs] = [await cpu(now), await cpu(before)]
    seen.push({ ours, theirs, ratio: ours / theirs })
  }
  const middle = seen.sort((a, b) => a.ratio - b.ratio)[Math.floor(turns / 2)]
  return [middle?.ours, middle?.theirs, middle?.ratio].map((value = Number.NaN) => value.toFixed(3))
}

/** One conversation in turns: without the words nor the rule, with the words, with the rule of a shop that is open. */
async function measureMessages(bench: Testbed, server: ServerProcess): Promise<string[][]> {
  const [plain] = (await insertThreads(bench.db, 1)).threads
  const [awayThread] = (await insertThreads(bench.db, 1)).threads
  if (!plain || !awayThread) throw new Error('conversations were inserted')
  await sql`
    insert into opening_hours (company_id, position, day_type, start_time, end_time, enabled)
    values (${awayThread.companyId}, 0, 'all_days', '00:00', '23:59', true)`.execute(bench.db)
  await sql`
    insert into away_messages (company_id, mode, text, version) values (${awayThread.companyId}, 'outside_hours', 'Fermé.', 1)`.execute(
    bench.db,
  )
  const times: Record<'words' | 'none' | 'rule', number[]> = { words: [], none: [], rule: [] }
  for (let turn = 0; turn < turns * 2; turn++) {
    const indexes = (on: boolean) =>
      sql`alter table messages ${sql.raw(on ? 'enable' : 'disable')} trigger messages_indexed`.execute(bench.db)
    await indexes(false)
    times.none.push(...(await write(server, plain)))
    await indexes(true)
    times.words.push(...(await write(server, plain)))
    times.rule.push(...(await write(server, awayThread)))
  }
  const [none, words, rule] = [medianOf(times.none), medianOf(times.words), medianOf(times.rule)]
  return [
    ['neither', none.toFixed(3), '', ''],
    ['its words for search', words.toFixed(3), (words / none).toFixed(2), '1.15'],
    ['its words and the away rule', rule.toFixed(3), (rule / words).toFixed(2), '1.15'],
  ]
}

async function write({ base }: ServerProcess, { discussionId, token }: Thread): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < 60; n++) {
    const json = { message: `Bonjour, gardez-moi deux éclairs du rayon ${n}, merci beaucoup.` }
    const { status, milliseconds, body } = await call(base, 'POST', `/v1/discussions/${discussionId}/message`, {
      token,
      json,
    })
    if (status !== 200) throw new Error(`message: ${status} ${body.slice(0, 200)}`)
    times.push(milliseconds)
  }
  return times
}

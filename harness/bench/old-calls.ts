import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { fillInstants } from '../sql/fill-reads.ts'
import { insertCommerce, insertThreads, type Thread } from '../sql/seed.ts'
import { call } from './parts/http-client.ts'
import { medianOf, timesOf } from './parts/load.ts'
import { cpuMilliseconds, postgresMilliseconds } from './parts/process-numbers.ts'
import type { ServerProcess } from './parts/server-process.ts'
import type { Testbed } from './parts/testbed.ts'
import type { Section } from './section.ts'

const zip = '19000'
const turns = 5
const companies = 500
const withExceptions = 100
/** What a message may cost with its words, and with the away rule of a shop that is open (time-and-orders.md section 11). */
const messageBudget = 1.15

/**
 * What old calls cost beside a former release, which serves the same database: processor time of the server per call, and
 * with what PostgreSQL spends on it, in turns (next.md section 8). `former`: a checkout of that release with its
 * node_modules, and of the release before hours: 2a853bf4~1.
 */
export async function benchOldCalls(testbed: Testbed, former: string): Promise<Section> {
  const { shops, reads } = await prepare(testbed)
  await using now = await testbed.start({ PROCESS_ROLE: 'api' })
  const before = await startFormer(testbed, former)
  // A former release's own starter has no disposal.
  await using owned = new AsyncDisposableStack()
  owned.defer(() => before.signal('SIGKILL'))
  const servers = { now, before }
  const rows: string[][] = []
  const overruns: string[] = []
  const add = async (name: string, { path, token, count }: (typeof reads)[number], allowed: number) => {
    const { ours, theirs } = await compare(testbed, servers, path, token, count)
    const ratio = ours.server / theirs.server
    if (ratio > allowed)
      overruns.push(`${name}: ${ratio.toFixed(2)} of the release before, ${allowed.toFixed(2)} allowed`)
    const all = [ours, theirs].map(({ server, postgres }) => server + postgres)
    const both = (all[0] ?? 0) / (all[1] ?? 0)
    rows.push([name, ...[ours.server, theirs.server, ratio, ...all, both, allowed].map((value) => value.toFixed(2))])
  }
  for (const read of reads) await add(read.name, read, read.allowed)
  await closeSome(testbed, shops)
  for (const read of reads.slice(1))
    await add(`${read.name}, ${withExceptions} companies with exceptions`, read, read.allowedWithExceptions)
  return {
    title: 'Old calls beside the release before hours (CPU ms of the server; with PostgreSQL)',
    headings: ['call', 'now', 'before', 'ratio', 'both now', 'both before', 'ratio', 'allowed'],
    rows,
    overruns,
  }
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
  await sql`update instant_times set zip_code = ${zip} where company_id = any(${ids}::uuid[])`.execute(db)
  await sql`analyze`.execute(db)
  const [shop] = shops
  if (!shop) throw new Error('shops were inserted')
  const agenda = new URLSearchParams({ date: new Date().toISOString(), cityCodes: `[${zip}]` })
  const { token } = shop.owner
  const read = (name: string, path: string, count: number, allowed: number, allowedWithExceptions = allowed) => {
    return { name, path, token, count, allowed, allowedWithExceptions }
  }
  const list = `/v1/app/companies?zip=${zip}&lat=48.9&lng=2.3`
  return {
    shops,
    reads: [
      read('settings', `/v1/company/settings/${shop.companyId}`, 1_000, 1),
      read('profile', `/v1/app/companies/${shop.companyId}`, 1_000, 1.1),
      read(`list of ${companies}`, list, 24, 1.2),
      read('calendar', `/v1/instants/calendar?${agenda}`, 200, 1.05, 1.3),
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

async function startFormer({ url, folder }: Testbed, former: string): Promise<Former> {
  const parts = await import(join(resolve(former), 'harness/bench/parts/server-process.ts'))
  return await parts.startServerProcess({
    dataFolder: folder,
    env: { DATABASE_URL: url, PROCESS_ROLE: 'api', PARVIS_DATA: join(folder, 'former') },
  })
}

type Former = Omit<ServerProcess, typeof Symbol.asyncDispose>
type Pair = { now: ServerProcess; before: Former }
type Cost = { server: number; postgres: number }

/** In turns, so that what else the machine does weighs on both; the turn in the middle by its ratio speaks for all. */
async function compare({ folder }: Testbed, { now, before }: Pair, path: string, token: string, count: number) {
  const cost = async ({ base, pid }: Former): Promise<Cost> => {
    const began = { server: cpuMilliseconds(pid), postgres: postgresMilliseconds(folder) }
    await timesOf(base, path, token, count)
    const spent = (value: number, since: number) => (value - since) / count
    return {
      server: spent(cpuMilliseconds(pid), began.server),
      postgres: spent(postgresMilliseconds(folder), began.postgres),
    }
  }
  for (const server of [now, before]) await cost(server)
  const seen: { ours: Cost; theirs: Cost }[] = []
  for (let turn = 0; turn < turns; turn++) seen.push({ ours: await cost(now), theirs: await cost(before) })
  const ratio = ({ ours, theirs }: (typeof seen)[number]) => ours.server / theirs.server
  const middle = seen.sort((a, b) => ratio(a) - ratio(b))[Math.floor(turns / 2)]
  if (!middle) throw new Error('turns were taken')
  return middle
}

/** One conversation in turns: without the words nor the rule, with the words, with the rule of a shop that is open. */
export async function benchMessages(testbed: Testbed): Promise<Section> {
  const [plain] = (await insertThreads(testbed.db, 1)).threads
  const [awayThread] = (await insertThreads(testbed.db, 1)).threads
  if (!plain || !awayThread) throw new Error('conversations were inserted')
  await sql`
    insert into opening_hours (company_id, position, day_type, start_time, end_time, enabled)
    values (${awayThread.companyId}, 0, 'all_days', '00:00', '23:59', true)`.execute(testbed.db)
  await sql`
    insert into away_messages (company_id, mode, text, version) values (${awayThread.companyId}, 'outside_hours', 'Fermé.', 1)`.execute(
    testbed.db,
  )
  await using server = await testbed.start({ PROCESS_ROLE: 'api' })
  const times: Record<'words' | 'none' | 'rule', number[]> = { words: [], none: [], rule: [] }
  for (let turn = 0; turn < turns * 2; turn++) {
    const indexes = (on: boolean) =>
      sql`alter table messages ${sql.raw(on ? 'enable' : 'disable')} trigger messages_indexed`.execute(testbed.db)
    await indexes(false)
    times.none.push(...(await write(server, plain)))
    await indexes(true)
    times.words.push(...(await write(server, plain)))
    times.rule.push(...(await write(server, awayThread)))
  }
  const [none, words, rule] = [medianOf(times.none), medianOf(times.words), medianOf(times.rule)]
  const added = { 'its words for search': words / none, 'its words and the away rule': rule / words }
  return {
    title: 'A message of a resident (median ms)',
    headings: ['with', 'ms', 'ratio', 'allowed'],
    rows: [
      ['neither', none.toFixed(3), '', ''],
      ...Object.entries(added).map(([what, ratio], at) => {
        return [what, (at === 0 ? words : rule).toFixed(3), ratio.toFixed(2), messageBudget.toFixed(2)]
      }),
    ],
    overruns: Object.entries(added)
      .filter(([, ratio]) => ratio > messageBudget)
      .map(([what, ratio]) => `a message with ${what}: ${ratio.toFixed(2)}, ${messageBudget} allowed`),
  }
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

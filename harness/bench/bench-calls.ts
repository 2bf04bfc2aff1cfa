import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { columnOf, rowsOf, run } from '../../apps/server/src/db/database.ts'
import { gapNotice, liveChannel } from '../../apps/server/src/db/live-hub.ts'
import { freePort } from '../../apps/server/src/free-port.ts'
import { median } from '../faults/answers.ts'
import { fillLoad } from '../sql/fill-load.ts'
import { fillTown } from '../sql/fill-town.ts'
import { type Answers, countAnswers } from '../sql/record.ts'
import type { BareSettings } from './bare-server.ts'
import { type Answer, callSite, enterSite, tryCall } from './parts/http-client.ts'
import { startAnswering } from './parts/owned-process.ts'
import { cpuMilliseconds, postgresMilliseconds } from './parts/process-numbers.ts'
import { openTestbed, productionSettings, type Testbed } from './parts/testbed.ts'
import { type Asked, type BenchBase, type Goals, type MeasuredCall, type RealCall, realCalls } from './real-calls.ts'
import type { Section } from './section.ts'

const connections = 16
const perSecond = 60
/** Pages that are drawn anew each time: no town changes so often. */
const drawnPerSecond = 10
const drawnFirst = 150
/** What sixteen connections send in one turn: a decision on an order can be sent once. */
const drawn = 1_500

export type CallScale = { companies: number; rounds: number; seconds: number; only: string | undefined }
type Side = { base: string; pid: number; isBare: boolean }
type Bench = { testbed: Testbed; base: BenchBase; site: string; scale: CallScale }

/**
 * The calls that people make, in production mode on a large base, each against the bare handler: processor of server and PostgreSQL
 * at an even pace, calls a second at saturation, and what goes to PostgreSQL.
 */
export async function benchCalls(scale: CallScale): Promise<Section> {
  await using testbed = await openTestbed('production')
  const calls = realCalls.filter(({ name }) => (scale.only ?? '').split(',').some((words) => name.includes(words)))
  const port = await freePort()
  const site = `parvis.localhost:${port}`
  const settings = { ...productionSettings, TRUST_PROXY: '1', RESIDENT_URL: `http://${site}` }
  await using server = await testbed.start(settings, port)
  console.log(`Fills ${scale.companies} companies, 1,000 messages of each, and a town of 500 businesses…`)
  const bench = { testbed, site, scale, base: await fill(testbed, scale.companies, server.base, site) }
  await using proxy = await countAnswers(testbed.url)
  await using counted = await testbed.start({ ...settings, PROCESS_ROLE: 'api', DATABASE_URL: proxy.url })
  await using bare = await startBare(bench, calls, server.base)
  const ours = { base: server.base, pid: server.pid, isBare: false }
  const rows: string[][] = []
  const overruns: string[] = []
  for (const one of calls) {
    const trips = await countTrips(bench, one, counted.base, proxy.answers)
    const measured = await compare(bench, one, ours, bare)
    const [share, processor] = [measured.ours.rate / measured.bare.rate, measured.ours.paced / measured.bare.paced]
    const saturated = measured.ours.saturated / measured.bare.saturated
    const full = one.isRare ? ['–', '–', '–'] : [measured.ours.rate.toFixed(0), share.toFixed(2), saturated.toFixed(2)]
    const paced = [measured.ours.paced.toFixed(2), 'milliseconds' in one.goals ? '–' : processor.toFixed(2)]
    rows.push([one.name, `${trips.trips} / ${trips.statements}`, ...paced, ...full])
    overruns.push(...beyond(one.name, one.goals, { share, processor, milliseconds: measured.ours.paced }))
    console.log(rows.at(-1)?.join(' | '))
  }
  return {
    title: `The calls that people make, against bare node:http + pg with one minimal statement and the same bytes (${scale.companies} companies, ${scale.companies * 100} instants; median of ${scale.rounds} × ${scale.seconds} s, in turns)`,
    headings: [
      'call',
      'trips / statements',
      `CPU ms at ${perSecond} a second`,
      '÷ bare',
      `a second at ${connections} connections`,
      'share of bare',
      'CPU ÷ bare',
    ],
    rows,
    overruns,
  }
}

function beyond(name: string, goals: Goals, is: { share: number; processor: number; milliseconds: number }): string[] {
  if ('milliseconds' in goals)
    return is.milliseconds > goals.milliseconds
      ? [`${name}: ${is.milliseconds.toFixed(1)} ms, ${goals.milliseconds} wanted`]
      : []
  const dear = `${name}: ${is.processor.toFixed(2)} times the bare processor, ${goals.processor} wanted`
  const slow = `${name}: ${is.share.toFixed(2)} of the bare rate, ${goals.share} wanted`
  return [...(is.processor > goals.processor ? [dear] : []), ...(is.share < goals.share ? [slow] : [])]
}

/** The fewest trips and statements of five calls, once the plans are known: others' work may fall into one. */
async function countTrips({ base, site }: Bench, one: RealCall, server: string, answers: Answers): Promise<Answers> {
  for (let n = 0; n < 3; n++) await send(server, site, one.draw(base))
  const least = { trips: Number.POSITIVE_INFINITY, statements: Number.POSITIVE_INFINITY }
  for (let n = 0; n < 5; n++) {
    await pause(100)
    const before = { ...answers }
    await send(server, site, one.draw(base))
    least.trips = Math.min(least.trips, answers.trips - before.trips)
    least.statements = Math.min(least.statements, answers.statements - before.statements)
  }
  return least
}

/** The bare handler, with an answer of the product to each call. */
async function startBare({ testbed, base, site }: Bench, calls: readonly RealCall[], server: string) {
  const file = join(testbed.folder, 'bare.json')
  const known: BareSettings['calls'] = {}
  for (const { name, draw, sql: text } of calls)
    known[name] = { sql: text, answer: (await send(server, site, draw(base))).body }
  const people = [...base.companies, ...base.threads].map(({ token }) => `Bearer ${token}`)
  const tokens = [...people, ...base.residents.map(({ cookie }) => cookie)]
  writeFileSync(file, JSON.stringify({ url: testbed.url, tokens, calls: known } satisfies BareSettings))
  const port = await freePort()
  const script = join(import.meta.dirname, 'bare-server.ts')
  return { ...(await startAnswering(process.execPath, [script, file, String(port)], { port })), isBare: true }
}

/** The same call for the bare handler, which has one address for each name. */
const forBare = ({ name }: RealCall, { values, ...asked }: Asked): Asked => ({
  ...asked,
  values,
  path: `/${encodeURIComponent(name)}?${encodeURIComponent(JSON.stringify(values))}`,
})

/** Alternating turns, so that other load of the machine weighs on both. */
async function compare(bench: Bench, one: MeasuredCall, ours: Side, bare: Side) {
  const turns: { side: Side; paced: number; rate: number; saturated: number }[] = []
  for (const side of [ours, bare]) {
    await draw(bench, one, side)
    await saturate(bench, one, side)
  }
  for (let round = 0; round < bench.scale.rounds; round++)
    for (const side of [ours, bare])
      turns.push({ side, paced: await pace(bench, one, side), ...(await saturate(bench, one, side)) })
  const middle = (of: Side) => {
    const own = turns.filter(({ side }) => side === of)
    const middleOf = (key: 'paced' | 'rate' | 'saturated') => median(own.map((turn) => turn[key]))
    return { paced: middleOf('paced'), rate: middleOf('rate'), saturated: middleOf('saturated') }
  }
  return { ours: middle(ours), bare: middle(bare) }
}

/** Processor milliseconds of a call, server and PostgreSQL together, while `work` makes so many. */
async function processorOf({ testbed }: Bench, { pid }: Side, work: () => Promise<number> | number): Promise<number> {
  const spent = () => cpuMilliseconds(pid) + postgresMilliseconds(testbed.folder)
  const before = spent()
  const made = await work()
  return (spent() - before) / made
}

const isDrawn = ({ goals }: MeasuredCall, { isBare }: Side): boolean => 'milliseconds' in goals && !isBare

const forgetPages = async ({ testbed: { db } }: Bench) => await run(db)`select pg_notify(${liveChannel}, ${gapNotice})`

/** Draws a page often enough for V8 to have compiled what draws it: saturation takes it from memory, and warms nothing of that. */
async function draw(bench: Bench, one: MeasuredCall, side: Side): Promise<void> {
  for (let n = 0; isDrawn(one, side) && n < drawnFirst; n++) {
    await forgetPages(bench)
    await send(side.base, bench.site, one.draw(bench.base))
  }
}

/** Calls at an even pace; before each page all are forgotten, as after a change. What passes with no call, periodic tasks, is taken off. */
async function pace(bench: Bench, one: MeasuredCall, side: Side): Promise<number> {
  const { base, site } = bench
  const pacing = isDrawn(one, side) ? drawnPerSecond : perSecond
  const count = pacing * bench.scale.seconds
  const ask = async (asked: Asked) => await send(side.base, site, side.isBare ? forBare(one, asked) : asked)
  const run = async (isSent: boolean) =>
    await processorOf(bench, side, async () => {
      const open: Promise<unknown>[] = []
      for (let n = 0; n < count; n++) {
        if (isDrawn(one, side)) await forgetPages(bench)
        if (isSent) open.push(ask(one.draw(base)))
        await pause(1_000 / pacing)
      }
      await Promise.all(open)
      return count
    })
  return (await run(true)) - (await run(false))
}

/** As many calls as sixteen connections make, by wrk in a process of its own. */
async function saturate(bench: Bench, one: RealCall, side: Side): Promise<{ rate: number; saturated: number }> {
  if (one.isRare) return { rate: Number.NaN, saturated: Number.NaN }
  const { testbed, base, site, scale } = bench
  const file = join(testbed.folder, 'requests.txt')
  const asked = Array.from({ length: drawn }, () => one.draw(base))
  const lines = (side.isBare ? asked.map((each) => forBare(one, each)) : asked).map(({ method, path, token, json }) =>
    [method, path, token ?? '', json ? JSON.stringify(json) : ''].join('\t'),
  )
  writeFileSync(file, `${lines.join('\n')}\n`)
  const script = join(import.meta.dirname, 'parts', 'wrk.lua')
  const asWrk = ['-t1', `-c${connections}`, `-d${scale.seconds}s`, '-s', script, side.base]
  const env = { ...process.env, REQUESTS: file, SITE: site, RUN: randomUUID().slice(0, 8) }
  let rate = 0
  const saturated = await processorOf(bench, side, () => {
    const { stdout, error } = spawnSync('wrk', asWrk, { env, encoding: 'utf8' })
    if (error) throw new Error('wrk is missing: apt-get install wrk', { cause: error })
    const told = /RESULT (.*)/.exec(stdout)?.[1]
    if (!told) throw new Error(`wrk said: ${stdout}`)
    const { requests, microseconds, failed } = JSON.parse(told) as Record<string, number>
    if (failed) console.log(`${one.name}: ${failed} of ${requests} calls failed${side.isBare ? ' (bare)' : ''}`)
    rate = ((requests ?? 0) * 1e6) / (microseconds ?? 0)
    return requests ?? 0
  })
  return { rate, saturated }
}

/** A large base, a town of 500 businesses, and two hundred of its residents. */
async function fill({ db }: Testbed, companies: number, server: string, site: string): Promise<BenchBase> {
  const load = await fillLoad(db, companies)
  const town = { zip: '92300', city: 'Levallois-Perret', town: '92044' }
  await fillTown(db, { ...town, businesses: 500, publications: 1_500 })
  await run(db)`update companies set cac_active = true, membership = 'premium'`
  const shops = await rowsOf<{ id: string; slug: string }>(db)`
    select company_id as id, slug from company_addresses where town = ${town.town} and is_current`
  const cookies = await enterSite({ base: server, host: site }, 200, 1)
  const ids = await columnOf<number>(db)`select id from users order by id desc limit 200`
  const residents = ids.toReversed().map((userId, n) => ({ cookie: cookies[n] ?? '', userId }))
  // What PostgreSQL would do of its own accord while calls are measured.
  await run(db)`alter system set autovacuum = off`
  await run(db)`select pg_reload_conf()`
  await run(db)`vacuum analyze`
  await run(db)`checkpoint`
  await run(db)`update sessions set last_seen_at = app_now()`
  return { ...load, shops, residents }
}

/** As a browser sends it: the portal's with its token, the site's from its own origin and an address of its own. */
async function send(base: string, site: string, { method, path, token, json }: Asked): Promise<Answer> {
  const headers = method === 'GET' ? {} : { 'idempotency-key': randomUUID() }
  const answer = token?.startsWith('Bearer')
    ? await tryCall(base, method, path, { headers: { ...headers, authorization: token }, json })
    : await callSite({ base, host: site }, method, path, { headers, json, cookie: token })
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.slice(0, 300)}`)
  return answer
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { buildPortal, buildServer, buildSite } from '../../scripts/steps/build-apps.mjs'
import { misuse, readArguments } from '../../scripts/steps/read-arguments.mjs'
import { fillLoad } from '../sql/fill-load.ts'
import { benchCalendar } from './calendar.ts'
import { benchReads, benchWrites } from './calls.ts'
import { benchDesk } from './desk-growth.ts'
import { benchFanOut } from './fan-out.ts'
import { benchGrowth } from './growth.ts'
import { benchHoursEngine } from './hours-engine.ts'
import { benchLighthouse, benchSiteLighthouse } from './lighthouse.ts'
import { benchMixedWriters } from './mixed-writers.ts'
import { benchNavigation } from './navigation.ts'
import { benchNotifyingCommits } from './notifying-commits.ts'
import { benchMessages, benchOldCalls } from './old-calls.ts'
import { openTestbed } from './parts/testbed.ts'
import { openTown } from './parts/town-server.ts'
import { benchPictures } from './pictures.ts'
import { weighPortal } from './portal-bytes.ts'
import { benchSearch } from './search.ts'
import { type Section, writeSection } from './section.ts'
import { benchSite } from './site.ts'
import { benchStart } from './start-up.ts'
import { benchStats } from './stats-growth.ts'
import { benchStreams } from './streams.ts'

const usage = `
Usage: npm run bench -- [--only SECTION,…] [--quick | --full] [--desk ORDERS] [--search MESSAGES] [--former FOLDER]

Measures the product on this machine against its budgets (design.md, section 11) and writes what it measured into
harness/bench/RESULTS.md. A section that fails loses no other. Exits 1 on an overrun or a failure.

Sections: portal, hours, start, reads, writes (both against a bare handler, with wrk: apt-get install wrk), writers, growth,
calendar, stats, desk, pictures, fan-out, notices (PostgreSQL 15 of Debian's), streams, navigation, messages; search,
lighthouse and site-lighthouse (Lighthouse is installed at its first use), site (the residents' pages) only by name or with
--full; old-calls only with --former.

  --only    only these sections; the others stay in the file as they were measured
  --quick   at most 2 minutes: fewer calls and people; writes no file
  --full    up to 1,000,000 instants, 10,000,000 messages and orders (some 15 minutes and 20 GB of disk for search and desk,
            given back at the end, also when it is interrupted)
  --desk    the desk of a shop at 10,000 orders and at that many
  --search  the search of messages among so many of fifty companies (10000000 is the budget's)
  --former  old calls beside the release in that folder, with its node_modules, on the same database
`

const given = readArguments(usage, {
  only: 'value',
  quick: 'flag',
  full: 'flag',
  desk: 'value',
  search: 'value',
  former: 'value',
})
buildServer()
buildPortal()
buildSite()
const scale = chooseScale()
const testbed = once(() => openTestbed())
const loaded = once(async () => {
  const own = await openTestbed('production')
  console.log('Fills 1,000 companies, 100,000 instants, 1,000,000 messages…')
  return { testbed: own, base: await fillLoad(own.db) }
})
const town = once(openTown)

const sections: Record<string, () => Section | Promise<Section>> = {
  portal: weighPortal,
  hours: benchHoursEngine,
  start: () => benchStart(scale.starts),
  reads: async () => benchReads(await loaded.open(), scale.rounds),
  writes: async () => benchWrites(await loaded.open(), scale.rounds),
  writers: async () => benchMixedWriters(await loaded.open()),
  growth: async () => benchGrowth(await testbed.open(), scale.sizes),
  calendar: () => benchCalendar(scale.agendas),
  stats: async () => benchStats(await testbed.open(), scale.people),
  desk: async () => benchDesk(await testbed.open(), scale.orders),
  pictures: async () => benchPictures(await testbed.open(), scale.saves),
  'fan-out': async () => benchFanOut(await testbed.open(), scale.followers),
  notices: benchNotifyingCommits,
  streams: () => benchStreams(scale.streams),
  navigation: async () => benchNavigation(await town.open(), scale.walks),
  messages: async () => benchMessages(await testbed.open()),
  'old-calls': async () => benchOldCalls(await testbed.open(), given.former ?? ''),
  search: async () => benchSearch(await testbed.open(), scale.messages),
  lighthouse: async () => benchLighthouse(await town.open(), 3),
  'site-lighthouse': async () => benchSiteLighthouse(await town.open(), 3),
  site: async () => benchSite(await town.open(), [10_000, given.full ? 1_000_000 : 100_000]),
}

const longSections = ['old-calls', 'search', 'lighthouse', 'site-lighthouse', 'site']
const results = fileURLToPath(new URL('RESULTS.md', import.meta.url))
const reports = new Map<string, string>()
let isBeyond = false
let leaving: Promise<void> | undefined
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void leave(1))
for (const name of namesOf(given.only)) {
  if (leaving) break
  const report = await measure(name)
  reports.set(name, report)
  console.log(report)
  if (!given.quick && !leaving) writeFileSync(results, writeReport())
}
await leave(isBeyond ? 1 : 0)

function leave(code: number): Promise<void> {
  leaving ??= giveBack().finally(() => process.exit(code))
  return leaving
}

/** Deletes the data even while something still runs on it. */
async function giveBack(): Promise<void> {
  await loaded.close(async (opened) => await opened.testbed[Symbol.asyncDispose]())
  await testbed.close(async (opened) => await opened[Symbol.asyncDispose]())
  await town.close(async (opened) => await opened[Symbol.asyncDispose]())
}

/** The named sections; without names all but the longest. */
function namesOf(only: string | undefined): string[] {
  const byValue = [given.desk && 'desk', given.search && 'search', given.former && 'old-calls']
  const asked = [...new Set([only?.split(','), ...byValue].flatMap((name) => name || []))]
  const unknown = asked.filter((name) => !sections[name])
  if (unknown.length > 0) misuse(usage, `Unknown section: ${unknown.join(', ')}`)
  if (asked.includes('old-calls') && !given.former) misuse(usage, 'old-calls needs --former FOLDER.')
  if (asked.length > 0) return asked
  return Object.keys(sections).filter((name) => (given.full && name !== 'old-calls') || !longSections.includes(name))
}

async function measure(name: string): Promise<string> {
  const began = performance.now()
  const load = loadavg()[0]?.toFixed(1)
  try {
    const section = (await sections[name]?.()) as Section
    isBeyond ||= section.overruns.length > 0
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    const when = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${machine()}; load ${load} before, ${seconds} s.`
    return [writeSection(section), when, ...section.overruns.map((overrun) => `- Beyond budget: ${overrun}`)].join('\n')
  } catch (error) {
    isBeyond = true
    console.error(error)
    return `## ${name}\n\nFailed: ${String(error).split('\n')[0]}`
  }
}

/** Replaces the sections measured now in the file of results. */
function writeReport(): string {
  const before = existsSync(results) ? readFileSync(results, 'utf8') : ''
  const parts = before.split(/<!-- ([a-z-]+) -->\n/).slice(1)
  const known = new Map(Object.keys(sections).map((name) => [name, parts[parts.indexOf(name) + 1]?.trim()]))
  for (const [name, report] of reports) known.set(name, report)
  const all = [...known].flatMap(([name, report]) =>
    report && (parts.includes(name) || reports.has(name)) ? [`<!-- ${name} -->\n${report}\n`] : [],
  )
  return ['# Measured\n\nWritten by `npm run bench`: change it by running it again.\n', ...all].join('\n')
}

function machine(): string {
  return `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}`
}

/** The testbed, opened by the first section that needs it. */
function once<T>(openIt: () => Promise<T>) {
  let opened: Promise<T> | undefined
  return {
    open: () => {
      opened ??= openIt()
      return opened
    },
    close: async (closeIt: (it: T) => Promise<void>) => {
      const it = await opened?.catch(() => undefined)
      opened = undefined
      if (it) await closeIt(it)
    },
  }
}

function chooseScale() {
  const first = { instants: 10_000, messages: 100_000 }
  if (given.quick) {
    const sizes = [
      { instants: 5_000, messages: 20_000 },
      { instants: 20_000, messages: 80_000 },
    ]
    return {
      agendas: [5_000],
      starts: 1,
      rounds: 1,
      saves: 2,
      followers: 5_000,
      people: [5_000, 50_000],
      orders: [2_000, Number(given.desk ?? 20_000)],
      messages: Number(given.search ?? 100_000),
      streams: [1_000],
      walks: 1,
      sizes,
    }
  }
  const sizes = [first, { instants: 100_000, messages: 1_000_000 }]
  if (given.full) sizes.push({ instants: 1_000_000, messages: 10_000_000 })
  return {
    agendas: [10_000, given.full ? 1_000_000 : 100_000],
    starts: 5,
    rounds: 3,
    saves: 5,
    followers: 100_000,
    people: [10_000, 1_000_000],
    orders: [10_000, Number(given.desk ?? (given.full ? 10_000_000 : 1_000_000))],
    messages: Number(given.search ?? (given.full ? 10_000_000 : 1_000_000)),
    streams: [10_000],
    walks: 5,
    sizes,
  }
}

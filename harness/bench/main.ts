import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { readArguments } from '../../scripts/steps/read-arguments.mjs'
import { readSetting } from '../sql/control.ts'
import { benchDesk } from './desk-growth.ts'
import { benchFanOut } from './fan-out.ts'
import { benchGrowth } from './growth.ts'
import { benchHoursEngine } from './hours-engine.ts'
import { benchLighthouse, benchSiteLighthouse } from './lighthouse.ts'
import { benchNavigation } from './navigation.ts'
import { openTown } from './parts/town-server.ts'
import { type BenchWorld, openWorld } from './parts/world.ts'
import { benchPictures } from './pictures.ts'
import { weighPortal } from './portal-bytes.ts'
import { benchReads, prepareReads } from './reads.ts'
import { benchSearch } from './search.ts'
import { type Section, writeSection } from './section.ts'
import { benchStart } from './start-up.ts'
import { benchStats } from './stats-growth.ts'
import { benchStreams } from './streams.ts'

const usage = `
Usage: npm run bench -- [--quick | --full | --desk ORDERS | --search MESSAGES]

Measures the product on this machine against its budgets (design.md, section 11) and writes harness/bench/RESULTS.md: reads against
a bare handler, the same calls as data grows, a town's statistics as its people grow in
number, a save with four photos, messages to many followers, pages left open, start, weight of the portal, time from click to next screen.
Exits 1 on an overrun.

  --quick   at most 2 minutes: fewer calls and people; writes no file
  --full    up to 1,000,000 instants, 10,000,000 messages, 10,000 event streams; Lighthouse too, installed at its first use
  --desk    only the desk of a shop, at 10,000 orders and at that many; writes no file
  --search  only the search of messages, among so many of fifty companies (10000000 is the budget's); writes no file
`

const given = readArguments(usage, { quick: 'flag', full: 'flag', desk: 'value', search: 'value' })
if (given.desk) await measureAlone((alone) => benchDesk(alone, [10_000, Number(given.desk)]))
if (given.search) await measureAlone((alone) => benchSearch(alone, Number(given.search)))
const scale = chooseScale()
const sections: Section[] = [weighPortal(), benchHoursEngine()]
const began = performance.now()
sections.push(await benchStart(scale.starts))
const world = await openWorld()
let version = ''
try {
  version = await readSetting(world.db, 'server_version')
  const reads = await prepareReads(world)
  sections.push(await benchGrowth(world, reads, scale.sizes))
  sections.push(await benchStats(world, scale.people))
  sections.push(await benchDesk(world, scale.orders))
  sections.push(await benchReads(world, reads, scale.calls))
  sections.push(await benchPictures(world, scale.saves))
  sections.push(await benchFanOut(world, scale.followers))
  sections.push(await benchStreams(world, scale.streams))
} finally {
  await world.close()
}
const town = await openTown()
try {
  sections.push(await benchNavigation(town, scale.walks))
  if (given.full) sections.push(await benchLighthouse(town, 3), await benchSiteLighthouse(town, 3))
} finally {
  await town.close()
}
const overruns = sections.flatMap((section) => section.overruns)
const report = [heading(), ...sections.map(writeSection), conclusion(), ''].join('\n')
console.log(report)
if (!given.quick) writeFileSync(fileURLToPath(new URL('RESULTS.md', import.meta.url)), report)
process.exit(overruns.length === 0 ? 0 : 1)

async function measureAlone(bench: (alone: BenchWorld) => Promise<Section>): Promise<never> {
  const alone = await openWorld()
  const section = await bench(alone)
  await alone.close()
  console.log([writeSection(section), ...section.overruns].join('\n'))
  process.exit(section.overruns.length === 0 ? 0 : 1)
}

function chooseScale() {
  const first = { instants: 10_000, messages: 100_000 }
  if (given.quick) {
    const sizes = [
      { instants: 5_000, messages: 20_000 },
      { instants: 20_000, messages: 80_000 },
    ]
    return {
      starts: 1,
      calls: 400,
      saves: 2,
      followers: 5_000,
      people: [5_000, 50_000],
      orders: [2_000, 20_000],
      streams: [1_000],
      walks: 1,
      sizes,
    }
  }
  const sizes = [first, { instants: 100_000, messages: 1_000_000 }]
  if (given.full) sizes.push({ instants: 1_000_000, messages: 10_000_000 })
  return {
    starts: 5,
    calls: 2_000,
    saves: 5,
    followers: 100_000,
    people: [10_000, 1_000_000],
    orders: [10_000, given.full ? 10_000_000 : 1_000_000],
    streams: given.full ? [5_000, 10_000] : [5_000],
    walks: 5,
    sizes,
  }
}

function heading(): string {
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 1e9)} GB`
  const load = loadavg()[0]?.toFixed(1)
  return `# Measured on ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC\n
${machine}; Node ${process.version}, PostgreSQL ${version}; load ${load} at the end, ${((performance.now() - began) / 1000).toFixed(0)} s in all.
Written by \`npm run bench\`: change it by running it again.\n`
}

function conclusion(): string {
  if (overruns.length === 0) return 'Every budget is kept.'
  return ['Beyond budget:', '', ...overruns.map((overrun) => `- ${overrun}`)].join('\n')
}

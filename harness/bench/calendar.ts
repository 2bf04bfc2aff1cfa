import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { agendaContract } from '@parvis/domain/agenda/agenda.contract'
import { readConfig } from '../../apps/server/src/config.ts'
import { maxNearDates } from '../../apps/server/src/features/agenda/near-dates.ts'
import { readCalendar } from '../../apps/server/src/features/agenda/read-calendar.ts'
import { writeItems } from '../../apps/server/src/http/json-answers.ts'
import { fillAgenda, fillCrowd } from '../sql/fill-agenda.ts'
import { insertThreads } from '../sql/seed.ts'
import { productionSettings } from './calls.ts'
import type { PagesRead } from './parts/agenda-reader.ts'
import { call } from './parts/http-client.ts'
import { medianTime } from './parts/load.ts'
import type { Probed } from './parts/probe.ts'
import { openTestbed, type Testbed } from './parts/testbed.ts'
import type { Section } from './section.ts'

const crowd = 40_000
const crowded = '48000'
/** What another call may wait for one agenda (issue 14, F8). */
const budget = 20
const calls = 60
const seconds = 20

/**
 * The cost of one agenda as the country grows (decision 0009): the same answer, 60 instants of one zip, among more and more
 * instants, a tenth of them finished ones of that zip. Then a zip with 40,000 instants: what other calls wait while its pages are
 * asked without a pause, and the longest turn of the event loop.
 */
export async function benchCalendar(sizes: readonly number[]): Promise<Section> {
  // A database of its own: another section has filled the towns of the common one.
  await using testbed = await openTestbed('production')
  const { owner, threads } = await insertThreads(testbed.db, 1)
  const settings = `/v1/company/settings/${threads[0]?.companyId}`
  await using server = await testbed.start({ ...productionSettings, PROCESS_ROLE: 'api' })
  const rows: string[][] = []
  let stored = 0
  for (const size of sizes) {
    await fillAgenda(testbed.db, size - stored, stored === 0)
    stored = size
    await requireItems(server.base, owner.token, '75015', 60)
    const median = await medianTime(server.base, pathOf('75015'), owner.token, calls)
    rows.push([`60 instants of a zip among ${size.toLocaleString('en')}`, `${written(median)} ms`, '', '', ''])
  }
  await fillCrowd(testbed.db, crowded, crowd)
  await requireItems(server.base, owner.token, crowded, maxNearDates)
  await warmUp(server.base, owner.token)
  const atRest = await probe(server.base, settings, owner.token)
  rows.push(['nobody asks for one', '', ...waits(atRest)])
  const asking = readWithoutPause(server.base, owner.token)
  const others = await probe(server.base, settings, owner.token)
  rows.push([`one zip of ${crowd.toLocaleString('en')}, again and again`, await asking.end(), ...waits(others)])
  const turn = await longestTurn(testbed)
  rows.push(['its longest turn of the event loop', `${turn.clock} ms, ${turn.processor} of processor`, '', '', ''])
  const isBeyond = others.max > budget
  return {
    title: `An agenda, and what others wait meanwhile (asked by another process for ${seconds} s; budget ${budget} ms at most)`,
    headings: ['agenda', 'answered in', 'other calls', 'p99', 'at most'],
    rows,
    overruns: isBeyond ? [`a call of ${written(others.max)} ms beside a crowded agenda, ${budget} allowed`] : [],
  }
}

const pathOf = (zip: string) => `/v1/instants/calendar?${new URLSearchParams({ cityCodes: `[${zip}]` })}`

const written = (milliseconds: number) => milliseconds.toFixed(2)
const waits = ({ calls: count, p99, max }: Probed) => [String(count), `${written(p99)} ms`, `${written(max)} ms`]

/** Throws when a page has fewer items: the times of an empty agenda would mean nothing. */
async function requireItems(base: string, token: string, zip: string, least: number): Promise<void> {
  const { body } = await call(base, 'GET', pathOf(zip), { token })
  const { data } = JSON.parse(body) as { data: object[] }
  if (data.length < least) throw new Error(`${data.length} items in ${zip}, at least ${least} expected`)
}

/** Reads pages for three seconds, so that what is measured afterwards finds its code compiled and its statements planned. */
async function warmUp(base: string, token: string): Promise<void> {
  const reader = readWithoutPause(base, token)
  await pause(3_000)
  await reader.end()
}

/** A process that reads page after page until `end`, which returns their number and duration. */
function readWithoutPause(base: string, token: string) {
  const reader = spawn(process.execPath, [...oneWorker, script('agenda-reader.ts'), base, crowded, token], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = text(reader.stdout)
  return {
    end: async () => {
      reader.kill('SIGTERM')
      const { pages, milliseconds } = JSON.parse(await printed) as PagesRead
      return `${pages} pages, ${written(milliseconds)} ms each`
    },
  }
}

/** The other person's calls, from a process that asks for no agenda. */
async function probe(base: string, path: string, token: string): Promise<Probed> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...oneWorker,
    script('probe.ts'),
    base,
    path,
    token,
    String(seconds),
  ])
  return JSON.parse(stdout) as Probed
}

/** What asks shares two processors with what answers: its collector is to disturb neither. */
const oneWorker = ['--v8-pool-size=1']
const script = (name: string) => join(import.meta.dirname, 'parts', name)

/**
 * The longest that another call waits for its turn, of ten readings once the code is compiled: on the clock, and of the
 * processor alone, which a busy machine does not lengthen.
 */
async function longestTurn({ db, folder }: Testbed): Promise<{ clock: string; processor: string }> {
  const config = readConfig({ NODE_ENV: 'development', PARVIS_DATA: folder })
  const read = async () => {
    await writeItems(agendaContract.readCalendar.answer, readCalendar({ db, config }, [crowded]))
  }
  for (let round = 0; round < 5; round++) await read()
  let [clock, processor, isOver] = [0, 0, false]
  let [at, spent] = [performance.now(), process.threadCpuUsage()]
  const look = () => {
    const { user, system } = process.threadCpuUsage(spent)
    processor = Math.max(processor, (user + system) / 1_000)
    clock = Math.max(clock, performance.now() - at)
    ;[at, spent] = [performance.now(), process.threadCpuUsage()]
    if (!isOver) setImmediate(look)
  }
  look()
  for (let round = 0; round < 10; round++) await read()
  isOver = true
  return { clock: written(clock), processor: written(processor) }
}

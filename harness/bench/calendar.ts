import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { agendaContract } from '@parvis/domain/agenda/agenda.contract'
import { readConfig } from '../../apps/server/src/config.ts'
import { maxItems } from '../../apps/server/src/features/agenda/agenda-items.ts'
import { readCalendar } from '../../apps/server/src/features/agenda/read-calendar.ts'
import { writeItems } from '../../apps/server/src/http/json-answers.ts'
import { fillAgenda, fillCrowd } from '../sql/fill-agenda.ts'
import { insertThreads } from '../sql/seed.ts'
import { productionSettings } from './calls.ts'
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
  await requireItems(server.base, owner.token, crowded, maxItems)
  await walkOnce(server.base, owner.token)
  const atRest = await probe(server.base, settings, owner.token)
  rows.push(['nobody asks for one', '', ...waits(atRest)])
  const asking = askWithoutPause(server.base, owner.token)
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

const pathOf = (zip: string, after = '') =>
  `/v1/instants/calendar?${new URLSearchParams({ cityCodes: `[${zip}]`, ...(after && { after }) })}`

const written = (milliseconds: number) => milliseconds.toFixed(2)
const waits = ({ calls: count, p99, max }: Probed) => [String(count), `${written(p99)} ms`, `${written(max)} ms`]

/** Throws when a page has fewer items: the times of an empty agenda would mean nothing. */
async function requireItems(base: string, token: string, zip: string, least: number): Promise<void> {
  const { body } = await call(base, 'GET', pathOf(zip), { token })
  const { data } = JSON.parse(body) as { data: Item[] }
  if (data.length < least) throw new Error(`${data.length} items in ${zip}, at least ${least} expected`)
}

type Item = { id: number; start: string }

/** Reads every page once, so that what is measured afterwards finds its code compiled and its statements planned. */
async function walkOnce(base: string, token: string): Promise<void> {
  let after = ''
  do after = cursorAfter((await call(base, 'GET', pathOf(crowded, after), { token })).body)
  while (after)
}

/** Reads page after page, starting over after the last one, until `end`, which returns their number and duration. */
function askWithoutPause(base: string, token: string) {
  let isOver = false
  const all = (async () => {
    const times: number[] = []
    let after = ''
    while (!isOver) {
      const { body, milliseconds } = await call(base, 'GET', pathOf(crowded, after), { token })
      times.push(milliseconds)
      after = cursorAfter(body)
    }
    const sum = times.reduce((total, time) => total + time, 0)
    return `${times.length} pages, ${written(sum / times.length)} ms each`
  })()
  return {
    end: async () => {
      isOver = true
      return await all
    },
  }
}

/** The cursor of a page, empty after the last one. Only its last item is parsed: the asker of a real agenda has a processor of their own. */
function cursorAfter(page: string): string {
  const begin = page.lastIndexOf('{"id":')
  if (begin < 0) return ''
  const { start, id } = JSON.parse(page.slice(begin, -']}'.length)) as Item
  return `${start},${id}`
}

/** The other person's calls, from a process that asks for no agenda. */
async function probe(base: string, path: string, token: string): Promise<Probed> {
  const script = join(import.meta.dirname, 'parts', 'probe.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, base, path, token, String(seconds)])
  return JSON.parse(stdout) as Probed
}

/**
 * The longest that another call waits for its turn, of ten readings once the code is compiled: on the clock, and of the
 * processor alone, which a busy machine does not lengthen.
 */
async function longestTurn({ db, folder }: Testbed): Promise<{ clock: string; processor: string }> {
  const config = readConfig({ NODE_ENV: 'development', PARVIS_DATA: folder })
  const read = async () => {
    await writeItems(agendaContract.readCalendar.answer, await readCalendar({ db, config }, [crowded], undefined))
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

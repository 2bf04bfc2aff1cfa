import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type EventStream, openEventStream } from '../faults/event-stream.ts'
import { until } from '../faults/until.ts'
import { followAll, insertPeople, insertThreads } from '../sql/seed.ts'
import { productionSettings } from './calls.ts'
import { clientAt } from './parts/http-client.ts'
import type { Probed } from './parts/probe.ts'
import { residentMegabytes } from './parts/process-numbers.ts'
import { openTestbed, type Testbed } from './parts/testbed.ts'
import type { Section } from './section.ts'

const budget = { megabytes: 320, p99: 20, max: 60 }
/** How long the others are asked: four beats. */
const seconds = 60
const warmUp = 300

/** Pages left open: what they weigh on the process, on everyone else's calls, and how soon one event reaches them all (trust.md F22). */
export async function benchStreams(counts: readonly number[]): Promise<Section> {
  // Without the tables of development, whose clock makes every look at it slower.
  await using testbed = await openTestbed('production')
  const measured: Measured[] = []
  for (const count of counts) measured.push(await measure(testbed, count))
  return {
    title: `Idle event streams (budgets ${budget.megabytes} MB; of other calls, asked by another process for ${seconds} s, p99 ${budget.p99} ms and ${budget.max} ms at most)`,
    headings: [
      'streams',
      'memory before',
      'memory with them',
      'other calls',
      'p99',
      'at most',
      'one event to each in',
      'heard by',
    ],
    rows: measured.map(({ count, before, memory, others, delivered, heard }) => [
      count.toLocaleString('en'),
      `${before} MB`,
      `${memory} MB`,
      String(others.calls),
      `${others.p99.toFixed(1)} ms`,
      `${others.max.toFixed(1)} ms`,
      `${(delivered / 1000).toFixed(2)} s`,
      heard.toLocaleString('en'),
    ]),
    overruns: measured.flatMap(overrunsOf),
  }
}

type Measured = { count: number; before: number; memory: number; others: Probed; delivered: number; heard: number }

async function measure(testbed: Testbed, count: number): Promise<Measured> {
  const { owner, threads } = await insertThreads(testbed.db, 1)
  const companyId = threads[0]?.companyId ?? ''
  const people = await insertPeople(testbed.db, count)
  await followAll(testbed.db, companyId, people)
  await using server = await testbed.start({ ...productionSettings, PROCESS_ROLE: 'api' })
  using open = new DisposableStack()
  const streams: EventStream[] = []
  const settings = `/v1/company/settings/${companyId}`
  const { call } = clientAt(server.base)
  const whose = { token: owner.token, params: { companyId } }
  for (let n = 0; n < warmUp; n++) await call('GET /v1/company/settings/:companyId', whose)
  const before = residentMegabytes(server.pid)
  for (let from = 0; from < count; from += 100) {
    const batch = people.slice(from, from + 100).map(({ token }) => openEventStream(server.base, token))
    streams.push(...(await Promise.all(batch)).map((stream) => open.use(stream)))
  }
  const heardBy = (event: string) => streams.filter(({ heard }) => heard.includes(event)).length
  await until('every stream says ready', 60_000, async () => heardBy('ready') === count)
  const others = await probe(server.base, settings, owner.token)
  const memory = residentMegabytes(server.pid)
  const body = { message: 'Fête du livre samedi' }
  const asked = performance.now()
  await call('POST /v1/company/:id/broadcast', { token: owner.token, params: { id: companyId }, body })
  await until('all heard', 60_000, async () => heardBy('changed') === count, 5)
  const delivered = performance.now() - asked
  return { count, before, memory, others, delivered, heard: heardBy('changed') }
}

/** The others' calls, asked by a process that holds no stream. */
async function probe(base: string, path: string, token: string): Promise<Probed> {
  const script = join(import.meta.dirname, 'parts', 'probe.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, base, path, token, String(seconds)])
  return JSON.parse(stdout) as Probed
}

function overrunsOf({ count, memory, others }: Measured): string[] {
  const overruns: string[] = []
  const { p99, max } = others
  if (memory > budget.megabytes) overruns.push(`${count} streams: ${memory} MB, ${budget.megabytes} allowed`)
  if (p99 > budget.p99) overruns.push(`${count} streams: other calls p99 ${p99.toFixed(1)} ms, ${budget.p99} allowed`)
  if (max > budget.max) overruns.push(`${count} streams: a call of ${max.toFixed(1)} ms, ${budget.max} allowed`)
  return overruns
}

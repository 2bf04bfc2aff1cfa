import { setTimeout as pause } from 'node:timers/promises'
import { type EventStream, openEventStream } from '../faults/event-stream.ts'
import { percentile } from '../faults/fault.ts'
import { until } from '../faults/until.ts'
import { followAll, insertPeople, insertThreads } from '../sql/seed.ts'
import { call, callOk } from './parts/http-client.ts'
import { residentMegabytes } from './parts/process-numbers.ts'
import type { BenchWorld } from './parts/world.ts'
import type { Section } from './section.ts'

const most = { megabytes: 350, p99: 20 }
const otherCalls = 300
const idleMilliseconds = 25_000

/** Pages left open: what they weigh on the process, on everyone else's calls, and how soon one event reaches them all (trust.md F22). */
export async function benchStreams(world: BenchWorld, counts: readonly number[]): Promise<Section> {
  const measured: Measured[] = []
  for (const count of counts) measured.push(await measure(world, count))
  return {
    title: `Idle event streams (budgets ${most.megabytes} MB, ${most.p99} ms for other calls)`,
    headings: ['streams', 'memory before', 'memory with them', 'other calls, p99', 'one event to each in', 'heard by'],
    rows: measured.map(({ count, before, memory, p99, delivered, heard }) => [
      count.toLocaleString('en'),
      `${before} MB`,
      `${memory} MB`,
      `${p99.toFixed(1)} ms`,
      `${(delivered / 1000).toFixed(2)} s`,
      heard.toLocaleString('en'),
    ]),
    overruns: measured.flatMap(overrunsOf),
  }
}

type Measured = { count: number; before: number; memory: number; p99: number; delivered: number; heard: number }

async function measure(world: BenchWorld, count: number): Promise<Measured> {
  const { owner, threads } = await insertThreads(world.db, 1)
  const companyId = threads[0]?.companyId ?? ''
  const people = await insertPeople(world.db, count)
  await followAll(world.db, companyId, people)
  const server = await world.start({ PROCESS_ROLE: 'api' })
  const streams: EventStream[] = []
  try {
    await times(server.base, `/v1/company/settings/${companyId}`, owner.token)
    const before = residentMegabytes(server.pid)
    for (let from = 0; from < count; from += 100) {
      const batch = people.slice(from, from + 100).map(({ token }) => openEventStream(server.base, token))
      streams.push(...(await Promise.all(batch)))
    }
    const heardBy = (event: string) => streams.filter(({ heard }) => heard.includes(event)).length
    await until('every stream says ready', 60_000, async () => heardBy('ready') === count)
    // Past a first beat, and once V8 has given back what opening them all took: idle is what is measured.
    await pause(idleMilliseconds)
    const p99 = percentile(await times(server.base, `/v1/company/settings/${companyId}`, owner.token), 0.99)
    const memory = residentMegabytes(server.pid)
    const body = { token: owner.token, json: { message: 'Fête du livre samedi' } }
    const asked = performance.now()
    await callOk(server.base, 'POST', `/v1/company/${companyId}/broadcast`, body)
    await until('all heard', 60_000, async () => heardBy('changed') === count, 5)
    const delivered = performance.now() - asked
    return { count, before, memory, p99, delivered, heard: heardBy('changed') }
  } finally {
    for (const stream of streams) stream.close()
    await server.signal('SIGKILL')
  }
}

/** Milliseconds of calls one after the other. */
async function times(base: string, path: string, token: string): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < otherCalls; n++) taken.push((await call(base, 'GET', path, { token })).milliseconds)
  return taken
}

function overrunsOf({ count, memory, p99 }: Measured): string[] {
  const overruns: string[] = []
  if (memory > most.megabytes) overruns.push(`${count} streams: ${memory} MB, ${most.megabytes} allowed`)
  if (p99 > most.p99) overruns.push(`${count} streams: other calls p99 ${p99.toFixed(1)} ms, ${most.p99} allowed`)
  return overruns
}

import { setTimeout as pause } from 'node:timers/promises'
import { call } from '../bench/parts/http-client.ts'
import { residentMegabytes } from '../bench/parts/process-numbers.ts'
import { followAll, insertPeople, insertThreads } from '../sql/seed.ts'
import { percentile } from './answers.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { broadcastTo } from './fan-out-stage.ts'
import { type Check, type Fault, holds, planted, within } from './fault.ts'
import { until } from './until.ts'

/** The release figure is of idle streams: memory used to open them is freed by the first beat. Milliseconds. */
const release = { count: 10_000, p99: 20, idle: 25_000 }
const bounded = { count: 2_000, p99: 100, idle: 0 }

/** F22: many people leave the page open; one event reaches each, and everyone else is served as before. */
export const idleStreams: Fault = {
  id: 'F22',
  title: 'idle event streams',
  run: async ({ testbed, long }) => {
    const { count, p99, idle } = long ? release : bounded
    await using server = await testbed.start({ PROCESS_ROLE: 'api' })
    const { owner, companyId } = await insertThreads(testbed.db, 0)
    const people = await insertPeople(testbed.db, count)
    await followAll(testbed.db, companyId, people)
    const forgetful = await insertThreads(testbed.db, 0)
    await followAll(testbed.db, forgetful.companyId, people.slice(1))
    const before = residentMegabytes(server.pid)
    using open = new DisposableStack()
    const streams: EventStream[] = []
    for (let from = 0; from < count; from += 100) {
      const tokens = people.slice(from, from + 100).map(({ token }) => token)
      streams.push(
        ...(await Promise.all(tokens.map(async (token) => open.use(await openEventStream(server.base, token))))),
      )
    }
    const heardBy = (event: string, times = 1) =>
      streams.filter(({ heard }) => heard.filter((name) => name === event).length >= times).length
    await until('every stream says ready', 60_000, async () => heardBy('ready') === count)
    await pause(idle)
    const memory = residentMegabytes(server.pid)
    const others: number[] = []
    for (let n = 0; n < 100; n++) {
      const path = `/v1/company/settings/${companyId}`
      others.push((await call(server.base, 'GET', path, { token: owner.token })).milliseconds)
    }
    const told = performance.now()
    await broadcastTo(testbed, server.base, { companyId, owner })
    await until('all hear of the broadcast', 60_000, async () => heardBy('changed') === count)
    const delivered = performance.now() - told
    await broadcastTo(testbed, server.base, forgetful)
    await until('they hear of the next one', 60_000, async () => heardBy('changed', 2) >= count - 1)
    const unheard = judgeHeard(heardBy('changed', 2), count)
    return {
      done: `${count} streams, one event to each`,
      recoveries: [delivered],
      checks: [
        judgeHeard(heardBy('changed'), count),
        holds(`memory ${memory} MB (${before} before, at most 350)`, memory < 350),
        within('other calls meanwhile, p99', percentile(others, 0.99), p99),
        within('all told in', delivered, 5_000),
      ],
      controls: [planted('one person left out of the audience', [unheard])],
    }
  },
}

function judgeHeard(heard: number, count: number): Check {
  return holds(`heard of it: ${heard} of ${count}`, heard === count)
}

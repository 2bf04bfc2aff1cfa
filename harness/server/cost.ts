import type { InjectOptions } from 'fastify'
import type { TestApp } from './test-app.ts'

/** What one call of a stranger may take of a processor: in all, and while nobody else is answered. */
const maxMilliseconds = 100
const maxTurn = 20

/** Empties the pages in memory, as a change of clock does. */
async function forgetPages(server: TestApp): Promise<void> {
  const heard = new Promise<void>((resolve) => {
    const stop = server.deps.live.observe((event) => {
      if (event === 'gap' || event.topic !== 'clock') return
      stop()
      resolve()
    })
  })
  await server.setClock(null)
  await heard
}

/** The processor time of the longest turn of the event loop while something is done: what others wait, however busy the machine is. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, isDone] = [0, false]
  let before = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1_000)
    before = process.threadCpuUsage()
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isDone = true
  const { user, system } = process.threadCpuUsage(before)
  return Math.max(longest, (user + system) / 1_000)
}

export type Cost = { name: string; all: number; turn: number; status: number }

/** The least of some tries: what the machine and the compiler add is not the call's. */
export async function costOf(server: TestApp, name: string, call: InjectOptions): Promise<Cost> {
  const cost: Cost = { name, all: Number.POSITIVE_INFINITY, turn: Number.POSITIVE_INFINITY, status: 0 }
  for (let tries = 0; tries < 8 && (tries < 2 || cost.all > maxMilliseconds || cost.turn > maxTurn); tries++) {
    await forgetPages(server)
    const before = process.cpuUsage()
    cost.status = (await server.app.inject(call)).statusCode
    const { user, system } = process.cpuUsage(before)
    cost.all = Math.min(cost.all, (user + system) / 1_000)
    await forgetPages(server)
    cost.turn = Math.min(cost.turn, await longestTurn(() => server.app.inject(call)))
  }
  return cost
}

export const beyond = (costs: readonly Cost[]) =>
  costs.filter(({ all, turn }) => all > maxMilliseconds || turn > maxTurn)

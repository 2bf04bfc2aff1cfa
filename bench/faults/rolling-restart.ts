import { setTimeout as pause } from 'node:timers/promises'
import { insertThreads } from '../../apps/server/src/bench/seed.queries.ts'
import { call } from '../parts/http-client.ts'
import { freePort, type ServerProcess } from '../parts/server-process.ts'
import { type Fault, holds, percentile, within } from './fault.ts'
import { compareWritten } from './writers.ts'

/** F16: two processes take turns to restart; a client that tries its other address once notices nothing. */
export const rollingRestart: Fault = {
  id: 'F16',
  title: 'SIGTERM, rolling restart under load',
  run: async ({ world, long }) => {
    const restarts = long ? 12 : 4
    const { threads } = await insertThreads(world.db, 12)
    const ports = [await freePort(), await freePort()]
    const servers = await Promise.all(ports.map((port) => world.start({ PROCESS_ROLE: 'api' }, port)))
    const sent = new Set<string>()
    const failures: string[] = []
    let retried = 0
    let stopped = false
    const lanes = threads.map(async ({ discussionId, token }, lane) => {
      for (let n = lane; !stopped; n++) {
        const message = `F16 ${lane}-${n}`
        const path = `/v1/discussions/${discussionId}/message`
        const options = { token, json: { message }, headers: { 'idempotency-key': message } }
        const attempt = (server: number) =>
          call(`http://127.0.0.1:${ports[server % 2]}`, 'POST', path, options).then(
            ({ status }) => status,
            (error: Error) => error.message,
          )
        let outcome = await attempt(n)
        if (outcome !== 200) {
          retried++
          outcome = await attempt(n + 1)
        }
        if (outcome === 200) sent.add(message)
        else failures.push(String(outcome))
        await pause(20)
      }
    })
    const stops: number[] = []
    for (let n = 0; n < restarts; n++) {
      await pause(1_000)
      const started = performance.now()
      await servers[n % 2]?.signal('SIGTERM')
      stops.push(performance.now() - started)
      servers[n % 2] = await world.start({ PROCESS_ROLE: 'api' }, ports[n % 2])
    }
    stopped = true
    await Promise.all(lanes)
    await endAll(servers)
    const { lost, duplicates } = await compareWritten(world.db, 'F16', sent)
    return {
      done: `${restarts} restarts, ${threads.length} clients, ${retried} retries`,
      acknowledged: sent.size,
      lost,
      duplicates,
      recoveries: stops,
      checks: [
        holds(`failed after one retry: ${failures.length} ${failures[0] ?? ''}`, failures.length === 0),
        holds(`lost ${lost}, duplicates ${duplicates}`, lost + duplicates === 0),
        within('stopped in, at most', percentile(stops, 1), 10_000),
      ],
    }
  },
}

async function endAll(servers: readonly ServerProcess[]): Promise<void> {
  for (const server of servers) await server.signal('SIGKILL')
}

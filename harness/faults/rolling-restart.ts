import { setTimeout as pause } from 'node:timers/promises'
import { freePort, type ServerProcess } from '../bench/parts/server-process.ts'
import type { Testbed } from '../bench/parts/testbed.ts'
import { insertThreads, type Thread } from '../sql/seed.ts'
import { type Control, type Fault, percentile, planted, within } from './fault.ts'
import { compareWritten, judgeRetried, judgeWritten, onceMore, startWriters } from './writers.ts'

/** F16: two processes take turns to restart; a client that tries its other address once notices nothing. */
export const rollingRestart: Fault = {
  id: 'F16',
  title: 'SIGTERM, rolling restart under load',
  run: async ({ testbed, long }) => {
    const restarts = long ? 12 : 4
    const { threads } = await insertThreads(testbed.db, 12)
    const ports = [await freePort(), await freePort()]
    const servers = await Promise.all(ports.map((port) => startApi(testbed, port)))
    await using clients = startWriters(basesOf(ports), threads, 'F16', onceMore)
    const stops: number[] = []
    for (let n = 0; n < restarts; n++) {
      await pause(1_000)
      const started = performance.now()
      await servers[n % 2]?.signal('SIGTERM')
      stops.push(performance.now() - started)
      servers[n % 2] = await startApi(testbed, ports[n % 2])
    }
    await clients.stop()
    const controls = [await restartBoth(testbed, ports, servers, threads)]
    const written = await compareWritten(testbed.db, 'F16', clients.acknowledged)
    return {
      done: `${restarts} restarts, ${threads.length} clients, ${clients.retried()} retries`,
      acknowledged: clients.acknowledged.size,
      ...written,
      recoveries: stops,
      checks: [
        judgeRetried(clients),
        ...judgeWritten(written),
        within('stopped in, at most', percentile(stops, 1), 10_000),
      ],
      controls,
    }
  },
}

/** Control: both processes restarted at once. Leaves both ended. */
async function restartBoth(
  testbed: Testbed,
  ports: readonly number[],
  servers: readonly ServerProcess[],
  threads: readonly Thread[],
): Promise<Control> {
  await using clients = startWriters(basesOf(ports), threads, 'F16-control', onceMore)
  await pause(300)
  await Promise.all(servers.map((server) => server.signal('SIGTERM')))
  await pause(300)
  const started = await Promise.all(ports.map((port) => startApi(testbed, port)))
  await clients.stop()
  for (const server of started) await server.signal('SIGKILL')
  return planted('both processes restarted at once', [judgeRetried(clients)])
}

function startApi(testbed: Testbed, port: number | undefined): Promise<ServerProcess> {
  return testbed.start({ PROCESS_ROLE: 'api' }, port)
}

function basesOf(ports: readonly number[]): string[] {
  return ports.map((port) => `http://127.0.0.1:${port}`)
}

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { call } from '../bench/parts/http-client.ts'
import { freePort } from '../bench/parts/server-process.ts'
import { insertThreads } from '../sql/seed.ts'
import { openEventStream } from './event-stream.ts'
import { type Fault, holds, planted, within } from './fault.ts'
import { judgeRetried, startRetryingClients } from './retrying-clients.ts'
import { judgeAddresses } from './shared-state.ts'
import { missesHaproxy, startHaproxy } from './start-haproxy.ts'
import { until } from './until.ts'
import { compareWritten, judgeWritten } from './writers.ts'

/** What SEVERAL plays behind nginx, for docs/operations/haproxy.cfg: restarts in turn, addresses, events, what stays inside. */
export const behindHaproxy: Fault = {
  id: 'HAPROXY',
  title: 'two API processes restarted in turn behind haproxy',
  isLong: true,
  run: async ({ testbed }) => {
    const missing = missesHaproxy()
    if (missing) return { done: missing, notRun: missing, checks: [], controls: [] }
    const ports = [await freePort(), await freePort()]
    const env = { PROCESS_ROLE: 'api', TRUST_PROXY: '1', ALLOW_DEVELOPMENT_IN_PUBLIC: '1' }
    const strict = await Promise.all(ports.map((port) => testbed.start({ ...env, RATE_LIMITS: 'strict' }, port)))
    await using haproxy = await startHaproxy(join(testbed.folder, 'haproxy'), await freePort(), ports)
    const addresses = [await judgeAddresses(haproxy.base), await judgeAddresses(strict[0]?.base ?? '')] as const
    await Promise.all(strict.map((server) => server.signal('SIGTERM')))
    const servers = await Promise.all(ports.map((port) => testbed.start(env, port)))
    const { owner, threads } = await insertThreads(testbed.db, 8)
    const inside = (await call(haproxy.base, 'GET', '/v1/metrics')).status
    using stream = await openEventStream(haproxy.base, owner.token)
    await using clients = startRetryingClients([haproxy.base], threads, 'HAPROXY')
    const heard = await until('events pass', 15_000, async () => stream.heard.includes('changed'))
    const recoveries: number[] = []
    for (let n = 0; n < 4; n++) {
      const began = performance.now()
      await servers[n % 2]?.signal('SIGTERM')
      servers[n % 2] = await testbed.start(env, ports[n % 2])
      recoveries.push(performance.now() - began)
      await pause(500)
    }
    await clients.stop()
    await using hasty = startRetryingClients([haproxy.base], threads, 'HAPROXY-control')
    await Promise.all(servers.map((server) => server.signal('SIGTERM')))
    const again = await Promise.all(ports.map((port) => testbed.start(env, port)))
    await hasty.stop()
    for (const server of again) await server.signal('SIGKILL')
    const written = await compareWritten(testbed.db, 'HAPROXY', clients.acknowledged)
    return {
      done: `4 restarts, ${threads.length} clients, ${clients.retried()} retries`,
      acknowledged: clients.acknowledged.size,
      ...written,
      recoveries,
      checks: [
        judgeRetried(clients.failures),
        ...judgeWritten(written),
        addresses[0],
        holds(`/v1/metrics stays inside (${inside})`, inside === 404),
        within('an event passes after', heard, 5_000),
      ],
      controls: [
        planted('both processes restarted at once', [judgeRetried(hasty.failures)]),
        planted('X-Forwarded-For taken from the client', [addresses[1]]),
      ],
    }
  },
}

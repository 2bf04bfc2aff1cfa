import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../apps/server/src/db/embedded/free-port.ts'
import { insertThreads } from '../sql/seed.ts'
import { median } from './answers.ts'
import { type Fault, holds, within } from './fault.ts'
import { acknowledgeFirst, judgeWritten, retryWithoutKey, startWriters } from './writers.ts'

/** Time limit in milliseconds: G08 asks for 300 kills; a slow machine stops earlier and reports its number. */
const maxMilliseconds = 15 * 60_000

/** F01: nothing that was answered is lost, nothing is done twice, though the process dies at any moment. */
export const killApi: Fault = {
  id: 'F01',
  title: 'kill -9 of the API during writes',
  run: async ({ testbed, long }) => {
    const kills = long ? 300 : 8
    const end = performance.now() + maxMilliseconds
    const { threads } = await insertThreads(testbed.db, 16)
    const port = await freePort()
    let server = await testbed.start({ PROCESS_ROLE: 'api' }, port)
    await using writers = startWriters(() => server.base, threads, 'F01')
    const recoveries: number[] = []
    for (let kill = 0; kill < kills && performance.now() < end; kill++) {
      await writers.nextAcknowledgement()
      await pause(200 + Math.random() * 400)
      const killed = performance.now()
      await server.signal('SIGKILL')
      server = await testbed.start({ PROCESS_ROLE: 'api' }, port)
      recoveries.push(performance.now() - killed)
    }
    await writers.stop()
    const written = await judgeWritten(testbed.db, 'F01', writers)
    const stage = { db: testbed.db, threads, label: 'F01-control', base: () => server.base }
    const controls = [
      await retryWithoutKey(stage),
      await acknowledgeFirst(stage, async () => {
        await server.signal('SIGKILL')
        await pause(100)
        server = await testbed.start({ PROCESS_ROLE: 'api' }, port)
      }),
    ]
    return {
      done: `${recoveries.length} kills, ${threads.length} clients`,
      recoveries,
      checks: [
        ...written,
        holds(`acknowledged ${writers.acknowledged.size} between kills`, writers.acknowledged.size > recoveries.length),
        within('ready again, median', median(recoveries), 2_000),
      ],
      controls,
    }
  },
}

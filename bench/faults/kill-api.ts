import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { insertThreads, type Thread } from '../../apps/server/src/bench/seed.queries.ts'
import { callOk } from '../parts/http-client.ts'
import { freePort } from '../parts/server-process.ts'
import type { World } from '../parts/world.ts'
import { type Fault, holds, percentile, within } from './fault.ts'
import { compareWritten, startWriters } from './writers.ts'

/** F01: nothing that was answered is lost, nothing is done twice, though the process dies at any moment. */
export const killApi: Fault = {
  id: 'F01',
  title: 'kill -9 of the API during writes',
  run: async ({ world, long }) => {
    const kills = long ? 50 : 8
    const { threads } = await insertThreads(world.db, 16)
    const port = await freePort()
    let server = await world.start({ PROCESS_ROLE: 'api' }, port)
    const writers = startWriters(() => server.base, threads, 'F01')
    const recoveries: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      await writers.nextAcknowledgement()
      await pause(200 + Math.random() * 400)
      const killed = performance.now()
      await server.signal('SIGKILL')
      server = await world.start({ PROCESS_ROLE: 'api' }, port)
      recoveries.push(performance.now() - killed)
    }
    await writers.stop()
    const { lost, duplicates } = await compareWritten(world.db, 'F01', writers.acknowledged)
    const control = await canSeeFailures(world, server.base, threads[0])
    await server.signal('SIGKILL')
    return {
      done: `${kills} kills, ${threads.length} clients`,
      acknowledged: writers.acknowledged.size,
      lost,
      duplicates,
      recoveries,
      checks: [
        holds(`lost ${lost}`, lost === 0),
        holds(`duplicates ${duplicates}`, duplicates === 0),
        holds(`acknowledged ${writers.acknowledged.size} between kills`, writers.acknowledged.size > kills),
        within('ready again, median', percentile(recoveries, 0.5), 2_000),
        holds('control: a retry without a key and an unsent message are seen', control),
      ],
    }
  },
}

/** The comparison must be able to fail: the same text without a key is stored twice, a text never sent is lost. */
async function canSeeFailures(world: World, base: string, thread: Thread | undefined): Promise<boolean> {
  if (!thread) return false
  const message = `F01-control ${randomUUID()}`
  for (let n = 0; n < 2; n++) {
    await callOk(base, 'POST', `/v1/discussions/${thread.discussionId}/message`, {
      token: thread.token,
      json: { message },
    })
  }
  const seen = await compareWritten(world.db, 'F01-control', new Set([message, 'F01-control never sent']))
  return seen.lost === 1 && seen.duplicates === 1
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Testbed } from '../bench/parts/testbed.ts'
import { readFanOut } from '../sql/fan-out.ts'
import {
  broadcast,
  countMarked,
  followedCompany,
  forgetMarks,
  judgeFanOut,
  lanesPerWorker,
  pageSize,
  startWorker,
  untilSettled,
} from './fan-out-stage.ts'
import { type Control, type Fault, planted } from './fault.ts'
import { until } from './until.ts'

/** F15: a worker frozen past its lease wakes up while another has done its work. */
export const freezeWorker: Fault = {
  id: 'F15',
  title: 'worker frozen beyond its lease',
  run: async ({ testbed, long }) => {
    const followers = long ? 50_000 : 6_000
    const { owner, companyId } = await followedCompany(testbed, followers)
    const frozen = await startWorker(testbed)
    const { key } = await broadcast(testbed, owner, companyId)
    await until('the fan-out begins', 30_000, async () => (await readFanOut(testbed.db, key)).pushes > 0, 10)
    await frozen.signal('SIGSTOP')
    const other = await startWorker(testbed)
    await pause(20_000)
    const tail = await untilSettled(testbed, key, followers)
    await frozen.signal('SIGCONT')
    await pause(3_000)
    const seen = await readFanOut(testbed.db, key)
    await frozen.signal('SIGKILL')
    await other.signal('SIGKILL')
    return {
      done: `frozen 20 s and more, ${followers} followers`,
      lost: followers - seen.devices,
      duplicates: seen.pushes - seen.devices,
      recoveries: [20_000 + tail],
      checks: judgeFanOut(seen, followers, 1),
      controls: [await takeOverMarks(testbed)],
    }
  },
}

/** A second worker takes what the frozen one holds; without fencing, nothing tells the frozen one. */
async function takeOverMarks(testbed: Testbed): Promise<Control> {
  const followers = 3_000
  const { owner, companyId } = await followedCompany(testbed, followers)
  const frozen = await startWorker(testbed)
  const { key } = await broadcast(testbed, owner, companyId)
  await until(
    'it holds a page',
    30_000,
    async () => {
      await frozen.signal('SIGSTOP')
      const holdsSome = (await countMarked(testbed.db, key)) > 0
      if (!holdsSome) await frozen.signal('SIGCONT')
      return holdsSome
    },
    5,
  )
  const other = await startWorker(testbed)
  await forgetMarks(testbed.db, key, lanesPerWorker * pageSize)
  await untilSettled(testbed, key, followers)
  await frozen.signal('SIGCONT')
  await pause(3_000)
  const seen = await readFanOut(testbed.db, key)
  await frozen.signal('SIGKILL')
  await other.signal('SIGKILL')
  return planted('a lease taken over without fencing', judgeFanOut(seen, followers, 1).slice(0, 1))
}

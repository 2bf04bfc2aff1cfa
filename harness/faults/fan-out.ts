import { setTimeout as pause } from 'node:timers/promises'
import type { Testbed } from '../bench/parts/testbed.ts'
import { insertDueInstants, readFanOut, readNotified } from '../sql/fan-out.ts'
import {
  broadcast,
  countMarked,
  findDueInstants,
  followedCompany,
  forgetMarks,
  judgeFanOut,
  lanesPerWorker,
  pageSize,
  sendThenRecord,
  startWorker,
  untilSettled,
} from './fan-out-stage.ts'
import { type Check, type Control, type Fault, holds, planted, within } from './fault.ts'
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

/** F14: several processes find the same notifications due. */
export const doubleWorkers: Fault = {
  id: 'F14',
  title: 'two workers, the same due notifications',
  run: async ({ testbed }) => {
    const followers = 5
    const instants = 40
    const { companyId } = await followedCompany(testbed, followers)
    const workers = await Promise.all([startWorker(testbed), startWorker(testbed), startWorker(testbed)])
    await insertDueInstants(testbed.db, companyId, instants, 2)
    const due = performance.now() + 2_000
    await until('all notified', 60_000, async () => {
      const { notified, pushes } = await readNotified(testbed.db, companyId)
      return notified >= instants && pushes >= instants * followers
    })
    const late = performance.now() - due
    await pause(3_000)
    const { campaigns, repeated, pushes } = await readNotified(testbed.db, companyId)
    return {
      done: `${workers.length} workers, ${instants} instants, ${followers} devices`,
      acknowledged: pushes,
      duplicates: repeated,
      checks: [
        holds(`one campaign each: ${campaigns} of ${instants}`, campaigns === instants),
        ...judgeTold({ repeated, pushes }, instants * followers),
        within('all told after the minute', late, 10_000),
      ],
      controls: [await tellWithoutClaim(testbed)],
    }
  },
}

function judgeTold({ repeated, pushes }: { repeated: number; pushes: number }, expected: number): Check[] {
  return [
    holds(`a device told twice of one instant: ${repeated}`, repeated === 0),
    holds(`pushes ${pushes} of ${expected}`, pushes === expected),
  ]
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

/** Two runners that look first and note afterwards. */
async function tellWithoutClaim(testbed: Testbed): Promise<Control> {
  const { companyId } = await followedCompany(testbed, 5)
  await insertDueInstants(testbed.db, companyId, 4, 0)
  const run = async () => {
    const due = await findDueInstants(testbed.db, companyId)
    await pause(50)
    await sendThenRecord(testbed.db, companyId, due)
  }
  await Promise.all([run(), run()])
  return planted(
    'due notifications read, told, then noted',
    judgeTold(await readNotified(testbed.db, companyId), 4 * 5),
  )
}

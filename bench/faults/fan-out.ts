import { setTimeout as pause } from 'node:timers/promises'
import {
  findCampaign,
  insertDueInstants,
  insertFollowers,
  readFanOut,
  readNotified,
} from '../../apps/server/src/bench/fan-out.queries.ts'
import {
  countMarked,
  findDueInstants,
  forgetMarks,
  losePush,
  tellNaively,
} from '../../apps/server/src/bench/fan-out-defects.queries.ts'
import { insertThreads, type Person } from '../../apps/server/src/bench/seed.queries.ts'
import { callOk } from '../parts/http-client.ts'
import type { ServerProcess } from '../parts/server-process.ts'
import type { World } from '../parts/world.ts'
import { type Check, type Control, type Fault, holds, planted, within } from './fault.ts'
import { until } from './until.ts'

const lanesPerWorker = 4
const pageSize = 100

/** F13: workers die in the middle of a broadcast. */
export const killFanOut: Fault = {
  id: 'F13',
  title: 'kill -9 of workers during a broadcast',
  run: async ({ world, long }) => {
    const followers = long ? 100_000 : 20_000
    const kills = long ? 8 : 3
    const { owner, companyId } = await followedCompany(world, followers)
    const workers = await Promise.all(Array.from({ length: kills + 1 }, () => startWorker(world)))
    const { key, receivers } = await broadcast(world, owner, companyId)
    let during = 0
    for (let kill = 1; kill <= kills; kill++) {
      await until('the fan-out goes on', 60_000, async () => {
        const { pushes, paged } = await readFanOut(world.db, key)
        return paged || pushes >= (kill * followers) / (kills + 2)
      })
      await workers.shift()?.signal('SIGKILL')
      if (!(await readFanOut(world.db, key)).paged) during++
    }
    const tail = await untilSettled(world, key, followers)
    for (const worker of workers) await worker.signal('SIGKILL')
    const seen = await readFanOut(world.db, key)
    const unsent = followers - seen.devices
    return {
      done: `${kills} kills, ${followers} followers`,
      acknowledged: receivers,
      lost: unsent,
      duplicates: seen.pushes - seen.devices,
      recoveries: [tail],
      checks: [
        holds(`kills that fell while it went on: ${during} of ${kills}`, during > 0),
        holds(`in-app: one row for ${receivers} receivers`, receivers === followers),
        ...judgeFanOut(seen, followers, kills),
        within('finished after the last kill', tail, 60_000),
      ],
      controls: await breakFanOut(world),
    }
  },
}

/** F15: a worker frozen past its lease wakes up while another has done its work. */
export const freezeWorker: Fault = {
  id: 'F15',
  title: 'worker frozen beyond its lease',
  run: async ({ world, long }) => {
    const followers = long ? 50_000 : 6_000
    const { owner, companyId } = await followedCompany(world, followers)
    const frozen = await startWorker(world)
    const { key } = await broadcast(world, owner, companyId)
    await until('the fan-out begins', 30_000, async () => (await readFanOut(world.db, key)).pushes > 0, 10)
    await frozen.signal('SIGSTOP')
    const other = await startWorker(world)
    await pause(20_000)
    const tail = await untilSettled(world, key, followers)
    await frozen.signal('SIGCONT')
    await pause(3_000)
    const seen = await readFanOut(world.db, key)
    await frozen.signal('SIGKILL')
    await other.signal('SIGKILL')
    return {
      done: `frozen 20 s and more, ${followers} followers`,
      lost: followers - seen.devices,
      duplicates: seen.pushes - seen.devices,
      recoveries: [20_000 + tail],
      checks: judgeFanOut(seen, followers, 1),
      controls: [await takeOverMarks(world)],
    }
  },
}

/** F14: several processes find the same notifications due. */
export const doubleWorkers: Fault = {
  id: 'F14',
  title: 'two workers, the same due notifications',
  run: async ({ world }) => {
    const followers = 5
    const instants = 40
    const { companyId } = await followedCompany(world, followers)
    const workers = await Promise.all([startWorker(world), startWorker(world), startWorker(world)])
    await insertDueInstants(world.db, companyId, instants, 2)
    const due = performance.now() + 2_000
    await until('all notified', 60_000, async () => {
      const { notified, pushes } = await readNotified(world.db, companyId)
      return notified >= instants && pushes >= instants * followers
    })
    const late = performance.now() - due
    await pause(3_000)
    const { campaigns, repeated, pushes } = await readNotified(world.db, companyId)
    for (const worker of workers) await worker.signal('SIGKILL')
    return {
      done: `${workers.length} workers, ${instants} instants, ${followers} devices`,
      acknowledged: pushes,
      duplicates: repeated,
      checks: [
        holds(`one campaign each: ${campaigns} of ${instants}`, campaigns === instants),
        ...judgeTold({ repeated, pushes }, instants * followers),
        within('all told after the minute', late, 10_000),
      ],
      controls: [await tellWithoutClaim(world)],
    }
  },
}

type Seen = { pushes: number; devices: number; marked: number }

function judgeFanOut({ pushes, devices, marked }: Seen, followers: number, kills: number): Check[] {
  const unsent = followers - devices
  const most = lanesPerWorker * pageSize
  return [
    holds(`devices told twice: ${pushes - devices}`, pushes === devices),
    holds(`unsent ${unsent}, at most ${most} for each worker that stopped`, unsent <= kills * most),
    holds(`every unsent one is counted: ${marked} marked`, marked >= unsent),
  ]
}

function judgeTold({ repeated, pushes }: { repeated: number; pushes: number }, expected: number): Check[] {
  return [
    holds(`a device told twice of one instant: ${repeated}`, repeated === 0),
    holds(`pushes ${pushes} of ${expected}`, pushes === expected),
  ]
}

/** Small broadcasts whose books are falsified: one push lost without a word, then a page sent before it is marked. */
async function breakFanOut(world: World): Promise<Control[]> {
  const followers = 200
  const { owner, companyId } = await followedCompany(world, followers)
  const { key } = await broadcast(world, owner, companyId)
  const worker = await startWorker(world)
  await untilSettled(world, key, followers)
  await losePush(world.db, key)
  const lost = judgeFanOut(await readFanOut(world.db, key), followers, 0)
  await forgetMarks(world.db, key, pageSize)
  await until('sent again', 60_000, async () => {
    return (await readFanOut(world.db, key)).paged && (await countMarked(world.db, key)) === 0
  })
  await worker.signal('SIGKILL')
  const twice = judgeFanOut(await readFanOut(world.db, key), followers, 1)
  return [planted('a push lost and counted nowhere', lost.slice(-1)), planted('sent, then marked', twice.slice(0, 1))]
}

/** A second worker takes what the frozen one holds, and nothing tells the frozen one: no fencing. */
async function takeOverMarks(world: World): Promise<Control> {
  const followers = 3_000
  const { owner, companyId } = await followedCompany(world, followers)
  const frozen = await startWorker(world)
  const { key } = await broadcast(world, owner, companyId)
  await until(
    'it holds a page',
    30_000,
    async () => {
      await frozen.signal('SIGSTOP')
      const holdsSome = (await countMarked(world.db, key)) > 0
      if (!holdsSome) await frozen.signal('SIGCONT')
      return holdsSome
    },
    5,
  )
  const other = await startWorker(world)
  await forgetMarks(world.db, key, lanesPerWorker * pageSize)
  await untilSettled(world, key, followers)
  await frozen.signal('SIGCONT')
  await pause(3_000)
  const seen = await readFanOut(world.db, key)
  await frozen.signal('SIGKILL')
  await other.signal('SIGKILL')
  return planted('a lease taken over without fencing', judgeFanOut(seen, followers, 1).slice(0, 1))
}

/** Two runners that look first and note afterwards. */
async function tellWithoutClaim(world: World): Promise<Control> {
  const { companyId } = await followedCompany(world, 5)
  await insertDueInstants(world.db, companyId, 4, 0)
  const run = async () => {
    const due = await findDueInstants(world.db, companyId)
    await pause(50)
    await tellNaively(world.db, companyId, due)
  }
  await Promise.all([run(), run()])
  return planted('due notifications read, told, then noted', judgeTold(await readNotified(world.db, companyId), 4 * 5))
}

function startWorker(world: World): Promise<ServerProcess> {
  return world.start({ PROCESS_ROLE: 'worker' })
}

export async function followedCompany(world: World, followers: number): Promise<{ owner: Person; companyId: string }> {
  const { owner, threads } = await insertThreads(world.db, 1)
  const companyId = threads[0]?.companyId ?? ''
  await insertFollowers(world.db, companyId, followers)
  return { owner, companyId }
}

async function broadcast(world: World, owner: Person, companyId: string) {
  const api = await world.start({ PROCESS_ROLE: 'api' })
  const campaign = await broadcastTo(world, api.base, owner, companyId)
  await api.signal('SIGKILL')
  return campaign
}

export async function broadcastTo(world: World, base: string, { token }: Person, companyId: string) {
  await callOk(base, 'POST', `/v1/company/${companyId}/broadcast`, { token, json: { message: 'Fête du livre' } })
  return await findCampaign(world.db, companyId)
}

/** Until every device was told or is held by a worker that died. */
export async function untilSettled(world: World, key: string, followers: number): Promise<number> {
  return await until('the fan-out ends', 180_000, async () => {
    const { devices, marked, paged } = await readFanOut(world.db, key)
    return paged && devices + marked >= followers
  })
}

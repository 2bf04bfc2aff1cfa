import { setTimeout as pause } from 'node:timers/promises'
import { clientAt } from '../bench/parts/http-client.ts'
import type { ServerProcess, Testbed } from '../bench/parts/testbed.ts'
import {
  type CalmGroup,
  type CalmNumbers,
  countHeld,
  forgetClaims,
  forgetMarks,
  losePush,
  readBooks,
  readCalm,
} from '../sql/fan-out.ts'
import { insertFollowers, insertThreads } from '../sql/seed.ts'
import { broadcastTo, lanesPerWorker, pageSize, startWorker } from './fan-out-stage.ts'
import { type Check, type Control, type Fault, holds, planted, within } from './fault.ts'
import { until } from './until.ts'

/** Noon in Paris, when nobody is quiet, and the hour of the summary. */
const noon = '2027-03-09T12:00:00+01:00'
const evening = '2027-03-09T18:00:05+01:00'
const summariesAtOnce = 100
/** Longer than the lease of a job. */
const frozenMilliseconds = 20_000

/**
 * F13, F15, W-097: two businesses write to the same residents, who have settings: some are rung, some wait for the evening's summary,
 * some are paused, some never want it. In the first broadcast a worker is frozen beyond its lease and thawed, others die; others die again
 * in the summaries. The second broadcast is timed with two workers and no kill.
 */
export const killFanOut: Fault = {
  id: 'F13',
  title: 'kill -9 and freeze of workers in broadcasts and summaries',
  run: async ({ testbed, long }) => {
    const { db } = testbed
    const followers = long ? 100_000 : 20_000
    const kills = long ? 4 : 2
    await using api = await testbed.start({ PROCESS_ROLE: 'api' })
    await setClock(api, noon)
    const [first, second] = [await insertThreads(db, 0), await insertThreads(db, 0)]
    await insertFollowers(db, [first.companyId, second.companyId], followers, true)
    const sentAt = performance.now()
    const { key, receivers } = await broadcastTo(testbed, api.base, first)
    const accepted = performance.now() - sentAt
    await using frozen = await freezeWithPage(testbed, key)
    const frozenAt = performance.now()
    const during = await killWhile(testbed, kills, async (share) => {
      const { taken, paged } = await readBooks(db, key)
      return paged ? 'over' : taken >= share * followers * 0.6
    })
    await untilPaged(testbed, key)
    await pause(Math.max(0, frozenAt + frozenMilliseconds - performance.now()))
    await thaw(frozen)

    const timely = await sendByTwo(testbed, async () => (await broadcastTo(testbed, api.base, second)).key)
    const controls = await breakFanOut(testbed, api)

    const held = await countHeld(db)
    await setClock(api, evening)
    const evenings = await killWhile(testbed, kills, async (share) => {
      const left = await countHeld(db)
      return left === 0 ? 'over' : left <= held * (1 - share)
    })
    await using _last = await startWorker(testbed)
    const tail = await until('the summaries leave', 300_000, async () => (await countHeld(db)) === 0, 200)
    await untilQuiet(testbed, first.companyId)
    const seen = await readCalm(db, first.companyId)
    const stops = 2 * kills + 6
    controls.push(await sendBeforeClaim(testbed, first.companyId, stops))
    await setClock(api, null)
    return {
      done: `1 freeze, ${kills} + ${kills} kills, ${followers} followers, 2 broadcasts, ${held} notices held`,
      recoveries: [tail],
      checks: [
        holds(`kills that fell in the broadcast ${during}, in the summaries ${evenings}`, during > 0 && evenings > 0),
        holds(`in-app: one row for ${receivers} receivers`, receivers === followers),
        within('accepted', accepted, 300),
        within('decided and handed over by two workers', timely, 60_000),
        ...judgeRung(seen.rung, 2, stops),
        ...judgeCalm(seen, stops),
      ],
      controls,
    }
  },
}

async function setClock({ base }: ServerProcess, now: string | null): Promise<void> {
  await clientAt(base).call('PUT /v1/dev/clock', { body: { now } })
}

/** A worker stopped where it has marked devices whose pushes have not left. */
async function freezeWithPage(testbed: Testbed, key: string): Promise<ServerProcess> {
  const worker = await startWorker(testbed)
  const holdsSome = async () => {
    await worker.signal('SIGSTOP')
    const { marked } = await readBooks(testbed.db, key)
    if (marked === 0) await worker.signal('SIGCONT')
    return marked > 0
  }
  await until('it holds a page', 30_000, holdsSome, 5)
  return worker
}

/** It wakes up while others have done its work. */
async function thaw(worker: ServerProcess): Promise<void> {
  await worker.signal('SIGCONT')
  await pause(3_000)
  await worker.signal('SIGKILL')
}

/** Kills one worker at each share of the work, with two at work; answers how many died before it was over. */
async function killWhile(
  testbed: Testbed,
  kills: number,
  reached: (share: number) => Promise<boolean | 'over'>,
): Promise<number> {
  const workers: ServerProcess[] = [await startWorker(testbed), await startWorker(testbed)]
  let during = 0
  for (let kill = 1; kill <= kills; kill++) {
    const share = kill / (kills + 2)
    await until('the work goes on', 120_000, async () => (await reached(share)) !== false, 100)
    await workers.shift()?.signal('SIGKILL')
    if ((await reached(share)) !== 'over') during++
    workers.push(await startWorker(testbed))
  }
  await until('the work ends', 300_000, async () => (await reached(1)) === 'over', 200)
  for (const worker of workers) await worker.signal('SIGKILL')
  return during
}

/** Milliseconds until two workers have handed over what `begin` begins. */
async function sendByTwo(testbed: Testbed, begin: () => Promise<string>): Promise<number> {
  await using _one = await startWorker(testbed)
  await using _other = await startWorker(testbed)
  const key = await begin()
  return await untilPaged(testbed, key)
}

/** Until every page is taken and no push is on its way: what a dead worker marked stays marked. */
async function untilPaged({ db }: Testbed, key: string): Promise<number> {
  return await untilSteady('the fan-out ends', 180_000, async () => {
    const { marked, paged } = await readBooks(db, key)
    return paged ? marked : undefined
  })
}

/** Until nothing more is sent for a second. */
async function untilQuiet({ db }: Testbed, companyId: string): Promise<void> {
  await untilSteady('nothing more leaves', 60_000, async () => {
    const { rung, summed } = await readCalm(db, companyId)
    return rung.pushes + summed.pushes
  })
}

/** Until a number is the same a second later. */
async function untilSteady(what: string, max: number, read: () => Promise<number | undefined>): Promise<number> {
  let before: number | undefined
  const isSteady = async () => {
    const now = await read()
    const isSame = now !== undefined && now === before
    before = now
    return isSame
  }
  return await until(what, max, isSteady, 1_000)
}

/** A push sent twice does not make up for one that was lost. */
const lostOf = ({ devices, pushes, repeated }: CalmNumbers, each: number) => devices * each - (pushes - repeated)

/** Those who are rung at once, by so many broadcasts, while so many workers stopped. */
function judgeRung(rung: CalmNumbers, each: number, stops: number): Check[] {
  const late = lostOf(rung, each)
  return [
    holds(`devices told twice of one notice: ${rung.repeated}`, rung.repeated === 0 && rung.max <= each),
    holds(
      `unsent at once ${late}, ${rung.marked} counted`,
      late <= stops * lanesPerWorker * pageSize && rung.marked >= late,
    ),
  ]
}

function judgeCalm({ summed, silent }: Record<CalmGroup, CalmNumbers>, stops: number): Check[] {
  const missing = lostOf(summed, 1)
  return [
    holds(`devices with two summaries: ${summed.pushes - summed.told}`, summed.pushes === summed.told),
    holds(`pushes to who wants none: ${silent.pushes}`, silent.pushes === 0),
    holds(
      `summaries unsent ${missing}, ${summed.marked} notices counted`,
      missing <= stops * lanesPerWorker * summariesAtOnce && summed.marked >= missing,
    ),
  ]
}

/** A small broadcast: one push lost without a trace; a second worker takes what a frozen one holds, and nothing tells that one. */
async function breakFanOut(testbed: Testbed, { base }: ServerProcess): Promise<Control[]> {
  const { db } = testbed
  const business = await insertThreads(db, 0)
  await insertFollowers(db, business.companyId, 3_000, true)
  const { key } = await broadcastTo(testbed, base, business)
  await using frozen = await freezeWithPage(testbed, key)
  await using _other = await startWorker(testbed)
  await forgetMarks(db, key, lanesPerWorker * pageSize)
  const isSent = async () => {
    const { marked, paged } = await readBooks(db, key)
    return paged && marked === 0
  }
  await until('every push has left', 60_000, isSent)
  await losePush(db, key)
  const judge = async () => judgeRung((await readCalm(db, business.companyId)).rung, 1, 1)
  const [, lost] = await judge()
  await thaw(frozen)
  const [twice] = await judge()
  return [
    planted('a push lost and counted nowhere', lost ? [lost] : []),
    planted('a lease taken over without fencing', twice ? [twice] : []),
  ]
}

/** A worker that sends its summaries and claims them afterwards dies between the two. */
async function sendBeforeClaim(testbed: Testbed, companyId: string, stops: number): Promise<Control> {
  await forgetClaims(testbed.db, summariesAtOnce)
  await until('sent again', 60_000, async () => (await countHeld(testbed.db)) === 0, 200)
  await untilQuiet(testbed, companyId)
  const [twice] = judgeCalm(await readCalm(testbed.db, companyId), stops)
  return planted('summaries sent, then claimed', twice ? [twice] : [])
}

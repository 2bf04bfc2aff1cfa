import { clientAt } from '../bench/parts/http-client.ts'
import type { ServerProcess } from '../bench/parts/server-process.ts'
import type { Testbed } from '../bench/parts/testbed.ts'
import {
  type CalmGroup,
  type CalmNumbers,
  countHeld,
  forgetClaims,
  insertCalmFollowers,
  readCalm,
  readPages,
} from '../sql/attention.ts'
import { insertThreads } from '../sql/seed.ts'
import { broadcastTo, lanesPerWorker, pageSize, startWorker } from './fan-out-stage.ts'
import { type Check, type Control, type Fault, holds, planted, within } from './fault.ts'
import { until } from './until.ts'

/** Noon in Paris, when nobody is quiet, and the hour of the summary. */
const noon = '2027-03-09T12:00:00+01:00'
const evening = '2027-03-09T18:00:05+01:00'
const summariesAtOnce = 100

/**
 * W-097: two businesses write to the same residents, who have settings: some are rung, some wait for the evening's summary,
 * some are paused, some never want it. Workers die in the first broadcast and again in the summaries; the second broadcast is
 * timed with two workers and no kill.
 */
export const killSummaries: Fault = {
  id: 'W-097',
  title: 'kill -9 of workers with residents’ settings and summaries',
  run: async ({ testbed, long }) => {
    const followers = long ? 100_000 : 20_000
    const kills = long ? 4 : 2
    const stage = await setUp(testbed, followers)
    const accepted = await timed(() => broadcastTo(testbed, stage.api.base, stage.first.owner, stage.first.companyId))
    const during = await killWhile(testbed, kills, async (share) => {
      const { marks, paged } = await readPages(testbed.db, accepted.answer.key)
      return paged ? 'over' : marks >= share * followers * 0.6
    })
    await untilPaged(testbed, accepted.answer.key)

    const two = [await startWorker(testbed), await startWorker(testbed)]
    const second = await broadcastTo(testbed, stage.api.base, stage.second.owner, stage.second.companyId)
    const timely = await timed(() => untilPaged(testbed, second.key))

    const held = await countHeld(testbed.db)
    for (const worker of two) await worker.signal('SIGKILL')
    await setClock(stage.api.base, evening)
    const evenings = await killWhile(testbed, kills, async (share) => {
      const left = await countHeld(testbed.db)
      return left === 0 ? 'over' : left <= held * (1 - share)
    })
    const last = await startWorker(testbed)
    const tail = await until('the summaries leave', 300_000, async () => (await countHeld(testbed.db)) === 0, 200)
    await untilQuiet(testbed, stage.first.companyId)
    await last.signal('SIGKILL')
    const seen = await readCalm(testbed.db, stage.first.companyId)
    const controls = [await sendBeforeClaim(testbed, stage.first.companyId, kills)]
    await setClock(stage.api.base, null)
    await stage.api.signal('SIGKILL')
    return {
      done: `${kills} + ${kills} kills, ${followers} followers, 2 broadcasts, ${held} notices held`,
      acknowledged: seen.rung.pushes + seen.summed.pushes,
      lost: lostOf(seen.rung, 2) + lostOf(seen.summed, 1),
      duplicates: seen.rung.repeated + Math.max(0, seen.summed.pushes - seen.summed.told),
      recoveries: [tail],
      checks: [
        holds(`kills that fell in the broadcast ${during}, in the summaries ${evenings}`, during > 0 && evenings > 0),
        within('accepted', accepted.milliseconds, 300),
        within('decided and handed over by two workers', timely.milliseconds, 60_000),
        ...judgeCalm(seen, 2 * kills + 5),
      ],
      controls,
    }
  },
}

async function setClock(base: string, now: string | null): Promise<void> {
  await clientAt(base).call('PUT /v1/dev/clock', { body: { now } })
}

async function setUp(testbed: Testbed, followers: number) {
  const api = await testbed.start({ PROCESS_ROLE: 'api' })
  await setClock(api.base, noon)
  const [first, second] = [await business(testbed), await business(testbed)]
  await insertCalmFollowers(testbed.db, [first.companyId, second.companyId], followers)
  return { api, first, second }
}

async function business(testbed: Testbed) {
  const { owner, threads } = await insertThreads(testbed.db, 1)
  return { owner, companyId: threads[0]?.companyId ?? '' }
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; milliseconds: number }> {
  const started = performance.now()
  const answer = await work()
  return { answer, milliseconds: performance.now() - started }
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

async function untilPaged(testbed: Testbed, key: string): Promise<void> {
  let before = -1
  await until(
    'the fan-out ends',
    180_000,
    async () => {
      const { paged, waiting } = await readPages(testbed.db, key)
      const isSteady = waiting === before
      before = waiting
      return paged && (waiting === 0 || isSteady)
    },
    1_000,
  )
}

/** Until nothing more is sent for a second: what a dead worker marked stays marked. */
async function untilQuiet(testbed: Testbed, companyId: string): Promise<void> {
  let before = -1
  await until(
    'nothing more leaves',
    60_000,
    async () => {
      const { rung, summed } = await readCalm(testbed.db, companyId)
      const sent = rung.pushes + summed.pushes
      const isSteady = sent === before
      before = sent
      return isSteady
    },
    1_000,
  )
}

const lostOf = ({ devices, pushes }: CalmNumbers, each: number) => devices * each - pushes

function judgeCalm({ rung, summed, silent }: Record<CalmGroup, CalmNumbers>, stops: number): Check[] {
  const [late, missing] = [lostOf(rung, 2), lostOf(summed, 1)]
  return [
    holds(`devices told twice of one notice: ${rung.repeated}`, rung.repeated === 0 && rung.max <= 2),
    holds(`devices with two summaries: ${summed.pushes - summed.told}`, summed.pushes === summed.told),
    holds(`pushes to who wants none: ${silent.pushes}`, silent.pushes === 0),
    holds(
      `unsent at once ${late}, ${rung.marked} counted`,
      late <= stops * lanesPerWorker * pageSize && rung.marked >= late,
    ),
    holds(
      `summaries unsent ${missing}, ${summed.marked} notices counted`,
      missing <= stops * lanesPerWorker * summariesAtOnce && summed.marked >= missing,
    ),
  ]
}

/** A worker that sends its summaries and claims them afterwards dies between the two. */
async function sendBeforeClaim(testbed: Testbed, companyId: string, kills: number): Promise<Control> {
  await forgetClaims(testbed.db, summariesAtOnce)
  const worker = await startWorker(testbed)
  await until('sent again', 60_000, async () => (await countHeld(testbed.db)) === 0, 200)
  await untilQuiet(testbed, companyId)
  await worker.signal('SIGKILL')
  const seen = await readCalm(testbed.db, companyId)
  return planted('summaries sent, then claimed', judgeCalm(seen, 2 * kills + 5).slice(1, 2))
}

import type { Testbed } from '../bench/parts/testbed.ts'
import { readFanOut } from '../sql/fan-out.ts'
import {
  broadcast,
  countMarked,
  followedCompany,
  forgetMarks,
  judgeFanOut,
  losePush,
  pageSize,
  startWorker,
  untilSettled,
} from './fan-out-stage.ts'
import { type Check, type Control, type Fault, holds, planted, within } from './fault.ts'
import { until } from './until.ts'

/** F13: workers die in the middle of a broadcast. */
export const killFanOut: Fault = {
  id: 'F13',
  title: 'kill -9 of workers during a broadcast',
  run: async ({ testbed, long }) => {
    const followers = long ? 100_000 : 20_000
    const kills = long ? 8 : 3
    const end = performance.now() + maxMilliseconds
    const rounds: Round[] = []
    do rounds.push(await playRound(testbed, followers, kills))
    while (long && rounds.length < 10 && performance.now() < end)
    const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0)
    return {
      done: `${rounds.length} x ${kills} kills, ${followers} followers`,
      acknowledged: sum(({ receivers }) => receivers),
      lost: sum(({ seen }) => followers - seen.devices),
      duplicates: sum(({ seen }) => seen.pushes - seen.devices),
      recoveries: rounds.map(({ tail }) => tail),
      checks: rounds.flatMap(({ checks }) => checks),
      controls: await breakFanOut(testbed),
    }
  },
}

/** Time limit in milliseconds: G12 asks for ten rounds; a slow machine stops earlier and reports its number. */
const maxMilliseconds = 15 * 60_000

type Round = { receivers: number; seen: Awaited<ReturnType<typeof readFanOut>>; tail: number; checks: Check[] }

async function playRound(testbed: Testbed, followers: number, kills: number): Promise<Round> {
  const { owner, companyId } = await followedCompany(testbed, followers)
  const workers = await Promise.all(Array.from({ length: kills + 1 }, () => startWorker(testbed)))
  const { key, receivers } = await broadcast(testbed, owner, companyId)
  let during = 0
  for (let kill = 1; kill <= kills; kill++) {
    await until(
      'the fan-out goes on',
      60_000,
      async () => {
        const { pushes, paged } = await readFanOut(testbed.db, key)
        return paged || pushes >= (kill * followers) / (kills + 2)
      },
      200,
    )
    await workers.shift()?.signal('SIGKILL')
    if (!(await readFanOut(testbed.db, key)).paged) during++
  }
  const tail = await untilSettled(testbed, key, followers)
  for (const worker of workers) await worker.signal('SIGKILL')
  const seen = await readFanOut(testbed.db, key)
  return {
    receivers,
    seen,
    tail,
    checks: [
      holds(`kills that fell while it went on: ${during} of ${kills}`, during > 0),
      holds(`in-app: one row for ${receivers} receivers`, receivers === followers),
      ...judgeFanOut(seen, followers, kills),
      within('finished after the last kill', tail, 60_000),
    ],
  }
}

/**
 * Small broadcasts with planted defects in their records: one push lost without a trace, then a page sent before it is marked.
 */
async function breakFanOut(testbed: Testbed): Promise<Control[]> {
  const followers = 200
  const { owner, companyId } = await followedCompany(testbed, followers)
  const { key } = await broadcast(testbed, owner, companyId)
  const worker = await startWorker(testbed)
  await untilSettled(testbed, key, followers)
  await losePush(testbed.db, key)
  const lost = judgeFanOut(await readFanOut(testbed.db, key), followers, 0)
  await forgetMarks(testbed.db, key, pageSize)
  await until('sent again', 60_000, async () => {
    return (await readFanOut(testbed.db, key)).paged && (await countMarked(testbed.db, key)) === 0
  })
  await worker.signal('SIGKILL')
  const twice = judgeFanOut(await readFanOut(testbed.db, key), followers, 1)
  return [planted('a push lost and counted nowhere', lost.slice(-1)), planted('sent, then marked', twice.slice(0, 1))]
}

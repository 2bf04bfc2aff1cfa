import { call, clientAt } from '../bench/parts/http-client.ts'
import type { Testbed } from '../bench/parts/testbed.ts'
import { insertDueInstants, readFanOut, readNotified } from '../sql/fan-out.ts'
import { insertPeople } from '../sql/seed.ts'
import {
  broadcastTo,
  findDueInstants,
  followedCompany,
  judgeFanOut,
  sendThenRecord,
  startWorker,
  untilSettled,
} from './fan-out-stage.ts'
import { type Check, type Control, type Fault, holds, planted, within } from './fault.ts'
import { until } from './until.ts'

const followers = 5
const instants = 3
const hour = 3_600_000

/** Ten seconds before each strange moment in Paris: the hour skipped, the hour repeated, the end of the year, 29 February. */
const nights = ['2027-03-28T00:59:50Z', '2027-10-31T00:59:50Z', '2027-12-31T22:59:50Z', '2028-02-28T22:59:50Z']

/** F17: notifications due during clock changes are sent once, in their minute. The database's clock is the only one (AMB-147). */
export const strangeNights: Fault = {
  id: 'F17',
  title: 'clock changes, year end, leap day',
  isLong: true,
  run: async ({ testbed }) => {
    await using api = await testbed.start({ PROCESS_ROLE: 'api' })
    await using _first = await startWorker(testbed)
    await using _second = await startWorker(testbed)
    const checks: Check[] = []
    const late: number[] = []
    for (const night of nights) {
      await setClock(api.base, night)
      const { companyId } = await followedCompany(testbed, followers)
      await insertDueInstants(testbed.db, companyId, instants, 15)
      const due = performance.now() + 15_000
      await until(
        'told',
        60_000,
        async () => (await readNotified(testbed.db, companyId)).pushes >= instants * followers,
      )
      late.push(performance.now() - due)
      checks.push(judgeOnce(night, await readNotified(testbed.db, companyId)))
    }
    await setClock(api.base, null)
    return {
      done: `${nights.length} nights, ${instants} notifications each`,
      recoveries: late.map((milliseconds) => Math.max(0, milliseconds)),
      checks: [
        ...checks,
        holds('none before its time', Math.min(...late) > -1_500),
        within('all told after the moment', Math.max(...late), 10_000),
      ],
      controls: [await tellAgain(testbed)],
    }
  },
}

/**
 * F18: the clock jumps while workers hold jobs and after notifications were sent; nothing is sent twice, nobody is signed out.
 */
export const jumpingClock: Fault = {
  id: 'F18',
  title: 'clock jumps of +1 h and -2 days',
  isLong: true,
  run: async ({ testbed }) => {
    await using api = await testbed.start({ PROCESS_ROLE: 'api' })
    await using _first = await startWorker(testbed)
    await using _second = await startWorker(testbed)
    const [person] = await insertPeople(testbed.db, 1)
    const told = await followedCompany(testbed, followers)
    await insertDueInstants(testbed.db, told.companyId, instants, 0)
    const isTold = async () => (await readNotified(testbed.db, told.companyId)).pushes >= instants * followers
    await until('told', 60_000, isTold)
    const many = 8_000
    const wide = await followedCompany(testbed, many)
    const { key } = await broadcastTo(testbed, api.base, wide.owner, wide.companyId)
    const sessions: number[] = []
    for (const shift of [hour, -48 * hour, hour, 0]) {
      await until('the broadcast goes on', 30_000, async () => (await readFanOut(testbed.db, key)).pushes > 0)
      await setClock(api.base, shift === 0 ? null : new Date(Date.now() + shift).toISOString())
      const path = '/v1/authentication/session'
      sessions.push((await call(api.base, 'GET', path, { token: person?.token })).status)
    }
    const tail = await untilSettled(testbed, key, many)
    const seen = await readFanOut(testbed.db, key)
    return {
      done: `4 jumps during a broadcast to ${many}`,
      acknowledged: many,
      lost: many - seen.devices,
      duplicates: seen.pushes - seen.devices,
      recoveries: [tail],
      checks: [
        judgeOnce('told before the jumps', await readNotified(testbed.db, told.companyId)),
        ...judgeFanOut(seen, many, 0),
        holds(
          `sessions after each jump: ${sessions.join(', ')}`,
          sessions.every((status) => status === 200),
        ),
      ],
      controls: [await tellAgain(testbed)],
    }
  },
}

function judgeOnce(what: string, { repeated, pushes }: { repeated: number; pushes: number }): Check {
  const expected = instants * followers
  return holds(`${what}: ${pushes} of ${expected}, ${repeated} twice`, pushes === expected && repeated === 0)
}

/**
 * A planted runner that remembers the time of its last look instead of what was sent: it sends again after the clock went back.
 */
async function tellAgain(testbed: Testbed): Promise<Control> {
  const { companyId } = await followedCompany(testbed, followers)
  await insertDueInstants(testbed.db, companyId, instants, 0)
  const due = await findDueInstants(testbed.db, companyId)
  for (let look = 0; look < 2; look++) await sendThenRecord(testbed.db, companyId, due)
  return planted('what was told remembered by its time only', [
    judgeOnce('told', await readNotified(testbed.db, companyId)),
  ])
}

export async function setClock(base: string, now: string | null): Promise<void> {
  await clientAt(base).call('PUT /v1/dev/clock', { body: { now } })
}

import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, tryCall } from '../bench/parts/http-client.ts'
import { fillInstants, insertThreads } from '../sql/seed.ts'
import { judgeRetryAfter, judgeStatuses, median, percentile, timesOf } from './answers.ts'
import { type Check, type Fault, holds, planted, within } from './fault.ts'
import { planting } from './planting.ts'
import { keepAsking, until } from './until.ts'

const seconds = 6
/** Time-out of a client in milliseconds, whatever else runs on this machine. */
const clientTimeout = 15_000

/**
 * F20: five times more calls than the process can answer. Accepted calls are answered soon, others are refused at once, sign-in
 * passes.
 */
export const overload: Fault = {
  id: 'F20',
  title: 'overload, five times the capacity',
  run: async ({ testbed, long }) => {
    await using server = await testbed.start({ PROCESS_ROLE: 'api' })
    const { owner, companyId } = await insertThreads(testbed.db, 0)
    await fillInstants(testbed.db, [companyId], 100)
    const callsOf = ({ base }: { base: string }) => {
      const asking = (path: string) => () => tryCall(base, 'GET', path, { token: owner.token })
      return { heavy: asking(`/v1/instants/company/${companyId}`), signIn: asking('/v1/authentication/session') }
    }
    const { heavy, signIn } = callsOf(server)
    // As behind a proxy: Node accepts one new connection per turn of its loop, which is another queue.
    await Promise.all(Array.from({ length: 400 }, () => tryCall(server.base, 'GET', '/v1/health')))
    const capacity = await closedLoop(heavy)
    const { answers, critical } = await flood({ heavy, signIn, perSecond: capacity * 5, seconds })
    const healed = await until('back to normal', 30_000, async () => (await heavy()).status === 200)
    const alive = server.isAlive()
    await server.signal('SIGKILL')
    await using naive = await testbed.start({
      PROCESS_ROLE: 'api',
      ...planting('sign-in behind the calls of its session'),
    })
    const late = await flood({ ...callsOf(naive), perSecond: capacity * 5, seconds: 3 })
    const accepted = answers.filter((answer) => answer.status === 200)
    const shed = answers.filter((answer) => answer.status === 503)
    return {
      done: `${capacity.toFixed(0)}/s possible, ${(answers.length / seconds).toFixed(0)}/s asked`,
      recoveries: [healed],
      checks: [
        judgeStatuses('answered', answers, [200, 503]),
        holds('there was too much, some was shed', shed.length > 0),
        judgeRetryAfter(shed),
        within('accepted, p99', percentile(timesOf(accepted), 0.99), long ? 300 : 1_000),
        within('shed, median', median(timesOf(shed)), long ? 50 : 500),
        ...judgeCritical(critical, long ? 0.995 : 0.95),
        holds('the API lived through it', alive),
      ],
      controls: [planted('sign-in behind the calls of its session', judgeCritical(late.critical))],
    }
  },
}

type Ask = () => Promise<Answer>

/** Sends calls at that rate, whatever comes back (open loop); beside it one sign-in every 50 ms. */
async function flood(given: { heavy: Ask; signIn: Ask; perSecond: number; seconds: number }) {
  const asked: ReturnType<Ask>[] = []
  const critical: ReturnType<Ask>[] = []
  const began = performance.now()
  for (let elapsed = 0; elapsed < given.seconds * 1_000; elapsed = performance.now() - began) {
    const due = Math.floor((elapsed / 1000) * given.perSecond)
    while (asked.length < due) asked.push(given.heavy())
    if (critical.length < elapsed / 50) critical.push(given.signIn())
    await pause(5)
  }
  return { answers: await Promise.all(asked), critical: await Promise.all(critical) }
}

function judgeCritical(critical: readonly Answer[], share = 0.95): Check[] {
  const passed = critical.filter((answer) => answer.status === 200)
  const inTime = passed.filter((answer) => answer.milliseconds <= clientTimeout).length
  return [
    holds(
      `sign-in passes: ${inTime} of ${critical.length}, ${critical.length - passed.length} refused`,
      inTime >= critical.length * share,
    ),
    within('sign-in, p95', percentile(timesOf(passed), 0.95), 3_000),
  ]
}

/** Throughput: calls a second when 16 clients wait for their answers (closed loop). */
async function closedLoop(ask: Ask): Promise<number> {
  await using clients = keepAsking(Array.from({ length: 16 }, () => async () => (await ask()).status))
  await pause(3_000)
  return (await clients.stop()).filter((status) => status === 200).length / 3
}

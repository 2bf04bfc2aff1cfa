import { setTimeout as pause } from 'node:timers/promises'
import { fillInstants } from '../../apps/server/src/bench/fill-reads.queries.ts'
import { insertThreads } from '../../apps/server/src/bench/seed.queries.ts'
import { type Answer, call } from '../parts/http-client.ts'
import { type Fault, holds, percentile, within } from './fault.ts'
import { until } from './until.ts'

const seconds = 6

/** F20: five times more calls than the process can answer. What is accepted is answered soon, the rest at once, sign-in passes. */
export const overload: Fault = {
  id: 'F20',
  title: 'overload, five times the capacity',
  run: async ({ world }) => {
    const server = await world.start({ PROCESS_ROLE: 'api' })
    const { owner, threads } = await insertThreads(world.db, 1)
    const companyId = threads[0]?.companyId ?? ''
    await fillInstants(world.db, companyId, 100)
    const heavy = () => timed(server.base, `/v1/instants/company/${companyId}`, owner.token)
    const signIn = () => timed(server.base, '/v1/authentication/session', owner.token)
    // As behind a proxy: Node accepts one new connection per turn of its loop, which is another queue.
    await Promise.all(Array.from({ length: 400 }, () => timed(server.base, '/v1/health', owner.token)))
    const capacity = await closedLoop(heavy)
    const flood: Promise<Answer | undefined>[] = []
    const critical: Promise<Answer | undefined>[] = []
    const began = performance.now()
    for (let elapsed = 0; elapsed < seconds * 1_000; elapsed = performance.now() - began) {
      const due = Math.floor((elapsed / 1000) * capacity * 5)
      while (flood.length < due) flood.push(heavy())
      if (critical.length < elapsed / 50) critical.push(signIn())
      await pause(5)
    }
    const answers = await Promise.all(flood)
    const signedIn = (await Promise.all(critical)).filter((answer) => answer?.status === 200).length
    const healed = await until('back to normal', 30_000, async () => (await heavy())?.status === 200)
    const alive = server.isAlive()
    await server.signal('SIGKILL')
    const accepted = answers.filter((answer) => answer?.status === 200)
    const shed = answers.filter((answer) => answer?.status === 503)
    return {
      done: `${capacity.toFixed(0)}/s possible, ${(flood.length / seconds).toFixed(0)}/s asked`,
      acknowledged: accepted.length,
      recoveries: [healed],
      checks: [
        holds(
          `answered 200 or 503 only: ${accepted.length} and ${shed.length} of ${answers.length}`,
          accepted.length + shed.length === answers.length,
        ),
        holds('control: there was too much, some was shed', shed.length > 0),
        holds(
          'shed calls say when to come back',
          shed.every((answer) => answer?.headers['retry-after'] !== undefined),
        ),
        within('accepted, p99', percentile(times(accepted), 0.99), 1_000),
        within('shed, median', percentile(times(shed), 0.5), 500),
        holds(`sign-in passes: ${signedIn} of ${critical.length}`, signedIn >= critical.length * 0.95),
        holds('the API lived through it', alive),
      ],
    }
  },
}

/** Calls a second when 16 clients wait for their answers. */
async function closedLoop(ask: () => Promise<Answer | undefined>): Promise<number> {
  const end = performance.now() + 3_000
  let answered = 0
  const lane = async () => {
    while (performance.now() < end) if ((await ask())?.status === 200) answered++
  }
  await Promise.all(Array.from({ length: 16 }, lane))
  return answered / 3
}

function timed(base: string, path: string, token: string): Promise<Answer | undefined> {
  return call(base, 'GET', path, { token }).catch(() => undefined)
}

function times(answers: readonly (Answer | undefined)[]): number[] {
  return answers.map((answer) => answer?.milliseconds ?? 0)
}

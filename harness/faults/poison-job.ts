import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerProcess } from '../bench/parts/server-process.ts'
import type { Testbed } from '../bench/parts/testbed.ts'
import { addPoisonJob, hastenJob, type JobState, readJob } from '../sql/control.ts'
import { insertDueInstants, insertFollowers, readNotified } from '../sql/fan-out.ts'
import { insertThreads } from '../sql/seed.ts'
import { type Check, type Fault, holds, planted } from './fault.ts'
import { planting } from './planting.ts'
import { until } from './until.ts'

const key = 'faults-poison'
const endlessKey = 'faults-poison-endless'

/** F28: a job that always fails is tried five times and kept for the operator; the others do not wait for it. */
export const poisonJob: Fault = {
  id: 'F28',
  title: 'a job that always fails',
  run: async ({ testbed }) => {
    const { threads } = await insertThreads(testbed.db, 1)
    const companyId = threads[0]?.companyId ?? ''
    await insertFollowers(testbed.db, companyId, 20)
    await addPoisonJob(testbed.db, key)
    await addPoisonJob(testbed.db, endlessKey, 25)
    await using worker = await testbed.start({ PROCESS_ROLE: 'worker' })
    await until('its first try', 30_000, async () => ((await readJob(testbed.db, key))?.attempts ?? 0) > 0)
    await insertDueInstants(testbed.db, companyId, 5, 0)
    const others = await until('the others are told', 30_000, async () => {
      return (await readNotified(testbed.db, companyId)).pushes >= 100
    })
    await until(
      'its last try',
      60_000,
      async () => {
        await hastenJob(testbed.db, key)
        await hastenJob(testbed.db, endlessKey)
        const [job, endless] = [await readJob(testbed.db, key), await readJob(testbed.db, endlessKey)]
        return job?.attempts === 5 && (endless?.attempts ?? 0) > 5
      },
      200,
    )
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const job = await readJob(testbed.db, key)
    const endless = await readJob(testbed.db, endlessKey)
    const alive = worker.isAlive()
    const log = logOf(testbed, worker)
    return {
      done: '1 poison job, 5 notifications beside it',
      acknowledged: (await readNotified(testbed.db, companyId)).pushes,
      recoveries: [others],
      checks: [...judgeLeft(job), judgeTold(log), holds('the worker lived through it', alive)],
      controls: [
        planted('a job tried for ever', judgeLeft(endless)),
        planted('a worker without a log', [judgeTold(await logOfSilentWorker(testbed))]),
      ],
    }
  },
}

/** A job that may be tried once, by a worker that keeps its end to itself. */
async function logOfSilentWorker(testbed: Testbed): Promise<string> {
  const silentKey = `${key}-silent`
  await addPoisonJob(testbed.db, silentKey, 1)
  await using worker = await testbed.start({ PROCESS_ROLE: 'worker', ...planting('a worker without a log') })
  await until('its only try', 60_000, async () => ((await readJob(testbed.db, silentKey))?.attempts ?? 0) > 0)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  return logOf(testbed, worker)
}

function logOf({ folder }: Testbed, { base }: ServerProcess): string {
  return readFileSync(join(folder, `server-${new URL(base).port}.log`), 'utf8')
}

function judgeTold(log: string): Check {
  return holds('its log tells of the abandoned job', log.includes('job abandoned'))
}

function judgeLeft(job: JobState | undefined): Check[] {
  return [
    holds(`tried ${job?.attempts} times of ${job?.max}, then left`, job?.attempts === 5 && job.max === 5),
    holds('kept with its error', Boolean(job?.error)),
  ]
}

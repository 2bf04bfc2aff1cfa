import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { insertFollowers } from '@parvis/harness/sql/seed'
import { newOwner } from '@parvis/harness/town/people'
import { transaction } from '@parvis/postgres'
import { expect, test } from 'vitest'
import { rowsOf } from '../../db/database.ts'
import { enqueueFanOut } from './push-fan-out.ts'

const server = testApp()
const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const running = untilFileEnds(new DisposableStack())

/** A worker of its own, as in production. */
function startWorker(): ChildProcess {
  const { databaseUrl = '', dataFolder } = server.deps.config
  const env = {
    ...process.env,
    PROCESS_ROLE: 'worker',
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
    PARVIS_DATA: dataFolder,
  }
  return running.adopt(spawn(process.execPath, [main], { env, stdio: 'ignore' }), (worker) => worker.kill('SIGKILL'))
}

async function kill(worker: ChildProcess): Promise<void> {
  const gone = once(worker, 'exit')
  worker.kill('SIGKILL')
  await gone
}

async function state() {
  const rows = await rowsOf<{ pushes: number; devices: number; marked: number; paged: boolean }>(server.db)`
    select (select count(*)::int from outbox where kind = 'push') as pushes,
      (select count(distinct recipient)::int from outbox where kind = 'push') as devices,
      (select count(*)::int from push_deliveries where state = 'marked') as marked,
      (select bool_and(paged_at is not null) from push_campaigns) as paged`
  return rows[0] ?? { pushes: 0, devices: 0, marked: 0, paged: false }
}
const pushed = async (min: number) =>
  expect.poll(async () => (await state()).pushes, { timeout: 45_000, interval: 20 }).toBeGreaterThanOrEqual(min)

const followers = 8_000
const kills = 2
const inFlight = 4 * 100

test('G13 F13 AMB-149 no device is told twice though workers are killed, and what is unsent is counted', async () => {
  const { companyId } = await newOwner(server)
  await insertFollowers(server.db, companyId, followers)
  const data = { instantId: '1' }
  await transaction(server.db, (tx) =>
    enqueueFanOut(tx, { kind: 'instant', companyId, title: 'Le Bar', body: 'Concert', data, key: 'killed' }),
  )
  let workers = [startWorker(), startWorker()]
  for (let n = 1; n <= kills; n++) {
    await pushed((n * followers) / (kills + 2))
    const [doomed, other] = workers
    if (!doomed || !other) throw new Error('two workers were started')
    await kill(doomed)
    workers = [other, startWorker()]
  }
  await expect.poll(async () => (await state()).paged, { timeout: 30_000, interval: 50 }).toBe(true)
  await expect
    .poll(
      async () => {
        const { pushes, marked } = await state()
        return pushes + marked
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThanOrEqual(followers)
  for (const worker of workers) await kill(worker)

  const { pushes, devices, marked } = await state()
  expect(devices).toBe(pushes)
  expect(followers - pushes).toBeLessThanOrEqual(kills * inFlight)
  expect(marked).toBeGreaterThanOrEqual(followers - pushes)
}, 150_000)

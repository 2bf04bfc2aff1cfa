import { testApp } from '@parvis/harness/server/test-app'
import { insertFollowers, takeWaitingJobs } from '@parvis/harness/sql/seed'
import { newOwner } from '@parvis/harness/town/people'
import { transaction } from '@parvis/postgres'
import { beforeEach, expect, test } from 'vitest'
import { numberOf, rowsOf, run } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { PushMessage, PushResult } from '../../gateways/push/push.ts'
import { enqueueFanOut, pushFanOut } from './push-fan-out.ts'
import { countPushes } from './push-tasks.queries.ts'
import { pushTasks } from './push-tasks.ts'

const server = testApp()
const reports: object[] = []
let sent: PushMessage[] = []
let answer: (message: PushMessage) => PushResult | 'crash'

/** The server with a push service that we watch and direct. */
const world = (): Dependencies => ({
  ...server.deps,
  report: (details) => reports.push(details),
  gateways: {
    ...server.deps.gateways,
    push: {
      send: async (batch) => {
        const results = batch.map((message) => answer(message))
        if (results.includes('crash')) throw new Error('killed')
        sent.push(...batch)
        return results as PushResult[]
      },
    },
  },
})

beforeEach(() => {
  sent = []
  reports.length = 0
  answer = () => 'sent'
})

const announce = (companyId: string, key: string, more: { class?: 'alert' } = {}) =>
  transaction(server.db, (tx) =>
    enqueueFanOut(tx, {
      kind: 'instant',
      companyId,
      title: 'Le Bar',
      body: 'Concert',
      data: { instantId: '7' },
      key,
      ...more,
    }),
  )

/** Runs jobs until none waits; a job that throws is left for the caller to retry. */
async function work(deps = world()): Promise<number> {
  let crashes = 0
  for (let jobs = await takeWaitingJobs(server.db); jobs.length > 0; jobs = await takeWaitingJobs(server.db)) {
    await Promise.all(jobs.map((job) => pushFanOut.run(deps, job.payload).catch(() => crashes++)))
  }
  return crashes
}

const tokens = () => sent.map(({ token }) => token).sort()

async function companyFollowedBy(count: number) {
  const { companyId } = await newOwner(server)
  return { companyId, devices: (await insertFollowers(server.db, companyId, count)).sort() }
}

const campaignOf = async (key: string) => ({
  id: await numberOf(server.db)`select id from push_campaigns where key = ${key}`,
})

async function counts(key: string) {
  const [row] = await rowsOf(server.db)`
    select sent_count as sent, expired_count as expired, failed_count as failed, unsent_count as unsent
    from push_campaigns where key = ${key}`
  return row
}

async function performTask(name: string): Promise<void> {
  await pushTasks.find((task) => task.name === name)?.run(world())
}

const later = (seconds: number) => server.setClock(new Date(Date.now() + seconds * 1_000).toISOString())

test('I-053 tells each device of 250 followers once, page after page', async () => {
  const { companyId, devices } = await companyFollowedBy(250)
  await announce(companyId, 'instant-1')
  await work()
  expect(tokens()).toEqual(devices)
  expect(sent[0]).toMatchObject({ title: 'Le Bar', body: 'Concert', data: { instantId: '7' }, key: 'instant-1' })
})

test('I-042 T22 accepts a key once: the second fan-out tells nobody', async () => {
  const { companyId, devices } = await companyFollowedBy(3)
  await announce(companyId, 'instant-2')
  await announce(companyId, 'instant-2')
  await work()
  expect(tokens()).toEqual(devices)
})

test('C-057 tells nobody who followed after the announcement, nobody who left before', async () => {
  const { companyId, devices } = await companyFollowedBy(2)
  await run(server.db)`delete from follows where user_id = (select user_id from devices where token = ${devices[0]})`
  await announce(companyId, 'instant-3')
  await insertFollowers(server.db, companyId, 2)
  await work()
  expect(tokens()).toEqual([devices[1]])
})

test('Y-010 a campaign under way makes way for an alert at its next page, and goes on after it, nobody missed, nobody told twice', async () => {
  const news = await companyFollowedBy(250)
  const alert = await companyFollowedBy(600)
  await announce(news.companyId, 'instant-way')
  const run = async (key: string) => {
    const { id } = await campaignOf(key)
    await pushFanOut.run(world(), { campaignId: id })
  }
  await run('instant-way')
  await announce(alert.companyId, 'alert-way', { class: 'alert' })
  await run('instant-way')
  expect(sent).toHaveLength(100)
  await run('alert-way')
  // Pages that wait would run all at once, those of the campaign perhaps after the alert's last: each is run here by its name.
  await takeWaitingJobs(server.db)
  await run('instant-way')
  expect(sent).toHaveLength(600)
  await run('alert-way')
  await work()
  expect(sent).toHaveLength(700)
  await later(4)
  await performTask('push-resume')
  await work()
  expect(tokens()).toEqual([...news.devices, ...alert.devices].sort())
})

test('AMB-149 F13 a page lost in a crash is never sent again, its successors leave, and the operator hears of it', async () => {
  const { companyId, devices } = await companyFollowedBy(250)
  const doomed = devices[devices.length - 1] ?? ''
  answer = ({ token }) => (token === doomed ? 'crash' : 'sent')
  await announce(companyId, 'instant-4')
  const [job] = await takeWaitingJobs(server.db)
  expect(await work()).toBe(0)
  await pushFanOut.run(world(), job?.payload).catch(() => undefined)
  await work()
  await pushFanOut.run(world(), job?.payload)
  const unsent = 250 - sent.length
  expect(new Set(tokens()).size).toBe(sent.length)
  expect(unsent).toBeGreaterThan(0)
  expect(unsent).toBeLessThanOrEqual(100)

  await later(180)
  await performTask('push-close')
  expect(await counts('instant-4')).toEqual({ sent: sent.length, expired: 0, failed: 0, unsent })
  expect(reports).toContainEqual({ campaign: 'instant-4', failed: 0, unsent })
})

test('I-053 F14 two workers at once tell each device once', async () => {
  const { companyId, devices } = await companyFollowedBy(350)
  await announce(companyId, 'instant-5')
  const [job] = await takeWaitingJobs(server.db)
  await Promise.all([1, 2, 3].map(() => pushFanOut.run(world(), job?.payload)))
  await work()
  expect(tokens()).toEqual(devices)
})

test('AMB-149 a token that moves to another follower between two pages is not told twice', async () => {
  const { companyId, devices } = await companyFollowedBy(150)
  await announce(companyId, 'instant-6')
  const [job] = await takeWaitingJobs(server.db)
  await pushFanOut.run(world(), job?.payload)
  const told = sent[0]?.token ?? ''
  await run(server.db)`delete from devices where token = ${told}`
  await run(server.db)`
    insert into devices (user_id, token, platform)
    select max(follows.user_id), ${told}, 'android' from follows where follows.company_id = ${companyId}`
  await work()
  expect(tokens()).toEqual(devices)
})

test('F13 forgets a device that is gone, and retries with a growing delay what was not taken', async () => {
  const { companyId, devices } = await companyFollowedBy(3)
  const [gone, slow] = devices
  answer = ({ token }) => (token === gone ? 'expired' : token === slow ? 'retry' : 'sent')
  await announce(companyId, 'instant-7')
  await work()
  const left = await rowsOf<{ token: string }>(server.db)`select token from devices where token = any(${devices})`
  expect(left.map(({ token }) => token).sort()).toEqual(devices.slice(1))

  await performTask('push-retries')
  expect(sent.filter(({ token }) => token === slow)).toHaveLength(1)
  await later(11)
  await performTask('push-retries')
  expect(sent.filter(({ token }) => token === slow)).toHaveLength(2)
  answer = () => 'sent'
  await later(72)
  await performTask('push-retries')
  await performTask('push-retries')
  expect(sent.filter(({ token }) => token === slow)).toHaveLength(3)
  await later(400)
  await performTask('push-close')
  expect(await counts('instant-7')).toEqual({ sent: 2, expired: 1, failed: 0, unsent: 0 })
  expect(reports).toEqual([])
})

test('W-076 what a push service refuses by our fault is not tried again, and is counted for the team', async () => {
  const { companyId, devices } = await companyFollowedBy(3)
  const [refused] = devices
  const { refused: before } = await countPushes(server.db)
  answer = ({ token }) => (token === refused ? 'refused' : 'sent')
  await announce(companyId, 'instant-7b')
  await work()
  await later(3_000)
  await performTask('push-retries')
  expect(sent.filter(({ token }) => token === refused)).toHaveLength(1)
  await performTask('push-close')
  expect(await counts('instant-7b')).toEqual({ sent: 2, expired: 0, failed: 1, unsent: 0 })
  expect((await countPushes(server.db)).refused).toBe(before + 1)
  const left = await rowsOf<{ token: string }>(server.db)`select token from devices where token = ${refused}`
  expect(left).toHaveLength(1)
  answer = () => 'sent'
  reports.length = 0
})

test('F28 gives up after five tries, and the operator hears of it', async () => {
  const { companyId } = await companyFollowedBy(1)
  answer = () => 'retry'
  await announce(companyId, 'instant-8')
  await work()
  for (const seconds of [11, 75, 380, 2_200, 9_000]) {
    await later(seconds)
    await performTask('push-retries')
  }
  expect(sent).toHaveLength(5)
  await later(12_000)
  await performTask('push-close')
  expect(await counts('instant-8')).toEqual({ sent: 0, expired: 0, failed: 1, unsent: 0 })
  expect(reports).toContainEqual({ campaign: 'instant-8', failed: 1, unsent: 0 })
})

test('F13 takes up again within seconds a campaign whose next job was lost', async () => {
  const { companyId, devices } = await companyFollowedBy(120)
  await announce(companyId, 'instant-9')
  await takeWaitingJobs(server.db)
  await later(6)
  await performTask('push-resume')
  await work()
  expect(tokens()).toEqual(devices)
})

test('I-053 accepts an announcement to 20,000 followers within 300 ms', async () => {
  const { companyId } = await companyFollowedBy(20_000)
  const times: number[] = []
  // The minimum of three runs: other load of the machine only adds to it.
  for (const key of ['instant-10', 'instant-11', 'instant-12']) {
    const start = performance.now()
    await announce(companyId, key)
    times.push(performance.now() - start)
  }
  expect(Math.min(...times)).toBeLessThan(300)
  await takeWaitingJobs(server.db)
})

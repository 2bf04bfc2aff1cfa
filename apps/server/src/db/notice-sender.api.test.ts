import { transaction } from '@parvis/postgres'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSilentProxy } from '../../../../harness/faults/silent-proxy.ts'
import { testApp } from '../../../../harness/server/test-app.ts'
import { enqueue } from '../jobs/job.ts'
import { createDatabase, rowsOf, run } from './database.ts'
import { LiveHub } from './live-hub.ts'
import { NoticeSender } from './notice-sender.ts'
import { notifyLive } from './notify.queries.ts'

const server = testApp()
const heard: unknown[] = []
let ending: AsyncDisposableStack
let url: string

beforeEach(async () => {
  url = server.deps.config.databaseUrl ?? ''
  heard.length = 0
  const hub = new LiveHub(url, { warn: () => undefined })
  ending = new AsyncDisposableStack()
  ending.defer(() => hub.stop())
  await hub.start()
  hub.subscribe(['user:1'], (one) => heard.push(one === 'gap' ? one : one.id))
})

afterEach(async () => await ending.disposeAsync())

function open(beat?: number, at = url) {
  const notices = new NoticeSender(url, beat)
  const db = createDatabase({ url: at, size: 2, queryTimeoutMs: 300, notices })
  ending.adopt(notices, (sender) => sender.stop())
  ending.use(db)
  return { notices, db }
}

const lastOfSender = async () => {
  const rows = await rowsOf<{ query: string }>(server.db)`
    select query from pg_stat_activity where application_name = 'parvis-notices' and datname = current_database()
    order by query_start desc limit 1`
  return rows[0]?.query
}

const tell = (db: Parameters<typeof notifyLive>[0], id: number) => notifyLive(db, { topic: 'order', id }, ['user:1'])

test('F23 what a transaction tells leaves in order after its commit, by another connection, and never when it is undone', async () => {
  const { db } = open()
  await transaction(db, async (tx) => {
    await tell(tx, 1)
    await tell(tx, 2)
    await tell(db, 3)
    await vi.waitFor(() => expect(heard).toEqual([3]))
  })
  await vi.waitFor(() => expect(heard).toEqual([3, 1, 2]))
  expect(await lastOfSender()).toContain('pg_notify')
  const undone = transaction(db, async (tx) => {
    await tell(tx, 4)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await transaction(db, async (tx) => await tell(tx, 5))
  await vi.waitFor(() => expect(heard).toEqual([3, 1, 2, 5]))
})

test('F23 without a sender, as in a command, PostgreSQL tells with the commit', async () => {
  const { ownerDb } = server
  await transaction(ownerDb, async (tx) => await tell(tx, 1))
  await tell(ownerDb, 2)
  await vi.waitFor(() => expect(heard).toEqual([1, 2]))
})

test('H8 a job that is enqueued notifies nobody inside its transaction, and workers are told after it', async () => {
  const told: string[] = []
  const { notices, db } = open()
  vi.spyOn(notices, 'send').mockImplementation((sent) => void told.push(...sent.map(({ channel }) => channel)))
  await transaction(db, async (tx) => {
    await enqueue(tx, 'slow', { n: 1 }, { key: 'one' })
    await enqueue(tx, 'slow', { n: 2 }, { key: 'one', queue: 'line' })
    const rows = await rowsOf(tx)`select jobs.payload, jobs.queue from jobs where jobs.key = 'one'`
    expect(rows).toEqual([{ payload: { n: 2 }, queue: 'line' }])
    expect(told).toEqual([])
  })
  expect(told).toEqual(['parvis_live', 'parvis_live'])
})

test('F23 a process that died with notices unsent is told of as a gap, once, by another one', async () => {
  const dead = 'notices-dead'
  await run(server.ownerDb)`
      insert into notice_senders (id, beat_at) values (${dead}, clock_timestamp() - interval '1 minute')`
  for (const { notices } of [open(100), open(100)]) notices.start()
  await vi.waitFor(() => expect(heard).toEqual(['gap']))
  const rows = await rowsOf(server.db)`select id from notice_senders where id = ${dead}`
  expect(rows).toEqual([])
})

test('F23 a sender that was away itself buries nobody, and one that stops is forgotten', async () => {
  const { notices } = open(60_000)
  notices.start()
  const names = async () => (await rowsOf(server.ownerDb)`select id from notice_senders`).length
  await vi.waitFor(async () => expect(await names()).toBe(1))
  await run(server.ownerDb)`update notice_senders set beat_at = clock_timestamp() - interval '1 minute'`
  const other = open(60_000)
  other.notices.start()
  await vi.waitFor(async () => expect(await names()).toBe(2))
  other.notices.start()
  await vi.waitFor(() => expect(heard).toEqual(['gap']))
  await other.notices.stop()
  expect(await names()).toBe(0)
})

test('F23 a commit that got no answer is told of all the same: it may have been done', async () => {
  await using proxy = await startSilentProxy(url)
  const { db } = open(undefined, proxy.url)
  const cut = transaction(db, async (tx) => {
    await run(tx)`select 1`
    await tell(tx, 6)
    proxy.silence()
  })
  await expect(cut).rejects.toThrow()
  await vi.waitFor(() => expect(heard).toEqual([6]), 5_000)
})

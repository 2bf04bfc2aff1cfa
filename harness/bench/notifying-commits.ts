import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { sql } from 'kysely'
import type pg from 'pg'
import { createDatabase } from '../../apps/server/src/db/database.ts'
import { liveChannel } from '../../apps/server/src/db/live-hub.ts'
import { NoticeSender } from '../../apps/server/src/db/notice-sender.ts'
import { notifyLive } from '../../apps/server/src/db/notify.queries.ts'
import { sendLater } from '../../apps/server/src/db/pipeline.ts'
import { transaction } from '../../apps/server/src/db/transaction.ts'
import { connected } from '../server/template-database.ts'
import { missesPair, startSynchronousPair } from './parts/synchronous-pair.ts'
import type { Section } from './section.ts'

type Share = { url: string; writers: number; seconds: number; isInside: boolean }

const standbyMilliseconds = 5
const seconds = 5
const min = 3_000
const max = 32

/** Throughput of commits with a NOTIFY, with a synchronous standby 5 ms away (decision 0117). */
export async function benchNotifyingCommits(): Promise<Section> {
  const missing = missesPair()
  const title = `Commits that tell somebody, with a synchronous standby that answers in ${standbyMilliseconds} ms`
  const headings = ['writers', 'told inside /s', 'told after /s', 'at most /s', 'heard']
  if (missing) return { title: `${title}: ${missing}`, headings, rows: [], overruns: [] }
  await using pair = await startSynchronousPair(standbyMilliseconds)
  await using listener = await connected(pair.url)
  await listener.query('create table told (at timestamptz not null default clock_timestamp(), text text not null)')
  await listener.query(`listen ${liveChannel}`)
  const rows: string[][] = []
  let reached = 0
  for (const writers of [1, 8, max]) {
    const inside = await writeAll({ url: pair.url, writers, seconds, isInside: true })
    let heard = 0
    const hear = () => void heard++
    listener.on('notification', hear)
    const after = await writeAll({ url: pair.url, writers, seconds, isInside: false })
    await listener.query('select 1')
    listener.off('notification', hear)
    reached = after.commits / seconds
    const each = (commits: number) => (commits / seconds).toFixed(0)
    rows.push([
      String(writers),
      each(inside.commits),
      each(after.commits),
      ((writers * 1000) / standbyMilliseconds).toFixed(0),
      `${heard} of ${after.commits}`,
    ])
  }
  rows.push(['1, at rest', '-', '-', '-', `after ${(await hearOne(pair.url, listener)).toFixed(1)} ms`])
  const overruns = reached < min ? [`${max} writers tell ${reached.toFixed(0)} a second, not ${min}`] : []
  return { title, headings, rows, overruns }
}

/** Two threads: one would be the bottleneck. */
async function writeAll(all: Share): Promise<{ commits: number }> {
  const threads = all.writers === 1 ? 1 : 2
  const told = await Promise.all(
    Array.from({ length: threads }, async () => {
      const share = { ...all, writers: all.writers / threads }
      const worker = new Worker(new URL(import.meta.url), { workerData: share })
      const [answer] = (await once(worker, 'message')) as [{ commits: number }]
      await worker.terminate()
      return answer
    }),
  )
  return { commits: told.reduce((sum, { commits }) => sum + commits, 0) }
}

/** Milliseconds from a commit to its notification at a listener: the median of twenty, one after the other. */
async function hearOne(url: string, listener: pg.Client): Promise<number> {
  await using owned = new AsyncDisposableStack()
  const notices = owned.adopt(new NoticeSender(url), (sender) => sender.stop())
  await using db = createDatabase({ url, size: 1, notices })
  const times: number[] = []
  for (let n = 0; n < 20; n++) {
    const heard = once(listener, 'notification')
    await transaction(db, async (tx) => {
      await sendLater(tx, sql`insert into told (text) values ('one')`.compile(tx))
      await notifyLive(tx, { topic: 'order', id: n }, ['user:1'])
    })
    const began = performance.now()
    await heard
    times.push(performance.now() - began)
    await pause(50)
  }
  return times.sort((a, b) => a - b)[10] ?? 0
}

/** One write as a call makes it: a statement and its notice, in one message with the commit. */
async function write({ url, writers, seconds: long, isInside }: Share): Promise<{ commits: number }> {
  await using owned = new AsyncDisposableStack()
  const notices = isInside ? undefined : owned.adopt(new NoticeSender(url), (sender) => sender.stop())
  await using db = createDatabase({ url, size: writers, queryTimeoutMs: 10_000, ...(notices && { notices }) })
  const text = 'x'.repeat(200)
  const ends = performance.now() + long * 1_000
  let commits = 0
  const lane = async () => {
    while (performance.now() < ends) {
      await transaction(db, async (tx) => {
        await sendLater(tx, sql`insert into told (text) values (${text})`.compile(tx))
        await notifyLive(tx, { topic: 'order', id: ++commits }, ['user:1', 'company:1'])
      })
    }
  }
  await Promise.all(Array.from({ length: writers }, lane))
  return { commits }
}

if (!isMainThread) parentPort?.postMessage(await write(workerData as Share))

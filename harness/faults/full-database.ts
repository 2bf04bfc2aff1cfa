import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runQuery } from '@parvis/postgres'
import type { Db } from '../../apps/server/src/db/database.ts'
import { sql } from '../../apps/server/src/db/sql.ts'
import { tryCall } from '../bench/parts/http-client.ts'
import { openAsSuperuser, type ServerProcess, startServerProcess } from '../bench/parts/testbed.ts'
import { insertThreads, type Person, type Thread } from '../sql/seed.ts'
import { judgeStatuses } from './answers.ts'
import { type Check, type Control, type Fault, holds, planted, within } from './fault.ts'
import { missesSmallDisk, mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { keepAsking } from './until.ts'
import { acknowledgeFirst, judgeWritten, startWriters, type Writers } from './writers.ts'

/** F04: PostgreSQL has no room for its tables, then none for its journal, which ends it. Both heal once there is room. */
export const fullDatabase: Fault = {
  id: 'F04',
  title: 'disk full: database',
  misses: missesSmallDisk,
  run: async ({ testbed, long }) => {
    using disk = mountSmallDisk(join(testbed.folder, 'small-database'), 240)
    const env = { PROCESS_ROLE: 'all' }
    const log = join(testbed.folder, 'small-database.log')
    await using server = await startServerProcess({ dataFolder: disk.folder, log, env })
    // PostgreSQL needs room to end.
    using room = new DisposableStack()
    room.defer(() => disk.free())
    await using db = openAsSuperuser(disk.folder)
    return await fillAndHeal({ disk, server, db, seconds: long ? 15 : 4 })
  },
}

type Stage = { disk: SmallDisk; server: ServerProcess; db: Db; seconds: number }
type Place = { owner: Person; companyId: string; threads: readonly Thread[] }

async function fillAndHeal(stage: Stage) {
  const { server, db } = stage
  const place = await insertThreads(db, 16)
  await using writers = startWriters(() => server.base, place.threads, 'F04')
  const tables = await withoutRoom(stage, place, writers, () => pause(stage.seconds * 1_000))
  const journal = await withoutRoom(stage, place, writers, () => exhaustJournal(db, stage.seconds))
  await writers.stop()
  const written = await judgeWritten(db, 'F04', writers)
  return {
    done: `${tables.refused} x 503, then ${journal.refused} without a journal`,
    recoveries: [tables.healed, journal.healed],
    checks: [
      ...written,
      judgeRoom(tables.refused),
      judgeStatuses('refused', writers.refused, [503, 507]),
      holds(`reads while tables cannot grow: ${tables.good} of ${tables.reads}`, tables.good > tables.reads / 2),
      holds(`without a journal it ended: ${journal.good} of ${journal.reads} reads`, journal.good < journal.reads),
      holds('the API lived through it', server.isAlive()),
      within('heals by itself after', Math.max(tables.healed, journal.healed), 5_000),
    ],
    controls: [await acknowledgeWithoutRoom(stage, place), planted('a disk that was never full', [judgeRoom(0)])],
  }
}

function judgeRoom(refused: number): Check {
  return holds(`writes refused for want of room: ${refused}`, refused > 0)
}

/** Fills the disk, writes, frees the disk; returns the answers meanwhile, and the milliseconds until writes succeed again. */
async function withoutRoom(
  { disk, server }: Stage,
  { owner, companyId }: Place,
  writers: Writers,
  worst: () => Promise<void>,
) {
  await writers.nextAcknowledgement()
  await pause(500)
  const before = writers.refused.length
  disk.fill()
  const path = `/v1/company/settings/${companyId}`
  await using readers = keepAsking([() => tryCall(server.base, 'GET', path, { token: owner.token })], 50)
  await worst()
  const reads = await readers.stop()
  const refused = writers.refused.length - before
  const freed = performance.now()
  disk.free()
  await writers.nextAcknowledgement()
  const healed = performance.now() - freed
  return { refused, healed, reads: reads.length, good: reads.filter(({ status }) => status === 200).length }
}

/** Begins another file of the journal: 16 MB of disk, unless a former one can be used again. */
const beginWalFile = sql`select pg_logical_emit_message(true, 'faults', 'x'), pg_switch_wal()`

/** A new journal file for each, until there is no room for one: PostgreSQL then panics and stops. */
async function exhaustJournal(db: Db, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end) await runQuery(db, beginWalFile).catch(() => pause(200))
}

/** The same clients and the same full disk, in front of a planted server that acknowledges all the same. */
async function acknowledgeWithoutRoom({ disk, db, server }: Stage, { threads }: Place): Promise<Control> {
  const stage = { db, threads, label: 'F04-control', base: () => server.base }
  return await acknowledgeFirst(stage, async () => {
    disk.fill()
    await pause(1_500)
    disk.free()
  })
}

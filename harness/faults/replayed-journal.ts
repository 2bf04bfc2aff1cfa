import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../apps/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded-postgres.ts'
import { call } from '../bench/parts/http-client.ts'
import { startServerProcess } from '../bench/parts/server-process.ts'
import { openAsSuperuser } from '../bench/parts/world.ts'
import { countEverything, digestAuditTrail, endWalFile, forgetAllMessages, readSetting } from '../sql/control.ts'
import { insertThreads, type Thread } from '../sql/seed.ts'
import { type Check, type Control, type Fault, holds, planted, within } from './fault.ts'
import { killPostgres } from './kill-postgres.ts'
import { operate } from './operate.ts'
import { until } from './until.ts'
import { compareWritten, judgeWritten, startWriters } from './writers.ts'

/** F27: the machine is gone between two nights; a base backup and the archived journal bring the day back (docs/operations.md). */
export const replayedJournal: Fault = {
  id: 'F27',
  title: 'data folder lost, journal replayed',
  run: async ({ world }) => {
    const places = mkdtempSync(join(tmpdir(), 'broken-parvis-'))
    // PostgreSQL's own account must reach its cluster and its archive.
    chmodSync(places, 0o755)
    const at: Places = (name) => join(places, name)
    try {
      const lived = await liveAndDie(at)
      const began = performance.now()
      await replay(at, { into: 'second' })
      const read = await readConversation(at('second'), lived.thread)
      const took = performance.now() - began
      const whole = await visit(at('second'), readState)
      await replay(at, { into: 'third', until: lived.before.instant })
      const before = await visit(at('third'), readState)
      const written = await visit(at('third'), (db) => compareWritten(db, 'F27', lived.acknowledged))
      return {
        done: `${lived.acknowledged.size} messages, ${total(lived.before.rows)} rows`,
        acknowledged: lived.acknowledged.size,
        ...written,
        recoveries: [took],
        checks: [
          holds(`the API answers on it: ${read}`, read === 200),
          judgeSame('to the end of the journal', lived.after, whole),
          judgeSame('to the instant before a mistake', lived.before, before),
          ...judgeWritten(written),
          lived.archiving,
          within('back after', took, 30 * 60_000),
        ],
        controls: [
          await replayWithHole(at, lived),
          planted('a server that archives nothing', [await judgeArchiving(world.db)]),
        ],
      }
    } finally {
      rmSync(places, { recursive: true, force: true })
    }
  },
}

type Places = (name: string) => string
type State = { rows: Record<string, number>; trail: string; instant: string }
// Not in the journal, and empty after any crash: the counters of the last minutes.
const unlogged = 'rate_windows'
type Lived = Awaited<ReturnType<typeof liveAndDie>>

/** A base backup while people write, a mistake, the journal leaves the machine, the machine is gone. */
async function liveAndDie(at: Places) {
  const folder = at('first')
  const env = { PROCESS_ROLE: 'api', PARVIS_WAL_ARCHIVE: at('archive') }
  const server = await startServerProcess({ dataFolder: folder, log: `${folder}.log`, env })
  const db = openAsSuperuser(folder)
  const { threads } = await insertThreads(db, 8)
  const [thread] = threads
  if (!thread) throw new Error('a conversation was inserted')
  const writers = startWriters(() => server.base, threads, 'F27')
  await writers.nextAcknowledgement()
  await operate(folder, ['base-backup', at('base')])
  for (let n = 0; n < 50; n++) await writers.nextAcknowledgement()
  await writers.stop()
  const before = await readState(db)
  await pause(20)
  await forgetAllMessages(db)
  const after = await readState(db)
  const archiving = await judgeArchiving(db)
  const lastFile = join(at('archive'), `${await endWalFile(db)}.gz`)
  await until('the journal is archived', 30_000, async () => existsSync(lastFile))
  await server.signal('SIGKILL')
  killPostgres(folder)
  await db.destroy()
  rmSync(folder, { recursive: true })
  // What stopped archiving hours ago looks like this: the same without the last file.
  execFileSync('cp', ['-a', at('archive'), at('holed')])
  rmSync(join(at('holed'), basename(lastFile)))
  return { thread, acknowledged: writers.acknowledged, before, after, archiving }
}

async function replay(at: Places, { into, until = 'fin', archive = 'archive' }: Record<string, string>): Promise<void> {
  await operate(at(into ?? ''), ['restore-base', at('base'), until], { PARVIS_WAL_ARCHIVE: at(archive) })
}

async function replayWithHole(at: Places, { after }: Lived): Promise<Control> {
  await replay(at, { into: 'fourth', archive: 'holed' })
  return planted('a file missing from the archive', [
    judgeSame('to the end', after, await visit(at('fourth'), readState)),
  ])
}

async function readConversation(folder: string, { discussionId, token }: Thread): Promise<number> {
  const server = await startServerProcess({ dataFolder: folder, log: `${folder}.log`, env: { PROCESS_ROLE: 'api' } })
  const { status } = await call(server.base, 'GET', `/v1/discussions/${discussionId}/messages`, { token })
  await server.signal('SIGTERM')
  return status
}

async function visit<T>(folder: string, ask: (db: Database) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: () => undefined })
  const db = openAsSuperuser(folder)
  try {
    return await ask(db)
  } finally {
    await db.destroy()
    await postgres.stop()
  }
}

async function readState(db: Database): Promise<State> {
  const [rows, trail] = [await countEverything(db), await digestAuditTrail(db)]
  return { rows, trail, instant: new Date().toISOString() }
}

function judgeSame(what: string, { rows, trail }: State, found: State): Check {
  const differing = Object.keys(rows).filter((table) => table !== unlogged && rows[table] !== found.rows[table])
  if (trail !== found.trail) differing.push('the audit trail')
  return holds(`${what}, what differs: ${differing.join(', ') || 'nothing'}`, differing.length === 0)
}

async function judgeArchiving(db: Database): Promise<Check> {
  const [mode, seconds] = [await readSetting(db, 'archive_mode'), await readSetting(db, 'archive_timeout')]
  const isSoon = /^[1-5]min$/.test(seconds)
  return holds(`the journal leaves the machine: ${mode}, at least every ${seconds}`, mode === 'on' && isSoon)
}

function total(rows: Record<string, number>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0)
}

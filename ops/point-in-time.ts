import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runQuery } from '@parvis/postgres'
import { cellOf, type Db, rowsOf, run } from '../apps/server/src/db/database.ts'
import { migrateToLatest } from '../apps/server/src/db/migrate.ts'
import { sql } from '../apps/server/src/db/sql.ts'
import { migrateDevelopment } from '../apps/server/src/development/index.ts'
import { call } from '../harness/bench/parts/http-client.ts'
import { startServerProcess } from '../harness/bench/parts/testbed.ts'
import { type Check, type Control, type Fault, holds, planted, within } from '../harness/faults/fault.ts'
import { killAll, processTree } from '../harness/faults/kill-postgres.ts'
import { until } from '../harness/faults/until.ts'
import { judgeWritten, startWriters } from '../harness/faults/writers.ts'
import { countEverything, digestAuditTrail, readSetting } from '../harness/sql/control.ts'
import { insertThreads, type Thread } from '../harness/sql/seed.ts'
import {
  type BackupSite,
  backRest,
  configureBackups,
  debian15,
  openBackupSite,
  restoreInto,
  startBackedUp,
} from './backup-site.ts'
import { missesProgram } from './start-proxy.ts'

/** F27: the machine is gone between two nights; pgBackRest's backup and journal bring the day back (docs/operations.md). */
export const pointInTime: Fault = {
  id: 'F27',
  title: 'database lost, brought back by pgBackRest',
  misses: () => missesTools(),
  run: async ({ testbed }) => {
    await using site = openBackupSite()
    const lived = await runUntilKilled(site)
    const began = performance.now()
    const [read, whole] = await visit(site, { into: 'second' }, async (db, url) => [
      await readConversation(site, url, lived.thread),
      await readState(db),
    ])
    const took = performance.now() - began
    const [before, written] = await visit(site, { into: 'third', until: lived.before.instant }, async (db) => [
      await readState(db),
      await judgeWritten(db, 'F27', lived),
    ])
    return {
      done: `${lived.acknowledged.size} messages, ${total(lived.before.rows)} rows`,
      recoveries: [took],
      checks: [
        holds(`the API answers on it: ${read}`, read === 200),
        judgeSame('to the end of the journal', lived.after, whole),
        judgeSame('to the instant before a mistake', lived.before, before),
        ...(await takeOver(site, lived)),
        ...written,
        lived.archiving,
        within('back after', took, 30 * 60_000),
      ],
      controls: [
        await restoreWithHole(site, lived),
        planted('a server that archives nothing', [await judgeArchiving(testbed.db)]),
      ],
    }
  },
}

const missesTools = () =>
  missesProgram(join(debian15, 'postgres'), 'postgresql-15', '--version') ??
  missesProgram('pgbackrest', 'pgbackrest', 'version')

type State = { rows: Record<string, number>; trail: string; instant: string }
// The table is unlogged, so that the journal does not hold it: the counters of the last minutes.
const unlogged = 'rate_windows'
const mistake = sql`delete from messages`
type Lived = Awaited<ReturnType<typeof runUntilKilled>>

/** A base backup under writes, a mistake, the end of the journal archived, the machine lost. */
async function runUntilKilled(site: BackupSite) {
  const command = `archive_command=pgbackrest --config=${site.at('pgbackrest.conf')} --stanza=parvis archive-push %p`
  await using postgres = await startBackedUp(site, 'first', (port) => {
    configureBackups(site, port)
    return ['wal_level=replica', 'archive_mode=on', 'archive_timeout=240', command]
  })
  const { db, urls } = postgres
  await migrateToLatest(urls, migrateDevelopment)
  backRest(site, 'stanza-create')
  const server = await startServer(site, urls.url)
  const { threads, thread } = await insertThreads(db, 8)
  await using writers = startWriters(() => server.base, threads, 'F27')
  await writers.nextAcknowledgement()
  backRest(site, '--type=full', 'backup')
  // pgBackRest records the end of a backup to the second: a target within the same second is not after it.
  await pause(1_000)
  for (let n = 0; n < 50; n++) await writers.nextAcknowledgement()
  await writers.stop()
  const before = await readState(db)
  await pause(20)
  await runQuery(db, mistake)
  const after = await readState(db)
  const archiving = await judgeArchiving(db)
  // Ends the file of the journal that is being written, whatever its length.
  const last = (await cellOf<string>(db)`select pg_walfile_name(pg_switch_wal())`) ?? ''
  await until('the journal is archived', 30_000, async () => archived(site.at('repo'), last) !== undefined)
  await server.signal('SIGKILL')
  killAll(processTree(postgres.postmaster.pid))
  rmSync(site.at('clusters/first'), { recursive: true })
  // Control: the same restore without the last journal file, as if archiving had stopped hours ago.
  execFileSync('cp', ['-a', `${site.at('repo')}/.`, site.at('holed')])
  rmSync(archived(site.at('holed'), last) ?? '')
  return { thread, acknowledged: writers.acknowledged, before, after, archiving }
}

function archived(repository: string, file: string): string | undefined {
  const found = readdirSync(repository, { recursive: true }).find((path) => String(path).includes(`/${file}-`))
  return found && join(repository, String(found))
}

type Restore = { into: string; until?: string; repository?: string }

/** Restores into an empty folder, starts there, asks, and stops. */
async function visit<T>(
  site: BackupSite,
  { into, until: instant, repository = 'repo' }: Restore,
  ask: (db: Db, url: string) => Promise<T>,
): Promise<T> {
  const target = instant
    ? ['--type=time', `--target=${instant.replace('T', ' ').replace('Z', '+00')}`, '--target-action=promote']
    : ['--type=default']
  restoreInto(site, into, [`--repo1-path=${site.at(repository)}`, ...target])
  // Ready once the whole journal is replayed, not at the first accepted query.
  await using postgres = await startBackedUp(site, into, () => ['archive_mode=off', 'hot_standby=off'])
  return await ask(postgres.db, postgres.urls.url)
}

/** A standby made from the copies: it reads, refuses to be written, and takes over with all that was archived. */
async function takeOver(site: BackupSite, { after }: Lived): Promise<Check[]> {
  restoreInto(site, 'standby', ['--type=standby'])
  await using postgres = await startBackedUp(site, 'standby', () => ['archive_mode=off', 'hot_standby=on'], 'standby')
  const { db } = postgres
  await until('the journal is replayed', 60_000, async () => (await digestAuditTrail(db)) === after.trail)
  const refused = await runQuery(db, mistake).then(
    () => false,
    (error: Error) => 'code' in error && error.code === '25006',
  )
  // Without waiting: on a busy machine a promotion takes longer than a statement may.
  await run(db)`select pg_promote(false)`
  await until('the standby leads', 60_000, async () => {
    const rows = await rowsOf<{ leads: boolean }>(db)`select not pg_is_in_recovery() as leads`
    return rows[0]?.leads === true
  })
  return [
    holds('a standby made from the copies refuses to be written', refused),
    judgeSame('that standby, once it leads', after, await readState(db)),
  ]
}

function startServer(site: BackupSite, url: string) {
  const dataFolder = site.at('parvis')
  mkdirSync(dataFolder, { recursive: true })
  return startServerProcess({ dataFolder, env: { PROCESS_ROLE: 'api', DATABASE_URL: url } })
}

async function readConversation(site: BackupSite, url: string, { discussionId, token }: Thread): Promise<number> {
  const server = await startServer(site, url)
  const { status } = await call(server.base, 'GET', `/v1/discussions/${discussionId}/messages`, { token })
  await server.signal('SIGTERM')
  return status
}

async function restoreWithHole(site: BackupSite, { after }: Lived): Promise<Control> {
  const found = await visit(site, { into: 'fourth', repository: 'holed' }, readState)
  return planted('a file missing from the archive', [judgeSame('to the end', after, found)])
}

async function readState(db: Db): Promise<State> {
  const [rows, trail] = [await countEverything(db), await digestAuditTrail(db)]
  return { rows, trail, instant: new Date().toISOString() }
}

function judgeSame(what: string, { rows, trail }: State, found: State): Check {
  const differing = Object.keys(rows).filter((table) => table !== unlogged && rows[table] !== found.rows[table])
  if (trail !== found.trail) differing.push('the audit trail')
  return holds(`${what}, what differs: ${differing.join(', ') || 'nothing'}`, differing.length === 0)
}

async function judgeArchiving(db: Db): Promise<Check> {
  const [mode, seconds] = [await readSetting(db, 'archive_mode'), await readSetting(db, 'archive_timeout')]
  const isSoon = /^[1-5]min$/.test(seconds)
  return holds(`the journal leaves the machine: ${mode}, at least every ${seconds}`, mode === 'on' && isSoon)
}

const total = (rows: Record<string, number>) => Object.values(rows).reduce((sum, count) => sum + count, 0)

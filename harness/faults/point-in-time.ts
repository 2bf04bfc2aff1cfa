import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, type Database } from '../../apps/server/src/db/database.ts'
import { createCluster, stopCluster } from '../../apps/server/src/db/embedded/cluster.ts'
import { createDatabaseRoles } from '../../apps/server/src/db/embedded/database-roles.ts'
import { freePort } from '../../apps/server/src/db/embedded/free-port.ts'
import { installedBinaries } from '../../apps/server/src/db/embedded/postgres-binaries.ts'
import { startPostmaster } from '../../apps/server/src/db/embedded/postmaster.ts'
import { databaseUrls } from '../../apps/server/src/db/embedded/running-postgres.ts'
import { serverSettings } from '../../apps/server/src/db/embedded/settings.ts'
import { postgresAccount, runAs } from '../../apps/server/src/db/embedded/system-account.ts'
import { migrateToLatest } from '../../apps/server/src/db/migrate.ts'
import { migrateDevelopment } from '../../apps/server/src/development/index.ts'
import { call } from '../bench/parts/http-client.ts'
import { startServerProcess } from '../bench/parts/server-process.ts'
import { countEverything, digestAuditTrail, endWalFile, forgetAllMessages, readSetting } from '../sql/control.ts'
import { insertThreads, type Thread } from '../sql/seed.ts'
import { type Check, type Control, type Fault, holds, planted, within } from './fault.ts'
import { killPostmaster } from './kill-postgres.ts'
import { until } from './until.ts'
import { compareWritten, judgeWritten, startWriters } from './writers.ts'

const debian15 = '/usr/lib/postgresql/15/bin'

/** F27: the machine is gone between two nights; pgBackRest's backup and journal bring the day back (docs/operations.md). */
export const pointInTime: Fault = {
  id: 'F27',
  title: 'database lost, brought back by pgBackRest',
  run: async ({ world }) => {
    const missing = missesTools()
    if (missing) return { done: missing, notRun: missing, checks: [], controls: [] }
    await using site = openSite()
    const lived = await runUntilKilled(site)
    const began = performance.now()
    const [read, whole] = await visit(site, { into: 'second' }, async (db, url) => [
      await readConversation(site, url, lived.thread),
      await readState(db),
    ])
    const took = performance.now() - began
    const [before, written] = await visit(site, { into: 'third', until: lived.before.instant }, async (db) => [
      await readState(db),
      await compareWritten(db, 'F27', lived.acknowledged),
    ])
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
        await restoreWithHole(site, lived),
        planted('a server that archives nothing', [await judgeArchiving(world.db)]),
      ],
    }
  },
}

function missesTools(): string | undefined {
  if (!existsSync(join(debian15, 'postgres'))) return 'PostgreSQL 15 is not installed (apt-get install postgresql-15)'
  if (!existsSync('/usr/bin/pgbackrest')) return 'pgBackRest is not installed (apt-get install pgbackrest)'
  return undefined
}

type Site = ReturnType<typeof openSite>
type State = { rows: Record<string, number>; trail: string; instant: string }
// Unlogged, so that it is not in the journal: the counters of the last minutes.
const unlogged = 'rate_windows'
type Lived = Awaited<ReturnType<typeof runUntilKilled>>

/** The folders of a machine and of its backup, pgBackRest's configuration, and what runs there: all goes with it. */
function openSite() {
  const folder = mkdtempSync(join(tmpdir(), 'broken-parvis-'))
  // PostgreSQL's own account must reach its clusters and the repository.
  chmodSync(folder, 0o755)
  const account = postgresAccount()
  for (const name of ['clusters', 'repo', 'holed', 'log', 'lock', 'spool']) {
    mkdirSync(join(folder, name), { mode: 0o700 })
    if (account) chownSync(join(folder, name), account.uid, account.gid)
  }
  const stack = new AsyncDisposableStack()
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const password = () => randomBytes(12).toString('hex')
  const passwords = { superuserPassword: password(), password: password(), servingPassword: password() }
  const at = (name: string) => join(folder, name)
  const cluster = (name: string) => ({ folder: at(`clusters/${name}`), binaries: installedBinaries(debian15), account })
  return { at, cluster, account, passwords, stack, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

function configure({ at }: Site, port: number): void {
  const text = `[global]
repo1-path=${at('repo')}
repo1-retention-full=2
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=${randomBytes(24).toString('hex')}
compress-type=zst
start-fast=y
log-path=${at('log')}
lock-path=${at('lock')}
spool-path=${at('spool')}
[parvis]
pg1-path=${at('clusters/first')}
pg1-port=${port}
pg1-user=postgres
`
  writeFileSync(at('pgbackrest.conf'), text, { mode: 0o644 })
}

function backRest(site: Site, ...args: string[]): void {
  const env = { ...process.env, PGHOST: '127.0.0.1', PGPASSWORD: site.passwords.superuserPassword }
  const options = [`--config=${site.at('pgbackrest.conf')}`, '--stanza=parvis', '--log-level-console=warn']
  execFileSync('pgbackrest', [...options, ...args], {
    ...runAs(site.account),
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** A PostgreSQL of that folder, as who may do anything there; gone with what is returned. */
async function startPostgres(site: Site, name: string, settings: (port: number) => string[]) {
  const cluster = site.cluster(name)
  const port = await freePort()
  await createCluster(cluster, site.passwords.superuserPassword)
  const postmaster = await startPostmaster(cluster, [...serverSettings(port), ...settings(port)], 0)
  const secrets = { folder: cluster.folder, ...site.passwords }
  await createDatabaseRoles(port, secrets)
  const urls = databaseUrls(port, secrets)
  const url = new URL(urls.url)
  url.username = 'postgres'
  url.password = site.passwords.superuserPassword
  const db = createDatabase({ url: url.href, size: 2 })
  const stack = new AsyncDisposableStack()
  stack.defer(() => stopCluster(cluster))
  stack.defer(() => db.destroy())
  return { urls, db, postmaster, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** A base backup while people write, a mistake, the journal leaves the machine, the machine is gone. */
async function runUntilKilled(site: Site) {
  const command = `archive_command=pgbackrest --config=${site.at('pgbackrest.conf')} --stanza=parvis archive-push %p`
  await using postgres = await startPostgres(site, 'first', (port) => {
    configure(site, port)
    return ['wal_level=replica', 'archive_mode=on', 'archive_timeout=240', command]
  })
  const { db, urls } = postgres
  await migrateToLatest(urls, migrateDevelopment)
  backRest(site, 'stanza-create')
  const server = await startServer(site, urls.url)
  const { threads } = await insertThreads(db, 8)
  const [thread] = threads
  if (!thread) throw new Error('a conversation was inserted')
  const writers = startWriters(() => server.base, threads, 'F27')
  await writers.nextAcknowledgement()
  backRest(site, '--type=full', 'backup')
  for (let n = 0; n < 50; n++) await writers.nextAcknowledgement()
  await writers.stop()
  const before = await readState(db)
  await pause(20)
  await forgetAllMessages(db)
  const after = await readState(db)
  const archiving = await judgeArchiving(db)
  const last = await endWalFile(db)
  await until('the journal is archived', 30_000, async () => archived(site.at('repo'), last) !== undefined)
  await server.signal('SIGKILL')
  killPostmaster(postgres.postmaster.pid)
  rmSync(site.at('clusters/first'), { recursive: true })
  // What stopped archiving hours ago looks like this: the same without the last file.
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
  site: Site,
  { into, until: instant, repository = 'repo' }: Restore,
  ask: (db: Database, url: string) => Promise<T>,
): Promise<T> {
  const { folder } = site.cluster(into)
  mkdirSync(folder, { mode: 0o700 })
  if (site.account) chownSync(folder, site.account.uid, site.account.gid)
  const target = instant
    ? ['--type=time', `--target=${instant.replace('T', ' ').replace('Z', '+00')}`, '--target-action=promote']
    : ['--type=default']
  backRest(site, `--pg1-path=${folder}`, `--repo1-path=${site.at(repository)}`, ...target, 'restore')
  // Ready once all is replayed, not as soon as something can be read.
  await using postgres = await startPostgres(site, into, () => ['archive_mode=off', 'hot_standby=off'])
  return await ask(postgres.db, postgres.urls.url)
}

function startServer(site: Site, url: string) {
  const dataFolder = site.at('parvis')
  mkdirSync(dataFolder, { recursive: true })
  return startServerProcess({ dataFolder, env: { PROCESS_ROLE: 'api', DATABASE_URL: url } })
}

async function readConversation(site: Site, url: string, { discussionId, token }: Thread): Promise<number> {
  const server = await startServer(site, url)
  const { status } = await call(server.base, 'GET', `/v1/discussions/${discussionId}/messages`, { token })
  await server.signal('SIGTERM')
  return status
}

async function restoreWithHole(site: Site, { after }: Lived): Promise<Control> {
  const found = await visit(site, { into: 'fourth', repository: 'holed' }, readState)
  return planted('a file missing from the archive', [judgeSame('to the end', after, found)])
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

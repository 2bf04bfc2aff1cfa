import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase } from '../apps/server/src/db/database.ts'
import { createCluster, stopCluster } from '../apps/server/src/db/embedded/cluster.ts'
import { createDatabaseRoles } from '../apps/server/src/db/embedded/database-roles.ts'
import { postgresAccount, runAs } from '../apps/server/src/db/embedded/postgres-binaries.ts'
import { startPostmaster } from '../apps/server/src/db/embedded/postmaster.ts'
import { databaseUrls } from '../apps/server/src/db/embedded/running-postgres.ts'
import { serverSettings } from '../apps/server/src/db/embedded/settings.ts'
import { freePort } from '../apps/server/src/free-port.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** Debian's, which pgBackRest knows. */
export const debian15 = '/usr/lib/postgresql/15/bin'

/** The folders of a machine and of its backup, pgBackRest's configuration, and what runs there: all goes with it. */
export function openBackupSite() {
  const stack = new AsyncDisposableStack()
  const { path: folder } = stack.use(temporaryFolder('broken-parvis'))
  // The postgres account must reach its clusters and the repository.
  chmodSync(folder, 0o755)
  const account = postgresAccount()
  for (const name of ['clusters', 'repo', 'holed', 'log', 'lock', 'spool']) {
    mkdirSync(join(folder, name), { mode: 0o700 })
    if (account) chownSync(join(folder, name), account.uid, account.gid)
  }
  const password = () => randomBytes(12).toString('hex')
  const passwords = { superuserPassword: password(), password: password(), servingPassword: password() }
  const at = (name: string) => join(folder, name)
  const binaries = { folder: debian15, major: 15 }
  const cluster = (name: string) => ({ folder: at(`clusters/${name}`), binaries, account })
  return { at, cluster, account, passwords, stack, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

export type BackupSite = ReturnType<typeof openBackupSite>

/** That of docs/operations.md. */
export function configureBackups({ at }: BackupSite, port: number): void {
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

export function backRest(site: BackupSite, ...args: string[]): void {
  const env = { ...process.env, PGHOST: '127.0.0.1', PGPASSWORD: site.passwords.superuserPassword }
  const options = [`--config=${site.at('pgbackrest.conf')}`, '--stanza=parvis', '--log-level-console=warn']
  execFileSync('pgbackrest', [...options, ...args], {
    ...runAs(site.account),
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** Restores into an empty folder with these options. */
export function restoreInto(site: BackupSite, into: string, options: readonly string[]): void {
  const { folder } = site.cluster(into)
  mkdirSync(folder, { mode: 0o700 })
  if (site.account) chownSync(folder, site.account.uid, site.account.gid)
  backRest(site, `--pg1-path=${folder}`, ...options, 'restore')
}

/** A superuser's PostgreSQL on that folder; stopped when the returned value is disposed. */
export async function startBackedUp(
  site: BackupSite,
  name: string,
  settings: (port: number) => string[],
  kind: 'leader' | 'standby' = 'leader',
) {
  const cluster = site.cluster(name)
  const port = await freePort()
  await createCluster(cluster, site.passwords.superuserPassword)
  const postmaster = await startPostmaster(cluster, [...serverSettings(port), ...settings(port)], 0)
  const secrets = { folder: cluster.folder, ...site.passwords }
  if (kind === 'leader') await createDatabaseRoles(port, secrets)
  const urls = databaseUrls(port, secrets)
  const url = new URL(urls.url)
  url.username = 'postgres'
  url.password = site.passwords.superuserPassword
  const db = createDatabase({ url: url.href, size: 2 })
  const stack = new AsyncDisposableStack()
  stack.defer(() => stopCluster(cluster))
  stack.defer(() => db.pool.end())
  return { urls, db, postmaster, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

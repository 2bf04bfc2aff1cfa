import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Cluster, createCluster, stopCluster, superuser } from '../../apps/server/src/db/embedded/cluster.ts'
import { createDatabaseRoles } from '../../apps/server/src/db/embedded/database-roles.ts'
import { npmBinaries, postgresAccount } from '../../apps/server/src/db/embedded/postgres-binaries.ts'
import {
  forgetRunning,
  type PostgresSecrets,
  postgresSecrets,
  readRunning,
  stateFolder,
  writeRunning,
} from '../../apps/server/src/db/embedded/postgres-files.ts'
import { startPostmaster } from '../../apps/server/src/db/embedded/postmaster.ts'
import {
  databaseUrls,
  lockDataFolder,
  ownerRole,
  servingRole,
} from '../../apps/server/src/db/embedded/running-postgres.ts'
import { serverSettings } from '../../apps/server/src/db/embedded/settings.ts'
import { freePort } from '../../apps/server/src/free-port.ts'

const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))
const debian15 = { folder: '/usr/lib/postgresql/15/bin', major: 15 }
const memberName = 'parvis-test-run'

/**
 * Joins the server that another run started, or starts it: one PostgreSQL for all the test runs of this checkout at a time, which the
 * last run to leave stops. `version` '15' uses Debian's PostgreSQL instead of the embedded one.
 */
export async function joinTestServer(version?: string) {
  const folder = version === '15' ? `${cache}test-postgres-15` : `${cache}test-postgres`
  mkdirSync(cache, { recursive: true })
  return alone(folder, async () => {
    const account = postgresAccount()
    const secrets = postgresSecrets(folder, account)
    const binaries = version === '15' ? debian15 : npmBinaries(account, () => (account ? stateFolder() : cache))
    const cluster = { folder: secrets.folder, binaries, account, disposable: true }
    const port = (await portInUse(folder, secrets)) ?? (await start(folder, cluster, secrets))
    await createDatabaseRoles(port, secrets)
    const member = await connect(port, secrets)
    // To drop a test database is to end the connections to it.
    await member.query(`alter role ${ownerRole} createdb; grant ${servingRole} to ${ownerRole}`)
    const others = await otherRuns(member)
    return {
      /** Addresses of the role that creates and owns the test databases, and of the one that serves in tests. */
      urls: databaseUrls(port, secrets),
      /** Whether no other run was using the server on arrival: leftovers may be swept. */
      alone: others === 0,
      leave: () => leave(folder, cluster, member),
    }
  })
}

/** Tests throw their data away: speed before durability, and room for many parallel pools. The last of two settings holds. */
const disposableSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=256MB',
  'max_connections=300',
  'max_wal_size=4GB',
  'checkpoint_timeout=1h',
  'autovacuum_naptime=10min',
]

async function start(folder: string, cluster: Cluster, secrets: PostgresSecrets): Promise<number> {
  const port = await freePort()
  await createCluster(cluster, secrets.superuserPassword)
  const postmaster = await startPostmaster(cluster, [...serverSettings(port), ...disposableSettings])
  writeRunning(folder, { launcherPid: process.pid, postgresPid: postmaster.pid, port })
  return port
}

async function leave(folder: string, cluster: Cluster, member: pg.Client): Promise<void> {
  await alone(folder, async () => {
    const others = await otherRuns(member).catch(() => 0)
    await member.end().catch(() => undefined)
    if (others > 0) return
    await stopCluster(cluster)
    forgetRunning(folder)
  })
}

async function portInUse(folder: string, secrets: PostgresSecrets): Promise<number | undefined> {
  const port = readRunning(folder)?.port
  if (port === undefined) return undefined
  const client = await connect(port, secrets).catch(() => undefined)
  await client?.end()
  return client && port
}

async function connect(port: number, secrets: PostgresSecrets): Promise<pg.Client> {
  const who = { user: superuser, password: secrets.superuserPassword, application_name: memberName }
  const client = new pg.Client({ host: '127.0.0.1', port, database: 'postgres', ...who })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function otherRuns(member: pg.Client): Promise<number> {
  const { rows } = await member.query<{ others: number }>(
    'select count(*)::int as others from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
    [memberName],
  )
  return rows[0]?.others ?? 0
}

async function alone<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = lockDataFolder(folder, 120_000)
  if (!lock) throw new Error(`another test run has been starting PostgreSQL in ${folder} for two minutes`)
  using held = new DisposableStack()
  held.defer(() => lock.release())
  return await work()
}

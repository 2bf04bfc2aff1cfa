import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { CannotStart } from '../cannot-start.ts'
import { superuser } from './cluster.ts'
import { type PostgresSecrets, readRunning, readSecrets } from './postgres-files.ts'
import { run } from './run.ts'

// What PostgreSQL makes anew at its start (its documentation, "Making a base backup using the low level API").
const emptied = /^(pg_wal|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
const left = /^(postmaster\.(pid|opts)|.*\/pgsql_tmp[^/]*(\/.*)?|.*\/pg_internal\.init)$/

/**
 * Copies the running embedded cluster of a data folder, file by file, into an empty folder, with the passwords that it
 * knows. Useless without the journal written meanwhile and after: waits until the archive has it. Files copied.
 */
export async function copyRunningCluster(dataFolder: string, folder: string): Promise<number> {
  const secrets = readSecrets(dataFolder)
  const running = readRunning(dataFolder)
  if (!secrets || !running) throw new CannotStart(`Parvis ne tourne pas sur le dossier ${dataFolder}.`)
  const client = await connect(running.port, secrets)
  try {
    await client.query("select pg_backup_start('parvis', true)")
    const cluster = join(folder, 'cluster')
    await mkdir(cluster, { recursive: true, mode: 0o700 })
    const files = await copyTree(secrets.folder, cluster)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)')
    await writeFile(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '')
    await writeFile(join(folder, 'postgres.json'), JSON.stringify(secrets), { mode: 0o600 })
    await run('sync', [], { cwd: '/' })
    return files
  } finally {
    await client.end()
  }
}

/** As the superuser: one connection, from the beginning of the copy to its end. */
async function connect(port: number, { superuserPassword }: PostgresSecrets): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: superuser,
    password: superuserPassword,
    database: 'postgres',
  })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ archive_mode: string }>('show archive_mode')
  if (rows[0]?.archive_mode === 'on') return client
  await client.end()
  throw new CannotStart(
    'Le journal n’est pas archivé : indiquez PARVIS_WAL_ARCHIVE, relancez Parvis, puis recommencez.',
  )
}

/** A file that goes away meanwhile is not missed, nor is one torn: the journal has them whole. */
async function copyTree(from: string, to: string, inside = ''): Promise<number> {
  let count = 0
  for (const entry of await readdir(join(from, inside), { withFileTypes: true })) {
    const path = inside + entry.name
    if (left.test(path)) continue
    if (entry.isDirectory()) {
      await mkdir(join(to, path), { mode: 0o700 })
      count += await copyTree(from, to, `${path}/`)
    } else if (entry.isFile() && !emptied.test(path)) count += await copied(join(from, path), join(to, path))
  }
  return count
}

async function copied(from: string, to: string): Promise<number> {
  try {
    await copyFile(from, to)
    return 1
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
    throw error
  }
}

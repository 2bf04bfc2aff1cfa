import { chmodSync, chownSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { CannotStart } from '../cannot-start.ts'
import { type Cluster, stopCluster, superuser } from './cluster.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { freePort } from './free-port.ts'
import { npmBinaries } from './postgres-binaries.ts'
import { adoptSecrets, forgetSecrets, type PostgresSecrets, readSecrets } from './postgres-files.ts'
import { startPostmaster } from './postmaster.ts'
import { serverSettings } from './settings.ts'
import { stateFolder } from './state-folder.ts'
import { postgresAccount, type SystemAccount } from './system-account.ts'
import { archiveSettings, prepareArchive, replaySettings } from './wal-archive.ts'

type Replay = {
  dataFolder: string
  /** Where copyRunningCluster copied it, and where its journal was archived. */
  base: string
  archive: string
  /** An instant of ISO 8601 with its zone; absent: as far as the archive goes. */
  until: string | undefined
}

/**
 * Makes the embedded cluster of a data folder that has none out of a base backup and its archived journal, then stops it:
 * the server starts on it as usual. The instant of the last commit that was brought back, when there was one.
 */
export async function replayJournal(replay: Replay): Promise<string | undefined> {
  const lock = lockDataFolder(replay.dataFolder)
  if (!lock) throw new CannotStart(`Parvis tourne sur ${replay.dataFolder} : arrêtez-le d’abord.`)
  try {
    if (readSecrets(replay.dataFolder)) throw new CannotStart(`${replay.dataFolder} a déjà une base de données.`)
    return await replayLocked(replay)
  } finally {
    lock.release()
  }
}

async function replayLocked({ dataFolder, base, archive, until }: Replay): Promise<string | undefined> {
  const known = readCopied(base)
  const account = postgresAccount()
  prepareArchive(archive, account)
  const binaries = npmBinaries(account, () => (account ? stateFolder() : dataFolder))
  const { folder, superuserPassword } = adoptSecrets(dataFolder, account, known)
  const cluster: Cluster = { folder, binaries, account }
  const port = await freePort()
  try {
    cpSync(join(base, 'cluster'), folder, { recursive: true })
    chmodSync(folder, 0o700)
    writeFileSync(join(folder, 'recovery.signal'), '')
    if (account) own(folder, account)
    // The history of the new line of time goes to the archive as well: the next restore needs it.
    const settings = [...serverSettings(port), ...archiveSettings(archive), ...replaySettings(archive, until)]
    await startPostmaster(cluster, settings, 0)
    const last = await readLastCommit(port, superuserPassword)
    await stopCluster(cluster)
    return last
  } catch (error) {
    await stopCluster(cluster)
    rmSync(folder, { recursive: true, force: true })
    if (!folder.startsWith(dataFolder)) rmSync(dirname(folder), { recursive: true, force: true })
    forgetSecrets(dataFolder)
    throw error
  }
}

function readCopied(base: string): PostgresSecrets {
  const file = join(base, 'postgres.json')
  if (!existsSync(file) || !existsSync(join(base, 'cluster', 'backup_label')))
    throw new CannotStart(`Le dossier ${base} ne contient pas de copie complète.`)
  return JSON.parse(readFileSync(file, 'utf8')) as PostgresSecrets
}

function own(folder: string, { uid, gid }: SystemAccount): void {
  chownSync(folder, uid, gid)
  for (const path of readdirSync(folder, { recursive: true })) chownSync(join(folder, String(path)), uid, gid)
}

async function readLastCommit(port: number, password: string): Promise<string | undefined> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: superuser, password, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
    return rows[0]?.at?.toISOString()
  } finally {
    await client.end()
  }
}

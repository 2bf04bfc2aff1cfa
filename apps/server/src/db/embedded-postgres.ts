import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from '../cannot-start.ts'
import { freePort } from '../free-port.ts'
import { type Cluster, createCluster, stopCluster } from './embedded/cluster.ts'
import { createDatabaseRoles } from './embedded/database-roles.ts'
import { npmBinaries, postgresAccount } from './embedded/postgres-binaries.ts'
import { forgetRunning, postgresSecrets, readRunning, stateFolder, writeRunning } from './embedded/postgres-files.ts'
import { type Postmaster, startPostmaster } from './embedded/postmaster.ts'
import { type DatabaseUrls, databaseUrls, lockDataFolder } from './embedded/running-postgres.ts'
import { serverSettings } from './embedded/settings.ts'

/**
 * Starts the embedded PostgreSQL of a data folder, creating it the first time, and keeps it running: killed, it comes
 * back on the same port. One data folder has one running server: a second start throws CannotStart, as does a folder
 * that cannot be written. `log` receives one sentence per event worth knowing. `stop` ends PostgreSQL cleanly and frees
 * the folder.
 */
export async function startEmbeddedPostgres(options: {
  dataFolder: string
  log: (sentence: string) => void
}): Promise<DatabaseUrls & { stop(): Promise<void> }> {
  const dataFolder = resolve(options.dataFolder)
  // Waits for the lock, because a tool may hold it for a moment to see whether a server runs here.
  const lock = lockDataFolder(dataFolder, 300)
  if (!lock) throw new CannotStart(alreadyServed(dataFolder))
  await using started = new AsyncDisposableStack()
  started.defer(() => lock.release())
  const account = postgresAccount()
  const secrets = postgresSecrets(dataFolder, account)
  const binaries = npmBinaries(account, () => (account ? stateFolder() : dataFolder))
  const cluster: Cluster = { folder: secrets.folder, binaries, account }
  await createCluster(cluster, secrets.superuserPassword)
  const port = await freePort()
  const start = async () => {
    const postmaster = await startPostmaster(cluster, serverSettings(port))
    writeRunning(dataFolder, { launcherPid: process.pid, postgresPid: postmaster.pid, port })
    return postmaster
  }
  const stopping = new AbortController()
  started.defer(async () => {
    stopping.abort()
    await stopCluster(cluster)
    forgetRunning(dataFolder)
  })
  const first = await start()
  await createDatabaseRoles(port, secrets)
  void supervise(first, start, options.log, stopping.signal)
  const all = started.move()
  return { ...databaseUrls(port, secrets), stop: () => all.disposeAsync() }
}

/** Starts PostgreSQL again each time that it ends by itself, until it is to stop. */
async function supervise(
  first: Postmaster,
  start: () => Promise<Postmaster>,
  log: (sentence: string) => void,
  stopping: AbortSignal,
): Promise<void> {
  const watch = async ({ exited }: Postmaster) => {
    await exited
    if (!stopping.aborted) log('PostgreSQL s’est arrêté sans qu’on le demande : redémarrage.')
  }
  await watch(first)
  while (!stopping.aborted) {
    try {
      const postmaster = await start()
      log('PostgreSQL tourne de nouveau.')
      await watch(postmaster)
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
      await pause(1000)
    }
  }
}

function alreadyServed(dataFolder: string): string {
  const holder = readRunning(dataFolder)
  const who = holder ? ` (processus ${holder.launcherPid})` : ''
  return `Parvis tourne déjà sur le dossier de données ${dataFolder}${who} : arrêtez-le d’abord, ou indiquez un autre dossier avec PARVIS_DATA.`
}

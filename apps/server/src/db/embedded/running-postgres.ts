import { lockDataFolder } from './data-folder-lock.ts'
import { type PostgresSecrets, readRunning, readSecrets } from './postgres-files.ts'

export const databaseName = 'parvis'
/** Owns the tables: migrations, and a restore. Its name is that of the one role of former releases. */
export const ownerRole = 'parvis'
/** Answers calls and runs jobs. */
export const servingRole = 'parvis_server'

export type DatabaseUrls = {
  /** As the role that serves. */
  url: string
  /** As the role that owns the tables. */
  ownerUrl: string
}

export function databaseUrls(port: number, secrets: PostgresSecrets): DatabaseUrls {
  const of = (role: string, password: string) => `postgresql://${role}:${password}@127.0.0.1:${port}/${databaseName}`
  return { url: of(servingRole, secrets.servingPassword), ownerUrl: of(ownerRole, secrets.password) }
}

/**
 * The addresses of the embedded PostgreSQL that serves this data folder now, for the tools that run beside the server;
 * `undefined` when none does. Throws CannotStart when its files cannot be read by this account.
 */
export function readRunningPostgres(dataFolder: string): DatabaseUrls | undefined {
  const running = readRunning(dataFolder)
  const secrets = readSecrets(dataFolder)
  if (!running || !secrets || !isServed(dataFolder)) return undefined
  return databaseUrls(running.port, secrets)
}

function isServed(dataFolder: string): boolean {
  const lock = lockDataFolder(dataFolder)
  lock?.release()
  return lock === undefined
}

import { lockDataFolder } from './data-folder-lock.ts'
import { readRunning, readSecrets } from './postgres-files.ts'

export const databaseName = 'parvis'
export const roleName = 'parvis'

export function databaseUrl(port: number, password: string): string {
  return `postgresql://${roleName}:${password}@127.0.0.1:${port}/${databaseName}`
}

/**
 * The address of the embedded PostgreSQL that serves this data folder now, for the tools that run beside the server;
 * `undefined` when none does. Throws CannotStart when its files cannot be read by this account.
 */
export function readRunningPostgresUrl(dataFolder: string): string | undefined {
  const running = readRunning(dataFolder)
  const secrets = readSecrets(dataFolder)
  if (!running || !secrets || !isServed(dataFolder)) return undefined
  return databaseUrl(running.port, secrets.password)
}

function isServed(dataFolder: string): boolean {
  const lock = lockDataFolder(dataFolder)
  lock?.release()
  return lock === undefined
}

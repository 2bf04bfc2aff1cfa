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
  if (!running || !secrets || !isAlive(running.postgresPid)) return undefined
  return databaseUrl(running.port, secrets.password)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: alive, and another account's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

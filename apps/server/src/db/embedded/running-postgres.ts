import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from '../../cannot-start.ts'
import { type PostgresSecrets, readRunning, readSecrets } from './postgres-files.ts'

export const databaseName = 'parvis'
/** Owns the tables: migrations, and a restore. */
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
  if (!running || !secrets) return undefined
  const lock = lockDataFolder(dataFolder)
  lock?.release()
  return lock ? undefined : databaseUrls(running.port, secrets)
}

/**
 * Takes the data folder for this process, creating it when absent; `undefined` when another process holds it.
 * The lock is the operating system's (SQLite's exclusive file lock): atomic, and gone with its holder even after kill -9.
 * `waitMs` lets the caller queue behind a short holder. Throws CannotStart when the folder cannot be written.
 */
export function lockDataFolder(dataFolder: string, waitMs = 0): { release(): void } | undefined {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    const file = new DatabaseSync(join(dataFolder, 'server.lock'), { timeout: waitMs })
    return takeExclusively(file)
  } catch (error) {
    throw new CannotStart(
      `Parvis ne peut pas écrire dans son dossier de données ${dataFolder} (${reasonOf(error)}) : rendez-le accessible en écriture, ou indiquez-en un autre avec PARVIS_DATA.`,
    )
  }
}

const sqliteBusy = 5

function takeExclusively(file: DatabaseSync): { release(): void } | undefined {
  try {
    file.exec('BEGIN EXCLUSIVE')
    return { release: () => file.close() }
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined
    throw error
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' && error.code.startsWith('E') ? error.code : error.message
}

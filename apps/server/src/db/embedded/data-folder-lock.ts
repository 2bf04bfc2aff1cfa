import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from '../cannot-start.ts'

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

const SQLITE_BUSY = 5

function takeExclusively(file: DatabaseSync): { release(): void } | undefined {
  try {
    file.exec('BEGIN EXCLUSIVE')
    return { release: () => file.close() }
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw error
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' && error.code.startsWith('E') ? error.code : error.message
}

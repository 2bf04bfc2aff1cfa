import type { Config } from './config.ts'
import type { DatabaseUrls } from './db/embedded/running-postgres.ts'
import { startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { migrateToLatest } from './db/migrate.ts'

/** Starts the database when none is given and brings it up to date; `stop` ends the one that was started. */
export async function openDatabase(
  config: Config,
  say: (sentence: string) => void,
): Promise<DatabaseUrls & { stop(): Promise<void> }> {
  const { dataFolder } = config
  const postgres = config.databaseUrl ? undefined : await startEmbeddedPostgres({ dataFolder, log: say })
  const urls = postgres ?? givenDatabase(config)
  const stop = async () => await postgres?.stop()
  try {
    const development = await loadDevelopment(config)
    await migrateToLatest(urls, development?.migrateDevelopment)
    return { ...urls, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The only import of src/development/; production never makes it, so that a release may leave the folder out. */
export async function loadDevelopment({ production }: Config) {
  return production ? undefined : await import('./development/index.ts')
}

/**
 * The database of the settings, or of the parent process. Migrations (session locks) and the role check use the direct address,
 * past a pooler.
 */
export function givenDatabase({ databaseUrl = '', directDatabaseUrl, migrationDatabaseUrl }: Config) {
  const url = directDatabaseUrl ?? databaseUrl
  return { url, ownerUrl: migrationDatabaseUrl ?? url, stop: async () => undefined }
}

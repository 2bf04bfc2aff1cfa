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
    // The one way in: production never takes it, so that a release may leave the folder out.
    const development = config.production ? undefined : await import('./development/index.ts')
    await migrateToLatest(urls, development?.migrateDevelopment)
    return { ...urls, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The same of a process whose parent has opened it. */
export function givenDatabase({ databaseUrl: url = '', migrationDatabaseUrl: ownerUrl = url }: Config) {
  return { url, ownerUrl, stop: async () => undefined }
}

import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, type Database } from '../../../apps/server/src/db/database.ts'
import { readSecrets } from '../../../apps/server/src/db/embedded/postgres-files.ts'
import { readRunningPostgres } from '../../../apps/server/src/db/embedded/running-postgres.ts'
import { startEmbeddedPostgres } from '../../../apps/server/src/db/embedded-postgres.ts'
import { migrateToLatest } from '../../../apps/server/src/db/migrate.ts'
import { migrateDevelopment } from '../../../apps/server/src/development/index.ts'
import { readSecretKey } from '../../../apps/server/src/secret-key.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { stopProcesses } from './owned-process.ts'
import { startServerProcess } from './server-process.ts'

export type Testbed = Awaited<ReturnType<typeof openTestbed>>

/** A server as it runs for real, but for the providers and the limits of callers. */
export const productionSettings = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  SECRET_KEY: '5'.repeat(64),
  ALLOW_EMBEDDED_PROVIDERS: '1',
  RATE_LIMITS: 'relaxed',
}

/**
 * One migrated PostgreSQL and the servers started on it; its disposal ends them all, and so does an interruption. `production`: without
 * the tables of development, whose clock can be moved, which makes every look at it slower.
 */
export async function openTestbed(kind: 'development' | 'production' = 'development') {
  await using owned = new AsyncDisposableStack()
  const { path: folder } = owned.use(temporaryFolder('broken-parvis'))
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: () => undefined })
  owned.defer(() => postgres.stop())
  await migrateToLatest(postgres, kind === 'development' ? migrateDevelopment : undefined)
  const superuserUrl = asSuperuser(postgres.url, folder)
  const db = createDatabase({ url: superuserUrl, size: 4, queryTimeoutMs: 3_600_000 })
  // When interrupted, statements that take minutes end with PostgreSQL itself.
  owned.defer(async () => await Promise.race([db.destroy(), pause(5_000, undefined, { ref: false })]))
  owned.defer(stopProcesses)
  const secretKey = readSecretKey({ NODE_ENV: 'development' }, folder).toString('hex')
  const all = owned.move()
  const leave = () => void all.disposeAsync().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, leave)
    all.defer(() => void process.off(signal, leave))
  }
  return {
    folder,
    url: postgres.url,
    ownerUrl: postgres.ownerUrl,
    /** The key of its folder, for servers with a folder of their own: what the database holds is sealed with it. */
    secretKey,
    /** Connection as the superuser of that PostgreSQL. */
    db,
    superuserUrl,
    start: (env: Record<string, string> = {}, port?: number) =>
      startServerProcess({
        dataFolder: folder,
        env: { DATABASE_URL: postgres.url, ...env },
        ...(port !== undefined && { port }),
      }),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** A superuser's address of the embedded PostgreSQL that runs on that data folder. */
export function openAsSuperuser(folder: string): Database {
  return createDatabase({ url: asSuperuser(readRunningPostgres(folder)?.url ?? '', folder), size: 2 })
}

/** A superuser's connection to the same PostgreSQL. */
function asSuperuser(address: string, folder: string): string {
  const url = new URL(address)
  url.username = 'postgres'
  url.password = readSecrets(folder)?.superuserPassword ?? ''
  return url.href
}

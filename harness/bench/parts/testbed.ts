import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createDatabase, type Db } from '../../../apps/server/src/db/database.ts'
import { readSecrets } from '../../../apps/server/src/db/embedded/postgres-files.ts'
import { readRunningPostgres } from '../../../apps/server/src/db/embedded/running-postgres.ts'
import { startEmbeddedPostgres } from '../../../apps/server/src/db/embedded-postgres.ts'
import { migrateToLatest } from '../../../apps/server/src/db/migrate.ts'
import { migrateDevelopment } from '../../../apps/server/src/development/index.ts'
import { freePort } from '../../../apps/server/src/free-port.ts'
import { readSecretKey } from '../../../apps/server/src/secret-key.ts'
import { until } from '../../faults/until.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { tryCall } from './http-client.ts'
import { type OwnedProcess, startProcess, stopProcesses } from './owned-process.ts'

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
  owned.defer(async () => await Promise.race([db.pool.end(), pause(5_000, undefined, { ref: false })]))
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
export function openAsSuperuser(folder: string): Db {
  return createDatabase({ url: asSuperuser(readRunningPostgres(folder)?.url ?? '', folder), size: 2 })
}

/** A superuser's connection to the same PostgreSQL. */
function asSuperuser(address: string, folder: string): string {
  const url = new URL(address)
  url.username = 'postgres'
  url.password = readSecrets(folder)?.superuserPassword ?? ''
  return url.href
}

const main = fileURLToPath(new URL('../../../apps/server/src/main.mjs', import.meta.url))

/** A real server of ours. `startMilliseconds`: from the start of the process to its first answer as ready. */
export type ServerProcess = OwnedProcess & {
  base: string
  startMilliseconds: number
  /** Kills it, and starts it again at its port. */
  killedAndBack: () => Promise<ServerProcess>
}

type ServerSettings = { dataFolder: string; port?: number; env?: Record<string, string>; log?: string }

/** Starts the server and waits until it is ready: by its health check, of a worker by its log line. */
export async function startServerProcess(settings: ServerSettings): Promise<ServerProcess> {
  const port = settings.port ?? (await freePort())
  const log = settings.log ?? join(settings.dataFolder, `server-${port}.log`)
  const { DATABASE_URL: _, MIGRATION_DATABASE_URL: __, ...inherited } = process.env
  const env = { ...inherited, ...environment(settings.dataFolder, port), ...settings.env }
  const output = openSync(log, 'a')
  const child = startProcess(process.execPath, [main], {
    env,
    stdio: ['ignore', output, output],
    // The PostgreSQL that a server has for itself ends with it, when it is asked to.
    end: settings.env?.DATABASE_URL ? 'SIGKILL' : 'SIGTERM',
  })
  closeSync(output)
  const base = `http://127.0.0.1:${port}`
  const isReady = async () => {
    if (!child.isAlive()) throw new Error('the server ended while starting')
    if (settings.env?.PROCESS_ROLE === 'worker') return readFileSync(log, 'utf8').includes('travaux de fond en marche')
    return (await tryCall(base, 'GET', '/v1/health/ready', { timeout: 5_000 })).status === 200
  }
  const startMilliseconds = await until('the server is ready', 90_000, isReady, 20).catch((cause: Error) => {
    throw new Error(`${cause.message}: ${readFileSync(log, 'utf8').slice(-1_000)}`, { cause })
  })
  const killedAndBack = async () => {
    await child.signal('SIGKILL')
    return await startServerProcess({ ...settings, port })
  }
  return { ...child, base, startMilliseconds, killedAndBack }
}

function environment(dataFolder: string, port: number): Record<string, string> {
  return {
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PARVIS_DATA: dataFolder,
    // As in docs/operations/parvis-api@.service.
    NODE_OPTIONS: '--max-semi-space-size=16 --max-old-space-size=750 --v8-pool-size=1',
  }
}

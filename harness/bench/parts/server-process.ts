import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../apps/server/src/db/embedded/free-port.ts'
import { until } from '../../faults/until.ts'
import { tryCall } from './http-client.ts'
import { type OwnedProcess, startProcess } from './owned-process.ts'

const main = fileURLToPath(new URL('../../../apps/server/src/main.mjs', import.meta.url))

/** A real server of ours. `startMilliseconds`: from the start of the process to its first answer as ready. */
export type ServerProcess = OwnedProcess & { base: string; startMilliseconds: number }

export type ServerSettings = { dataFolder: string; port?: number; env?: Record<string, string>; log?: string }

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
  return { ...child, base, startMilliseconds }
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
    NODE_OPTIONS: '--max-semi-space-size=16 --v8-pool-size=1',
  }
}

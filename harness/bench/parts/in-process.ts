import { readConfig } from '../../../apps/server/src/config.ts'
import { startServer } from '../../../apps/server/src/start-server.ts'
import { freePort } from './server-process.ts'
import type { BenchWorld } from './world.ts'

/** The server inside this process, to watch what it does. */
export async function startInProcess(world: BenchWorld): Promise<{ base: string; stop(): Promise<void> }> {
  const port = await freePort()
  const config = readConfig({
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: String(port),
    PARVIS_DATA: world.folder,
    DATABASE_URL: world.url,
    PROCESS_ROLE: 'api',
  })
  const server = await startServer(config)
  return { base: `http://127.0.0.1:${port}`, stop: () => server.stop() }
}

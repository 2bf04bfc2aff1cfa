import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../apps/server/src/free-port.ts'
import { root } from '../steps/root.mjs'
import { startServer } from '../steps/start-server.mjs'

/** One server for all journeys, on a data folder of its own that goes with it. E2E_BASE_URL uses a server that runs already. */
export default async function serverSetup() {
  if (process.env.E2E_BASE_URL) return async () => {}
  const dataFolder = mkdtempSync(join(tmpdir(), 'parvis-e2e-'))
  // Where a journey has the calendar of a club.
  process.env.E2E_CALENDARS = `http://127.0.0.1:${await freePort()}`
  const server = await startServer({
    dataFolder,
    logFile: join(root, 'test-results', 'e2e-server.log'),
    settings: { OUTGOING_ORIGINS: process.env.E2E_CALENDARS },
  })
  process.env.E2E_BASE_URL = server.base
  process.env.E2E_DATA_FOLDER = dataFolder
  return async () => {
    await server.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import { startSilentProxy } from '@parvis/harness/faults/silent-proxy'
import { createTestDatabase } from '@parvis/harness/server/test-database'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { createDatabase, numberOf } from './db/database.ts'
import { freePort } from './free-port.ts'
import { startServer } from './start-server.ts'

test('D4 behind a database that does not answer the server stops within fifteen seconds, whatever its jobs wait for', async () => {
  await using database = await createTestDatabase()
  await using proxy = await startSilentProxy(database.url)
  using folder = temporaryFolder('parvis-stop')
  const config = readConfig({
    NODE_ENV: 'development',
    PARVIS_DATA: folder.path,
    LOG_LEVEL: 'silent',
    PORT: String(await freePort()),
    DATABASE_URL: proxy.url,
    MIGRATION_DATABASE_URL: database.ownerUrl,
  })
  const server = await startServer(config)
  await using db = createDatabase({ url: database.ownerUrl, size: 1 })
  const idle = () => numberOf(db)`
    select count(*) from pg_stat_activity where datname = current_database() and application_name = 'parvis' and state = 'idle'`
  // What is at rest ends when PostgreSQL says so.
  await expect.poll(idle, { timeout: 15_000 }).toBeGreaterThan(11)
  proxy.silence()
  const stopped = server.stop().then(() => 'stopped')
  expect(await Promise.race([stopped, pause(15_000, 'waits')])).toBe('stopped')
}, 60_000)

import { createDatabase } from '../../apps/server/src/db/database.ts'
import { ownerRole } from '../../apps/server/src/db/embedded/running-postgres.ts'
import { expectedMigrations } from '../../apps/server/src/db/migrate.ts'
import { startServerProcess } from '../bench/parts/server-process.ts'
import { addLaterMigration, countMigrations, createEmptyDatabase, dropDatabase } from '../sql/control.ts'
import { type Check, type Fault, holds, planted } from './fault.ts'
import { migrateWithoutLock } from './migrate-without-lock.ts'

const name = 'faults_migrations'

/** F26: processes that start together bring one empty database up to date once; one killed on the way leaves nothing half done. */
export const migrationsAtOnce: Fault = {
  id: 'F26',
  title: 'migrations by several processes, one killed',
  run: async ({ testbed, long }) => {
    const kills = long ? 5 : 2
    const ownerUrl = inside(testbed.ownerUrl)
    const env = { DATABASE_URL: inside(testbed.url), MIGRATION_DATABASE_URL: ownerUrl, PROCESS_ROLE: 'api' }
    await createEmptyDatabase(testbed.db, name, ownerRole)
    await using owned = new AsyncDisposableStack()
    owned.defer(() => dropDatabase(testbed.db, name))
    const db = owned.use(createDatabase({ url: ownerUrl, size: 1 }))
    for (let kill = 0; kill < kills; kill++) await startAndKill(testbed.folder, env, 600 + kill * 300)
    const servers = await Promise.all(
      Array.from({ length: 3 }, () => startServerProcess({ dataFolder: testbed.folder, env })),
    )
    const { applied, distinct } = await countMigrations(db)
    const expected = (await expectedMigrations()).length
    const alive = servers.every((server) => server.isAlive())
    for (const server of servers) await server.signal('SIGKILL')
    await addLaterMigration(db)
    await using former = await startServerProcess({ dataFolder: testbed.folder, env }).catch(() => undefined)
    await former?.signal('SIGKILL')
    return {
      done: `${kills} killed while starting, then ${servers.length} at once`,
      checks: [
        holds(`each migration once: ${applied} of ${expected}`, applied === expected && distinct === expected),
        judgeReady(alive),
        holds('a process of the former release starts on the schema of the next one', former !== undefined),
      ],
      controls: [planted('no migration lock', [judgeReady(await migrateWithoutLock(testbed.ownerUrl, 3))])],
    }
  },
}

function inside(address: string): string {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

function judgeReady(areReady: boolean): Check {
  return holds('every process is ready and alive', areReady)
}

async function startAndKill(dataFolder: string, env: Record<string, string>, after: number): Promise<void> {
  const killer = new AbortController()
  const timer = setTimeout(() => killer.abort(), after)
  await startServerProcess({ dataFolder, env, killer: killer.signal }).then(
    (server) => server.signal('SIGKILL'),
    () => undefined,
  )
  clearTimeout(timer)
}

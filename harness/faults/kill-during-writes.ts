import { setTimeout as pause } from 'node:timers/promises'
import { type Db, run } from '../../apps/server/src/db/database.ts'
import { servingRole } from '../../apps/server/src/db/embedded/running-postgres.ts'
import { sql } from '../../apps/server/src/db/sql.ts'
import { openAsSuperuser, type ServerProcess, startServerProcess } from '../bench/parts/testbed.ts'
import { terminateBackends } from '../sql/control.ts'
import { insertThreads, type Thread } from '../sql/seed.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { judgeStatuses, median } from './answers.ts'
import { type Control, type Fault, holds, planted, within } from './fault.ts'
import { killPostgres } from './kill-postgres.ts'
import { acknowledgeFirst, judgeWritten, retryWithoutKey, startWriters } from './writers.ts'

/** Time limit in milliseconds: G08 asks for 300 kills; a slow machine stops earlier and reports its number. */
const maxMilliseconds = 15 * 60_000

/** F01: nothing that was answered is lost, nothing is done twice, though the process dies at any moment. */
export const killApi: Fault = {
  id: 'F01',
  title: 'kill -9 of the API during writes',
  run: async ({ testbed, long }) => {
    const kills = long ? 300 : 8
    const end = performance.now() + maxMilliseconds
    const { threads } = await insertThreads(testbed.db, 16)
    let server = await testbed.start({ PROCESS_ROLE: 'api' })
    await using writers = startWriters(() => server.base, threads, 'F01')
    const recoveries: number[] = []
    for (let kill = 0; kill < kills && performance.now() < end; kill++) {
      await writers.nextAcknowledgement()
      await pause(200 + Math.random() * 400)
      const killed = performance.now()
      server = await server.killedAndBack()
      recoveries.push(performance.now() - killed)
    }
    await writers.stop()
    const written = await judgeWritten(testbed.db, 'F01', writers)
    const stage = { db: testbed.db, threads, label: 'F01-control', base: () => server.base }
    const controls = [
      await retryWithoutKey(stage),
      await acknowledgeFirst(stage, async () => {
        server = await server.killedAndBack()
      }),
    ]
    return {
      done: `${recoveries.length} kills, ${threads.length} clients`,
      recoveries,
      checks: [
        ...written,
        holds(`acknowledged ${writers.acknowledged.size} between kills`, writers.acknowledged.size > recoveries.length),
        within('ready again, median', median(recoveries), 2_000),
      ],
      controls,
    }
  },
}

/** F02: PostgreSQL and all its children die; the launcher brings it back, the API never dies. */
export const killDatabase: Fault = {
  id: 'F02',
  title: 'kill -9 of PostgreSQL during writes',
  run: async ({ long }) => {
    const kills = long ? 50 : 5
    using temporary = temporaryFolder('broken-parvis')
    const folder = temporary.path
    await using server = await startServerProcess({ dataFolder: folder })
    await using db = openAsSuperuser(folder)
    const { threads } = await insertThreads(db, 16)
    await using writers = startWriters(() => server.base, threads, 'F02')
    const recoveries: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      await writers.nextAcknowledgement()
      await pause(200 + Math.random() * 400)
      const killed = performance.now()
      killPostgres(folder)
      // What was committed before the blow may still be on its way to the clients.
      await pause(100)
      await writers.nextAcknowledgement()
      recoveries.push(performance.now() - killed)
    }
    await writers.stop()
    const written = await judgeWritten(db, 'F02', writers)
    return {
      done: `${kills} kills, ${threads.length} clients`,
      recoveries,
      checks: [
        ...written,
        holds('the API lived through it', server.isAlive()),
        judgeStatuses('refused meanwhile', writers.refused, [503]),
        within('writes again, median', median(recoveries), 5_000),
      ],
      controls: [await acknowledgeLate({ folder, db, server, threads })],
    }
  },
}

type Stage = { folder: string; db: Db; server: ServerProcess; threads: readonly Thread[] }

/** The same kill on a PostgreSQL that acknowledges commits up to 10 s before the disk has the data. */
async function acknowledgeLate({ folder, db, server, threads }: Stage): Promise<Control> {
  await run(db)`alter role ${sql.identifier(servingRole)} set synchronous_commit = off`
  await run(db)`alter system set wal_writer_delay = '10s'`
  await run(db)`select pg_reload_conf()`
  await terminateBackends(db, servingRole)
  await using writers = startWriters(() => server.base, threads, 'F02-control')
  await writers.nextAcknowledgement()
  await pause(1_000)
  killPostgres(folder)
  await writers.stop()
  return planted('synchronous_commit=off', await judgeWritten(db, 'F02-control', writers))
}

import type pg from 'pg'
import { buildApp } from '../../apps/server/src/app.ts'
import { currentRequestId } from '../../apps/server/src/current-call.ts'
import { createDatabase } from '../../apps/server/src/db/database.ts'
import { Pipeline } from '../../packages/postgres/src/pipeline.ts'
import { callApp, type TestApp } from './test-app.ts'

export type FailingServer = Awaited<ReturnType<typeof failingServer>>

/** A server on the same database that makes PostgreSQL refuse the nth statement, chosen by `failAt`. */
export async function failingServer(server: TestApp) {
  let left = Number.POSITIVE_INFINITY
  const db = createDatabase({ url: server.deps.config.databaseUrl ?? '', size: 4 })
  db.pool.clients.on('connect', (client) => {
    failSome(client, () => {
      // The page cache reads by itself after the answer.
      if (currentRequestId() === undefined) return false
      left -= 1
      return left === 0
    })
  })
  const app = buildApp({ ...server.deps, db })
  await app.ready()
  return {
    ...server,
    app,
    call: (...asked: Parameters<TestApp['call']>) => callApp(app, ...asked),
    /** From now on the nth statement fails; `wasHit` tells whether there was one. */
    failAt: (n: number) => {
      left = n
    },
    wasHit: () => left <= 0,
    [Symbol.asyncDispose]: async () => {
      await app.close()
      await db.pool.end()
    },
  }
}

/** PostgreSQL itself refuses, so that the transaction is aborted as by any failure: commits and savepoints too. */
function failSome(client: pg.PoolClient, isNext: () => boolean): void {
  const query = client.query.bind(client) as (config: unknown, ...rest: unknown[]) => unknown
  const failure = { text: 'select no_such_function_fails_here()', values: [], name: undefined }
  const failing = (asked: unknown, ...rest: unknown[]) => {
    const statements = asked instanceof Pipeline ? asked.statements : [asked as object]
    for (const statement of statements) if (isNext()) Object.assign(statement, failure)
    return query(asked, ...rest)
  }
  Object.assign(client, { query: failing })
}

import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { countDatabaseWait, currentSubject, stillAwaited } from '../current-call.ts'
import { openConnection, TransactionConnection } from './open-connection.ts'
import { tooLate, turnsOf } from './pool.ts'
import { connectionOf, leftOf, type PoolConnection } from './pool-connection.ts'

/** Kysely on our pool: prepared statements by name, and one connection for a whole unit of work. */
export function poolDialect(pool: pg.Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PoolDriver(pool),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class PoolDriver implements Driver {
  readonly #pool: pg.Pool
  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return stillAwaited(openConnection()) ?? connectionOf(await borrow(this.#pool), this.#pool)
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    // That of a unit of work stays the unit's until it ends.
    if (!(connection instanceof TransactionConnection)) (connection as PoolConnection).release()
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    ;(connection as PoolConnection).begin(`begin${level}`)
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PoolConnection).commit()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PoolConnection).rollback()
  }

  async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`savepoint ${name}`))
  }

  async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`rollback to savepoint ${name}`))
  }

  async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`release savepoint ${name}`))
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

/**
 * Borrows a client of the pool within the time that the call has left (G20). Sessions take turns (round robin): the pool's own
 * queue is first come, first served, so that a burst of one person would delay everybody.
 */
export async function borrow(pool: pg.Pool): Promise<pg.PoolClient> {
  const began = performance.now()
  const turns = turnsOf(pool)
  const max = pool.options.connectionTimeoutMillis ?? 0
  const left = Math.min(leftOf(pool) ?? max, max)
  const requester = { subject: currentSubject() }
  try {
    const isAtOnce = turns.take(requester)
    if (!isAtOnce) await turns.wait(requester, { milliseconds: left })
    return await connect(pool, isAtOnce && left === max ? undefined : left - (performance.now() - began))
  } finally {
    countDatabaseWait(performance.now() - began)
  }
}

/**
 * Connects once the turn is taken, so that the pool has a client free or room for one; rejects after `milliseconds` when that is
 * less than the pool's own time-out.
 */
async function connect(pool: pg.Pool, milliseconds: number | undefined): Promise<pg.PoolClient> {
  let timer: NodeJS.Timeout | undefined
  let isLate = false
  const asked = lend(pool)
  if (milliseconds === undefined) return await asked
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true
      reject(tooLate())
    }, milliseconds)
  })
  asked.then((client) => isLate && connectionOf(client, pool).release()).catch(() => undefined)
  return await Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

/** Gives the turn back when no client was got, also when the call's client disconnected while it waited. */
async function lend(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await stillAwaited(pool).connect()
  } catch (error) {
    turnsOf(pool).leave()
    throw error
  }
}

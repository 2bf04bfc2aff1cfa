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
import { countDatabaseWait, stillAwaited } from '../current-call.ts'
import { openConnection } from './open-connection.ts'
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
    return stillAwaited(openConnection.getStore()?.connection) ?? connectionOf(await borrow(this.#pool), this.#pool)
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (openConnection.getStore()?.connection === connection) return
    ;(connection as PoolConnection).release()
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    ;(connection as PoolConnection).begin(`begin${level}`)
    const unit = openConnection.getStore()
    if (unit) unit.connection = connection
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    leaveUnit(connection)
    await (connection as PoolConnection).commit()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    leaveUnit(connection)
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

function leaveUnit(connection: DatabaseConnection): void {
  const unit = openConnection.getStore()
  if (unit?.connection === connection) delete unit.connection
}

/** A client of the pool, within what is left to the call: it may have waited for one before (G20). */
export async function borrow(pool: pg.Pool): Promise<pg.PoolClient> {
  const began = performance.now()
  const asked = pool.connect()
  const left = leftOf(pool)
  if (left === undefined || left > (pool.options.connectionTimeoutMillis ?? 0)) {
    return await asked.finally(() => countDatabaseWait(performance.now() - began))
  }
  return await new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new Error('timeout exceeded when trying to connect'))
    }, left)
    asked
      .then((client) => (isLate ? client.release() : resolve(client)), reject)
      .finally(() => {
        clearTimeout(timer)
        countDatabaseWait(performance.now() - began)
      })
  })
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { PoolConnection } from './pool-connection.ts'
import type { StatementOptions } from './statement-group.ts'

/** AsyncLocalStorage of the unit of work (`unit-of-work.ts`), whose open transaction everything called inside it shares. */
export const unitStore = new AsyncLocalStorage<{ opened?: { connection: DatabaseConnection } }>()

/** The connection of the transaction that the current unit of work has open. */
export const openConnection = (): DatabaseConnection | undefined => unitStore.getStore()?.opened?.connection

export type End = 'commit' | 'rollback'

/** One transaction on a pool connection. Once it has ended it refuses every statement: the pool may have lent the connection again. */
export class TransactionConnection implements DatabaseConnection {
  #connection: PoolConnection | undefined

  constructor(connection: PoolConnection) {
    connection.begin('begin')
    this.#connection = connection
  }

  async executeQuery<R>(query: CompiledQuery & StatementOptions): Promise<QueryResult<R>> {
    if (!this.#connection) throw new Error('the transaction is over')
    return await this.#connection.executeQuery<R>(query)
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported')
  }

  /** Commits or rolls back and releases the connection. A failed commit is rolled back and throws. */
  async end(how: End): Promise<void> {
    const connection = this.#connection
    this.#connection = undefined
    if (!connection) throw new Error('the transaction is over')
    try {
      if (how === 'commit') return await connection.commit()
      await connection.rollback()
    } catch (error) {
      if (how === 'commit') await connection.rollback()
      throw error
    } finally {
      connection.release()
    }
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { ControlledTransaction, DatabaseConnection } from 'kysely'
import type { Tables, Transaction } from './database.ts'

/**
 * One request that carries an Idempotency-Key: the first transaction it opens stays open until its answer
 * is known, so that effect and answer are stored together; everything it reads meanwhile goes through it.
 */
export type UnitOfWork = {
  connection?: DatabaseConnection
  /** Runs first inside the transaction; throws to abandon it. */
  claim: (tx: Transaction) => Promise<void>
  tx?: ControlledTransaction<Tables>
}

export const unitOfWork = new AsyncLocalStorage<UnitOfWork>()

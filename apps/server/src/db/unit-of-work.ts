import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection } from 'kysely'

/**
 * One request that carries an Idempotency-Key: the first transaction it opens stays open until its answer
 * is known, so that effect and answer are stored together; everything it reads meanwhile goes through it.
 */
export type UnitOfWork = {
  connection?: DatabaseConnection
  /** Runs first inside the transaction; throws to abandon it. */
  claim: (tx: Transaction) => Promise<void>
  tx?: ControlledTransaction
}

type Transaction = import('./database.ts').Transaction
type ControlledTransaction = import('kysely').ControlledTransaction<import('./database.ts').Tables>

export const unitOfWork = new AsyncLocalStorage<UnitOfWork>()

import type { OpenedTransaction, Transaction } from './database.ts'
import { unitStore } from './open-connection.ts'

/**
 * One request that carries an Idempotency-Key: the first transaction it opens stays open until its answer
 * is known, so that effect and answer are stored together; everything it reads meanwhile goes through it.
 */
export type UnitOfWork = {
  /** Runs first inside the transaction; throws to abandon the unit. */
  claim: (tx: Transaction) => Promise<void>
  opened?: OpenedTransaction
}

export const currentUnit = (): UnitOfWork | undefined => unitStore.getStore() as UnitOfWork | undefined

/** Runs the work of one call as one unit: one transaction for its effects and its stored answer. */
export const runUnit = <T>(unit: UnitOfWork, work: () => Promise<T>): Promise<T> => unitStore.run(unit, work)

import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection } from 'kysely'
import type { OpenedTransaction, Transaction } from './database.ts'

/**
 * One request that carries an Idempotency-Key: the first transaction it opens stays open until its answer
 * is known, so that effect and answer are stored together; everything it reads meanwhile goes through it.
 */
export type UnitOfWork = {
  /** Runs first inside the transaction; throws to abandon the unit. */
  claim: (tx: Transaction) => Promise<void>
  opened?: OpenedTransaction
}

const current = new AsyncLocalStorage<UnitOfWork>()

export const currentUnit = (): UnitOfWork | undefined => current.getStore()

/** The connection that everything inside a unit uses once its transaction is open. */
export const openConnection = (): DatabaseConnection | undefined => current.getStore()?.opened?.connection

/** Runs the work of one call as one unit: one transaction for its effects and its stored answer. */
export const runUnit = <T>(unit: UnitOfWork, work: () => Promise<T>): Promise<T> => current.run(unit, work)

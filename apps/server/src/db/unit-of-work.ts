import { AsyncLocalStorage } from 'node:async_hooks'
import type { ControlledTransaction } from 'kysely'
import type { Tables, Transaction } from './database.ts'
import { type OpenConnection, openConnection } from './open-connection.ts'

/**
 * One request that carries an Idempotency-Key: the first transaction it opens stays open until its answer
 * is known, so that effect and answer are stored together; everything it reads meanwhile goes through it.
 */
export type UnitOfWork = OpenConnection & {
  /** Runs first inside the transaction; throws to abandon the unit. */
  claim: (tx: Transaction) => Promise<void>
  tx?: ControlledTransaction<Tables>
}

const current = new AsyncLocalStorage<UnitOfWork>()

export const currentUnit = (): UnitOfWork | undefined => current.getStore()

/** Runs the work of one call as one unit: one transaction for its effects and its stored answer. */
export function runUnit<T>(unit: UnitOfWork, work: () => Promise<T>): Promise<T> {
  return current.run(unit, () => openConnection.run(unit, work))
}

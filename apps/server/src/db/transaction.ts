import { Refusal } from '@parvis/domain/refusals'
import { type Database, openTransaction, type Transaction } from './database.ts'
import type { End } from './open-connection.ts'
import { currentUnit, type UnitOfWork } from './unit-of-work.ts'

const attempts = 3

/**
 * Runs the work of a use case in one transaction and returns its result.
 * A refusal or an error undoes everything, except a refusal that says `keepEffects`.
 * Serialization failures and deadlocks are tried again. Inside a unit of work (a call with an
 * Idempotency-Key) the transaction stays open until the answer is stored with it.
 */
export async function transaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const unit = currentUnit()
  if (unit) return work(await openedTransaction(db, unit))

  return await retried(() => once(db, work))
}

/** Runs a unit of work again after a serialization failure or a deadlock: PostgreSQL has rolled back all of it. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
    }
  }
}

/** Opens the transaction of a unit of work, at most once. */
export async function openedTransaction(db: Database, unit: UnitOfWork): Promise<Transaction> {
  if (unit.opened) return unit.opened.tx
  const opened = await openTransaction(db)
  unit.opened = opened
  await unit.claim(opened.tx)
  return opened.tx
}

/** Ends the transaction of a unit of work, when it has opened one. */
export async function endUnit(unit: UnitOfWork, how: End): Promise<void> {
  const { opened } = unit
  delete unit.opened
  await opened?.connection.end(how)
}

async function once<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { tx, connection } = await openTransaction(db)
  let value: T
  try {
    value = await work(tx)
  } catch (error) {
    await connection.end(endAfter(error))
    throw error
  }
  await connection.end('commit')
  return value
}

/** How a transaction ends whose work threw. */
export const endAfter = (error: unknown): End =>
  error instanceof Refusal && error.extras.keepEffects ? 'commit' : 'rollback'

const serializationFailure = '40001'
const deadlock = '40P01'

/** True of a serialization failure and a deadlock: the same work may succeed when it is tried again. */
function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && [serializationFailure, deadlock].includes(String(error.code))
}

import { Refusal } from '@parvis/domain/refusals'
import { type Database, sendDirectly, type Transaction } from './database.ts'
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

  for (let attempt = 1; ; attempt++) {
    try {
      return await once(db, work)
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
    }
  }
}

/** Opens the transaction of a unit of work, at most once. */
export async function openedTransaction(db: Database, unit: UnitOfWork): Promise<Transaction> {
  if (unit.tx) return unit.tx
  const tx = await db.startTransaction().execute()
  unit.tx = tx
  sendDirectly(tx, unit.connection)
  await unit.claim(tx)
  return tx
}

async function once<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const outcome = await db.transaction().execute(async (tx) => {
    try {
      return { value: await work(tx) }
    } catch (error) {
      if (error instanceof Refusal && error.extras.keepEffects) return { refused: error }
      throw error
    }
  })
  if (outcome.refused) throw outcome.refused
  return outcome.value as T
}

const serializationFailure = '40001'
const deadlock = '40P01'

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && [serializationFailure, deadlock].includes(String(error.code))
}

import { keepsEffects } from '@parvis/domain/refusals'
import { Unit } from './connection.ts'
import { type Db, Transaction } from './database.ts'
import { retried } from './retried.ts'

/**
 * Runs the work of a use case in one transaction and returns its result. A refusal or an error undoes everything,
 * except a refusal that says `keepEffects`. Serialization failures, deadlocks and rows whose partition is just being
 * made are tried again. Given an open transaction, or inside a unit of work, that one is used and stays open: a second
 * connection would commit apart, and twenty such calls would wait for each other's.
 */
export async function transaction<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (db instanceof Transaction) return await work(db)
  const unit = db.pool.call.currentUnit()
  if (unit instanceof UnitOfWork) return await work(await unit.open())
  return await retried(async () => {
    const connection = await db.pool.borrow()
    connection.begin()
    return await ended(connection, () => work(new Transaction(db.pool, connection)))
  })
}

/**
 * Runs the work of one call as one unit (Idempotency-Key): the first transaction that anything inside opens is shared by all the rest,
 * and ends with the work. `first` runs when it opens and sends all of its statements at once; its error abandons the unit.
 */
export async function unitOfWork<T>(
  db: Db,
  work: (open: () => Promise<Transaction>) => Promise<T>,
  first?: (tx: Transaction) => Promise<void>,
): Promise<T> {
  return await retried(async () => {
    const unit = new UnitOfWork(db, first)
    return await db.pool.call.runUnit(unit, () => ended(unit, () => work(() => unit.open())))
  })
}

class UnitOfWork extends Unit {
  readonly #db: Db
  readonly #first: ((tx: Transaction) => Promise<void>) | undefined
  #opening: Promise<Transaction> | undefined

  constructor(db: Db, first: ((tx: Transaction) => Promise<void>) | undefined) {
    super()
    this.#db = db
    this.#first = first
  }

  open(): Promise<Transaction> {
    this.#opening ??= this.#begin()
    return this.#opening
  }

  async #begin(): Promise<Transaction> {
    const connection = await this.#db.pool.borrow()
    this.connection = connection
    connection.begin()
    const tx = new Transaction(this.#db.pool, connection)
    const gate = this.#first?.(tx)
    gate?.catch(() => undefined)
    connection.gate = gate
    return tx
  }

  async commit(): Promise<void> {
    await this.#opening
    await this.connection?.commit()
  }

  async rollback(): Promise<void> {
    await this.#opening?.catch(() => undefined)
    await this.connection?.rollback()
  }

  release(): void {
    const connection = this.connection
    this.connection = undefined
    connection?.release()
  }
}

type Open = { commit(): Promise<void>; rollback(): Promise<void>; release(): void }

async function ended<T>(open: Open, work: () => Promise<T>): Promise<T> {
  try {
    const value = await work().catch(async (error: unknown) => {
      await (keepsEffects(error) ? open.commit() : open.rollback())
      throw error
    })
    await open.commit()
    return value
  } finally {
    open.release()
  }
}

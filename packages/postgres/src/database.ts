import type { CallContext } from './call-context.ts'
import { type Connection, Unit } from './connection.ts'
import { ConnectionPool } from './connection-pool.ts'
import { type NotifyMessage, notifyStatement } from './notices.ts'
import type { PoolSettings } from './pool.ts'
import { retried } from './retried.ts'

/** Where statements are sent: the connections of a database, or one that is in a transaction. */
export class Db {
  readonly pool: ConnectionPool

  constructor(pool: ConnectionPool) {
    this.pool = pool
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pool.end()
  }
}

/** An open transaction, a type of its own: passing the database where a transaction is needed does not compile. */
export class Transaction extends Db {
  readonly connection: Connection

  constructor(pool: ConnectionPool, connection: Connection) {
    super(pool)
    this.connection = connection
  }
}

/** The connections open when they are needed; `pool.warmUp` opens them all. */
export const connectTo = (settings: PoolSettings, call: CallContext): Db => new Db(new ConnectionPool(settings, call))

/** A statement with its values; `Row` is what each of its rows holds. */
export type BoundStatement<Row> = { readonly text: string; readonly values: unknown[]; readonly row?: Row }

/**
 * Runs one statement and returns its rows. In a transaction, one that is not awaited travels with the next; when it fails, what
 * follows throws its error and nothing is committed. `mayRepeat`: a short one that waits for no lock and may be executed twice; it
 * may share a connection with those of others.
 */
export function runQuery<Row>(db: Db, asked: BoundStatement<Row>, { mayRepeat = false } = {}): Promise<Row[]> {
  const rows = answerTo(db, asked, mayRepeat)
  rows.catch(() => undefined)
  return rows
}

async function answerTo<Row>(db: Db, asked: BoundStatement<Row>, mayRepeat: boolean): Promise<Row[]> {
  const connection = connectionOf(db)
  return (await (connection ? connection.ask(asked) : askPool(db.pool, asked, mayRepeat))) as Row[]
}

/** That of a transaction, or of the unit of work that this call has open. */
function connectionOf(db: Db): Connection | undefined {
  if (db instanceof Transaction) return db.connection
  const unit = db.pool.call.currentUnit()
  return db.pool.call.stillAwaited(unit instanceof Unit ? unit.connection : undefined)
}

async function askPool(pool: ConnectionPool, asked: BoundStatement<unknown>, mayRepeat: boolean): Promise<object[]> {
  if (mayRepeat) {
    const began = performance.now()
    const result = await pool.call.stillAwaited(pool.shared)?.ask(pool.statementOf(asked), pool.call.currentSubject())
    if (result) return result.rows
    pool.call.countDatabaseWait(performance.now() - began)
  }
  return await lend(pool, (connection) => connection.ask(asked))
}

function lend<T>(pool: ConnectionPool, work: (connection: Connection) => Promise<T>): Promise<T> {
  return retried(async () => {
    const connection = await pool.borrow()
    try {
      return await work(connection)
    } finally {
      connection.release()
    }
  })
}

/**
 * Runs several queries with one wait for PostgreSQL, in the order in which `ask` calls them: each may look at what those before it
 * wrote, none at what they answered. After the first that fails none of the rest has run. Outside of a transaction, where it is for
 * short reads, one connection answers them all.
 */
export async function together<Asked extends Db, T extends readonly unknown[] | []>(
  db: Asked,
  ask: (db: Asked) => T,
): Promise<{ -readonly [Key in keyof T]: Awaited<T[Key]> }> {
  if (connectionOf(db)) return await Promise.all(ask(db))
  return await lend(db.pool, (connection) => Promise.all(ask(new Transaction(db.pool, connection) as Db as Asked)))
}

/** Sends a NOTIFY once the transaction is committed, and none when it is rolled back; outside of a transaction, at once. */
export async function notify(
  db: Db,
  messages: readonly NotifyMessage[] | Promise<readonly NotifyMessage[]>,
): Promise<void> {
  const connection = connectionOf(db)
  if (connection) return connection.notify(Promise.resolve(messages))
  const { notifier } = db.pool
  const all = await messages
  if (all.length === 0) return
  if (notifier) return notifier.send(all)
  await askPool(db.pool, notifyStatement(all), false)
}

import { type CompiledQuery, type ConnectionProvider, Kysely, type QueryExecutorProvider, Transaction } from 'kysely'
import { countDatabaseWait, currentSubject, stillAwaited } from '../../current-call.ts'
import { type NotifyMessage, notifyStatement } from '../notice-sender.ts'
import { answerOf, type Connection, unitConnection } from './connection.ts'
import { ConnectionPool, PoolAdapter, poolDialect } from './driver.ts'
import type { PoolSettings } from './pool.ts'

/** A database of ours: Kysely, which ends only a driver that it has used, and the pool that transactions use beside it. */
export class PoolDatabase<Tables> extends Kysely<Tables> {
  readonly pool: ConnectionPool

  constructor(settings: PoolSettings) {
    const pool = new ConnectionPool(settings)
    super({ dialect: poolDialect(pool) })
    this.pool = pool
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    await this.pool.end()
  }
}

const nothing = {}

/** A Kysely transaction on a connection of ours: Kysely builds and compiles its queries, nothing else. */
export class OpenTransaction<Tables> extends Transaction<Tables> {
  readonly ownConnection: Connection

  constructor(db: QueryExecutorProvider, connection: Connection) {
    const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
    const executor = db.getExecutor().withConnectionProvider(provider)
    super({ config: nothing, dialect: nothing, driver: nothing, executor } as ConstructorParameters<
      typeof Transaction<Tables>
    >[0])
    this.ownConnection = connection
  }
}

export function poolOf(db: QueryExecutorProvider): ConnectionPool {
  const { adapter } = db.getExecutor()
  if (!(adapter instanceof PoolAdapter)) throw new Error('this database has no pool of ours')
  return adapter.pool
}

/** `mayRepeat`: a short statement that waits for no lock and may be executed twice; it may share a connection with those of others. */
export type Asking = { mayRepeat?: boolean }

/**
 * Runs one compiled statement and returns its rows. In a transaction, one that is not awaited travels with the next; when it fails,
 * what follows throws its error and nothing is committed. Kysely's executor awaits eight promises per statement: for a read of one
 * row it costs as much as decoding the columns.
 */
export function runQuery<Row>(
  db: QueryExecutorProvider,
  asked: CompiledQuery<Row>,
  asking: Asking = {},
): Promise<Row[]> {
  const rows = answerTo(db, asked, asking)
  rows.catch(() => undefined)
  return rows
}

async function answerTo<Row>(
  db: QueryExecutorProvider,
  asked: CompiledQuery<Row>,
  { mayRepeat = false }: Asking,
): Promise<Row[]> {
  const connection = connectionOf(db)
  if (!connection) return await askPool(poolOf(db), asked, mayRepeat)
  return (await connection.executeQuery<Row>(asked)).rows
}

/** That of a transaction, or of the unit of work that this call has open (`transaction.ts`). */
const connectionOf = (db: QueryExecutorProvider): Connection | undefined =>
  db instanceof OpenTransaction ? db.ownConnection : unitConnection()

async function askPool<Row>(pool: ConnectionPool, asked: CompiledQuery<Row>, mayRepeat: boolean): Promise<Row[]> {
  if (mayRepeat) {
    const began = performance.now()
    const result = await stillAwaited(pool.shared)?.ask(pool.statementOf(asked), currentSubject())
    if (result) return answerOf<Row>(result).rows
    countDatabaseWait(performance.now() - began)
  }
  const connection = await pool.borrow()
  try {
    return (await connection.executeQuery<Row>(asked)).rows
  } finally {
    connection.release()
  }
}

/**
 * Runs several queries with one wait for PostgreSQL, in the order in which `ask` calls them: each may look at what those before it
 * wrote, none at what they answered. After the first that fails none of the rest has run. Outside of a transaction, where it is for
 * short reads, one connection answers them all.
 */
export async function together<Asked extends QueryExecutorProvider, T extends readonly unknown[] | []>(
  db: Asked,
  ask: (db: Asked) => T,
): Promise<{ -readonly [Key in keyof T]: Awaited<T[Key]> }> {
  const opened = connectionOf(db)
  if (opened) return await Promise.all(ask(db))
  const connection = await poolOf(db).borrow()
  try {
    return await Promise.all(ask(new OpenTransaction(db, connection) as QueryExecutorProvider as Asked))
  } finally {
    connection.release()
  }
}

/** Sends a NOTIFY once the transaction is committed, and none when it is rolled back; outside of a transaction, at once. */
export async function notify(
  db: QueryExecutorProvider,
  messages: readonly NotifyMessage[] | Promise<readonly NotifyMessage[]>,
): Promise<void> {
  const connection = connectionOf(db)
  if (connection) return connection.notify(Promise.resolve(messages))
  const { notifier } = poolOf(db)
  const all = await messages
  if (all.length === 0) return
  if (notifier) return notifier.send(all)
  const { text, values } = notifyStatement(all)
  await askPool(poolOf(db), { sql: text, parameters: values } as unknown as CompiledQuery, false)
}

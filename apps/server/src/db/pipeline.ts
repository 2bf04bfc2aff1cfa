import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  Transaction as OpenTransaction,
  type QueryResult,
} from 'kysely'
import { type Db, resultOf, type Tables, type Transaction } from './database.ts'
import type { NotifyMessage } from './notice-sender.ts'
import type { HeldStatement } from './statement-group.ts'

/**
 * Sends a statement whose answer nobody needs with the next one of its transaction, at the latest with the commit: it costs
 * no wait of its own. Outside of a transaction it is sent at once. An error of it is thrown by the statement it went with.
 */
export async function sendLater(db: Db, query: CompiledQuery, held: HeldStatement = {}): Promise<void> {
  await resultOf(db, { ...query, held } as CompiledQuery)
}

const nothing = CompiledQuery.raw('select 1')

/** Told once the transaction is committed, never when it is not (`notice-sender.ts`). Outside of a transaction, at once. */
export async function tellAfterCommit(db: Db, notices: readonly NotifyMessage[]): Promise<void> {
  if (notices.length > 0) await resultOf(db, { ...nothing, notices } as CompiledQuery)
}

/**
 * Runs several queries of a transaction with one wait for PostgreSQL, in the order in which `ask` calls them: each may look
 * at what those before it wrote, none at what they answered. After the first that fails, none of the rest has run. Outside
 * of a transaction, where it is for reads, one connection answers them all.
 */
export async function sendTogether<T extends readonly unknown[] | []>(
  db: Db,
  ask: (tx: Transaction) => T,
): Promise<{ -readonly [Place in keyof T]: Awaited<T[Place]> }> {
  return await Promise.all(ask(gathering(db)))
}

type Gathered = {
  query: CompiledQuery
  resolve: (result: QueryResult<never>) => void
  reject: (error: unknown) => void
}

/** The same database or transaction, which waits until every query of this turn of the event loop has been asked. */
function gathering(tx: Db): Transaction {
  const asked: Gathered[] = []
  const connection = {
    executeQuery: (query: CompiledQuery) =>
      new Promise((resolve, reject) => {
        if (asked.push({ query, resolve, reject }) === 1) process.nextTick(() => void sendAll(tx, asked.splice(0)))
      }),
  } as DatabaseConnection
  const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
  const unused = {}
  return new OpenTransaction<Tables>({
    config: unused,
    dialect: unused,
    driver: unused,
    executor: tx.getExecutor().withConnectionProvider(provider),
  } as ConstructorParameters<typeof OpenTransaction>[0])
}

async function sendAll(tx: Db, asked: readonly Gathered[]): Promise<void> {
  const [first] = asked
  if (!first) return
  try {
    const together = asked.map(({ query }) => query)
    const { rows } = await resultOf(tx, { ...first.query, together } as CompiledQuery<QueryResult<never>>)
    for (const [n, { resolve }] of asked.entries()) resolve(rows[n] as QueryResult<never>)
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}

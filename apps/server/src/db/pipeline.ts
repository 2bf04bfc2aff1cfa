import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely'
import { type Db, resultOf, resultsTogether, senderNow, type Transaction, transactionOn } from './database.ts'
import type { NotifyMessage } from './notice-sender.ts'
import type { HeldStatement } from './statement-group.ts'

/**
 * Pipelines a statement whose answer nobody needs: it is sent with the next statement of its transaction, at the latest with the
 * commit, and costs no round trip of its own. Outside a transaction it is sent at once. Its error is thrown by the statement that
 * carried it.
 */
export async function sendLater(db: Db, query: CompiledQuery, held: HeldStatement = {}): Promise<void> {
  await resultOf(db, { ...query, held } as CompiledQuery)
}

const nothing = CompiledQuery.raw('select 1')

/**
 * Sends notices once the transaction is committed, and none when it is rolled back (`notice-sender.ts`). Outside a transaction,
 * at once.
 */
export async function tellAfterCommit(db: Db, notices: readonly NotifyMessage[]): Promise<void> {
  if (notices.length === 0) return
  const sender = senderNow(db)
  if (sender) sender.send(notices)
  else await resultOf(db, { ...nothing, notices } as CompiledQuery)
}

/**
 * Runs several queries of a transaction with one wait for PostgreSQL, in the order in which `ask` calls them: each may look
 * at what those before it wrote, none at what they answered. After the first that fails, none of the rest has run. Outside
 * of a transaction, where it is for short reads, one connection answers them all, a shared one where it is free.
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

/**
 * A view of the database or transaction that defers its queries to the end of the current turn of the event loop, so that all of
 * them travel in one message.
 */
function gathering(tx: Db): Transaction {
  const asked: Gathered[] = []
  return transactionOn(tx, {
    executeQuery: (query: CompiledQuery) =>
      new Promise((resolve, reject) => {
        if (asked.push({ query, resolve, reject }) === 1) process.nextTick(() => void sendAll(tx, asked.splice(0)))
      }),
  } as DatabaseConnection)
}

async function sendAll(tx: Db, asked: readonly Gathered[]): Promise<void> {
  try {
    const results = await resultsTogether(
      tx,
      asked.map(({ query }) => query),
    )
    for (const [n, { resolve }] of asked.entries()) resolve(results[n] as QueryResult<never>)
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}

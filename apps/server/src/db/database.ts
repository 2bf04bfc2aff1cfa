import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type DialectAdapter,
  Kysely,
  Transaction as OpenTransaction,
  type QueryResult,
} from 'kysely'
import { countDatabaseWait, currentSubject, stillAwaited } from '../current-call.ts'
import { borrow, poolDialect } from './driver.ts'
import type { NoticeSender } from './notice-sender.ts'
import { openConnection, TransactionConnection } from './open-connection.ts'
import { createPool, type PoolSettings, senderOf, turnsOf } from './pool.ts'
import { connectionOf } from './pool-connection.ts'
import { answerOf, statementOf } from './send-statement.ts'
import { sharedOf, wasAnswered } from './shared-connections.ts'
import type { AccessTables, KernelTables } from './tables/access.ts'
import type { BookingTables } from './tables/bookings.ts'
import type { CompanyTables, HoursTables, OpenTables } from './tables/company.ts'
import type { CalendarTables, InstantTables, PushTables } from './tables/instants.ts'
import type { MessageTables } from './tables/messages.ts'
import type { NoticeTables } from './tables/notices.ts'
import type { OrderTables } from './tables/orders.ts'
import type { ResidentTables } from './tables/residents.ts'
import type { SubscriptionTables } from './tables/subscription.ts'
import type {
  ActTables,
  AlertTables,
  LegalTables,
  MunicipalityTables,
  StatsTables,
  TownTables,
} from './tables/towns.ts'

/** Every table of the product: one line per feature. */
export type Tables = KernelTables &
  AccessTables &
  CompanyTables &
  HoursTables &
  OpenTables &
  InstantTables &
  CalendarTables &
  PushTables &
  ResidentTables &
  MunicipalityTables &
  ActTables &
  AlertTables &
  SubscriptionTables &
  StatsTables &
  MessageTables &
  BookingTables &
  OrderTables &
  NoticeTables &
  LegalTables &
  TownTables

export type Database = Kysely<Tables>
/** What queries take: the database or a transaction. */
export type Db = Kysely<Tables>
/** An open transaction, a type of its own: passing the database where a transaction is needed does not compile. */
export type Transaction = OpenTransaction<Tables>

/** Of a database, and of its adapter, which it shares with what Kysely derives from it (`withPlugin`). */
const pools = new WeakMap<Database | DialectAdapter, ReturnType<typeof createPool>>()

export const createDatabase = (settings: PoolSettings): Database => databaseOn(createPool(settings))

export function databaseOn(pool: ReturnType<typeof createPool>): Database {
  const db = new PoolDatabase(pool)
  pools.set(db, pool).set(db.getExecutor().adapter, pool)
  return db
}

/** Kysely ends only a driver that it has used, and transactions and prepared statements bypass it. */
class PoolDatabase extends Kysely<Tables> {
  readonly #pool: ReturnType<typeof createPool>
  constructor(pool: ReturnType<typeof createPool>) {
    super({ dialect: poolDialect(pool) })
    this.#pool = pool
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    await sharedOf(this.#pool)?.end()
    if (!this.#pool.ending) await this.#pool.end()
  }
}

/** The connection of each open transaction, for compiled statements, which bypass Kysely's executor. */
const connections = new WeakMap<Db, DatabaseConnection>()

const nothing = {}

/** A Kysely transaction on a connection of ours: Kysely builds and compiles its queries, nothing else. */
export function transactionOn(db: Db, connection: DatabaseConnection): Transaction {
  const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
  const tx: Transaction = new OpenTransaction<Tables>({
    config: nothing,
    dialect: nothing,
    driver: nothing,
    executor: db.getExecutor().withConnectionProvider(provider),
  } as ConstructorParameters<typeof OpenTransaction>[0])
  connections.set(tx, connection)
  return tx
}

/** Opens a transaction without a round trip: `begin` is sent with its first statement. */
export async function openTransaction(db: Database): Promise<OpenedTransaction> {
  const pool = pools.get(db.getExecutor().adapter)
  if (!pool) throw new Error('this database has no pool of ours')
  const connection = new TransactionConnection(connectionOf(await borrow(pool), pool))
  return { tx: transactionOn(db, connection), connection }
}

/** What sends notices outside any transaction; undefined in one, which keeps them until its commit, and where PostgreSQL sends them. */
export function senderNow(db: Db): NoticeSender | undefined {
  const pool = pools.get(db)
  return pool && !openConnection() ? senderOf(pool) : undefined
}

export type OpenedTransaction = { tx: Transaction; connection: TransactionConnection }

/** Runs one compiled statement. Kysely's executor awaits eight promises per statement, more inside a transaction. */
export async function resultOf<Row>(db: Db, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  return await (connections.get(db)?.executeQuery<Row>(query) ?? db.executeQuery(query))
}

/**
 * Runs one compiled statement and returns its rows. Outside a transaction the statement goes straight to the pool: for a read of
 * one row, Kysely's executor costs as much as decoding the columns.
 */
export async function rowsOf<Row>(db: Db, query: CompiledQuery<Row>): Promise<Row[]> {
  // A transaction, or a unit of work (Idempotency-Key), keeps its own connection.
  const pool = pools.get(db)
  if (!pool) return (await resultOf(db, query)).rows
  const opened = openConnection()
  if (opened) return (await stillAwaited(opened).executeQuery<Row>(query)).rows
  const connection = connectionOf(await borrow(stillAwaited(pool)), pool)
  try {
    return (await connection.executeQuery<Row>(query)).rows
  } finally {
    connection.release()
  }
}

/**
 * The rows of a short statement outside any transaction, on a shared connection where one is free. Not for one that waits for locks,
 * or that may not be executed twice: after the loss of a shared connection it is sent once more, on a connection of the pool.
 */
export async function rowsShared<Row>(db: Db, query: CompiledQuery<Row>): Promise<Row[]> {
  const [result] = (await resultsShared(db, [query])) ?? []
  return result ? answerOf<Row>(result).rows : await rowsOf(db, query)
}

/** The results of several statements, sent in one message; outside any transaction on a shared connection where one is free. */
export async function resultsTogether(db: Db, together: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
  const shared = await resultsShared(db, together)
  if (shared) return shared.map(answerOf)
  return (await resultOf(db, { ...together[0], together } as unknown as CompiledQuery<QueryResult<unknown>>)).rows
}

/** Undefined without a free shared connection, and when it was lost before it answered. */
async function resultsShared(db: Db, queries: readonly CompiledQuery[]) {
  const pool = pools.get(db)
  const shared = pool && !openConnection() ? sharedOf(stillAwaited(pool)) : undefined
  const subject = currentSubject()
  const connection = shared?.choose(subject)
  if (!shared || !connection) return undefined
  const began = performance.now()
  try {
    return await shared.send(connection, subject, queries.map(statementOf))
  } catch (error) {
    if (wasAnswered(error)) throw error
    countDatabaseWait(performance.now() - began)
    return undefined
  }
}

/**
 * Warms up a long-lived pool: opens its connections one after the other, all but two, which calls may take meanwhile. Sixteen
 * opened at once by a burst would delay every call. When the database is away, it gives up: calls then connect by themselves.
 */
export async function openConnections(db: Database): Promise<void> {
  const pool = pools.get(db)
  const opened: ReturnType<typeof connectionOf>[] = []
  await (pool && sharedOf(pool)?.open())
  while (pool && opened.length < (pool.options.max ?? 0) - 2) {
    const client = await borrow(pool).catch(() => undefined)
    if (!client) break
    opened.push(connectionOf(client, pool))
  }
  for (const connection of opened) connection.release()
}

/** Connections in use, and calls that wait for one. */
export function poolNumbers(db: Database): { used: number; waiting: number } {
  const pool = pools.get(db)
  if (!pool) return { used: 0, waiting: 0 }
  return {
    used: pool.totalCount - pool.idleCount + (sharedOf(pool)?.used ?? 0),
    waiting: turnsOf(pool).waiting,
  }
}

import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type Transaction as OpenTransaction,
  type QueryResult,
} from 'kysely'
import { stillAwaited } from '../current-call.ts'
import { borrow, poolDialect } from './driver.ts'
import { openConnection } from './open-connection.ts'
import { createPool, linesOf, type PoolSettings } from './pool.ts'
import { connectionOf } from './pool-connection.ts'
import type { AccessTables, KernelTables } from './tables/access.ts'
import type { CompanyTables, HoursTables } from './tables/company.ts'
import type { InstantTables, PushTables } from './tables/instants.ts'
import type { MessageTables } from './tables/messages.ts'
import type { NoticeTables } from './tables/notices.ts'
import type { OrderTables } from './tables/orders.ts'
import type { ResidentTables } from './tables/residents.ts'
import type { SubscriptionTables } from './tables/subscription.ts'
import type { LegalTables, MunicipalityTables, StatsTables, TownTables } from './tables/towns.ts'

/** Every table of the product: one line per feature. */
export type Tables = KernelTables &
  AccessTables &
  CompanyTables &
  HoursTables &
  InstantTables &
  PushTables &
  ResidentTables &
  MunicipalityTables &
  SubscriptionTables &
  StatsTables &
  MessageTables &
  OrderTables &
  NoticeTables &
  LegalTables &
  TownTables

export type Database = Kysely<Tables>
/** What queries take: the database or a transaction. */
export type Db = Kysely<Tables>
/** An open transaction, a type of its own: passing the database where a transaction is needed does not compile. */
export type Transaction = OpenTransaction<Tables>

const pools = new WeakMap<Database, ReturnType<typeof createPool>>()

export function createDatabase(settings: PoolSettings): Database {
  const pool = createPool(settings)
  const db = new Kysely<Tables>({ dialect: poolDialect(pool) })
  pools.set(db, pool)
  return db
}

/** The connection of each open transaction whose statements may bypass Kysely's executor (`transaction.ts`). */
const directs = new WeakMap<Db, DatabaseConnection>()

/**
 * Sends the statements of `tx` straight to `connection`; undefined ends that, after which Kysely refuses statements of a finished
 * transaction.
 */
export function sendDirectly(tx: Transaction, connection: DatabaseConnection | undefined): void {
  if (connection) directs.set(tx, connection)
  else directs.delete(tx)
}

/** Runs one compiled statement. Kysely's executor awaits eight promises per statement, more inside a transaction. */
export async function resultOf<Row>(db: Db, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  const direct = directs.get(db)
  return await (direct ? direct.executeQuery<Row>(query) : db.executeQuery(query))
}

/**
 * Runs one compiled statement and returns its rows. Outside a transaction the statement goes straight to the pool: for a read of
 * one row, Kysely's executor costs as much as decoding the columns.
 */
export async function rowsOf<Row>(db: Db, query: CompiledQuery<Row>): Promise<Row[]> {
  // A transaction, or a unit of work (Idempotency-Key), keeps its own connection.
  const pool = pools.get(db)
  if (!pool) return (await resultOf(db, query)).rows
  const opened = openConnection.getStore()?.connection
  if (opened) return (await stillAwaited(opened).executeQuery<Row>(query)).rows
  const connection = connectionOf(await borrow(stillAwaited(pool)), pool)
  try {
    return (await connection.executeQuery<Row>(query)).rows
  } finally {
    connection.release()
  }
}

/**
 * Warms up a long-lived pool: opens its connections one after the other, all but two, which calls may take meanwhile. Sixteen
 * opened at once by a burst would delay every call. When the database is away, it gives up: calls then connect by themselves.
 */
export async function openConnections(db: Database): Promise<void> {
  const pool = pools.get(db)
  const opened: ReturnType<typeof connectionOf>[] = []
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
  return { used: pool ? pool.totalCount - pool.idleCount : 0, waiting: pool ? linesOf(pool).waiting : 0 }
}

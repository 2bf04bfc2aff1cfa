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
/** An open transaction: where one is needed the database itself does not compile. */
export type Transaction = OpenTransaction<Tables>

const pools = new WeakMap<Database, ReturnType<typeof createPool>>()

export function createDatabase(settings: PoolSettings): Database {
  const pool = createPool(settings)
  const db = new Kysely<Tables>({ dialect: poolDialect(pool) })
  pools.set(db, pool)
  return db
}

/** The connection of an open transaction whose statements need not take Kysely's way (`transaction.ts`). */
const directs = new WeakMap<Db, DatabaseConnection>()

/** From now on, or with undefined no more: Kysely refuses the statements of a transaction that is over. */
export function sendDirectly(tx: Transaction, connection: DatabaseConnection | undefined): void {
  if (connection) directs.set(tx, connection)
  else directs.delete(tx)
}

/** What one compiled statement answered. Kysely's own way waits for eight promises, inside a transaction for more. */
export async function resultOf<Row>(db: Db, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  const direct = directs.get(db)
  return await (direct ? direct.executeQuery<Row>(query) : db.executeQuery(query))
}

/**
 * The rows of one compiled statement. Outside of a transaction it goes straight to the pool: Kysely's own way there costs as
 * much, on a read of one row, as its columns.
 */
export async function rowsOf<Row>(db: Db, query: CompiledQuery<Row>): Promise<Row[]> {
  // A transaction and a unit of work (a call with an Idempotency-Key) keep to the connection that they have.
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
 * Opens the connections of a pool that stays open, one after the other but for two that calls have meanwhile: sixteen that
 * are opened when a burst asks for them keep everybody waiting. A database that is away is left to the calls to find.
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

import { type ControlledTransaction, Kysely, type Transaction as KyselyTransaction } from 'kysely'
import { poolDialect } from './driver.ts'
import { createPool, type PoolSettings } from './pool.ts'
import type { AccessTables } from './tables/access.ts'
import type { KernelTables } from './tables/kernel.ts'

/** Every table of the product: one line per feature. */
export type Tables = KernelTables & AccessTables

export type Database = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables> | ControlledTransaction<Tables>
/** What queries take: the database or a transaction. */
export type Db = Kysely<Tables>

export function createDatabase(settings: PoolSettings): Database {
  return new Kysely<Tables>({ dialect: poolDialect(createPool(settings)) })
}

import { type Kysely, type Transaction as OpenTransaction, type RawBuilder, sql } from 'kysely'
import { PoolDatabase } from './postgres/database.ts'
import type { PoolSettings } from './postgres/pool.ts'
import type { AccessTables, KernelTables } from './tables/access.ts'
import type { CompanyTables } from './tables/company.ts'
import type { CalendarTables, InstantTables } from './tables/instants.ts'
import type { MessageTables } from './tables/messages.ts'
import type { OrderTables } from './tables/orders.ts'
import type { ResidentTables } from './tables/residents.ts'
import type { SubscriptionTables } from './tables/subscription.ts'
import type { TownTables } from './tables/towns.ts'

/** What Kysely's builder may name, one line per feature; the migrations know every column, and SQL texts use the others. */
export type Tables = KernelTables &
  AccessTables &
  CompanyTables &
  InstantTables &
  CalendarTables &
  ResidentTables &
  SubscriptionTables &
  MessageTables &
  OrderTables &
  TownTables

export type Database = Kysely<Tables>
/** What queries take: the database or a transaction. */
export type Db = Kysely<Tables>
/** An open transaction, a type of its own: passing the database where a transaction is needed does not compile. */
export type Transaction = OpenTransaction<Tables>

export const createDatabase = (settings: PoolSettings): PoolDatabase<Tables> => new PoolDatabase<Tables>(settings)

/** The rows of a statement, whose values travel as parameters: rowsOf<Row>(db)`select …`. */
export const rowsOf =
  <Row = unknown>(db: Db) =>
  async (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> =>
    (await sql<Row>(text, ...values).execute(db)).rows

/** The first row of a statement. */
export const rowOf =
  <Row>(db: Db) =>
  async (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row | undefined> =>
    (await rowsOf<Row>(db)(text, ...values))[0]

/** The values of a statement of one column. */
export const columnOf =
  <Value>(db: Db) =>
  async (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Value[]> =>
    (await rowsOf<Record<string, Value>>(db)(text, ...values)).flatMap((row) => Object.values(row))

/** The value of a statement of one row and one column; undefined when there is no row. */
export const cellOf =
  <Value>(db: Db) =>
  async (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Value | undefined> =>
    (await columnOf<Value>(db)(text, ...values))[0]

/** The number of a statement of one row and one column; 0 when there is no row. */
export const numberOf =
  (db: Db) =>
  async (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<number> =>
    (await cellOf<number>(db)(text, ...values)) ?? 0

/** Whether a statement finds a row, or with `returning` has changed one. */
export const hasRow =
  (db: Db) =>
  async (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<boolean> =>
    (await rowsOf(db)(text, ...values)).length > 0

const given = (columns: object): [string, unknown][] =>
  Object.entries(columns).filter(([, value]) => value !== undefined)

/** Columns and their values in an insert: `insert into follows ${inserted({ user_id, company_id })}`; none of one that is undefined. */
export const inserted = (columns: object): RawBuilder<unknown> =>
  sql`(${sql.join(given(columns).map(([name]) => sql.ref(name)))}) values (${sql.join(given(columns).map(([, value]) => value))})`

/** Columns that change and their values: `update users set ${changed({ first_name })} where …`; one that is undefined stays. */
export const changed = (columns: object): RawBuilder<unknown> =>
  sql.join(given(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))

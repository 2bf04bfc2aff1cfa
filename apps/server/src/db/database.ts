import { type Database, runQuery, type Transaction } from './postgres/database.ts'
import { type Sql, sql } from './sql.ts'

export { createDatabase, type Database, type Transaction } from './postgres/database.ts'

/** What queries take: the database or a transaction. */
export type Db = Database | Transaction

/** The rows of a statement, whose values travel as parameters: rowsOf<Row>(db)`select …`. */
export const rowsOf =
  <Row = unknown>(db: Db) =>
  (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> =>
    runQuery(db, sql<Row>(text, ...values))

/** Runs a statement of which only the end is awaited; in a transaction it travels with the next when it is not: void run(tx)`update …`. */
export const run =
  (db: Db) =>
  (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<unknown> =>
    runQuery(db, sql(text, ...values))

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

/** The columns of an insert and their values, without those that are undefined: `${inserted({ user_id, company_id })}`. */
export const inserted = (columns: object): Sql =>
  sql`(${sql.join(given(columns).map(([name]) => sql.identifier(name)))}) values (${sql.join(given(columns).map(([, value]) => value))})`

/** The columns of an update and their values, `set ${changed({ first_name })}`; one that is undefined stays. */
export const changed = (columns: object): Sql =>
  sql.join(given(columns).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`))

import { connectTo, type Db, type PoolSettings, runQuery } from '@parvis/postgres'
import { Semaphore } from '../admission/semaphore.ts'
import * as currentCall from '../current-call.ts'
import { resumeInTurn } from '../time-slices.ts'
import { type Sql, sql } from './sql.ts'

export type { Db, Transaction } from '@parvis/postgres'

const turnsOf = (max: number, reason: () => Error) => new Semaphore({ max, reason })

/** A database whose statements are asked in the name of the present call (`current-call.ts`). */
export const createDatabase = (settings: PoolSettings): Db =>
  connectTo(settings, { ...currentCall, resumeInTurn, turnsOf })

/** A statement as a tagged template, whose values travel as parameters. */
type Asked<Answer> = (text: TemplateStringsArray, ...values: readonly unknown[]) => Promise<Answer>

/** The rows of a statement: rowsOf<Row>(db)`select …`. */
export const rowsOf =
  <Row = unknown>(db: Db): Asked<Row[]> =>
  (...statement) =>
    runQuery(db, sql<Row>(...statement))

const answered =
  <Row, Answer>(read: (rows: Row[]) => Answer) =>
  (db: Db): Asked<Answer> =>
  async (...statement) =>
    read(await rowsOf<Row>(db)(...statement))

/** Runs a statement without reading rows; in a transaction it travels with the next when it is not awaited: void run(tx)`…`. */
export const run =
  (db: Db): Asked<unknown> =>
  (...statement) =>
    runQuery(db, sql(...statement))

/** The first row of a statement. */
export const rowOf = <Row>(db: Db) => answered((rows: Row[]): Row | undefined => rows[0])(db)

/** The values of a statement of one column. */
export const columnOf = <Value>(db: Db) =>
  answered((rows: Record<string, Value>[]) => rows.flatMap((row) => Object.values(row)))(db)

/** The value of a statement of one row and one column; undefined when there is no row. */
export const cellOf = <Value>(db: Db) =>
  answered(([row]: Record<string, Value>[]): Value | undefined => row && Object.values(row)[0])(db)

/** The number of a statement of one row and one column; 0 when there is no row. */
export const numberOf = answered(([row]: Record<string, number>[]) => (row && Object.values(row)[0]) ?? 0)

/** Whether a statement finds a row, or with `returning` has changed one. */
export const hasRow = answered((rows) => rows.length > 0)

const given = (columns: object): [string, unknown][] =>
  Object.entries(columns).filter(([, value]) => value !== undefined)

/** The columns of an insert and their values, without those that are undefined: `${inserted({ user_id, company_id })}`. */
export const inserted = (columns: object): Sql =>
  sql`(${sql.join(given(columns).map(([name]) => sql.identifier(name)))}) values (${sql.join(given(columns).map(([, value]) => value))})`

/** The columns of an update and their values, `set ${changed({ first_name })}`; one that is undefined stays. */
export const changed = (columns: object): Sql =>
  sql.join(given(columns).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`))

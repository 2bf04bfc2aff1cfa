import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { takeReadAhead } from '../current-call.ts'
import type { Db } from './database.ts'
import { runQuery } from './postgres/database.ts'

/** Placeholder of a value in a statement that is compiled before the value is known. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const places = new Proxy({}, { get: (_, name) => new Place(String(name)) })

/** A statement that is compiled once per process; called, it runs with the values of one call. */
export type Prepared<Values extends object, Row> = {
  (db: Db, values: Values): Promise<Row[]>
  /** Its text and, in the order of its parameters, values or the names of those that each call gives. */
  compiled(db: Db): { sql: string; parameters: readonly unknown[] }
  /**
   * The compiled statement with the values of one call, for a caller that sends it otherwise (with another statement, in a
   * pipeline).
   */
  bound(db: Db, values: Values): CompiledQuery<Row>
}

/** The name of the placeholder in a parameter; undefined for a constant. */
export const nameOfPlace = (parameter: unknown): string | undefined =>
  parameter instanceof Place ? parameter.name : undefined

/**
 * A statement that Kysely builds and compiles once per process, then runs with the values of each call: on the reads
 * that every screen repeats, building it again would cost more than sending it. `build` may not look at the values.
 * Rows that the call has read ahead with these values, together with who calls, are not read again.
 */
export function prepared<Values extends object, Row>(
  build: (db: Db, values: Values) => CompiledQuery<Row>,
): Prepared<Values, Row> {
  let statement: CompiledQuery<Row> | undefined
  const compiled = (db: Db) => {
    statement ??= build(db, places as Values)
    return statement
  }
  const bound = (db: Db, values: Values) => {
    const known = compiled(db)
    return { ...known, parameters: boundValues(known.parameters, values) }
  }
  const run = async (db: Db, values: Values) => {
    const ahead = takeReadAhead(run, values)
    if (ahead) return ahead as Row[]
    return await runQuery<Row>(db, bound(db, values))
  }
  return Object.assign(run, { compiled, bound })
}

/** The parameters of a statement with the values of one call in their places. */
export function boundValues(parameters: readonly unknown[], values: object): unknown[] {
  return parameters.map((value) => (value instanceof Place ? Reflect.get(values, value.name) : value))
}

/**
 * The elements of an array parameter as a subquery, of which PostgreSQL always estimates ten. Of the parameter itself it counts
 * the values, finds the generic plan dearer, and plans each call anew (`plan_cache_mode`), often for longer than it executes.
 */
export function elementsOf(values: readonly string[], type: 'uuid' | 'text'): RawBuilder<readonly string[]> {
  return sql`array(select unnest(${values}::${sql.raw(type)}[]))`
}

import { type BoundStatement, runQuery } from '@parvis/postgres'
import { takeReadAhead } from '../current-call.ts'
import type { Db } from './database.ts'
import { type Sql, sql } from './sql.ts'

/** In place of each value that is not known yet when the text is made: a symbol with its name. */
const placeholders = (given: object = {}) =>
  new Proxy({}, { get: (_, name) => Reflect.get(given, name) ?? Symbol(String(name)) })

const isConstant = (value: unknown): value is string | number | boolean =>
  typeof value === 'boolean' || typeof value === 'string' || Number.isSafeInteger(value)

/**
 * Writes what is known when the text is made into it: a partial index serves a generic plan only where its condition is a constant,
 * and without that index PostgreSQL plans each call anew. A template would write its text anew each time that it is asked for.
 */
function textOf({ strings, values }: Sql): { text: string; values: unknown[] } {
  const { text, values: left } = sql(
    strings,
    ...values.map((value) => (isConstant(value) ? sql.literal(value) : value)),
  )
  return { text, values: left }
}

/** A statement whose text is made once per process; called, it runs with the values of one call. */
export type Prepared<Values extends object, Row> = {
  (db: Db, values: Values): Promise<Row[]>
  /** The statement with the values of one call, for a caller that sends it otherwise (with another statement, in a pipeline). */
  bound(values: Values): BoundStatement<Row>
  /** The same as a part of another prepared statement, with an expression of that one for each value that is given. */
  within(given?: Readonly<Record<string, Sql>>): Sql<Row>
  /** Statements that were made with this one as a part, by their other part. */
  joined: Map<object, Prepared<object, object>>
}

/**
 * A statement whose text is made once per process, then runs with the values of each call: the reads that every screen repeats have
 * long ones. `build` may not look at the values. Rows that the call has read ahead with these values, together with who calls, are
 * not read again. Of an empty list of `ids` there are none, and nothing is sent.
 */
export function prepared<Values extends object, Row>(build: (values: Values) => Sql<Row>): Prepared<Values, Row> {
  let known: { text: string; values: unknown[] } | undefined
  const bound = (values: Values) => {
    known ??= textOf(build(placeholders() as Values))
    return {
      text: known.text,
      values: known.values.map((value) =>
        typeof value === 'symbol' ? Reflect.get(values, value.description ?? '') : value,
      ),
    }
  }
  const within = (given: object = {}) => build(placeholders(given) as Values)
  const run = (db: Db, values: Values & { ids?: readonly unknown[] }): Promise<Row[]> => {
    const ahead = values.ids?.length === 0 ? [] : takeReadAhead(run, values)
    return ahead ? Promise.resolve(ahead as Row[]) : runQuery<Row>(db, bound(values))
  }
  return Object.assign(run, { bound, within, joined: new Map() })
}

/**
 * The elements of an array parameter as a subquery, of which PostgreSQL always estimates ten. Of the parameter itself it counts
 * the values, finds the generic plan dearer, and plans each call anew (`plan_cache_mode`), often for longer than it executes.
 */
export function elementsOf(values: readonly (string | number)[], type: 'uuid' | 'text' | 'bigint'): Sql {
  return sql`array(select unnest(${values}::${sql.raw(type)}[]))`
}

/** A value that PostgreSQL does not look at when it plans: the generic plan is then no dearer, and taken, as with `elementsOf`. */
export function opaque(value: unknown, type: 'int' | 'bigint' | 'timestamptz' | 'text'): Sql {
  return sql`(select ${value}::${sql.raw(type)})`
}

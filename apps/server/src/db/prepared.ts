import {
  type CompiledQuery,
  type KyselyPlugin,
  OperationNodeTransformer,
  type RawBuilder,
  sql,
  type ValueNode,
} from 'kysely'
import { takeReadAhead } from '../current-call.ts'
import type { Db } from './database.ts'
import { runQuery } from './postgres/database.ts'

/** A value of a statement that is compiled before the value is known. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const placeholders = (given: object = {}) =>
  new Proxy({}, { get: (_, name) => Reflect.get(given, name) ?? new Placeholder(String(name)) })

/**
 * Writes what is known when a statement is compiled into its text: a partial index serves a generic plan only where its condition is a
 * constant, and without that index PostgreSQL plans each call anew.
 */
class Constants extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    const { value } = node
    const isConstant = typeof value === 'boolean' || typeof value === 'string' || Number.isSafeInteger(value)
    return isConstant ? { ...node, immediate: true } : node
  }
}

const constants = new Constants()
const asConstants: KyselyPlugin = {
  transformQuery: ({ node }) => constants.transformNode(node),
  transformResult: async ({ result }) => result,
}

/** A statement that is compiled once per process; called, it runs with the values of one call. */
export type Prepared<Values extends object, Row> = {
  (db: Db, values: Values): Promise<Row[]>
  /**
   * The compiled statement with the values of one call, for a caller that sends it otherwise (with another statement, in a
   * pipeline).
   */
  bound(db: Db, values: Values): CompiledQuery<Row>
  /** The same as a part of another prepared statement, with an expression of that one for each value that is given. */
  within(db: Db, given?: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<Row>
  /** Statements that were made with this one as a part, by their other part. */
  joined: Map<object, Prepared<object, object>>
}

/**
 * A statement that Kysely builds and compiles once per process, then runs with the values of each call: on the reads
 * that every screen repeats, building it again would cost more than sending it. `build` may not look at the values.
 * Rows that the call has read ahead with these values, together with who calls, are not read again. Of an empty list of `ids` there
 * are none, and nothing is sent.
 */
export function prepared<Values extends object, Row>(
  build: (db: Db, values: Values) => CompiledQuery<Row>,
): Prepared<Values, Row> {
  let statement: CompiledQuery<Row> | undefined
  const bound = (db: Db, values: Values) => {
    statement ??= build(db.withPlugin(asConstants), placeholders() as Values)
    const parameters = statement.parameters.map((value) =>
      value instanceof Placeholder ? Reflect.get(values, value.name) : value,
    )
    return { ...statement, parameters }
  }
  const within = (db: Db, given: object = {}) => {
    const { query } = build(db, placeholders(given) as Values)
    return sql<Row>`${{ toOperationNode: () => query, expressionType: undefined }}`
  }
  const run = async (db: Db, values: Values & { ids?: readonly unknown[] }) => {
    if (values.ids?.length === 0) return []
    const ahead = takeReadAhead(run, values)
    if (ahead) return ahead as Row[]
    return await runQuery<Row>(db, bound(db, values))
  }
  return Object.assign(run, { bound, within, joined: new Map() })
}

/**
 * The elements of an array parameter as a subquery, of which PostgreSQL always estimates ten. Of the parameter itself it counts
 * the values, finds the generic plan dearer, and plans each call anew (`plan_cache_mode`), often for longer than it executes.
 */
export function elementsOf<T extends string | number>(
  values: readonly T[],
  type: 'uuid' | 'text' | 'bigint',
): RawBuilder<readonly T[]> {
  return sql`array(select unnest(${values}::${sql.raw(type)}[]))`
}

/** A value that PostgreSQL does not look at when it plans: the generic plan is then no dearer, and taken, as with `elementsOf`. */
export function opaque(value: unknown, type: 'int' | 'bigint' | 'timestamptz' | 'text'): RawBuilder<unknown> {
  return sql`(select ${value}::${sql.raw(type)})`
}

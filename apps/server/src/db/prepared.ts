import type { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** Stands for a value in a statement that is built before the value is known. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const places = new Proxy({}, { get: (_, name) => new Place(String(name)) })

/**
 * A statement that Kysely builds and compiles once per process, then runs with the values of each call: on the reads
 * that every screen repeats, building it again would cost more than sending it. `build` may not look at the values.
 */
export function prepared<Values extends object, Row>(
  build: (db: Db, values: Values) => CompiledQuery<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let statement: CompiledQuery<Row> | undefined
  return async (db, values) => {
    statement ??= build(db, places as Values)
    const given = new Map<string, unknown>(Object.entries(values))
    const parameters = statement.parameters.map((value) => (value instanceof Place ? given.get(value.name) : value))
    const { rows } = await db.executeQuery<Row>({ ...statement, parameters })
    return rows
  }
}

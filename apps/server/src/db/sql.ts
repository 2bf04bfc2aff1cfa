import pg from 'pg'
import { join, raw, Sql as Template } from 'sql-template-tag'

/** A statement or a part of one, whose values travel as parameters; `Row` is what each of its rows holds. */
export type Sql<Row = unknown> = Template & { readonly row?: Row }

const template = <Row = unknown>(text: readonly string[], ...values: readonly unknown[]): Sql<Row> =>
  new Template(text, values)

/** The name of a table or a role, or those of a table and its column. */
const identifier = (...names: readonly string[]): Sql => raw(names.map((name) => pg.escapeIdentifier(name)).join('.'))

/** A value written into the text: a generic plan uses a partial index only where its condition is a constant. */
const literal = (value: string | number | boolean): Sql =>
  raw(typeof value === 'string' ? pg.escapeLiteral(value) : String(value))

/**
 * sql`select … where id = ${id}`: a value becomes a parameter, a part that is `sql` itself becomes text. `raw` is for what the
 * code alone writes.
 */
export const sql = Object.assign(template, { identifier, join, literal, raw })

/** The day in Paris, by the clock of the database. */
export const todayInParis = sql`(app_now() at time zone 'Europe/Paris')::date`

/** A moment as a number of JavaScript: milliseconds since 1970. */
export const milliseconds = (moment: Sql): Sql => sql`floor(extract(epoch from ${moment}) * 1000)::float8`

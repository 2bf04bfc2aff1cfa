import pg from 'pg'

/** Private members of pg 8.23's Query: the connection it writes to and the result it collects. */
export type QueryParts = pg.Query & {
  text: string
  name: string | undefined
  callback: (error: Error | null, result?: unknown) => void
  _result: pg.QueryResult & Description & { _types: unknown }
  _accumulateRows: boolean
  _getRows(connection: Connection | Undescribed): void
  prepare(connection: Connection | Undescribed): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection?: Connection): void
  handleReadyForQuery(): void
}

export type Connection = {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: object): void
  bind(values: object): void
  close(statement: object): void
  execute(portal: object): void
  describe(portal: object): void
  sync(): void
}

/** The columns of a statement and how each is read. */
type Description = {
  fields: { name: string }[]
  /** Undefined of a statement that answers no rows. */
  _parsers: ((value: string) => unknown)[] | undefined
  _prebuiltEmptyResultObject: unknown
  parseRow(values: (string | null)[]): object
}

/** The known column descriptions of a connection by statement name, and a view of the connection that skips Describe. */
type Known = { descriptions: Map<string, Description>; undescribed: Undescribed }

/**
 * The methods of a connection that `pg.Query.prepare` calls, without Describe. A plain object, not one that inherits from the
 * connection: V8 treats prototype properties as constants and deoptimises their readers when one changes.
 */
class Undescribed {
  readonly #connection: Connection
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>

  constructor(connection: Connection) {
    this.#connection = connection
    this.parsedStatements = connection.parsedStatements
    this.submittedNamedStatements = connection.submittedNamedStatements
  }

  describe(): void {}

  parse(statement: object): void {
    this.#connection.parse(statement)
  }

  bind(values: object): void {
    this.#connection.bind(values)
  }

  close(statement: object): void {
    this.#connection.close(statement)
  }

  execute(portal: object): void {
    this.#connection.execute(portal)
  }

  sync(): void {
    this.#connection.sync()
  }
}

const knownOf = new WeakMap<Connection, Known>()

function knownTo(connection: Connection): Known {
  const known = knownOf.get(connection) ?? {
    descriptions: new Map(),
    undescribed: new Undescribed(connection),
  }
  knownOf.set(connection, known)
  return known
}

const PgQuery = pg.Query as unknown as new (text: string, values: unknown[]) => QueryParts

/**
 * A statement whose columns are asked for once per connection and name: the result type of a prepared statement never changes
 * (PostgreSQL refuses its next execution instead), and for forty columns the answer to Describe costs both sides more than the row.
 */
export class DescribedOnce extends PgQuery {
  #known: Known | undefined

  override prepare(connection: Connection): void {
    const known = this.name ? knownTo(connection) : undefined
    const description = known?.descriptions.get(this.name ?? '')
    this.#known = known
    if (description) Object.assign(this._result, description)
    // The state that pg has after the answer to a Describe.
    if (description) this._accumulateRows = true
    super.prepare(known && description ? known.undescribed : connection)
  }

  override handleCommandComplete(message: unknown, connection?: Connection): void {
    if (this.name && this.#known && !this.#known.descriptions.has(this.name)) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
      const parseRow = compileRowParser({ fields, _parsers })
      this.#known.descriptions.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject, parseRow })
    }
    super.handleCommandComplete(message, connection)
  }
}

/**
 * Compiles what `pg.Result.parseRow` does into one object literal for these columns: it copies an empty row and stores value by
 * value under computed names, a tenth of the processor time of a list. The names are those of our own statements.
 */
function compileRowParser({
  fields,
  _parsers = [],
}: Pick<Description, 'fields' | '_parsers'>): Description['parseRow'] {
  const columns = fields.map(
    ({ name }, n) => `${JSON.stringify(name)}: v[${n}] === null ? null : parsers[${n}](v[${n}])`,
  )
  // oxlint-disable-next-line typescript/no-implied-eval -- quoted column names of our own statements, and nothing else
  const make = new Function('parsers', `return (v) => ({ ${columns.join(', ')} })`)
  return make(_parsers) as Description['parseRow']
}

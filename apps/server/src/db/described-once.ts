import pg from 'pg'

/** What pg 8.23 keeps to itself of a query: what it writes to a connection, and where it gathers rows. */
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
type Description = { fields: unknown[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown }

/** What is known of a connection's statements, by name, and the connection as those see it that need no Describe. */
type Known = { descriptions: Map<string, Description>; undescribed: Undescribed }

/**
 * What `pg.Query.prepare` asks of a connection, without Describe. Not an object that inherits from the connection: V8 takes
 * the properties of a prototype to be constant, and compiles again whatever reads them when one changes.
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
    // As after the answer to a Describe.
    if (description) this._accumulateRows = true
    super.prepare(known && description ? known.undescribed : connection)
  }

  override handleCommandComplete(message: unknown, connection?: Connection): void {
    if (this.name && this.#known && !this.#known.descriptions.has(this.name)) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
      this.#known.descriptions.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
    }
    super.handleCommandComplete(message, connection)
  }
}

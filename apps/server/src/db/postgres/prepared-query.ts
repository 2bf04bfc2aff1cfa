import pg from 'pg'

/** `name`: of a prepared statement; undefined where none may be prepared. */
export type Statement = { text: string; values: unknown[]; name: string | undefined }

/** What pg and a Submittable (as pg-cursor) ask of a connection. */
export type Wire = {
  stream: { cork(): void; uncork(): void }
  /** Texts of the named statements that PostgreSQL has parsed, and of those that were sent meanwhile. */
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: object): void
  bind(values: object): void
  close(statement: object): void
  describe(portal: object): void
  execute(portal: object): void
  query(text: string): void
  sync(): void
}

/** The columns of an answer, as PostgreSQL describes them. */
type Description = { fields: readonly { name: string }[] }
type Answer = (error: Error | null, result: pg.QueryResult) => void

/** The methods of pg.Query that pg calls with what PostgreSQL answers. */
type Submittable = Statement & {
  submit(connection: Wire): Error | null
  handleRowDescription(message: Description): void
  handleDataRow(message: object): void
  handleCommandComplete(message: object, connection: Wire): void
  handleReadyForQuery(connection: Wire): void
}
const Query = pg.Query as unknown as new (statement: object, callback: Answer) => Submittable

/**
 * A connection as seen by one statement: it neither asks for columns that are known, nor sends the Sync of a statement in a batch.
 * A plain object, not one that inherits from the connection: V8 treats prototype properties as constants and deoptimises their
 * readers when one changes.
 */
export class View implements Wire {
  readonly descriptions = new Map<string, Description>()
  readonly stream: Wire['stream']
  readonly parsedStatements: Wire['parsedStatements']
  readonly submittedNamedStatements: Wire['submittedNamedStatements']
  describes = true
  syncs = true
  readonly #wire: Wire

  constructor(wire: Wire) {
    this.#wire = wire
    this.stream = wire.stream
    this.parsedStatements = wire.parsedStatements
    this.submittedNamedStatements = wire.submittedNamedStatements
  }

  parse(statement: object): void {
    this.#wire.parse(statement)
  }

  bind(values: object): void {
    this.#wire.bind(values)
  }

  close(statement: object): void {
    this.#wire.close(statement)
  }

  describe(portal: object): void {
    if (this.describes) this.#wire.describe(portal)
  }

  execute(portal: object): void {
    this.#wire.execute(portal)
  }

  query(text: string): void {
    this.#wire.query(text)
  }

  sync(): void {
    if (this.syncs) this.#wire.sync()
  }
}

const views = new WeakMap<Wire, View>()

export function viewOf(wire: Wire): View {
  if (wire instanceof View) return wire
  const view = views.get(wire) ?? new View(wire)
  views.set(wire, view)
  return view
}

/**
 * A statement whose columns are asked for once per connection and name: the result type of a prepared statement never changes
 * (PostgreSQL refuses its next execution instead), and for forty columns the answer to Describe costs both sides more than the row.
 */
export class PreparedQuery extends Query {
  #descriptions: View['descriptions'] | undefined

  override submit(wire: Wire): Error | null {
    if (!this.name) return super.submit(wire)
    const view = viewOf(wire)
    const known = view.descriptions.get(this.name)
    this.#descriptions = view.descriptions
    if (known) super.handleRowDescription(known)
    view.describes = !known
    try {
      return super.submit(view)
    } finally {
      view.describes = true
    }
  }

  override handleRowDescription(description: Description): void {
    if (this.name) this.#descriptions?.set(this.name, description)
    super.handleRowDescription(description)
  }
}

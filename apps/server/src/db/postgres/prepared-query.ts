import pg from 'pg'
import { parserOf } from './pool.ts'

/** `name`: of a prepared statement; undefined where none may be prepared. */
export type Statement = { text: string; values: unknown[]; name: string | undefined }

const ourView = Symbol('view')

/** What pg and a Submittable (as pg-cursor) ask of a connection. */
export type Wire = {
  [ourView]?: WireView
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

/** What PostgreSQL answered to a statement; `command` is its tag: `SELECT`, `ROLLBACK`. */
export type Result = { rows: object[]; command: string; count: number }
type Answer = (error: Error | null, result: Result) => void

/** The methods of pg.Query that pg calls with what PostgreSQL answers. */
type Submittable = Statement & {
  queryMode: string
  callback: Answer
  submit(connection: Wire): Error | null
  handleError(error: Error, connection: Wire): void
}
const Query = pg.Query as unknown as new (text: string, values: unknown[], callback: Answer) => Submittable

/** The columns of an answer and how each is read. */
type Columns = { names: string[]; parsers: ((value: string) => unknown)[] }
type Description = { fields: readonly { name: string; dataTypeID: number }[] }

const columnsOf = ({ fields }: Description): Columns => ({
  names: fields.map(({ name }) => name),
  parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
})

/**
 * A connection as seen by one statement: it neither asks for columns that are known, nor sends the Sync of a statement in a batch.
 * A plain object, not one that inherits from the connection: V8 treats prototype properties as constants and deoptimises their
 * readers when one changes.
 */
export class WireView implements Wire {
  readonly columns = new Map<string, Columns>()
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

export function wireViewOf(wire: Wire): WireView {
  if (wire instanceof WireView) return wire
  wire[ourView] ??= new WireView(wire)
  return wire[ourView]
}

/**
 * A statement whose columns are asked for once per connection and name: the result type of a prepared statement never changes
 * (PostgreSQL refuses its next execution instead), and for forty columns the answer to Describe costs both sides more than the row.
 */
export class PreparedQuery extends Query {
  readonly #rows: object[] = []
  #columns: Columns | undefined
  #known: WireView['columns'] | undefined
  #tag = ''
  #failure: Error | undefined

  /** Given a text and values, pg copies no object of settings, property by property, for each statement. */
  constructor({ text, values, name }: Statement, callback: Answer) {
    super(text, values, callback)
    this.name = name
    this.queryMode = 'extended'
  }

  override submit(wire: Wire): Error | null {
    if (!this.name) return super.submit(wire)
    const view = wireViewOf(wire)
    this.#known = view.columns
    this.#columns = view.columns.get(this.name)
    view.describes = this.#columns === undefined
    try {
      return super.submit(view)
    } finally {
      view.describes = true
    }
  }

  handleRowDescription(description: Description): void {
    this.#columns = columnsOf(description)
    if (this.name) this.#known?.set(this.name, this.#columns)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.#rows.push(rowOf(this.#columns as Columns, fields))
    } catch (error) {
      this.#failure ??= error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text
  }

  handleReadyForQuery(): void {
    const [command = '', ...numbers] = this.#tag.split(' ')
    this.callback(this.#failure ?? null, { rows: this.#rows, command, count: Number(numbers.at(-1)) || 0 })
  }
}

function rowOf({ names, parsers }: Columns, values: readonly (string | null)[]): object {
  const row: Record<string, unknown> = {}
  for (let n = 0; n < values.length; n++) {
    const value = values[n] as string | null
    row[names[n] as string] = value === null ? null : parsers[n]?.(value)
  }
  return row
}

import pg from 'pg'
import utils from 'pg/lib/utils.js'
import { parserOf } from './pool.ts'

/** `name`: of a prepared statement; undefined where none may be prepared. */
export type Statement = { text: string; values: unknown[]; name: string | undefined }

/** What PostgreSQL answered to a statement; `command` is its tag: `SELECT`, `ROLLBACK`. */
export type Result = { rows: object[]; command: string }

/** The columns of an answer and how each is read. */
type Columns = { names: string[]; parsers: ((value: string) => unknown)[] }
const described = Symbol('columns of named statements')

/** A connection as pg gives it to what is submitted (a Submittable, as pg-cursor is one). */
type Wire = {
  [described]?: Map<string, Columns>
  stream: { cork(): void; uncork(): void }
  /** Texts of the named statements that PostgreSQL has parsed, and of those that were sent meanwhile. */
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: object): void
  bind(values: object): void
  describe(portal: object): void
  execute(portal: object): void
  sync(): void
}

type Answer = (error: Error | null, results: readonly Result[]) => void
/** In pipeline mode pg takes what derives from its own query only. */
const Query = pg.Query as unknown as new (text: string, values: unknown[], callback: Answer) => { callback: Answer }
const portal = { type: 'P', name: '' }

/**
 * Statements that travel together (pipelining) with one Sync after the last: after the first that fails PostgreSQL skips the rest, a
 * `commit` among them. The columns of a named statement are asked for once per connection: its result type never changes (PostgreSQL
 * refuses its next execution instead), and for forty columns the answer to Describe costs both sides more than the row.
 */
export class Pipeline extends Query {
  readonly statements: readonly Statement[]
  /** Of the statement that PostgreSQL is answering; after an error, of the one that failed: pg notes by them what is parsed. */
  name: string | undefined
  text = ''
  readonly #results: Result[] = []
  #rows: object[] = []
  #columns: Columns | undefined
  #described: Map<string, Columns> | undefined
  #failure: Error | undefined

  /** `callback` is called once; pg puts its time-out around it. */
  constructor(statements: readonly Statement[], callback: Answer) {
    super('', [], callback)
    this.statements = statements
  }

  submit(wire: Wire): null {
    wire[described] ??= new Map()
    this.#described = wire[described]
    this.#answerNext()
    wire.stream.cork()
    try {
      for (const statement of this.statements) send(wire, statement, this.#described)
    } catch (error) {
      // A value that cannot be sent: PostgreSQL knows nothing of it.
      this.#failure = error as Error
    } finally {
      wire.sync()
      wire.stream.uncork()
    }
    return null
  }

  #answerNext(): void {
    const { name, text } = this.statements[this.#results.length] ?? { name: undefined, text: '' }
    this.name = name
    this.text = text
    this.#columns = name === undefined ? undefined : this.#described?.get(name)
    this.#rows = []
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
    }
    if (this.name) this.#described?.set(this.name, this.#columns)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.#rows.push(rowOf(this.#columns as Columns, fields))
    } catch (error) {
      this.#failure ??= error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [command = ''] = text.split(' ')
    this.#results.push({ rows: this.#rows, command })
    this.#answerNext()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleError(error: Error, { submittedNamedStatements }: Wire): void {
    // PostgreSQL did not parse the statements that it skipped.
    for (const { name } of this.statements.slice(this.#results.length)) if (name) delete submittedNamedStatements[name]
    this.callback(error, [])
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure ?? null, this.#results)
  }
}

function send(wire: Wire, { name, text, values }: Statement, columns: ReadonlyMap<string, Columns>): void {
  if (!name || !(wire.parsedStatements[name] ?? wire.submittedNamedStatements[name])) {
    wire.parse({ name, text })
    if (name) wire.submittedNamedStatements[name] = text
  }
  wire.bind({ statement: name, values, valueMapper: utils.prepareValue })
  if (!name || !columns.has(name)) wire.describe(portal)
  wire.execute({})
}

function rowOf({ names, parsers }: Columns, values: readonly (string | null)[]): object {
  const row: Record<string, unknown> = {}
  for (let n = 0; n < values.length; n++) {
    const value = values[n] as string | null
    row[names[n] as string] = value === null ? null : parsers[n]?.(value)
  }
  return row
}

import { PreparedQuery, type Result, type Statement, type Wire, wireViewOf } from './prepared-query.ts'

/**
 * Statements that travel in one message (pipelining) with one Sync after the last: after the first that fails PostgreSQL skips the
 * rest, a `commit` among them. To pg the batch is one query, as a cursor of pg-cursor is.
 */
export class Batch {
  readonly queries: readonly PreparedQuery[]
  readonly #results: Result[] = []
  /** Index of the statement that PostgreSQL is answering; after an error, of the one that failed. */
  #at = 0
  #failure: Error | undefined
  /** Called once; pg puts its time-out around it. */
  callback: (error: Error | null, results: readonly Result[]) => void

  constructor(statements: readonly Statement[], callback: Batch['callback']) {
    this.callback = callback
    this.queries = statements.map(
      (statement) =>
        new PreparedQuery(statement, (error, result) => {
          // A value that cannot be sent, or a row that cannot be read: PostgreSQL knows nothing of it.
          if (error) this.#failure ??= error
          this.#results.push(result)
        }),
    )
  }

  get #answered(): PreparedQuery | undefined {
    return this.queries[this.#at]
  }

  /** pg remembers by name and text which statement PostgreSQL has parsed on this connection. */
  get name(): string | undefined {
    return this.#answered?.name
  }
  get text(): string | undefined {
    return this.#answered?.text
  }

  submit(wire: Wire): null {
    const view = wireViewOf(wire)
    wire.stream.cork()
    view.syncs = false
    try {
      for (const query of this.queries) if (!this.#failure) query.submit(view)
    } finally {
      view.syncs = true
      wire.sync()
      wire.stream.uncork()
    }
    return null
  }

  handleRowDescription(message: Parameters<PreparedQuery['handleRowDescription']>[0]): void {
    this.#answered?.handleRowDescription(message)
  }

  handleDataRow(message: Parameters<PreparedQuery['handleDataRow']>[0]): void {
    this.#answered?.handleDataRow(message)
  }

  handleCommandComplete(message: { text: string }): void {
    this.#answered?.handleCommandComplete(message)
    this.#answered?.handleReadyForQuery()
    this.#at += 1
  }

  handleEmptyQuery(): void {
    this.#at += 1
  }

  handleError(error: Error, { submittedNamedStatements }: Wire): void {
    // PostgreSQL did not parse the statements that it skipped.
    for (const { name } of this.queries.slice(this.#at)) if (name) delete submittedNamedStatements[name]
    this.callback(error, [])
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure ?? null, this.#results)
  }
}

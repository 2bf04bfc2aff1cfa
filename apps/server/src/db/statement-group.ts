import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { type Connection, DescribedOnce, type QueryParts } from './described-once.ts'
import type { NotifyMessage } from './notice-sender.ts'

export type Statement = { text: string; values: unknown[]; name: string | undefined }

/** Properties that the driver reads on a compiled query besides its text (pool-connection.ts). */
export type StatementOptions = {
  /** Deferred: travels with the next statement of its transaction, or with the commit. */
  held?: HeldStatement
  /** Sent in one message, instead of the query's own text. */
  together?: readonly (CompiledQuery & StatementOptions)[]
  /** No statement: only these notices, to be sent once the transaction is committed. */
  notices?: readonly NotifyMessage[]
}

export type HeldStatement = {
  /** Called with the rows once the message is answered; its exception is thrown by the sender of the message. */
  judge?: (rows: readonly unknown[]) => void
  /** The error to throw instead of what PostgreSQL said of this statement. */
  explain?: (error: unknown) => unknown
  /** The notices that these rows add, sent once the transaction is committed. */
  tells?: (rows: readonly unknown[]) => readonly NotifyMessage[]
}

type Answer = (error: Error | null, results: pg.QueryResult[]) => void

/**
 * Statements that are sent in one message and answered in one (pipelining): PostgreSQL executes them in order, and there is
 * one Sync after the last, so that after the first that fails it skips the rest, a `commit` among them. To pg the group is
 * one query: `client.query(group)`.
 */
export class StatementGroup {
  readonly parts: readonly QueryParts[]
  callback: Answer
  /** Index of the statement that PostgreSQL is answering; after an error, of the one that failed. */
  current = 0
  #failure: Error | undefined

  constructor(client: pg.ClientBase, statements: readonly Statement[], callback: Answer) {
    this.callback = callback
    this.parts = statements.map((statement) => this.#part(client, statement))
  }

  #part(client: pg.ClientBase, { text, values, name }: Statement): QueryParts {
    const part = new DescribedOnce(text, values)
    part.name = name
    part._result._types = Reflect.get(client, '_types')
    // A value that cannot be serialised, or a row that cannot be parsed.
    part.callback = (error) => {
      if (error) this.#failure ??= error
    }
    part._getRows = (connection) => connection.execute({ portal: '' })
    return part
  }

  get #answered(): QueryParts | undefined {
    return this.parts[this.current]
  }

  /** pg remembers by name and text which statement PostgreSQL has parsed on this connection. */
  get name(): string | undefined {
    return this.#answered?.name
  }
  get text(): string | undefined {
    return this.#answered?.text
  }

  submit(connection: Connection): null {
    connection.stream.cork()
    try {
      for (const part of this.parts) {
        part.prepare(connection)
        // pg has already sent the Sync.
        if (this.#failure) return null
      }
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  handleRowDescription(message: unknown): void {
    this.#answered?.handleRowDescription(message)
  }

  handleDataRow(message: unknown): void {
    this.#answered?.handleDataRow(message)
  }

  handleCommandComplete(message: unknown): void {
    this.#answered?.handleCommandComplete(message)
    this.#answered?.handleReadyForQuery()
    this.current += 1
  }

  handleEmptyQuery(): void {
    this.current += 1
  }

  handleError(error: Error, { submittedNamedStatements }: Connection): void {
    // PostgreSQL did not parse the statements that it skipped.
    for (const { name } of this.parts.slice(this.current)) if (name) delete submittedNamedStatements[name]
    this.callback(error, [])
  }

  handleReadyForQuery(): void {
    const results = this.parts.map(({ _result }) => _result)
    this.callback(this.#failure ?? null, results)
  }
}

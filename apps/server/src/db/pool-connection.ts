import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { databaseWaited } from '../current-call.ts'
import { type NotifyMessage, notifyStatement } from './notice-sender.ts'
import { mayNameStatements, senderOf, turnsOf } from './pool.ts'
import { answerOf, leavesUsable, sendStatement, statementOf } from './send-statement.ts'
import { sharedOf } from './shared-connections.ts'
import { type HeldStatement, type Statement, StatementGroup, type StatementOptions } from './statement-group.ts'

const connections = new WeakMap<pg.PoolClient, PoolConnection>()

/** The PoolConnection of a client, kept because the pool lends the same clients again. */
export function connectionOf(client: pg.PoolClient, pool: pg.Pool): PoolConnection {
  const known = connections.get(client) ?? new PoolConnection(client, pool)
  connections.set(client, known)
  return known
}

/**
 * One connection of the pool: named prepared statements, pipelining, and whether an unanswered query has made the connection
 * unusable.
 */
export class PoolConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #pool: pg.Pool
  #broken: Error | undefined
  #inTransaction = false
  /** Statements to send with the next one of the transaction. */
  #held: (Statement & HeldStatement)[] = []
  /** Notices to send once the transaction is committed. */
  #told: NotifyMessage[] = []
  constructor(client: pg.PoolClient, pool: pg.Pool) {
    this.#client = client
    this.#pool = pool
  }

  async executeQuery<R>(query: CompiledQuery & StatementOptions): Promise<QueryResult<R>> {
    if (query.held && this.#inTransaction) {
      this.#held.push({ ...statementOf(query), ...query.held })
      return { rows: [] }
    }
    if (query.notices) return await this.#tell(query.notices)
    if (query.together) {
      this.#told.push(...query.together.flatMap(({ notices = [] }) => notices))
      return { rows: (await this.#send(query.together.map(statementOf))).map(answerOf) as R[] }
    }
    const [result] = await this.#send([statementOf(query)])
    return answerOf(result as pg.QueryResult)
  }

  async #tell(notices: readonly NotifyMessage[]): Promise<{ rows: [] }> {
    const sender = senderOf(this.#pool)
    if (this.#inTransaction) this.#told.push(...notices)
    else if (sender) sender.send(notices)
    else await this.#send(tellInside(notices))
    return { rows: [] }
  }

  // biome-ignore lint/correctness/useYield: rows are never streamed here
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported')
  }

  /** BEGIN travels with the first statement: opening a transaction costs no round trip. */
  begin(text: string): void {
    this.#inTransaction = true
    this.#held = [{ text, values: [], name: text }]
    this.#told = []
  }

  /** PostgreSQL answers ROLLBACK to the COMMIT of what failed before. */
  async commit(): Promise<void> {
    const sender = senderOf(this.#pool)
    // Statements whose rows are judged, or make notices, are answered before the COMMIT is sent.
    if (this.#held.some(({ judge, tells }) => judge || (tells && !sender))) await this.#send([])
    const inside = sender ? [] : tellInside(this.#told)
    if (this.#isUnsent() && this.#held.length + inside.length === 1) {
      sender?.send(this.#endTransaction())
      return
    }
    const isKnown = this.#held.every(({ tells }) => !tells)
    const results = await this.#send([...inside, { text: 'commit', values: [], name: 'commit' }]).catch((error) => {
      // The server may have committed although no answer came.
      if (this.#broken) sender?.sendUnsure(isKnown ? this.#told : undefined)
      throw error
    })
    const told = this.#endTransaction()
    if (results.at(-1)?.command === 'ROLLBACK') throw new Error('rolled back at its commit')
    sender?.send(told)
  }

  /** After a failed ROLLBACK the connection is destroyed, not returned to the pool. */
  async rollback(): Promise<void> {
    // Closing a connection rolls back; a ROLLBACK sent on a dead one would wait for another time-out.
    const isDone = this.#isUnsent() || this.#broken !== undefined
    this.#endTransaction()
    if (isDone) return
    try {
      await this.#send([{ text: 'rollback', values: [], name: undefined }])
    } catch (error) {
      this.#broken = error as Error
      throw error
    }
  }

  #isUnsent(): boolean {
    return this.#held[0]?.text.startsWith('begin') === true
  }

  /** Clears the state of the transaction and returns the notices that it gathered. */
  #endTransaction(): NotifyMessage[] {
    const told = this.#told
    this.#inTransaction = false
    this.#held = []
    this.#told = []
    return told
  }

  /** Sends the held statements and these in one message; returns the results of these only. */
  async #send(statements: readonly Statement[]): Promise<pg.QueryResult[]> {
    if (this.#broken) throw this.#broken
    const held = this.#held
    this.#held = []
    const all = held.length > 0 ? [...held, ...statements] : statements
    const asked = mayNameStatements(this.#pool) ? all : all.map((statement) => ({ ...statement, name: undefined }))
    const results = await sendAll(this.#client, asked, leftOf(this.#pool)).catch((error: unknown) => {
      throw error instanceof FailedStatement ? this.#explained(error, held) : error
    })
    for (const [n, { judge, tells }] of held.entries()) {
      const rows = results[n]?.rows ?? []
      judge?.(rows)
      if (tells) this.#told.push(...tells(rows))
    }
    return results.slice(held.length)
  }

  #explained({ place, cause }: FailedStatement, held: readonly HeldStatement[]): unknown {
    if (!leavesUsable(cause)) {
      this.#broken = cause as Error
      sharedOf(this.#pool)?.renew()
    }
    return held[place]?.explain?.(cause) ?? cause
  }

  /** Returns the connection to the pool, which destroys it when a query got no answer. */
  release(): void {
    this.#client.release(this.#broken)
    turnsOf(this.#pool).leave()
  }
}

/** The statement that makes PostgreSQL itself send the notices at the commit. */
function tellInside(notices: readonly NotifyMessage[]): Statement[] {
  return notices.length === 0 ? [] : [{ ...notifyStatement(notices), name: 'notify' }]
}

/** The error of one statement of a message, with its place in the message. */
class FailedStatement extends Error {
  readonly place: number
  constructor(place: number, cause: Error) {
    super('a statement failed', { cause })
    this.place = place
  }
}

/** `queryTimeoutMs`: time-out of the answer in milliseconds; undefined, that of the pool. */
async function sendAll(
  client: pg.PoolClient,
  statements: readonly Statement[],
  queryTimeoutMs: number | undefined,
): Promise<pg.QueryResult[]> {
  const [first] = statements
  if (first && statements.length === 1) return [await sendOne(client, first, queryTimeoutMs)]
  const last = statements.at(-1)
  // A text of several commands, as a migration has, cannot be a prepared statement: it is sent after the others.
  if (last && last.values.length === 0 && last.text.includes(';'))
    return [
      ...(await sendAll(client, statements.slice(0, -1), queryTimeoutMs)),
      await sendOne(client, last, queryTimeoutMs),
    ]
  return await new Promise((resolve, reject) => {
    const group = new StatementGroup(client, statements, (error, results) =>
      error ? reject(new FailedStatement(group.current, error)) : resolve(results),
    )
    client.query(Object.assign(group, { query_timeout: queryTimeoutMs }) as unknown as pg.Query)
  })
}

async function sendOne(client: pg.PoolClient, statement: Statement, queryTimeoutMs: number | undefined) {
  return await sendStatement(client, statement, queryTimeoutMs).catch((error: Error) => {
    throw new FailedStatement(0, error)
  })
}

const minMilliseconds = 100

/** Milliseconds that the current call may still wait for the database; undefined outside a call and before its first wait. */
export function leftOf({ options }: pg.Pool): number | undefined {
  const waited = databaseWaited()
  if (waited < 1 || !options.query_timeout) return undefined
  return Math.max(minMilliseconds, options.query_timeout - waited)
}

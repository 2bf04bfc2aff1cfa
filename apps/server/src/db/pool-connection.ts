import { createHash } from 'node:crypto'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { databaseWaited } from '../current-call.ts'
import { DescribedOnce } from './described-once.ts'
import { type NotifyMessage, notifyStatement } from './notice-sender.ts'
import { linesOf, mayNameStatements, senderOf } from './pool.ts'
import { type HeldStatement, type Statement, StatementGroup, type StatementOptions } from './statement-group.ts'

const connections = new WeakMap<pg.PoolClient, PoolConnection>()

/** The pool lends the same clients again and again. */
export function connectionOf(client: pg.PoolClient, pool: pg.Pool): PoolConnection {
  const known = connections.get(client) ?? new PoolConnection(client, pool)
  connections.set(client, known)
  return known
}

/** Named prepared statements, pipelining, and what becomes of a connection that got no answer. */
export class PoolConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #pool: pg.Pool
  #broken: Error | undefined
  #inTransaction = false
  /** Goes with the next statement of the transaction. */
  #held: (Statement & HeldStatement)[] = []
  /** To be told once the transaction is committed. */
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

  /** Sent with the first statement: a transaction costs no wait to open. */
  begin(text: string): void {
    this.#inTransaction = true
    this.#held = [{ text, values: [], name: text }]
    this.#told = []
  }

  /** PostgreSQL answers ROLLBACK to the COMMIT of what failed before. */
  async commit(): Promise<void> {
    const sender = senderOf(this.#pool)
    // What is judged is known before anything is committed, and what is told with the commit before that.
    if (this.#held.some(({ judge, tells }) => judge || (tells && !sender))) await this.#send([])
    const inside = sender ? [] : tellInside(this.#told)
    if (this.#isUnsent() && this.#held.length + inside.length === 1) {
      sender?.send(this.#endTransaction())
      return
    }
    const isKnown = this.#held.every(({ tells }) => !tells)
    const results = await this.#send([...inside, { text: 'commit', values: [], name: 'commit' }]).catch((error) => {
      // It may have been committed all the same.
      if (this.#broken) sender?.sendUnsure(isKnown ? this.#told : undefined)
      throw error
    })
    const told = this.#endTransaction()
    if (results.at(-1)?.command === 'ROLLBACK') throw new Error('rolled back at its commit')
    sender?.send(told)
  }

  /** A connection that could not roll back is not given to anyone else, whatever it holds. */
  async rollback(): Promise<void> {
    // Its end is its rollback: asked, a dead connection would keep the call for another time-out.
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

  /** What it had to tell. */
  #endTransaction(): NotifyMessage[] {
    const told = this.#told
    this.#inTransaction = false
    this.#held = []
    this.#told = []
    return told
  }

  /** One message with what was held before; answers only for these statements. */
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
    if (!leavesUsable(cause)) this.#broken = cause as Error
    return held[place]?.explain?.(cause) ?? cause
  }

  /** A connection whose last query got no answer is not given to anyone else. */
  release(): void {
    this.#client.release(this.#broken)
    linesOf(this.#pool).leave()
  }
}

/** Told by PostgreSQL, when the transaction commits. */
function tellInside(notices: readonly NotifyMessage[]): Statement[] {
  return notices.length === 0 ? [] : [{ ...notifyStatement(notices), name: 'notify' }]
}

const statementOf = ({ sql, parameters }: CompiledQuery): Statement => ({
  text: sql,
  values: [...parameters],
  name: statementName(sql, parameters.length),
})

function answerOf<R>(result: pg.QueryResult): QueryResult<R> {
  return {
    rows: (result.rows ?? []) as R[],
    ...(result.command !== 'SELECT' && { numAffectedRows: BigInt(result.rowCount ?? 0) }),
  }
}

/** What PostgreSQL or the connection said of one statement of a message. */
class FailedStatement extends Error {
  readonly place: number
  constructor(place: number, cause: Error) {
    super('a statement failed', { cause })
    this.place = place
  }
}

/** `queryTimeoutMs`: how long the answer may take, in milliseconds; undefined, as long as the pool says. */
async function sendAll(
  client: pg.PoolClient,
  statements: readonly Statement[],
  queryTimeoutMs: number | undefined,
): Promise<pg.QueryResult[]> {
  const [first] = statements
  if (first && statements.length === 1) return [await sendOne(client, first, queryTimeoutMs)]
  const last = statements.at(-1)
  // Several commands in one text, as of a migration, cannot be bound: they are sent after the others.
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

/** As `client.query({ text, values, name })`, without the copy that pg makes of its argument, property by property. */
function sendOne(client: pg.PoolClient, { text, values, name }: Statement, queryTimeoutMs: number | undefined) {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    const query = new DescribedOnce(text, values)
    query.callback = (error, result) =>
      error ? reject(new FailedStatement(0, error)) : resolve(result as pg.QueryResult)
    client.query(Object.assign(query, { name, query_timeout: queryTimeoutMs }))
  })
}

const names = new Map<string, string>()
const namedStatements = 400

/** Parsing a statement once per connection is what keeps hot reads cheap; ad-hoc ones beyond the cap are not named. */
function statementName(sql: string, parameters: number): string | undefined {
  if (parameters === 0) return undefined
  const known = names.get(sql)
  if (known || names.size >= namedStatements) return known
  const name = createHash('sha1').update(sql).digest('base64url').slice(0, 20)
  names.set(sql, name)
  return name
}

const minMilliseconds = 100

/** Milliseconds that the call may still wait for this pool's database; undefined when it has not waited, or is no call. */
export function leftOf({ options }: pg.Pool): number | undefined {
  const waited = databaseWaited()
  if (waited < 1 || !options.query_timeout) return undefined
  return Math.max(minMilliseconds, options.query_timeout - waited)
}

const readOnly = '25006'

/**
 * Whether the connection may serve again after this error of a statement. Not when it refuses writes: a leader that became a
 * standby keeps its connections, and only a new one reaches whoever leads now.
 */
function leavesUsable(error: unknown): boolean {
  if (!(error instanceof Error && 'severity' in error && error.severity === 'ERROR')) return false
  return !('code' in error && error.code === readOnly)
}

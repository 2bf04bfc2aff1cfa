import { createHash } from 'node:crypto'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { countDatabaseWait, databaseWaited, stillAwaited } from '../current-call.ts'
import { openConnection } from './open-connection.ts'

/** Kysely on our pool: prepared statements by name, and one connection for a whole unit of work. */
export function poolDialect(pool: pg.Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PoolDriver(pool),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class PoolDriver implements Driver {
  readonly #pool: pg.Pool
  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return stillAwaited(openConnection.getStore()?.connection) ?? connectionOf(await borrow(this.#pool), this.#pool)
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (openConnection.getStore()?.connection === connection) return
    ;(connection as PoolConnection).release()
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    await connection.executeQuery(CompiledQuery.raw(`begin${level}`))
    const unit = openConnection.getStore()
    if (unit) unit.connection = connection
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    leaveUnit(connection)
    if ((await (connection as PoolConnection).run('commit')) === 'ROLLBACK')
      throw new Error('rolled back at its commit')
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    leaveUnit(connection)
    // Its end is its rollback: asked, a dead connection would keep the call for another time-out.
    if ((connection as PoolConnection).isBroken) return
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
    } catch (error) {
      ;(connection as PoolConnection).discard(error as Error)
      throw error
    }
  }

  async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`savepoint ${name}`))
  }

  async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`rollback to savepoint ${name}`))
  }

  async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`release savepoint ${name}`))
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

function leaveUnit(connection: DatabaseConnection): void {
  const unit = openConnection.getStore()
  if (unit?.connection === connection) delete unit.connection
}

/** A client of the pool, within what is left to the call: it may have waited for one before (G20). */
async function borrow(pool: pg.Pool): Promise<pg.PoolClient> {
  const began = performance.now()
  const asked = pool.connect()
  const left = leftOf(pool)
  if (left === undefined || left > (pool.options.connectionTimeoutMillis ?? 0)) {
    return await asked.finally(() => countDatabaseWait(performance.now() - began))
  }
  return await new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new Error('timeout exceeded when trying to connect'))
    }, left)
    asked
      .then((client) => (isLate ? client.release() : resolve(client)), reject)
      .finally(() => {
        clearTimeout(timer)
        countDatabaseWait(performance.now() - began)
      })
  })
}

const leastMilliseconds = 100

/** Milliseconds that the call may still wait for this pool's database; undefined when it has not waited, or is no call. */
function leftOf({ options }: pg.Pool): number | undefined {
  const waited = databaseWaited()
  if (waited < 1 || !options.query_timeout) return undefined
  return Math.max(leastMilliseconds, options.query_timeout - waited)
}

const connections = new WeakMap<pg.PoolClient, PoolConnection>()

/** The pool lends the same clients again and again. */
function connectionOf(client: pg.PoolClient, pool: pg.Pool): PoolConnection {
  const known = connections.get(client) ?? new PoolConnection(client, pool)
  connections.set(client, known)
  return known
}

class PoolConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #pool: pg.Pool
  #broken: Error | undefined
  constructor(client: pg.PoolClient, pool: pg.Pool) {
    this.#client = client
    this.#pool = pool
  }

  get isBroken(): boolean {
    return this.#broken !== undefined
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#broken) throw this.#broken
    try {
      const name = statementName(sql, parameters.length)
      const result = await send(this.#client, sql, [...parameters], { name, query_timeout: leftOf(this.#pool) })
      return {
        rows: (result.rows ?? []) as R[],
        ...(result.command !== 'SELECT' && { numAffectedRows: BigInt(result.rowCount ?? 0) }),
      }
    } catch (error) {
      if (!leavesUsable(error)) this.#broken = error as Error
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: rows are never streamed here
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported')
  }

  /** A statement without parameters; answers what PostgreSQL did: it answers ROLLBACK to the COMMIT of what failed before. */
  async run(statement: string): Promise<string> {
    try {
      return (await this.#client.query(statement)).command
    } catch (error) {
      if (!leavesUsable(error)) this.#broken = error as Error
      throw error
    }
  }

  /** Whatever it holds, nobody else is to find it. */
  discard(reason: Error): void {
    this.#broken = reason
  }

  /** A connection whose last query got no answer is not given to anyone else. */
  release(): void {
    this.#client.release(this.#broken)
  }
}

/** As `client.query({ text, values, name })`, without the copy that pg makes of its argument, property by property. */
function send(
  client: pg.PoolClient,
  text: string,
  values: unknown[],
  more: { name: string | undefined; query_timeout: number | undefined },
) {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    const query = new pg.Query(text, values, (error, result) => (error ? reject(error) : resolve(result)))
    client.query(Object.assign(query, more))
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

const readOnly = '25006'

/**
 * Whether the connection may serve again after this error of a statement. Not when it refuses writes: a leader that became a
 * standby keeps its connections, and only a new one reaches whoever leads now.
 */
function leavesUsable(error: unknown): boolean {
  if (!(error instanceof Error && 'severity' in error && error.severity === 'ERROR')) return false
  return !('code' in error && error.code === readOnly)
}

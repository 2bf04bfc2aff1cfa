import { Socket } from 'node:net'
import pg from 'pg'
import type { CallContext } from './call-context.ts'
import type { Notifier } from './notices.ts'

const int8 = 20
const date = 1082
const dates = 1182
const numeric = 1700
const interval = 1186
const timestamptz = 1184

/** bigint ids stay below 2^53; a `date` stays the text PostgreSQL sent (pg would shift it by a day in Paris). */
const parsers: Record<number, (value: string) => unknown> = {
  [int8]: Number,
  [timestamptz]: readMoment,
  [date]: (value) => value,
  [dates]: (value) => (value === '{}' ? [] : value.slice(1, -1).split(',')),
  [numeric]: Number,
  [interval]: (value) => value,
}

/** In UTC, with a year of four digits, as `Date` reads it by itself, at a third of the cost of pg's regular expressions. */
function readMoment(value: string): unknown {
  const isPlain = value.endsWith('+00') && value.charAt(4) === '-' && value.charAt(10) === ' '
  return isPlain ? new Date(`${value.slice(0, 10)}T${value.slice(11, -3)}Z`) : readAnyMoment(value)
}

const readAnyMoment = pg.types.getTypeParser(timestamptz)

export type PoolSettings = {
  url: string
  size: number
  /** statement_timeout in milliseconds; that of a call unless given. */
  queryTimeoutMs?: number
  /** lock_timeout in milliseconds; none unless given. */
  lockTimeoutMs?: number
  /**
   * The pool that answers calls. Its connections have no idle time-out, since opening one delays the calls that wait for it.
   * Its plans avoid sequential scans: one that was made while a table was small is kept when the table grows, until ANALYZE.
   */
  isServing?: boolean
  /**
   * The database stands behind a pooler in transaction mode, which refuses start-up settings and shares prepared statements
   * between clients.
   */
  isPooled?: boolean
  /** How many of the `size` connections are shared by short statements (`shared-connections.ts`); none unless given. */
  shared?: number
  /** Sends the notices of a transaction after its commit; absent, PostgreSQL sends them with the commit. */
  notices?: Notifier
}

/** Together with the wait on the wire, a call is answered within the 3 s of G20. */
const callMilliseconds = 2_500
/** Time that an answer has to arrive before the database counts as silent. */
const wireMilliseconds = 400

/**
 * Idle time-out of connections that a burst of background work opened: when PostgreSQL accepts no more (53300), calls wait for
 * them. The pool that answers calls keeps all of its own.
 */
const idleMilliseconds = 2_000

/** The connections to PostgreSQL. Every wait is bounded: a silent database must answer 503, not hang (trust.md D4). */
export function createPool(settings: PoolSettings, { resumeInTurn }: CallContext): pg.Pool {
  const { queryTimeoutMs = callMilliseconds, lockTimeoutMs, isServing = false, shared = 0 } = settings
  const own = settings.size - shared
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: own,
    min: isServing ? own : 0,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: idleMilliseconds,
    query_timeout: queryTimeoutMs + wireMilliseconds,
    ...(!settings.isPooled && startSettings(queryTimeoutMs, isServing, lockTimeoutMs)),
    keepAlive: true,
    stream: () => new SlicingSocket(resumeInTurn),
    application_name: 'parvis',
  })
  pool.on('error', ignoreLostConnection)
  pool.on('connect', (client) => client.on('error', ignoreLostConnection))
  return pool
}

/**
 * What PostgreSQL is told when a connection starts. Without `jit`: a sequential scan that cannot be avoided costs 10¹⁰ when scans are
 * off, and PostgreSQL would compile the plan to machine code at each execution.
 */
const startSettings = (queryTimeoutMs: number, isServing: boolean, lockTimeoutMs = 0) => ({
  statement_timeout: queryTimeoutMs,
  lock_timeout: lockTimeoutMs,
  idle_in_transaction_session_timeout: 30_000,
  ...(isServing && { options: '-c enable_seqscan=off -c jit=off' }),
})

/** Bytes of answers that are parsed in one turn of the event loop, some 4 ms: libuv reads up to 32 pieces of 64 kB in a row. */
const bytesPerTurn = 256 * 1024
/** PostgreSQL sends a long answer in pieces of this size: what is shorter is read at once. */
const pieceBytes = 8 * 1024
/** Bytes read in this turn of the event loop, by all connections. */
let bytesRead = 0

function countBytes(count: number): number {
  if (bytesRead === 0)
    setImmediate(() => {
      bytesRead = 0
    })
  bytesRead += count
  return bytesRead
}

/** A socket that reads long answers in slices, one per turn (F8). */
class SlicingSocket extends Socket {
  readonly #resumeInTurn: CallContext['resumeInTurn']
  #isWaiting = false

  constructor(resumeInTurn: CallContext['resumeInTurn']) {
    super()
    this.#resumeInTurn = resumeInTurn
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    const wantsMore = super.push(chunk, encoding)
    const count = chunk?.length ?? 0
    if (countBytes(count) < bytesPerTurn || count < pieceBytes) return wantsMore
    this.#isWaiting = true
    this.#resumeInTurn(() => {
      this.#isWaiting = false
      this._read(0)
    })
    // As if there were no room (backpressure): the handle stops reading.
    return false
  }

  override _read(size: number): void {
    if (!this.#isWaiting) super._read(size)
  }
}

export const parserOf = (oid: number) => parsers[oid] ?? pg.types.getTypeParser(oid)

/** The query in flight rejects by itself; without a listener the `error` event would end the process (trust.md D3). */
function ignoreLostConnection(): void {}

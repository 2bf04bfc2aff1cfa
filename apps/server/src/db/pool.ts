import { Socket } from 'node:net'
import pg from 'pg'
import { FairLines } from '../fair-turns.ts'
import type { NoticeSender } from './notice-sender.ts'

const int8 = 20
const date = 1082
const dates = 1182
const numeric = 1700
const interval = 1186

/** bigint ids stay below 2^53; a `date` stays the text PostgreSQL sent (pg would shift it by a day in Paris). */
const parsers: Record<number, (value: string) => unknown> = {
  [int8]: Number,
  [date]: (value) => value,
  [dates]: (value) => (value === '{}' ? [] : value.slice(1, -1).split(',')),
  [numeric]: Number,
  [interval]: (value) => value,
}

export type PoolSettings = {
  url: string
  size: number
  /** The longest a statement may take, in milliseconds; a call's, unless said otherwise. */
  queryTimeoutMs?: number
  /** Connections are never closed for want of work, once opened: calls wait for the first statement of each (H01). */
  staysOpen?: boolean
  /** Behind a pooler in transaction mode: it refuses settings at connect, and a statement prepared by name is another's. */
  isPooled?: boolean
  /** Tells after the commit what a transaction has to tell; absent, PostgreSQL does, with the commit. */
  notices?: NoticeSender
}

const pooled = new WeakSet<pg.Pool>()

/** Whether statements of this pool may have names. */
export const mayNameStatements = (pool: pg.Pool): boolean => !pooled.has(pool)

const senders = new WeakMap<pg.Pool, NoticeSender>()

export const senderOf = (pool: pg.Pool): NoticeSender | undefined => senders.get(pool)

const lines = new WeakMap<pg.Pool, FairLines>()

/** Who waits for a client of this pool, session by session: as many at once as it has clients. */
export function linesOf(pool: pg.Pool): FairLines {
  const known = lines.get(pool) ?? new FairLines(pool.options.max)
  lines.set(pool, known)
  return known
}

/** With the wait on the wire a call is answered within the 3 s of G20. */
const callMilliseconds = 2_500
/** What is given to the answer to arrive before the database counts as silent. */
const wireMilliseconds = 400

/**
 * Opened for a burst, a connection is there for the next one: opening sixteen at once (a process of PostgreSQL each, SCRAM in
 * libuv's pool beside the pictures) keeps everybody waiting, which pg's 10 s would have again and again (H01).
 */
const idleMilliseconds = 300_000

/** The connections to PostgreSQL. Every wait is bounded: a silent database must answer 503, not hang (trust.md D4). */
export function createPool({
  url,
  size,
  queryTimeoutMs = callMilliseconds,
  isPooled = false,
  staysOpen = false,
  notices,
}: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    min: staysOpen ? size : 0,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: idleMilliseconds,
    query_timeout: queryTimeoutMs + wireMilliseconds,
    ...(!isPooled && { statement_timeout: queryTimeoutMs, idle_in_transaction_session_timeout: 30_000 }),
    keepAlive: true,
    stream: () => new JoiningSocket(),
    application_name: 'parvis',
    types: { getTypeParser: (oid: number, format?: 'text' | 'binary') => parserOf(oid, format) },
  })
  if (isPooled) pooled.add(pool)
  if (notices) senders.set(pool, notices)
  pool.on('error', ignoreLostConnection)
  pool.on('connect', (client) => client.on('error', ignoreLostConnection))
  return pool
}

/**
 * A socket that sends the corked pieces of a statement (bind, describe, execute, sync) as one buffer: a vectored write of
 * five small buffers costs more processor time than copying them.
 */
class JoiningSocket extends Socket {
  override _writev(
    pieces: { chunk: Buffer | string; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    this._write(
      Buffer.concat(
        pieces.map(({ chunk, encoding }) => (typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk)),
      ),
      'buffer' as BufferEncoding,
      done,
    )
  }
}

function parserOf(oid: number, format: 'text' | 'binary' = 'text') {
  return parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')
}

/** The query in flight fails by itself; without a listener the event would kill the process (trust.md D3). */
function ignoreLostConnection(): void {}

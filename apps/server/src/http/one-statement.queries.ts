import { type RawBuilder, sql } from 'kysely'
import { type Database, rowsCommitted, senderNow } from '../db/database.ts'
import { type Prepared, prepared } from '../db/prepared.ts'
import { isRetryable } from '../db/transaction.ts'
import { type KeyScope, lockOf } from './idempotency.queries.ts'

/** A call under an Idempotency-Key, with the hash of its body. */
export type KeyedCall = KeyScope & { bodyHash: Buffer }

/** `effects`: common table expressions; `result`: a query of at most one row, what they came to. */
type Parts = { effects: RawBuilder<unknown>; result: RawBuilder<unknown> }
type Kept = { kept: string }

/** A write whose effects, result and key are one statement, which is its own transaction (decision 0157). */
export type OneStatement<Values extends object> = {
  /** Of a caller who is known. */
  alone: Prepared<Values & KeyedCall, Kept>
  /** The expressions `claimed` to `kept`, for a statement that also asks who calls. */
  withCaller: (values: Values & KeyedCall, who: RawBuilder<unknown>) => RawBuilder<unknown>
}

/**
 * Builds a single-statement write. The first of the `effects` reads from `claimed`: one row (`"userId"`) while the call
 * holds the lock of its key. Where a row is locked by another transaction (`skip locked`), or a rule stands against the write, it changes
 * nothing and answers no row: the use case then answers under locks, and knows each refusal. What is already changed by then is undone
 * by `nothing_written()` in the `result`.
 */
export function oneStatement<Values extends object>(
  build: (values: Values & KeyedCall) => Parts,
): OneStatement<Values> {
  const withCaller = (values: Values & KeyedCall, who: RawBuilder<unknown>) => {
    const { effects, result } = build(values)
    return sql`
      claimed as (select who."userId" from ${who} pg_try_advisory_xact_lock(${lockOf(sql`who."userId"`, values)})),
      ${effects}, result as (${result}), kept as (
        insert into idempotency_keys (user_id, route, key, body_hash, answer)
        select claimed."userId", ${values.route}, ${values.key}, ${values.bodyHash},
          json_build_object('result', to_json(result))::text
        from result cross join claimed returning idempotency_keys.answer
      )`
  }
  const alone = prepared((db, values: Values & KeyedCall) => {
    const known = sql`(select ${values.userId}::bigint as "userId") as who where`
    return sql<Kept>`with ${withCaller(values, known)} select kept.answer as kept from kept`.compile(db)
  })
  return { alone, withCaller }
}

/** A single-statement write with the values of a call. */
export type OneWrite = { statement: OneStatement<never>; values: object }

/** Binds the values to their statement. */
export const oneWrite = <Values extends object>(statement: OneStatement<Values>, values: Values): OneWrite => ({
  statement: statement as unknown as OneStatement<never>,
  values,
})

/** Runs it and returns its result as it is stored; undefined when nothing was written (`orNothing`). */
export async function writeInOne(
  db: Database,
  { statement, values }: OneWrite,
  keyed: KeyedCall,
): Promise<string | undefined> {
  const bound = statement.alone.bound(db, { ...values, ...keyed } as never)
  return await orNothing(db, async () => (await rowsCommitted(db, bound))[0]?.kept)
}

/**
 * Runs a single-statement write; undefined when it undid itself, when another call has just been answered under its key, and after a
 * deadlock; also where notices would take a statement more, which may fail once the write is committed.
 */
export async function orNothing<T>(db: Database, write: () => Promise<T>): Promise<T | undefined> {
  if (!senderNow(db)) return undefined
  try {
    return await write()
  } catch (error) {
    if (isTaken(error) || isNothingWritten(error) || isRetryable(error)) return undefined
    throw error
  }
}

const isTaken = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'idempotency_keys_pkey'

/** Raised by `nothing_written()` (migration 0208). */
const isNothingWritten = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'PV001'

/** The result, from the text that the statement stored in the place of an answer. */
export const storedResult = (kept: string): never => (JSON.parse(kept) as { result: never }).result

/** How a stored result begins, where an answer begins with its `data`. */
export const isStoredResult = (answer: string): boolean => answer.startsWith('{"result"')

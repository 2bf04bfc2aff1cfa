import { memoised } from '@parvis/domain/kernel/memoised'
import { runQuery } from '@parvis/postgres'
import type { CountedUse, ReadAhead } from '../current-call.ts'
import type { Db } from '../db/database.ts'
import { type Prepared, prepared } from '../db/prepared.ts'
import { sql } from '../db/sql.ts'
import { type StoredAnswer, selectAnswer } from './idempotency.queries.ts'
import { countUses, type Use } from './limits.queries.ts'
import type { Limit } from './limits.ts'

/** A prepared read and its values; a `userId` among its values is set to the caller's. */
export type Read = { statement: Prepared<never, object>; values: object }

/** The limits of a writing call, and the Idempotency-Key whose stored answer is looked up. */
type Write = { writer: Writer; route: string; key: string | undefined }

/** What is asked in the authentication statement: the read of a reading call, or the limits of a writing one. */
export type Also = { read?: Read | undefined; write?: Write | undefined }

/** What was answered to it. */
export type AnsweredToo = {
  ahead?: ReadAhead[]
  counted?: CountedUse[]
  /** The stored answer of the call's Idempotency-Key. */
  known?: StoredAnswer | undefined
}

type Found<Row> = { caller: Row } & AnsweredToo

/**
 * Asks who calls by `question`, which answers one row or none, and `also` in the same statement: of nobody, nothing is
 * read and nothing counted. The rows read are not authorised yet: the use case decides as for rows read later. A
 * statement that counts commits without waiting for the disk (`synchronous_commit`): a crash of PostgreSQL may forget
 * the uses of its last half second, and no effect.
 */
export async function findCaller<Values extends object, Row extends { userId: number }>(
  db: Db,
  question: Prepared<Values, Row>,
  values: Values,
  { read, write }: Also,
): Promise<Found<Row> | undefined> {
  if (read) return await readToo(db, question, values, read)
  if (write) return await countToo(db, question, values, write)
  const [caller] = await runQuery(db, question.bound(values), { mayRepeat: true })
  return caller && { caller }
}

type ReadRow = { whoCalls: string; isRead: true | null }

/** Readers ignore the column of the caller. */
async function readToo<Values extends object, Row extends { userId: number }>(
  db: Db,
  question: Prepared<Values, Row>,
  asked: Values,
  { statement, values }: Read,
): Promise<Found<Row> | undefined> {
  const both = statement.joined.get(question) ?? joinToCaller(question, statement)
  statement.joined.set(question, both)
  const rows = (await runQuery(db, both.bound({ ...asked, ...values }), { mayRepeat: true })) as ReadRow[]
  const [first] = rows
  if (!first) return undefined
  const caller = JSON.parse(first.whoCalls) as Row
  const read = { statement, values: { ...values, userId: caller.userId }, rows: first.isRead ? rows : [] }
  return { caller, ahead: [read] }
}

/**
 * The read joined to the caller: each of its rows carries the caller's row; a caller without rows has one with nulls. `offset 0` is
 * an optimisation fence, as a materialised common table expression is, without copying the rows.
 */
const joinToCaller = <Values extends object, Row>(caller: Prepared<Values, Row>, read: Read['statement']) =>
  prepared<object, ReadRow>(
    () => sql<ReadRow>`select who.calls as "whoCalls", read.* from (${withRow(caller)} offset 0) as who
      left join lateral (
        select true as "isRead", found.* from (${read.within(ofCaller)}) as found) as read on true`,
  )

const ofCaller = { userId: sql`who."userId"` }

const withRow = <Values extends object, Row>(caller: Prepared<Values, Row>) =>
  sql`select found.*, to_json(found)::text as calls from (${caller.within()} offset 0) as found`

async function countToo<Values extends object, Row extends { userId: number }>(
  db: Db,
  question: Prepared<Values, Row>,
  asked: Values,
  { writer, route, key }: Write,
): Promise<Found<Row> | undefined> {
  const rows = await runQuery(db, writer(question).bound({ ...asked, route, key: key ?? null }), { mayRepeat: true })
  const [first] = rows
  if (!first) return undefined
  const caller = JSON.parse(first.whoCalls) as Row
  const subject = `user:${caller.userId}`
  const counted = rows.map(({ limit: name, used, secondsLeft }) => ({ name, subject, used, secondsLeft }))
  const { answer, bodyHash } = first
  return { caller, counted, known: bodyHash ? { answer, bodyHash } : undefined }
}

/** Of who calls, the statement that counts a call against limits: one row per limit. */
export type Writer = (question: Prepared<never, object>) => Prepared<Keyed, CountedRow>
type Keyed = { route: string; key: string | null }
type CountedRow = Use & { whoCalls: string; answer: string | null; bodyHash: Buffer | null }

/** More than there are statements that say who calls. */
const maxQuestions = 10

/** Names and windows are literals: arrays as parameters would be unnested at each call. */
export function writerOf(limits: readonly Limit[]): Writer {
  const names = sql.join(limits.map(({ name }) => sql`(${sql.literal(name)})`))
  const windows = sql.join(
    limits.map(
      ({ name, seconds }) => sql`when ${sql.literal(name)} then make_interval(secs => ${sql.literal(seconds)})`,
    ),
    ' ',
  )
  const counted = countUses(
    sql`select limits.name, 'user:' || who."userId" from who cross join (values ${names}) as limits (name)`,
    sql`case w.name ${windows} end`,
  )
  return memoised(
    maxQuestions,
    (caller: Prepared<never, object>): Prepared<Keyed, CountedRow> =>
      prepared(
        () => sql<CountedRow>`
        with who as materialized (${withRow(caller)}), counted as (${counted})
        select who.calls as "whoCalls", counted.*, known.*
        from (select set_config('synchronous_commit', 'off', true) offset 0) as unsynced cross join who cross join counted
        left join lateral (${selectAnswer.within(ofCaller)} offset 0) as known on true`,
      ),
  )
}

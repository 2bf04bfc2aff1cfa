import { type RawBuilder, sql } from 'kysely'
import { type Database, type Db, resultsTogether, rowsCommitted, rowsShared } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import {
  type AskedWho,
  besideCaller,
  byCompany,
  callerOf,
  type Read,
  readBeside,
  type Who,
  type WhoRow,
  whoOf,
} from './caller.queries.ts'
import { countUses, type Use } from './limits.queries.ts'
import type { Limit } from './limits.ts'
import { type KeyedCall, type OneWrite, orNothing } from './one-statement.queries.ts'

/**
 * The limits that a writing call is counted against, and the Idempotency-Key whose stored answer is looked up. `beside`: reads for its
 * use case; `one`: the whole write.
 */
export type Write = {
  limits: readonly Limit[]
  route: string
  key: string | undefined
  beside: readonly Read[]
  one: { write: OneWrite; bodyHash: Buffer; limitFactor: number } | undefined
}

/**
 * Authenticates the caller, counts this call against its limits and reads the stored answer of its key, in one statement; nothing
 * is counted without a session. Its commit does not wait for the disk (`synchronous_commit`): a crash of PostgreSQL may forget the
 * uses of its last half second, and no effect. The reads beside it travel in the same message.
 */
export async function findWriter(
  db: Db,
  asked: AskedWho,
  { limits, route, key, beside }: Write,
): Promise<Who | undefined> {
  const statement = writerStatements(limits).counting(asked)
  const query = statement.bound(db, { ...asked, route, key: key ?? null })
  if (beside.length === 0) return writerOf(await rowsShared(db, query))
  const [found, ...read] = await resultsTogether(db, [query, ...beside.map((one) => besideCaller(db, asked, one))])
  const who = writerOf((found?.rows ?? []) as WriterRow[])
  const ahead = who && beside.map((one, n) => readBeside(db, one, (read[n]?.rows ?? []) as object[], who.actor))
  return who && ahead && { ...who, ahead }
}

/**
 * The same with the whole write in that statement, which writes while the limits hold and the key is new; its commit waits for the disk.
 * An answer that is stored already is left to the claim of the key. Undefined when it failed as a whole, then nothing is counted either.
 */
export async function writeAsWriter(
  db: Database,
  asked: AskedWho,
  { limits, route, key, one }: Write,
): Promise<Who | undefined> {
  if (!one || key === undefined) return undefined
  const { write, bodyHash, limitFactor } = one
  const statement = writerStatements(limits).writing(write)
  const query = statement.bound(db, { ...asked, ...write.values, route, key, bodyHash, limitFactor })
  const rows = await orNothing(db, () => rowsCommitted(db, query))
  return rows && writerOf(rows, rows[0]?.kept ?? null)
}

function writerOf(rows: readonly WriterRow[], written?: string | null): Who | undefined {
  const [row] = rows
  if (!row) return undefined
  const { limit: _, used: __, secondsLeft: ___, kept: ____, answer = null, bodyHash, ...who } = row
  const subject = `user:${who.userId}`
  return {
    ...whoOf(who),
    counted: rows.map(({ limit: name, used, secondsLeft }) => ({ name, subject, used, secondsLeft })),
    known: bodyHash ? { answer, bodyHash } : undefined,
    ...(written !== undefined && { kept: written }),
  }
}

type WriterStatements = ReturnType<typeof selectWriter>
const statementsOf = new WeakMap<readonly Limit[], WriterStatements>()

function writerStatements(limits: readonly Limit[]): WriterStatements {
  const known = statementsOf.get(limits) ?? selectWriter(limits)
  statementsOf.set(limits, known)
  return known
}

type Writing = AskedWho & { route: string; key: string | null }
/** One row per limit. */
type WriterRow = WhoRow & Use & { answer?: string | null; bodyHash?: Buffer | null; kept?: string | null }

/** One statement per set of limits, with their names and windows as literals: arrays as parameters would be unnested at each call. */
function selectWriter(limits: readonly Limit[]) {
  const names = sql.join(limits.map(({ name }) => sql`(${sql.lit(name)})`))
  const ofName = (numberOf: (limit: Limit) => RawBuilder<unknown>) =>
    sql`${sql.join(
      limits.map((limit) => sql`when ${sql.lit(limit.name)} then ${numberOf(limit)}`),
      sql` `,
    )}`
  const counted = countUses(
    sql`select limits.name, 'user:' || who."userId" from who cross join (values ${names}) as limits (name)`,
    sql`case w.name ${ofName(({ seconds }) => sql`make_interval(secs => ${sql.lit(seconds)})`)} end`,
  )
  const counting = byCompany((db, { tokenHash, route, key }: Writing, companyId) =>
    sql<WriterRow>`
      with who as materialized (${callerOf(db, tokenHash, companyId)}), counted as (${counted})
      select who.*, counted.*, known.answer, known.body_hash as "bodyHash"
      from (select set_config('synchronous_commit', 'off', true) offset 0) as unsynced cross join who cross join counted
      left join lateral (
        ${answersOf({ route, key })} and keys.created_at + interval '24 hours' > app_now() offset 0
      ) as known on true`.compile(db),
  )
  const max = sql`case counted.limit ${ofName((limit) => sql.lit(limit.max))} end`
  const writings = new WeakMap<OneWrite['statement'], ReturnType<typeof writingOf>>()
  const writingOf = ({ statement }: OneWrite) =>
    prepared((db, values: WritingOne) => {
      const isAllowed = sql`(select bool_and(counted.used <= ${max} * ${values.limitFactor}::int) from counted)`
      const free = sql`who where ${isAllowed} and not exists (${answersOf(values)}) and`
      return sql<WriterRow>`
        with who as materialized (${callerOf(db, values.tokenHash, null)}), counted as (${counted}),
        ${statement.withCaller(values as never, free)}
        select who.*, counted.*, kept.answer as kept
        from who cross join counted left join kept on true`.compile(db)
    })
  const writing = (write: OneWrite) => {
    const known = writings.get(write.statement) ?? writingOf(write)
    writings.set(write.statement, known)
    return known
  }
  return { counting, writing }
}

type WritingOne = AskedWho & Omit<KeyedCall, 'userId'> & { limitFactor: number }

/** What is stored under a caller's key, of the last 24 hours or older. */
const answersOf = ({ route, key }: Pick<Writing, 'route' | 'key'>) => sql`
  select keys.answer, keys.body_hash from idempotency_keys as keys
  where keys.user_id = who."userId" and keys.route = ${route} and keys.key = ${key}`

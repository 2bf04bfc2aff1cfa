import { durations } from '@parvis/domain/kernel/durations'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { runQuery } from '../db/postgres/database.ts'
import { prepared } from '../db/prepared.ts'
import { type AskedWho, byCompany, callerOf, type Who, type WhoRow, whoOf } from './caller.queries.ts'
import { countUses, type Use } from './limits.queries.ts'
import type { Limit } from './limits.ts'
import { deviceOf, type KnownDevice } from './resident-door.queries.ts'

/** The statements of a writing call, made for its limits, and the Idempotency-Key whose stored answer is looked up. */
export type WriterStatements = ReturnType<typeof writerStatements>
export type Write = { writer: WriterStatements; route: string; key: string | undefined }

/**
 * Authenticates the caller, counts this call against its limits and reads the stored answer of its key, in one statement; nothing
 * is counted without a session. Its commit does not wait for the disk (`synchronous_commit`): a crash of PostgreSQL may forget the
 * uses of its last half second, and no effect.
 */
export async function findWriter(
  db: Db,
  asked: AskedWho,
  { writer: { ofSession }, route, key }: Write,
): Promise<Who | undefined> {
  const statement = ofSession(asked).bound(db, { ...asked, route, key: key ?? null })
  const [caller, counted] = countedOf(await runQuery(db, statement, { mayRepeat: true })) ?? []
  return caller && { ...whoOf(caller), ...counted }
}

/** The same of the resident of a device, by the hash of its cookie. */
export async function findResidentWriter(db: Db, secretHash: Buffer, { writer, route, key }: Write) {
  const statement = writer.ofDevice.bound(db, { secretHash, route, key: key ?? null })
  const [caller, counted] = countedOf(await runQuery(db, statement, { mayRepeat: true })) ?? []
  return caller && { ...caller, ...counted }
}

function countedOf<Row extends { userId: number }>(rows: readonly (Row & Counted)[]) {
  const [row] = rows
  if (!row) return undefined
  const { limit: _, used: __, secondsLeft: ___, answer = null, bodyHash, ...caller } = row
  const subject = `user:${row.userId}`
  const counted = rows.map(({ limit: name, used, secondsLeft }) => ({ name, subject, used, secondsLeft }))
  return [caller as unknown as Row, { counted, known: bodyHash ? { answer, bodyHash } : undefined }] as const
}

type Keyed = { route: string; key: string | null }
/** One row per limit. */
type Counted = Use & { answer?: string | null; bodyHash?: Buffer | null }

/** One statement per set of limits, with their names and windows as literals: arrays as parameters would be unnested at each call. */
export function writerStatements(limits: readonly Limit[]) {
  const names = sql.join(limits.map(({ name }) => sql`(${sql.lit(name)})`))
  const windows = sql.join(
    limits.map(({ name, seconds }) => sql`when ${sql.lit(name)} then make_interval(secs => ${sql.lit(seconds)})`),
    sql` `,
  )
  const counted: RawBuilder<Use> = countUses(
    sql`select limits.name, 'user:' || who."userId" from who cross join (values ${names}) as limits (name)`,
    sql`case w.name ${windows} end`,
  )
  const writing = <Row>(caller: RawBuilder<Row> | Expression<Row>, { route, key }: Keyed) => sql<Row & Counted>`
    with who as materialized (${caller}), counted as (${counted})
    select who.*, counted.*, known.answer, known.body_hash as "bodyHash"
    from (select set_config('synchronous_commit', 'off', true) offset 0) as unsynced cross join who cross join counted
    left join lateral (
      select keys.answer, keys.body_hash from idempotency_keys as keys
      where keys.user_id = who."userId" and keys.route = ${route} and keys.key = ${key}
        and keys.created_at + ${durations.retriedWrite}::interval > app_now() offset 0
    ) as known on true`
  return {
    ofSession: byCompany((db, asked: AskedWho & Keyed, companyId) =>
      writing<WhoRow>(callerOf(db, asked.tokenHash, companyId), asked).compile(db),
    ),
    ofDevice: prepared((db, asked: { secretHash: Buffer } & Keyed) =>
      writing<KnownDevice>(deviceOf(db, asked.secretHash), asked).compile(db),
    ),
  }
}

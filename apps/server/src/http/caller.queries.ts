import { durations } from '@parvis/domain/kernel/durations'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { CountedUse, ReadAhead } from '../current-call.ts'
import type { Db } from '../db/database.ts'
import { runQuery } from '../db/postgres/database.ts'
import { type Prepared, prepared } from '../db/prepared.ts'
import type { ActingCompany, Actor } from './actor.ts'
import type { StoredAnswer } from './idempotency.queries.ts'

/**
 * The authenticated caller, the company that the call names, or whose object it names, when the caller is a member of it today, and
 * the answers that were asked for in the same statement.
 */
export type Who = {
  actor: Actor
  company: ActingCompany | undefined
  stale: boolean
  ahead?: ReadAhead[]
  counted?: CountedUse[]
  /** The stored answer of the call's Idempotency-Key. */
  known?: StoredAnswer | undefined
}

export type AskedWho = { tokenHash: Buffer; named: Naming | null; id: string | number | null }

/** What says of which company the role is asked: the company, or an object of it. */
export type Naming = 'company' | 'instant' | 'service'

export async function findCaller(db: Db, asked: AskedWho): Promise<Who | undefined> {
  const [row] = await runQuery(db, selectWho(asked).bound(db, asked), { mayRepeat: true })
  return row && whoOf(row)
}

export function whoOf({ stale, memberOf, ofType, role, ...actor }: WhoRow): Who {
  return { actor, stale, company: memberOf && ofType && role ? { id: memberOf, type: ofType, role } : undefined }
}

/** A prepared read and its values; a `userId` among its values is set to the caller's. */
export type Read = { statement: Prepared<never, object>; values: object }

export async function findWhoAndRead(db: Db, asked: AskedWho, read: Read): Promise<Who | undefined> {
  const found = await readWithCaller<WhoRow>(db, selectWho(asked), asked, read)
  return found && { ...whoOf(found.caller), ahead: found.ahead }
}

type CallerStatement = Prepared<never, object>
type ReadRow = { whoCalls: string; isRead: true | null }

/** The row of who calls and the rows of a read, in one statement; readers ignore the caller's columns. */
export async function readWithCaller<Row extends { userId: number }>(
  db: Db,
  callerStatement: CallerStatement,
  asked: object,
  { statement, values }: Read,
): Promise<{ caller: Row; ahead: ReadAhead[] } | undefined> {
  const both = statement.joined.get(callerStatement) ?? joinToCaller(callerStatement, statement)
  statement.joined.set(callerStatement, both)
  const rows = (await runQuery(db, both.bound(db, { ...asked, ...values }), { mayRepeat: true })) as ReadRow[]
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
const joinToCaller = (caller: CallerStatement, read: Read['statement']) =>
  prepared<object, ReadRow>((db) =>
    sql<ReadRow>`select who.calls as "whoCalls", read.* from (
        select found.*, to_json(found)::text as calls from (${caller.within(db)} offset 0) as found offset 0) as who
      left join lateral (
        select true as "isRead", found.* from (${read.within(db, ofCaller)}) as found) as read on true`.compile(db),
  )

const ofCaller = { userId: sql.ref('who.userId') }

/** A prepared statement for each way of naming a company: most calls name none and need no join with those that say who is a member. */
export function byCompany<Values extends AskedWho, Row>(
  build: (db: Db, values: Values, companyId: RawBuilder<string> | undefined) => CompiledQuery<Row>,
) {
  const none = prepared((db, values: Values) => build(db, values, undefined))
  const company = prepared((db, values: Values) => build(db, values, sql`${values.id}::uuid`))
  const ofObject = (table: 'instants' | 'municipal_services') =>
    prepared((db, values: Values) =>
      build(
        db,
        values,
        sql`(select object.company_id from ${sql.table(table)} as object where object.id = ${values.id}::bigint)`,
      ),
    )
  const statements = { company, instant: ofObject('instants'), service: ofObject('municipal_services') }
  return ({ named }: AskedWho) => (named === null ? none : statements[named])
}

/** AMB-145: 30 days idle, 90 days at most; those of the team 8 hours idle, 12 hours at most. */
export const callerOf = (db: Db, tokenHash: Buffer, companyId: RawBuilder<string> | undefined) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.token_hash', '=', tokenHash)
    .where(
      sql<boolean>`sessions.created_at > app_now() - case when users.is_super_admin then ${durations.teamSession}::interval else ${durations.session}::interval end`,
    )
    .where(
      sql<boolean>`sessions.last_seen_at > app_now() - case when users.is_super_admin then ${durations.idleTeamSession}::interval else ${durations.idleSession}::interval end`,
    )
    .select([
      'users.id as userId',
      'sessions.id as sessionId',
      sql<string>`coalesce(users.phone, '')`.as('phone'),
      'users.is_super_admin as isSuperAdmin',
      sql<boolean>`sessions.passkey_at is not null`.as('byPasskey'),
      sql<boolean>`sessions.last_seen_at < app_now() - ${durations.sessionUse}::interval`.as('stale'),
    ])
    .$if(companyId !== undefined, (caller) =>
      caller
        .leftJoin('members', (join) =>
          join.onRef('members.user_id', '=', 'users.id').on('members.company_id', '=', companyId ?? null),
        )
        .leftJoin('companies', 'companies.id', 'members.company_id')
        .select(['companies.id as memberOf', 'companies.type as ofType', 'members.role']),
    )

const selectWho = byCompany((db, { tokenHash }: AskedWho, companyId) => callerOf(db, tokenHash, companyId).compile())

export type WhoRow = Awaited<ReturnType<ReturnType<typeof selectWho>>>[number]

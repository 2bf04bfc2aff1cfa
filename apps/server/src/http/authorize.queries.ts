import { CompiledQuery, sql } from 'kysely'
import type { CountedUse, ReadAhead } from '../current-call.ts'
import { type Db, rowsShared } from '../db/database.ts'
import { boundValues, nameOfPlace, type Prepared, prepared } from '../db/prepared.ts'
import type { ActingCompany, Actor } from './actor.ts'
import type { StoredAnswer } from './idempotency.queries.ts'
import { countUses, type Use } from './limits.queries.ts'
import type { Limit } from './limits.ts'

/**
 * The authenticated caller, the company that the call names when the caller owns it, and the answers that were asked for in the
 * same statement.
 */
export type Who = {
  actor: Actor
  company: ActingCompany | undefined
  stale: boolean
  ahead?: ReadAhead
  counted?: CountedUse[]
  /** The stored answer of the call's Idempotency-Key. */
  known?: StoredAnswer | undefined
}

/** Queries that travel in the authentication statement: the read of a reading call, or the limits of a writing one. */
export type Also = { read?: Read | undefined; write?: Write | undefined }

type Asked = { tokenHash: Buffer; companyId: string | null }

/**
 * Authenticates the caller and reads what they own in one statement; undefined for a token without a living session. With `read`,
 * its rows come in the same statement, and none without a session. These rows are not authorised yet: the use case decides as for
 * rows read later.
 */
export async function findWho(db: Db, asked: Asked, also: Also): Promise<Who | undefined> {
  if (also.read) return await findWhoAndRead(db, asked, also.read)
  if (also.write) return await findWriter(db, asked, also.write)
  const [row] = await rowsShared(db, selectWho(asked).bound(db, asked))
  return row && whoOf(row)
}

function whoOf({ stale, ownedId, ownedType, ...actor }: WhoRow): Who {
  return { actor, stale, company: ownedId && ownedType ? { id: ownedId, type: ownedType } : undefined }
}

/** A prepared read and its values; a `userId` among its values is set to the caller's. */
export type Read = { statement: Prepared<never, object>; values: object }

async function findWhoAndRead(db: Db, asked: Asked, { statement, values }: Read): Promise<Who | undefined> {
  const { sql: text, parameters } = joined(db, selectWho(asked), statement)
  const query = CompiledQuery.raw(text, boundValues(parameters, { ...values, ...asked })) as CompiledQuery<ReadRow>
  const rows = await rowsShared(db, query)
  const [first] = rows
  if (!first) return undefined
  const who = whoOf(JSON.parse(first.whoCalls) as WhoRow)
  // The rows are not copied: no reader looks at the columns of the caller beside its own.
  return {
    ...who,
    ahead: { statement, values: { ...values, userId: who.actor.userId }, rows: first.isRead ? rows : [] },
  }
}

type ReadRow = { whoCalls: string; isRead: true | null }

type Joined = { sql: string; parameters: readonly unknown[] }
const joinedTexts = new WeakMap<ReturnType<typeof selectWho>, WeakMap<Read['statement'], Joined>>()

/** The read joined to the caller: each of its rows carries the caller's row; a caller without rows has one with nulls. */
function joined(db: Db, caller: ReturnType<typeof selectWho>, statement: Read['statement']): Joined {
  const texts = joinedTexts.get(caller) ?? new WeakMap<Read['statement'], Joined>()
  joinedTexts.set(caller, texts)
  const known = texts.get(statement)
  if (known) return known
  const who = caller.compiled(db)
  const read = statement.compiled(db)
  const parameters = [...who.parameters]
  const text = read.sql.replace(/\$(\d+)/g, (_, n: string) => {
    const parameter = read.parameters[Number(n) - 1]
    if (nameOfPlace(parameter) === 'userId') return 'who."userId"'
    return `$${parameters.push(parameter)}`
  })
  const made = {
    // `offset 0` is an optimisation fence, as a materialised common table expression is, without copying the rows.
    sql: `select who.calls as "whoCalls", read.* from (
        select found.*, to_json(found)::text as calls from (${who.sql} offset 0) as found offset 0) as who
      left join lateral (select true as "isRead", found.* from (${text}) as found) as read on true`,
    parameters,
  }
  texts.set(statement, made)
  return made
}

/** The limits that a writing call is counted against, and the Idempotency-Key whose stored answer is looked up. */
export type Write = { limits: readonly Limit[]; route: string; key: string | undefined }

/** Two prepared statements: most calls name no company and need no join with the two tables that say who owns it. */
function byCompany<Values extends Asked, Row>(
  build: (db: Db, values: Values, companyId: string | null) => CompiledQuery<Row>,
) {
  const naming = prepared((db, values: Values) => build(db, values, values.companyId))
  const other = prepared((db, values: Values) => build(db, values, null))
  return ({ companyId }: Asked) => (companyId === null ? other : naming)
}

/**
 * Authenticates the caller, counts this call against its limits and reads the stored answer of its key, in one statement; nothing
 * is counted without a session. Its commit does not wait for the disk (`synchronous_commit`): a crash of PostgreSQL may forget the
 * uses of its last half second, and no effect.
 */
async function findWriter(db: Db, asked: Asked, { limits, route, key }: Write): Promise<Who | undefined> {
  const statement = writerStatements(limits)(asked)
  const rows = await rowsShared(db, statement.bound(db, { ...asked, route, key: key ?? null }))
  const [row] = rows
  if (!row) return undefined
  const { limit: _, used: __, secondsLeft: ___, answer, bodyHash, ...who } = row
  const subject = `user:${who.userId}`
  return {
    ...whoOf(who),
    counted: rows.map(({ limit: name, used, secondsLeft }) => ({ name, subject, used, secondsLeft })),
    known: bodyHash ? { answer, bodyHash } : undefined,
  }
}

type WriterStatements = ReturnType<typeof selectWriter>
const statementsOf = new WeakMap<readonly Limit[], WriterStatements>()

function writerStatements(limits: readonly Limit[]): WriterStatements {
  const known = statementsOf.get(limits) ?? selectWriter(limits)
  statementsOf.set(limits, known)
  return known
}

type Writing = Asked & { route: string; key: string | null }
/** One row per limit. */
type WriterRow = WhoRow & Use & { answer: string | null; bodyHash: Buffer | null }

/** One statement per set of limits, with their names and windows as literals: arrays as parameters would be unnested at each call. */
function selectWriter(limits: readonly Limit[]) {
  const names = sql.join(limits.map(({ name }) => sql`(${sql.lit(name)})`))
  const windows = limits.map(({ name, seconds }) => {
    return sql`when ${sql.lit(name)} then make_interval(secs => ${sql.lit(seconds)})`
  })
  const counted = countUses(
    sql`select limits.name, 'user:' || who."userId" from who cross join (values ${names}) as limits (name)`,
    sql`case w.name ${sql.join(windows, sql` `)} end`,
  )
  return byCompany((db, { tokenHash, route, key }: Writing, companyId) =>
    sql<WriterRow>`
      with who as materialized (${callerOf(db, tokenHash, companyId)}), counted as (${counted})
      select who.*, counted.*, known.answer, known.body_hash as "bodyHash"
      from (select set_config('synchronous_commit', 'off', true) offset 0) as unsynced cross join who cross join counted
      left join lateral (
        select keys.answer, keys.body_hash from idempotency_keys as keys
        where keys.user_id = who."userId" and keys.route = ${route} and keys.key = ${key}
          and keys.created_at + interval '24 hours' > app_now() offset 0
      ) as known on true`.compile(db),
  )
}

/** AMB-145: 30 days idle, 90 days at most; those of the team 8 hours idle, 12 hours at most (T35). */
const callerOf = (db: Db, tokenHash: Buffer, companyId: string | null) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.token_hash', '=', tokenHash)
    .where(
      sql<boolean>`sessions.created_at > app_now() - case when users.is_super_admin then interval '12 hours' else interval '90 days' end`,
    )
    .where(
      sql<boolean>`sessions.last_seen_at > app_now() - case when users.is_super_admin then interval '8 hours' else interval '30 days' end`,
    )
    .select([
      'users.id as userId',
      'sessions.id as sessionId',
      // Only a person with a phone has a session (RES-10).
      sql<string>`users.phone`.as('phone'),
      'users.is_super_admin as isSuperAdmin',
      sql<boolean>`sessions.last_seen_at < app_now() - interval '5 minutes'`.as('stale'),
    ])
    .$if(companyId !== null, (caller) =>
      caller
        .leftJoin('company_owners', (join) =>
          join.onRef('company_owners.user_id', '=', 'users.id').on('company_owners.company_id', '=', companyId),
        )
        .leftJoin('companies', 'companies.id', 'company_owners.company_id')
        .select(['companies.id as ownedId', 'companies.type as ownedType']),
    )

const selectWho = byCompany((db, { tokenHash }: Asked, companyId) => callerOf(db, tokenHash, companyId).compile())

type WhoRow = Awaited<ReturnType<ReturnType<typeof selectWho>>>[number]

export async function touchSession(db: Db, sessionId: number): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: sql`app_now()` }).where('sessions.id', '=', sessionId).execute()
}

/** The company, if that person owns it: another's is not found. */
export async function findOwnedCompany(db: Db, userId: number, companyId: string): Promise<ActingCompany | undefined> {
  const [company] = await selectOwnedCompany(db, { userId, companyId })
  return company
}

const selectOwnedCompany = prepared((db, { userId, companyId }: { userId: number; companyId: string }) =>
  db
    .selectFrom('company_owners')
    .innerJoin('companies', 'companies.id', 'company_owners.company_id')
    .where('company_owners.user_id', '=', userId)
    .where('company_owners.company_id', '=', companyId)
    .select(['companies.id', 'companies.type'])
    .compile(),
)

export async function findCompany(db: Db, companyId: string): Promise<ActingCompany | undefined> {
  return await db
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .select(['companies.id', 'companies.type'])
    .executeTakeFirst()
}

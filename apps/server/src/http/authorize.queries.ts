import { CompiledQuery, sql } from 'kysely'
import type { ReadAhead } from '../current-call.ts'
import type { Db } from '../db/database.ts'
import { boundValues, nameOfPlace, type Prepared, prepared } from '../db/prepared.ts'
import type { ActingCompany, Actor } from './actor.ts'

/** The person of a session, the company that the call names if that person owns it, and what was read with them. */
export type Who = { actor: Actor; company: ActingCompany | undefined; stale: boolean; ahead?: ReadAhead }

type Asked = { tokenHash: Buffer; companyId: string | null }

/**
 * Who calls, in one statement with what they own: nobody for a token without a living session. With a read, its rows too,
 * for a call whose answer needs one read: nothing is read for nobody. The rows are not yet allowed to the caller: whoever
 * reads them decides as of rows read later.
 */
export async function findWho(db: Db, asked: Asked, read?: Read): Promise<Who | undefined> {
  if (read) return await findWhoAndRead(db, asked, read)
  const [row] = await selectWho(db, asked)
  return row && whoOf(row)
}

function whoOf({ stale, ownedId, ownedType, ...actor }: WhoRow): Who {
  return { actor, stale, company: ownedId && ownedType ? { id: ownedId, type: ownedType } : undefined }
}

/** A prepared read and its values; its `userId`, if it has one, is whoever calls. */
export type Read = { statement: Prepared<never, object>; values: object }

async function findWhoAndRead(db: Db, asked: Asked, { statement, values }: Read): Promise<Who | undefined> {
  const { sql: text, parameters } = joined(db, statement)
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(text, boundValues(parameters, { ...values, ...asked })) as CompiledQuery<ReadRow>,
  )
  const [first] = rows
  if (!first) return undefined
  const who = whoOf(JSON.parse(first.whoCalls) as WhoRow)
  const own = rows.flatMap(({ whoCalls, isRead, ...row }) => (whoCalls && isRead ? [row] : []))
  return { ...who, ahead: { statement, values: { ...values, userId: who.actor.userId }, rows: own } }
}

type ReadRow = { whoCalls: string; isRead: true | null }

const joinedTexts = new WeakMap<Read['statement'], { sql: string; parameters: readonly unknown[] }>()

/** The read beside who calls: a row of the caller before each of its own, or one without when it has none. */
function joined(db: Db, statement: Read['statement']) {
  const known = joinedTexts.get(statement)
  if (known) return known
  const who = selectWho.compiled(db)
  const read = statement.compiled(db)
  const parameters = [...who.parameters]
  const text = read.sql.replace(/\$(\d+)/g, (_, n: string) => {
    const parameter = read.parameters[Number(n) - 1]
    if (nameOfPlace(parameter) === 'userId') return 'who."userId"'
    return `$${parameters.push(parameter)}`
  })
  const made = {
    sql: `with who as materialized (select found.*, to_json(found)::text as calls from (${who.sql}) as found)
      select who.calls as "whoCalls", read.* from who
      left join lateral (select true as "isRead", found.* from (${text}) as found) as read on true`,
    parameters,
  }
  joinedTexts.set(statement, made)
  return made
}

/** AMB-145: 30 days idle, 90 days at most; those of the team 8 hours idle, 12 hours at most (T35). */
const selectWho = prepared((db, { tokenHash, companyId }: Asked) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('company_owners', (join) =>
      join.onRef('company_owners.user_id', '=', 'users.id').on('company_owners.company_id', '=', companyId),
    )
    .leftJoin('companies', 'companies.id', 'company_owners.company_id')
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
      'companies.id as ownedId',
      'companies.type as ownedType',
    ])
    .compile(),
)

type WhoRow = Awaited<ReturnType<typeof selectWho>>[number]

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

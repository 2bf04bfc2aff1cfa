import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { ActingCompany, Actor } from './actor.ts'

/** The person of a session, and the company that the call names if that person owns it. */
export type Who = { actor: Actor; company: ActingCompany | undefined; stale: boolean }

/** Who calls, in one statement with what they own: nobody for a token without a living session. */
export async function findWho(db: Db, tokenHash: Buffer, companyId: string | null): Promise<Who | undefined> {
  const [row] = await selectWho(db, { tokenHash, companyId })
  if (!row) return undefined
  const { stale, ownedId, ownedType, ...actor } = row
  return { actor, stale, company: ownedId && ownedType ? { id: ownedId, type: ownedType } : undefined }
}

/** AMB-145: 30 days idle, 90 days at most; those of the team 8 hours idle, 12 hours at most (T35). */
const selectWho = prepared((db, { tokenHash, companyId }: { tokenHash: Buffer; companyId: string | null }) =>
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

import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { ActingCompany } from './actor.ts'
import { type AskedWho, findCaller, findWhoAndRead, type Read, type Who } from './caller.queries.ts'
import { findWriter, type Write } from './writer.queries.ts'

/** Queries that travel in the authentication statement: the read of a reading call, or the limits of a writing one. */
export type Also = { read?: Read | undefined; write?: Write | undefined }

/**
 * Authenticates the caller and reads what they own in one statement; undefined for a token without a living session. With `read`,
 * its rows come in the same statement, and none without a session. These rows are not authorised yet: the use case decides as for
 * rows read later.
 */
export async function findWho(db: Db, asked: AskedWho, also: Also): Promise<Who | undefined> {
  if (also.read) return await findWhoAndRead(db, asked, also.read)
  if (also.write) return await findWriter(db, asked, also.write)
  return await findCaller(db, asked)
}

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

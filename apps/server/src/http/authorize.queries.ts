import { sql } from 'kysely'
import { type Db, rowOf } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { ActingCompany } from './actor.ts'
import { type AskedWho, findCaller, findWhoAndRead, type Read, readWithCaller, type Who } from './caller.queries.ts'
import { type KnownDevice, selectDevice } from './resident-door.queries.ts'
import { findResidentWriter, findWriter, type Write } from './writer.queries.ts'

/** Queries that travel in the authentication statement: the read of a reading call, or the limits of a writing one. */
export type Also = { read?: Read | undefined; write?: Write | undefined }

/**
 * Authenticates the caller and reads their role in the company that the call names, in one statement; undefined for a token without a living session. With `read`,
 * its rows come in the same statement, and none without a session. These rows are not authorised yet: the use case decides as for
 * rows read later.
 */
export async function findWho(db: Db, asked: AskedWho, also: Also): Promise<Who | undefined> {
  if (also.read) return await findWhoAndRead(db, asked, also.read)
  if (also.write) return await findWriter(db, asked, also.write)
  return await findCaller(db, asked)
}

/** The resident of a device, by the hash of its cookie, with what is asked in the same statement. */
export async function findDevice(db: Db, secretHash: Buffer, also: Also): Promise<(KnownDevice & Asked) | undefined> {
  if (also.write) return await findResidentWriter(db, secretHash, also.write)
  if (!also.read) return (await selectDevice(db, { secretHash }))[0]
  const found = await readWithCaller<KnownDevice>(db, selectDevice, { secretHash }, also.read)
  return found && { ...found.caller, ahead: found.ahead }
}

type Asked = Pick<Who, 'ahead' | 'counted' | 'known'>

export async function touchSession(db: Db, sessionId: number): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: sql`app_now()` }).where('sessions.id', '=', sessionId).execute()
}

/** The company and the role of that person in it today: another's is not found. */
export async function findActingCompany(db: Db, userId: number, companyId: string): Promise<ActingCompany | undefined> {
  const [company] = await selectActingCompany(db, { userId, companyId })
  return company
}

const selectActingCompany = prepared((db, { userId, companyId }: { userId: number; companyId: string }) =>
  db
    .selectFrom('members')
    .innerJoin('companies', 'companies.id', 'members.company_id')
    .where('members.user_id', '=', userId)
    .where('members.company_id', '=', companyId)
    .select(['companies.id', 'companies.type', 'members.role'])
    .compile(),
)

export async function findCompany(db: Db, companyId: string): Promise<ActingCompany | undefined> {
  const company = await db
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .select(['companies.id', 'companies.type'])
    .executeTakeFirst()
  return company && { ...company, role: undefined }
}

/** Whether a company is the official town hall of its commune: the oldest completed mairie there whose identity is verified. */
export async function isOfficialHall(db: Db, companyId: string): Promise<boolean> {
  const row = await rowOf<{ isOfficial: boolean }>(db)`
    select companies.id = ${companyId} as "isOfficial" from companies
    where companies.town = (select own.town from companies own where own.id = ${companyId})
      and companies.type = 'mairie' and companies.identity_status = 'verified' and companies.is_shown
    order by companies.completed_at limit 1`
  return row?.isOfficial ?? false
}

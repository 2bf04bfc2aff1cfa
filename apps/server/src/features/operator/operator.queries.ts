import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { spendCodes } from '../access/index.ts'

export type IdentityDecision = 'pending' | 'verified' | 'refused'

/** The person of that phone once the flag is written; undefined when nobody signed in with it. */
export async function saveSuperAdmin(
  tx: Transaction,
  phone: string,
  isSuperAdmin: boolean,
): Promise<number | undefined> {
  const user = await tx
    .updateTable('users')
    .set({ is_super_admin: isSuperAdmin })
    .where('users.phone', '=', phone)
    .returning('users.id')
    .executeTakeFirst()
  return user?.id
}

export async function saveBlockedPhone(tx: Transaction, phone: string, blocked: boolean): Promise<void> {
  await sql`
    insert into sign_in_phones (phone, blocked) values (${phone}, ${blocked})
    on conflict (phone) do update set blocked = excluded.blocked,
      wrong_since_success = case when excluded.blocked then sign_in_phones.wrong_since_success else 0 end,
      browser_wrong_since_success =
        case when excluded.blocked then sign_in_phones.browser_wrong_since_success else 0 end`.execute(tx)
}

/** Ends every session of the phone and cancels its code; answers how many sessions there were. */
export async function endSessions(tx: Transaction, phone: string): Promise<number> {
  await spendCodes(tx, phone)
  const ended = await tx
    .deleteFrom('sessions')
    .where('sessions.user_id', 'in', tx.selectFrom('users').where('users.phone', '=', phone).select('users.id'))
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/** The discussion's company once the block is written; undefined when there is no such discussion. */
export async function saveBlockedDiscussion(tx: Transaction, discussionId: string, blocked: boolean) {
  return await tx
    .updateTable('discussions')
    .set({ blocked_by_team: blocked })
    .where('discussions.id', '=', discussionId)
    .returning(['discussions.company_id as companyId', 'discussions.resident_id as residentId'])
    .executeTakeFirst()
}

/** The company's name once the decision is written, with the time its documents are to be deleted from. */
export async function saveIdentityDecision(tx: Transaction, companyId: string, decision: IdentityDecision) {
  return await tx
    .updateTable('companies')
    .set({
      identity_status: decision,
      identity_decided_at: decision === 'pending' ? null : sql`app_now()`,
      updated_at: sql`app_now()`,
    })
    .where('companies.id', '=', companyId)
    .returning('companies.name')
    .executeTakeFirst()
}

/** Stops a business or lifts it; a second stop keeps the first day. Answers its name and state, undefined when there is no such business. */
export async function saveSuspension(
  tx: Transaction,
  companyId: string,
  { on, reason, by }: { on: boolean; reason: string; by: string },
): Promise<{ name: string; suspendedAt: Date | null; suspensionReason: string | null } | undefined> {
  return await tx
    .updateTable('companies')
    .set({
      suspended_at: on ? sql`coalesce(companies.suspended_at, app_now())` : null,
      suspension_reason: on ? reason : null,
      suspended_by: on ? by : null,
    })
    .where('companies.id', '=', companyId)
    .returning([
      'companies.name',
      'companies.suspended_at as suspendedAt',
      'companies.suspension_reason as suspensionReason',
    ])
    .executeTakeFirst()
}

/** The businesses of a phone, oldest ownership first. */
export async function listCompaniesOfPhone(db: Db, phone: string) {
  return await db
    .selectFrom('users')
    .innerJoin('company_members', 'company_members.user_id', 'users.id')
    .innerJoin('companies', 'companies.id', 'company_members.company_id')
    .where('users.phone', '=', phone)
    .where('company_members.role', '=', 'owner')
    .select([
      'companies.id as companyId',
      'companies.name',
      sql<boolean>`companies.suspended_at is not null`.as('suspended'),
    ])
    .orderBy('company_members.since')
    .orderBy('companies.id')
    .execute()
}

export async function findMembership(tx: Transaction, companyId: string) {
  return await tx
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .select(['companies.name', 'companies.membership'])
    .forUpdate()
    .executeTakeFirst()
}

/** The sealed files of a company that are still kept. */
export async function listIdentityDocuments(db: Db, companyId: string) {
  const rows = await db
    .selectFrom('identity_documents')
    .where('identity_documents.company_id', '=', companyId)
    .where('identity_documents.deleted_at', 'is', null)
    .select(['identity_documents.side', 'identity_documents.name'])
    .orderBy('identity_documents.side', 'desc')
    .execute()
  return rows.flatMap(({ side, name }) => (name === null ? [] : [{ side, name }]))
}

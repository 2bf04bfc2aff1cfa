import type { Membership } from '@parvis/domain/subscription/plans'
import { cellOf, type Db, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { spendCodes } from '../access/index.ts'

export type IdentityDecision = 'pending' | 'verified' | 'refused'

/** The person of that phone once the flag is written; undefined when nobody signed in with it. */
export async function saveSuperAdmin(tx: Transaction, phone: string, isSuperAdmin: boolean) {
  return await cellOf<number>(tx)`
    update users set is_super_admin = ${isSuperAdmin} where users.phone = ${phone} returning users.id`
}

export async function saveBlockedPhone(tx: Transaction, phone: string, blocked: boolean): Promise<void> {
  await run(tx)`
    insert into sign_in_phones (phone, blocked) values (${phone}, ${blocked})
    on conflict (phone) do update set blocked = excluded.blocked,
      wrong_since_success = case when excluded.blocked then sign_in_phones.wrong_since_success else 0 end,
      browser_wrong_since_success =
        case when excluded.blocked then sign_in_phones.browser_wrong_since_success else 0 end`
}

/** Ends every session of the phone and cancels its code; answers how many sessions there were. */
export async function endSessions(tx: Transaction, phone: string): Promise<number> {
  await spendCodes(tx, phone)
  const ended = await rowsOf(tx)`
    delete from sessions using users where users.phone = ${phone} and sessions.user_id = users.id returning sessions.id`
  return ended.length
}

/** The discussion's company once the block is written; undefined when there is no such discussion. */
export async function saveBlockedDiscussion(tx: Transaction, discussionId: string, blocked: boolean) {
  return await rowOf<{ companyId: string; residentId: number }>(tx)`
    update discussions set blocked_by_team = ${blocked} where discussions.id = ${discussionId}
    returning discussions.company_id as "companyId", discussions.resident_id as "residentId"`
}

/** The company's name once the decision is written, with the time its documents are to be deleted from. */
export async function saveIdentityDecision(tx: Transaction, companyId: string, decision: IdentityDecision) {
  return await rowOf<{ name: string }>(tx)`
    update companies set identity_status = ${decision}, updated_at = app_now(),
      identity_decided_at = case when ${decision}::text <> 'pending' then app_now() end
    where companies.id = ${companyId} returning companies.name`
}

type Suspended = { name: string; suspendedAt: Date | null; suspensionReason: string | null }

/** Suspends a business or ends that; a second time keeps the first day. Its name and state; undefined: no such business. */
export async function saveSuspension(
  tx: Transaction,
  companyId: string,
  { on, reason, by }: { on: boolean; reason: string; by: string },
): Promise<Suspended | undefined> {
  return await rowOf<Suspended>(tx)`
    update companies set suspended_at = case when ${on}::boolean then coalesce(companies.suspended_at, app_now()) end,
      suspension_reason = ${on ? reason : null}, suspended_by = ${on ? by : null}
    where companies.id = ${companyId}
    returning companies.name, companies.suspended_at as "suspendedAt", companies.suspension_reason as "suspensionReason"`
}

/** The businesses of a phone, oldest ownership first. */
export async function listCompaniesOfPhone(db: Db, phone: string) {
  return await rowsOf<{ companyId: string; name: string; suspended: boolean }>(db)`
    select companies.id as "companyId", companies.name, companies.suspended_at is not null as suspended
    from users join company_members on company_members.user_id = users.id
    join companies on companies.id = company_members.company_id
    where users.phone = ${phone} and company_members.role = 'owner'
    order by company_members.since, companies.id`
}

export async function findMembership(tx: Transaction, companyId: string) {
  return await rowOf<{ name: string; membership: Membership }>(tx)`
    select companies.name, companies.membership from companies where companies.id = ${companyId} for update`
}

/** The sealed files of a company that are still kept. */
export async function listIdentityDocuments(db: Db, companyId: string) {
  const rows = await rowsOf<{ side: 'front' | 'back'; name: string | null }>(db)`
    select identity_documents.side, identity_documents.name from identity_documents
    where identity_documents.company_id = ${companyId} and identity_documents.deleted_at is null
    order by identity_documents.side desc`
  return rows.flatMap(({ side, name }) => (name === null ? [] : [{ side, name }]))
}

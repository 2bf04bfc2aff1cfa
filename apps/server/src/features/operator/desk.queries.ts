import type { AnswerOf } from '@parvis/domain/api'
import type { Query } from '@parvis/domain/kernel/contract'
import { durations } from '@parvis/domain/kernel/durations'
import type { operatorContract } from '@parvis/domain/operator/operator.contract'
import { type Db, numberOf, rowOf, rowsOf } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

export type IdentityStatus = 'pending' | 'verified' | 'refused'

const identitiesPerPage = 50

/** The businesses in that state with their owners and the documents still kept; `after` is the last one already shown. */
export async function listIdentities(db: Db, status: IdentityStatus, after: string | undefined) {
  return await rowsOf<IdentityRow>(db)`
    select companies.id as "companyId", companies.name, companies.type, companies.registry_code as siren,
      companies.address, companies.zip_code as "zipCode", companies.city, companies.identity_status as "identityStatus",
      companies.legal_category as "legalCategory",
      (select coalesce(jsonb_agg(jsonb_build_object('first_name', users.first_name, 'last_name', users.last_name,
          'phone_number', users.phone) order by company_members.since), '[]')
        from company_members join users on users.id = company_members.user_id
        where company_members.company_id = companies.id and company_members.role = 'owner') as owners,
      (select coalesce(jsonb_agg(jsonb_build_object('id', identity_documents.id, 'side', identity_documents.side,
          'sentAt', identity_documents.created_at) order by identity_documents.side desc), '[]')
        from identity_documents
        where identity_documents.company_id = companies.id and identity_documents.deleted_at is null) as documents
    from companies
    where companies.identity_status = ${status}
      and (${after ?? null}::uuid is null or (companies.created_at, companies.id) >
        (select shown.created_at, shown.id from companies shown where shown.id = ${after ?? null}::uuid))
    order by companies.created_at, companies.id
    limit ${identitiesPerPage}`
}

type IdentityRow = Omit<AnswerOf<'GET /v1/operator/identities'>[number], 'contradictsType'>

type KeptDocument = { name: string | null; sha256: string; side: 'front' | 'back'; companyId: string }

/** A document still kept. */
export async function findDocument(db: Db, id: number): Promise<KeptDocument | undefined> {
  return await rowOf<KeptDocument>(db)`
    select identity_documents.name, identity_documents.sha256, identity_documents.side,
      identity_documents.company_id as "companyId"
    from identity_documents where identity_documents.id = ${id} and identity_documents.deleted_at is null`
}

export async function findPhoneState(db: Db, phone: string) {
  const row = await rowOf<{ blocked: boolean; wrongCodes: number; sessions: number; userId: number | null }>(db)`
    select coalesce(phones.blocked, false) as blocked, coalesce(phones.wrong_since_success, 0) as "wrongCodes",
      users.id as "userId",
      (select count(*)::int from sessions where sessions.user_id = users.id) as sessions
    from (select ${phone}::text as phone) asked
    left join sign_in_phones phones on phones.phone = asked.phone
    left join users on users.phone = asked.phone`
  return { phone, ...(row ?? { blocked: false, wrongCodes: 0, sessions: 0, userId: null }) }
}

const maxBlocked = 500

export async function listBlockedPhones(db: Db) {
  return await rowsOf<{ phone: string; wrongCodes: number }>(db)`
    select sign_in_phones.phone, sign_in_phones.wrong_since_success as "wrongCodes" from sign_in_phones
    where sign_in_phones.blocked order by sign_in_phones.phone limit ${maxBlocked}`
}

export async function listBlockedDiscussions(db: Db) {
  return await rowsOf<{ id: string; company: string }>(db)`
    select discussions.id, companies.name as company
    from discussions join companies on companies.id = discussions.company_id
    where discussions.blocked_by_team order by discussions.id limit ${maxBlocked}`
}

/** The businesses that the team stopped, the last first. */
export async function listSuspendedCompanies(db: Db) {
  return await rowsOf<{ companyId: string; name: string; since: Date; reason: string }>(db)`
    select companies.id as "companyId", companies.name, companies.suspended_at as since,
      companies.suspension_reason as reason
    from companies where companies.suspended_at is not null
    order by companies.suspended_at desc, companies.id limit ${maxBlocked}`
}

type AuditFilter = Omit<Query<typeof operatorContract.listAudit>, 'before'> & { before: number | undefined }

const linesPerPage = 50

type AuditLine = Omit<AnswerOf<'GET /v1/operator/audit'>[number], 'at'> & { at: Date }

export async function listAuditLines(db: Db, { before, object, action, actor }: AuditFilter): Promise<AuditLine[]> {
  const asked = [
    sql`true`,
    ...(before === undefined ? [] : [sql`audit_log.id < ${before}`]),
    ...(object ? [sql`audit_log.object = ${object}`] : []),
    ...(action ? [sql`audit_log.action = ${action}`] : []),
    // The tool's lines say which account ran it: `operator` asks for all of them.
    ...(actor === 'operator' ? [sql`audit_log.actor like 'operator%'`] : []),
    ...(actor && actor !== 'operator' ? [sql`audit_log.actor = ${actor}`] : []),
  ]
  return await rowsOf<AuditLine>(db)`
    select audit_log.id, audit_log.at, audit_log.actor, audit_log.action, audit_log.object, audit_log.details,
      audit_log.request_id as "requestId"
    from audit_log where ${sql.join(asked, ' and ')} order by audit_log.id desc limit ${linesPerPage}`
}

export async function countOpenPayments(db: Db): Promise<number> {
  return await numberOf(db)`select count(*)::int from payment_sessions where state = 'open'`
}

/** Reports that nobody decided in their time. */
export async function countReports(db: Db) {
  const row = await rowOf<{ waiting: number; late: number }>(db)`
    select count(*)::int as waiting, count(*) filter (where reports.received_at < app_now() -
      case when reports.reason = 'danger' then ${durations.dangerReport}::interval else ${durations.report}::interval end)::int as late
    from reports where reports.state = 'received'`
  return row ?? { waiting: 0, late: 0 }
}

import type { ReportDecision, ReportedKind, ReportReason } from '@parvis/domain/reports/report'
import { type Db, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

/** Target of a report, as it was when it was reported. */
export type Target = {
  kind: ReportedKind
  companyId: string | null
  targetId: string | null
  seen: Record<string, unknown>
}

type FiledReport = Target & Pick<ReportRow, 'code' | 'reason' | 'text' | 'address' | 'name' | 'email'>

export async function insertReport(tx: Transaction, report: FiledReport): Promise<void> {
  await run(tx)`
    insert into reports (code, reason, text, address, kind, company_id, target_id, seen, reporter_name, reporter_email)
    values (${report.code}, ${report.reason}, ${report.text}, ${report.address}, ${report.kind}, ${report.companyId},
      ${report.targetId}, ${JSON.stringify(report.seen)}, ${report.name}, ${report.email})`
}

export async function findSeenBusiness(db: Db, by: { companyId: string } | { subdomain: string }) {
  return await rowOf<Target>(db)`
    select 'business' as kind, companies.id as "companyId", companies.id::text as "targetId",
      jsonb_build_object('name', companies.name, 'description', companies.description, 'phone', companies.phone,
        'website', companies.website, 'picture', companies.profile_picture, 'cover', companies.cover_picture) as seen
    from companies
    where ${'companyId' in by ? sql`companies.id = ${by.companyId}` : sql`companies.subdomain = ${by.subdomain}`}`
}

export async function findSeenInstant(db: Db, id: number) {
  return await rowOf<Target>(db)`
    select 'instant' as kind, instants.company_id as "companyId", instants.id::text as "targetId",
      jsonb_build_object('title', instants.title, 'text', instants.short_description,
        'longText', instants.long_description, 'picture', instants.picture) as seen
    from instants where instants.id = ${id}`
}

export async function findSeenService(db: Db, id: number) {
  return await rowOf<Target>(db)`
    select 'service' as kind, services.company_id as "companyId", services.id::text as "targetId",
      jsonb_build_object('label', services.label, 'content', services.content) as seen
    from municipal_services services where services.id = ${id} and services.active`
}

export async function findSeenCode(db: Db, code: string) {
  return await rowOf<Target>(db)`
    select 'code' as kind, qr_codes.company_id as "companyId", qr_codes.code as "targetId",
      jsonb_build_object('label', qr_codes.label) as seen
    from qr_codes where qr_codes.code = ${code}`
}

/** Who reports a conversation, by the side that they have in it: whoever also owns the business has both. */
type Reporter = { userId: number; side: 'resident' | 'company'; messageId?: number | undefined }

/** A conversation, or one message of it, for its resident or for the business that reads it. */
export async function findSeenTalk(db: Db, discussionId: string, { userId, side, messageId }: Reporter) {
  const takesPart =
    side === 'resident'
      ? sql`discussions.resident_id = ${userId}`
      : sql`exists (select from members where members.company_id = discussions.company_id and members.user_id = ${userId})`
  return await rowOf<Target>(db)`
    select case when ${messageId ?? null}::bigint is null then 'conversation' else 'message' end as kind,
      discussions.company_id as "companyId",
      discussions.id::text || coalesce('/' || ${messageId ?? null}::bigint, '') as "targetId",
      jsonb_build_object('messages', (
        select coalesce(jsonb_agg(jsonb_build_object('id', last.id, 'fromCompany', last.from_company,
          'text', last.text, 'image', last.image, 'sentAt', last.sent_at) order by last.id), '[]')
        from (select messages.* from messages where messages.discussion_id = discussions.id
          and (${messageId ?? null}::bigint is null or messages.id = ${messageId ?? null}::bigint)
          order by messages.id desc limit 20) as last)) as seen
    from discussions where discussions.id = ${discussionId} and ${takesPart}`
}

export type ReportRow = Target & {
  id: number
  code: string
  state: 'received' | 'decided'
  reason: ReportReason
  text: string
  address: string
  name: string | null
  email: string | null
  receivedAt: Date
  decidedAt: Date | null
  decision: ReportDecision | null
  grounds: string | null
}

const columns = sql`reports.id, reports.code, reports.state, reports.reason, reports.text, reports.address, reports.kind,
  reports.company_id as "companyId", reports.target_id as "targetId", reports.seen, reports.reporter_name as name,
  reports.reporter_email as email, reports.received_at as "receivedAt", reports.decided_at as "decidedAt",
  reports.decision, reports.grounds`

export async function findReport(db: Db, code: string): Promise<ReportRow | undefined> {
  return await rowOf<ReportRow>(db)`select ${columns} from reports where reports.code = ${code}`
}

/** Locks the report until the transaction ends, so that of two concurrent decisions one counts. */
export async function lockReport(tx: Transaction, id: number): Promise<ReportRow | undefined> {
  return await rowOf<ReportRow>(tx)`select ${columns} from reports where reports.id = ${id} for update`
}

export type ReportOfDesk = ReportRow & {
  companyName: string | null
  isSuspended: boolean
  authorReports: number
  authorUpheld: number
  reporterReports: number
  reporterUpheld: number
}

const reportsPerPage = 50

/** Order: dangers first, then the oldest; with what is known of the author, and of a reporter who gave an e-mail. */
export async function listReportRows(db: Db, state: 'received' | 'decided', after: number | undefined) {
  return await rowsOf<ReportOfDesk>(db)`
    select ${columns}, companies.name as "companyName",
      coalesce(companies.suspended_at is not null, false) as "isSuspended",
      author.reports as "authorReports", author.upheld as "authorUpheld",
      reporter.reports as "reporterReports", reporter.upheld as "reporterUpheld"
    from reports left join companies on companies.id = reports.company_id
    cross join lateral (
      select count(*)::int as reports, count(*) filter (where other.decision <> 'none')::int as upheld
      from reports other where other.company_id = reports.company_id
    ) as author
    cross join lateral (
      select count(*)::int as reports, count(*) filter (where other.decision <> 'none')::int as upheld
      from reports other where other.reporter_email = reports.reporter_email
    ) as reporter
    where reports.state = ${state}
      and (${after ?? null}::bigint is null or ((reports.reason <> 'danger'), reports.received_at, reports.id) > (
        select (shown.reason <> 'danger'), shown.received_at, shown.id from reports shown where shown.id = ${after ?? null}::bigint))
    order by (reports.reason <> 'danger'), reports.received_at, reports.id limit ${reportsPerPage}`
}

export async function saveReportDecision(
  tx: Transaction,
  id: number,
  { decision, grounds, by }: { decision: ReportDecision; grounds: string; by: string },
): Promise<void> {
  await run(tx)`
    update reports set state = 'decided', decided_at = app_now(), decision = ${decision}, grounds = ${grounds}, decided_by = ${by}
    where reports.id = ${id}`
}

export async function pauseReported(tx: Transaction, id: number): Promise<{ companyId: string } | undefined> {
  return await rowOf<{ companyId: string }>(tx)`
    update instants set is_enabled = false, modified_at = app_now()
    where instants.id = ${id} returning instants.company_id as "companyId"`
}

/** A message keeps its place in the thread, without its words, which no search finds any more, and its picture. */
export async function emptyMessage(
  tx: Transaction,
  { discussionId, messageId, words }: { discussionId: string; messageId: number; words: string },
) {
  return await rowOf<{ companyId: string; residentId: number; isFromCompany: boolean }>(tx)`
    with emptied as (
      update messages set text = ${words}, image = null
      where messages.discussion_id = ${discussionId} and messages.id = ${messageId}
      returning messages.id, messages.from_company
    ), forgotten as (
      delete from message_words using emptied, discussions
      where discussions.id = ${discussionId} and message_words.company_id = discussions.company_id
        and message_words.discussion_id = discussions.id and message_words.message_id = emptied.id
    )
    update discussions set excerpt = case when discussions.last_message_id = emptied.id then ${words} else discussions.excerpt end
    from emptied where discussions.id = ${discussionId}
    returning discussions.company_id as "companyId", discussions.resident_id as "residentId",
      emptied.from_company as "isFromCompany"`
}

export async function disableCode(tx: Transaction, code: string): Promise<void> {
  await run(tx)`update qr_codes set is_active = false where qr_codes.code = ${code}`
}

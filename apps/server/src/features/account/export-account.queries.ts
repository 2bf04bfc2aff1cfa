import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type ExportedRow = Record<string, unknown>

const mostRows = 50_000

/** Every row about the person, secrets and internal marks left out. */
export async function readPersonRows(db: Db, userId: number) {
  const read = (source: RawBuilder<unknown>) => rowsOf(db, source)
  return {
    user: await read(sql`select to_jsonb(users) as row from users where users.id = ${userId}`),
    sessions: await read(
      sql`select to_jsonb(sessions) - 'token_hash' as row from sessions where sessions.user_id = ${userId}`,
    ),
    devices: await read(sql`select to_jsonb(devices) as row from devices where devices.user_id = ${userId}`),
    follows: await read(
      sql`select to_jsonb(follows) - 'after_broadcast' as row from follows where follows.user_id = ${userId}`,
    ),
    discussions: await read(sql`
      select to_jsonb(discussions) - 'last_message_id' - case when ${leads(userId)} then '{}'::text[] else ${ofTheCompany} end as row
      from discussions where ${concerns(userId)}`),
    messages: await read(sql`
      select to_jsonb(messages) as row from messages join discussions on discussions.id = messages.discussion_id
      where ${concerns(userId)} order by messages.id desc`),
    orders: await read(sql`
      select to_jsonb(orders) as row from orders join discussions on discussions.id = orders.discussion_id
      where ${concerns(userId)}`),
    acts: await read(sql`
      select to_jsonb(audit_log) - 'request_id' as row from audit_log
      where audit_log.actor = ${`user:${userId}`} order by audit_log.id desc`),
  }
}

export async function readCompanyRows(db: Db, companyId: string) {
  const of = (table: RawBuilder<unknown>, left: string[] = []) =>
    rowsOf(db, sql`select to_jsonb(t) - ${left}::text[] as row from ${table} t where t.company_id = ${companyId}`)
  return {
    profile: await rowsOf(db, sql`select to_jsonb(companies) as row from companies where companies.id = ${companyId}`),
    openingHours: await of(sql`opening_hours`),
    exceptionalDays: await of(sql`hour_exceptions`),
    holidayAnswers: await of(sql`holiday_answers`),
    hourSets: await of(sql`hour_sets`),
    instants: await of(sql`instants`),
    services: await of(sql`municipal_services`),
    broadcasts: await of(sql`broadcasts`),
    quickReplies: await of(sql`quick_replies`),
    awayMessage: await of(sql`away_messages`),
    scheduledMessages: await of(sql`scheduled_messages`),
    scheduledBroadcasts: await of(sql`scheduled_broadcasts`),
    notes: await rowsOf(
      db,
      sql`select to_jsonb(n) as row from discussion_notes n join discussions on discussions.id = n.discussion_id
        where discussions.company_id = ${companyId}`,
    ),
    subscriptions: await of(sql`subscriptions`, ['version', 'last_event_id', 'looked_at']),
    payments: await of(sql`payment_sessions`, ['looked_at']),
    identityDocuments: await of(sql`identity_documents`, ['name']),
  }
}

/** The conversations that the person leads, as a resident or for a business. */
function concerns(userId: number): RawBuilder<unknown> {
  return sql`(discussions.resident_id = ${userId} or ${leads(userId)})`
}

function leads(userId: number): RawBuilder<unknown> {
  return sql`discussions.company_id in (
    select company_owners.company_id from company_owners where company_owners.user_id = ${userId})`
}

/** How the business sorts its conversations is not its resident's (TO-24). */
const ofTheCompany = ['triage', 'triage_at', 'last_human', 'company_wrote_at', 'away_sent_at']

async function rowsOf(db: Db, source: RawBuilder<unknown>): Promise<ExportedRow[]> {
  const { rows } = await sql<{ row: ExportedRow }>`${source} limit ${mostRows}`.execute(db)
  return rows.map(({ row }) => row)
}

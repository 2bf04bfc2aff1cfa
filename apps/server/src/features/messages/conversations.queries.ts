import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Triage } from '@parvis/domain/messages/triage'
import type { Membership } from '@parvis/domain/subscription/plans'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isBlocked } from './discussions.queries.ts'

export type ConversationRow = {
  id: string
  companyId: string
  companyName: string
  companyType: BusinessType
  companyMembership: Membership
  companyPicture: string | null
  residentId: number
  hasPendingOrder: boolean
  triage: Triage
  lastHuman: 'resident' | 'company' | null
  firstName: string | null
  lastName: string | null
  excerpt: string
  unread: number
  isBlocked: boolean
  isBlockedByCompany: boolean
  createdAt: Date
  updatedAt: Date
}

/** Conversations per answer: more than a shop answers in a year. */
export const maxConversations = 1_000

/** Where a further part of a company's list begins: after this conversation; undefined when it has no such one. */
export async function findPageStart(db: Db, companyId: string, discussionId: string) {
  const { rows } = await sql<{ updatedAt: string; open: number }>`
    select last.updated_at::text as "updatedAt", (
      select count(*)::int from discussions
      where discussions.company_id = ${companyId} and not discussions.blocked_by_company
        and (discussions.updated_at, discussions.id) >= (last.updated_at, last.id)) as open
    from discussions last where last.company_id = ${companyId} and last.id = ${discussionId}`.execute(db)
  return rows[0] && { ...rows[0], id: discussionId }
}

export type PageStart = NonNullable<Awaited<ReturnType<typeof findPageStart>>>

/** The conversations of a company, or of a resident, newest update first, a thousand unless said. */
export async function listConversations(
  db: Db,
  whose: { companyId: string } | { residentId: number },
  { after, max = maxConversations }: { after?: Pick<PageStart, 'updatedAt' | 'id'> | undefined; max?: number } = {},
): Promise<ConversationRow[]> {
  const forCompany = 'companyId' in whose
  const mine = forCompany
    ? sql<boolean>`discussions.company_id = ${whose.companyId}`
    : sql<boolean>`discussions.resident_id = ${whose.residentId}`
  return await db
    .selectFrom('discussions')
    .innerJoin('companies', 'companies.id', 'discussions.company_id')
    .innerJoin('users', 'users.id', 'discussions.resident_id')
    .where(mine)
    .where(
      after
        ? sql<boolean>`(discussions.updated_at, discussions.id) < (${after.updatedAt}::timestamptz, ${after.id}::uuid)`
        : sql<boolean>`true`,
    )
    .select([
      'discussions.id',
      'discussions.company_id as companyId',
      'companies.name as companyName',
      'companies.type as companyType',
      'companies.membership as companyMembership',
      'companies.profile_picture as companyPicture',
      'discussions.resident_id as residentId',
      sql<boolean>`exists (select 1 from orders
        where orders.discussion_id = discussions.id and orders.state <= 'proposed')`.as('hasPendingOrder'),
      'users.first_name as firstName',
      'users.last_name as lastName',
      'discussions.triage',
      'discussions.last_human as lastHuman',
      'discussions.excerpt',
      forCompany ? 'discussions.company_unread as unread' : 'discussions.resident_unread as unread',
      isBlocked.as('isBlocked'),
      'discussions.blocked_by_company as isBlockedByCompany',
      'discussions.created_at as createdAt',
      'discussions.updated_at as updatedAt',
    ])
    .orderBy('discussions.updated_at', 'desc')
    .orderBy('discussions.id', 'desc')
    .limit(max)
    .execute()
}

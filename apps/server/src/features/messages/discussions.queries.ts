import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Triage } from '@parvis/domain/messages/triage'
import type { Membership } from '@parvis/domain/subscription/plans'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'

export type Side = 'company' | 'resident'

/** A discussion as one of its participants sees it; for others it is not found (T06). */
export type Discussion = {
  id: string
  companyId: string
  companyName: string
  companyType: BusinessType
  companyMembership: Membership
  companyPicture: string | null
  residentId: number
  isResident: boolean
  isOwner: boolean
  isBlocked: boolean
  /** Residents see the company: they may write to it. */
  isShown: boolean
  companyUnread: number
  residentUnread: number
  updatedAt: string
  now: Date
}

/** Closed by its resident, its business or the team: readable, not writable. */
const isBlocked = sql<boolean>`discussions.blocked_by_resident or discussions.blocked_by_team or discussions.blocked_by_company`

export async function findDiscussion(
  db: Db,
  userId: number,
  discussionId: string,
  { lock = false, asResident = false } = {},
): Promise<Discussion | undefined> {
  const [discussion] = await (lock ? lockDiscussion : selectDiscussion)(db, { userId, discussionId })
  return discussion && seenBy(discussion, asResident)
}

export function seenBy(discussion: Discussion, asResident: boolean): Discussion | undefined {
  if (!asResident) return discussion
  // Through the residents' door, an owner acts only as the resident of their own conversations (W-061).
  return discussion.isResident ? { ...discussion, isOwner: false } : undefined
}

type Reader = { userId: number; discussionId: string }
const selectDiscussion = prepared((db, reader: Reader) => discussionOf(reader).compile(db))
const lockDiscussion = prepared((db, reader: Reader) =>
  sql<Discussion>`${discussionOf(reader)} for no key update of discussions`.compile(db),
)

export function discussionOf({ userId, discussionId }: Reader) {
  return sql<Discussion>`
    select discussions.id, discussions.company_id as "companyId", companies.name as "companyName",
      companies.type as "companyType", companies.membership as "companyMembership",
      companies.profile_picture as "companyPicture", discussions.resident_id as "residentId",
      discussions.resident_id = ${userId} as "isResident", members.user_id is not null as "isOwner",
      ${isBlocked} as "isBlocked",
      companies.is_shown as "isShown", discussions.company_unread as "companyUnread", discussions.resident_unread as "residentUnread",
      discussions.updated_at::text as "updatedAt", app_now() as now
    from discussions
    join companies on companies.id = discussions.company_id
    left join members on members.company_id = discussions.company_id and members.user_id = ${userId}
    where discussions.id = ${discussionId} and (discussions.resident_id = ${userId} or members.user_id is not null)`
}

/** An order waits for a decision in the conversation. */
export async function hasPendingOrder(db: Db, discussionId: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .where('orders.discussion_id', '=', discussionId)
    .where('orders.status', '=', 'pending')
    .select('orders.id')
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}

/**
 * Rank of a conversation: how many of the company's other conversations are newer, counted up to the limit; blocked ones do not
 * count (W-100).
 */
export async function countAbove(db: Db, discussion: Discussion, limit: number): Promise<number> {
  const { rows } = await sql<{ above: number }>`
    select count(*)::int as above from (select from discussions
      where discussions.company_id = ${discussion.companyId} and not discussions.blocked_by_company
        and (discussions.updated_at, discussions.id) > (${discussion.updatedAt}::timestamptz, ${discussion.id}::uuid)
        and discussions.id <> ${discussion.id}::uuid
      limit ${limit}
    ) as newer`.execute(db)
  return rows[0]?.above ?? 0
}

/** Finds or creates the conversation of a resident with a company; concurrent calls end in one row. */
export async function ensureDiscussion(tx: Transaction, companyId: string, residentId: number): Promise<string> {
  const open = () => findOrOpenDiscussion(tx, companyId, residentId)
  // A concurrent insert committed after this statement's snapshot: the second statement sees its row.
  const id = (await open()) ?? (await open())
  if (id === undefined) throw new Error('the company of a conversation is gone')
  return id
}

/** In one statement; undefined when there is no such company, or another opening has just been committed. */
export async function findOrOpenDiscussion(tx: Transaction, companyId: string, residentId: number) {
  return (await selectOrInsert(tx, { companyId, residentId }))[0]?.id
}

const selectOrInsert = prepared((db, { companyId, residentId }: { companyId: string; residentId: number }) =>
  sql<{ id: string }>`
    with known as (
      select discussions.id from discussions
      where discussions.company_id = ${companyId} and discussions.resident_id = ${residentId}
    ), opened as (
      insert into discussions (company_id, resident_id)
      select companies.id, ${residentId} from companies where companies.id = ${companyId} and not exists (select from known)
      on conflict (company_id, resident_id) do nothing returning id
    )
    select known.id from known union all select opened.id from opened`.compile(db),
)

export async function isPublicCompany(db: Db, companyId: string): Promise<boolean> {
  const company = await db
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .where('companies.is_shown', '=', true)
    .select('companies.id')
    .executeTakeFirst()
  return company !== undefined
}

/** Reading up to that message clears the counter, unless a newer one came meanwhile: its reader will clear it. */
export async function clearUnread(db: Db, discussionId: string, side: Side, upTo: number): Promise<boolean> {
  const column = side === 'company' ? 'company_unread' : 'resident_unread'
  const { numUpdatedRows } = await db
    .updateTable('discussions')
    .set({ [column]: 0 })
    .where('discussions.id', '=', discussionId)
    .where(`discussions.${column}`, '>', 0)
    .where('discussions.last_message_id', '<=', upTo)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The company's counter, brought back to one at least. */
export async function keepUnread(tx: Transaction, discussionId: string): Promise<void> {
  await sql`update discussions set company_unread = greatest(discussions.company_unread, 1)
    where discussions.id = ${discussionId}`.execute(tx)
}

/** Returns whether either side or the team keeps it closed afterwards. */
export async function saveBlock(
  tx: Transaction,
  discussionId: string,
  { side, blocked }: { side: Side; blocked: boolean },
): Promise<boolean> {
  const row = await tx
    .updateTable('discussions')
    .set({ [`blocked_by_${side}`]: blocked })
    .where('discussions.id', '=', discussionId)
    .returning(isBlocked.as('isBlocked'))
    .executeTakeFirstOrThrow()
  return row.isBlocked
}

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
        where orders.discussion_id = discussions.id and orders.status = 'pending')`.as('hasPendingOrder'),
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

import type { BusinessType } from '@parvis/domain/kernel/business-type'
import type { Membership } from '@parvis/domain/subscription/plans'
import { cellOf, type Db, hasRow, numberOf, run, type Transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { StoredSuspension } from '../company/index.ts'

export type Side = 'company' | 'resident'

export type ConversationHead = {
  id: string
  companyId: string
  companyName: string
  companyType: BusinessType
  companyMembership: Membership
  companyPicture: string | null
  residentId: number
  isBlocked: boolean
}

/** A discussion as one of its participants sees it; for others it is not found. */
export type Discussion = ConversationHead &
  StoredSuspension & {
    isResident: boolean
    isOwner: boolean
    /** Residents see the company: they may write to it. */
    isShown: boolean
    companyUnread: number
    residentUnread: number
    updatedAt: string
    now: Date
  }

/** Closed by its resident, its business or the team: readable, not writable. */
const isBlocked = sql<boolean>`discussions.blocked_by_resident or discussions.blocked_by_team or discussions.blocked_by_company`

/** What its row and its line of a list have, of a statement that joins its company. */
export const conversationHead = sql`discussions.id, discussions.company_id as "companyId", companies.name as "companyName",
  companies.type as "companyType", companies.membership as "companyMembership",
  companies.profile_picture as "companyPicture", discussions.resident_id as "residentId", ${isBlocked} as "isBlocked"`

export async function findDiscussion(
  db: Db,
  userId: number,
  discussionId: string,
  { lock = false, asResident = false }: { lock?: boolean; asResident?: boolean | undefined } = {},
): Promise<Discussion | undefined> {
  const [discussion] = await (lock ? lockDiscussion : selectDiscussion)(db, { userId, discussionId })
  return discussion && seenBy(discussion, asResident)
}

export function seenBy(discussion: Discussion, asResident: boolean): Discussion | undefined {
  if (!asResident) return discussion
  // Through the residents' door, an owner acts only as the resident of their own conversations.
  return discussion.isResident ? { ...discussion, isOwner: false } : undefined
}

type Reader = { userId: number; discussionId: string }
const selectDiscussion = prepared((reader: Reader) => discussionOf(reader))
const lockDiscussion = prepared(
  (reader: Reader) => sql<Discussion>`${discussionOf(reader)} for no key update of discussions`,
)

/** The conversation of a resident with a company, locked. */
export async function lockDiscussionWith(
  tx: Transaction,
  companyId: string,
  userId: number,
): Promise<Discussion | undefined> {
  const [discussion] = await lockDiscussionOfPair(tx, { companyId, userId })
  return discussion && seenBy(discussion, true)
}

const lockDiscussionOfPair = prepared(
  ({ companyId, userId }: { companyId: string; userId: number }) =>
    sql<Discussion>`${discussionsOf(
      userId,
      sql`discussions.company_id = ${companyId} and discussions.resident_id = ${userId}`,
    )} for no key update of discussions`,
)

export const discussionOf = ({ userId, discussionId }: Reader) =>
  discussionsOf(
    userId,
    sql`discussions.id = ${discussionId} and (discussions.resident_id = ${userId} or members.user_id is not null)`,
  )

function discussionsOf(userId: number, condition: Sql) {
  return sql<Discussion>`
    select ${conversationHead}, discussions.resident_id = ${userId} as "isResident", members.user_id is not null as "isOwner",
      companies.is_shown as "isShown", companies.suspended_at as "suspendedAt",
      companies.suspension_reason as "suspensionReason", discussions.company_unread as "companyUnread",
      discussions.resident_unread as "residentUnread", discussions.updated_at::text as "updatedAt", app_now() as now
    from discussions
    join companies on companies.id = discussions.company_id
    left join members on members.company_id = discussions.company_id and members.user_id = ${userId}
    where ${condition}`
}

/** An order waits for a decision in the conversation. */
export async function hasPendingOrder(db: Db, discussionId: string): Promise<boolean> {
  return await hasRow(db)`
    select from orders where orders.discussion_id = ${discussionId} and orders.state <= 'proposed' limit 1`
}

/**
 * Rank of a conversation: how many of the company's other conversations are newer, counted up to the limit; blocked ones do not
 * count.
 */
export async function countAbove(db: Db, discussion: Discussion, limit: number): Promise<number> {
  return await numberOf(db)`
    select count(*)::int from (select from discussions
      where discussions.company_id = ${discussion.companyId} and not discussions.blocked_by_company
        and (discussions.updated_at, discussions.id) > (${discussion.updatedAt}::timestamptz, ${discussion.id}::uuid) and discussions.id <> ${discussion.id}::uuid
      limit ${limit}
    ) as newer`
}

/** Finds or creates the conversation of a resident with a company; concurrent calls end in one row. */
export async function ensureDiscussion(tx: Transaction, companyId: string, residentId: number): Promise<string> {
  const open = () => findOrOpenDiscussion(tx, companyId, residentId)
  // A concurrent insert committed after this statement's snapshot: the second statement sees its row.
  const opened = (await open()) ?? (await open())
  if (!opened) throw new Error('the company of a conversation is gone')
  return opened.id
}

/** In one statement; undefined when there is no such company, or another opening has just been committed. */
export async function findOrOpenDiscussion(tx: Transaction, companyId: string, residentId: number) {
  const [discussion] = await selectOrInsert(tx, { companyId, residentId })
  return discussion
}

const selectOrInsert = prepared(
  ({ companyId, residentId }: { companyId: string; residentId: number }) => sql<{ id: string; isNew: boolean }>`
    with known as (
      select discussions.id from discussions
      where discussions.company_id = ${companyId} and discussions.resident_id = ${residentId}
    ), opened as (
      insert into discussions (company_id, resident_id)
      select companies.id, ${residentId} from companies where companies.id = ${companyId} and not exists (select from known)
      on conflict (company_id, resident_id) do nothing returning id
    )
    select known.id, false as "isNew" from known union all select opened.id, true from opened`,
)

/** Reading up to that message clears the counter, unless a newer one came meanwhile: its reader will clear it. */
export async function clearUnread(db: Db, discussionId: string, side: Side, upTo: number): Promise<boolean> {
  const column = sql.identifier(`${side}_unread`)
  return await hasRow(db)`
    update discussions set ${column} = 0
    where discussions.id = ${discussionId} and discussions.${column} > 0 and discussions.last_message_id <= ${upTo}
    returning true`
}

/** The company's counter, brought back to one at least. */
export async function keepUnread(tx: Transaction, discussionId: string): Promise<void> {
  await run(tx)`update discussions set company_unread = greatest(discussions.company_unread, 1)
    where discussions.id = ${discussionId}`
}

/** Returns whether either side or the team keeps it closed afterwards. */
export async function saveBlock(
  tx: Transaction,
  discussionId: string,
  { side, blocked }: { side: Side; blocked: boolean },
): Promise<boolean> {
  const isClosed = await cellOf<boolean>(tx)`
    update discussions set ${sql.identifier(`blocked_by_${side}`)} = ${blocked}
    where discussions.id = ${discussionId} returning ${isBlocked}`
  if (isClosed === undefined) throw new Error('a conversation that is blocked is there')
  return isClosed
}

import type { Triage } from '@parvis/domain/messages/triage'
import type { StoredState } from '@parvis/domain/orders/order-states'
import { type Db, rowOf } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { type ConversationHead, conversationHead } from './discussions.queries.ts'

export type ConversationRow = ConversationHead & {
  hasPendingOrder: boolean
  triage: Triage
  lastHuman: 'resident' | 'company' | null
  firstName: string | null
  lastName: string | null
  excerpt: string
  unread: number
  isBlockedByCompany: boolean
  hasPhone: boolean
  createdAt: Date
  updatedAt: Date
  /** Of a company's list: its notes, the messages that wait for their hour, its next order. */
  notes: number
  scheduled: number
  orderId: number | null
  orderState: StoredState | null
  pickupAt: Date | null
}

/** Conversations per answer: more than a shop answers in a year. */
export const maxConversations = 1_000

/** Where a further part of a company's list begins: after this conversation; undefined when it has no such one. */
export async function findPageStart(db: Db, companyId: string, discussionId: string) {
  const row = await rowOf<{ updatedAt: string; open: number }>(db)`
    select last.updated_at::text as "updatedAt", (
      select count(*)::int from discussions
      where discussions.company_id = ${companyId} and not discussions.blocked_by_company
        and (discussions.updated_at, discussions.id) >= (last.updated_at, last.id)) as open
    from discussions last where last.company_id = ${companyId} and last.id = ${discussionId}`
  return row && { ...row, id: discussionId }
}

export type PageStart = NonNullable<Awaited<ReturnType<typeof findPageStart>>>

type Page = { companyId: string; max: number }

/** The conversations of a company, newest update first, a thousand unless said. */
export async function listOfCompany(
  db: Db,
  companyId: string,
  { after, max = maxConversations }: { after?: Pick<PageStart, 'updatedAt' | 'id'> | undefined; max?: number } = {},
): Promise<ConversationRow[]> {
  return await (after ? selectFurther(db, { companyId, max, ...after }) : selectOfCompany(db, { companyId, max }))
}

/** The conversations of a resident, newest update first, a thousand. */
export async function listOfResident(db: Db, residentId: number): Promise<ConversationRow[]> {
  return await selectOfResident(db, { residentId, max: maxConversations })
}

/** The read of a company's first page before it is known who asks. */
export const firstPageOf = (companyId: string) => ({
  statement: selectOfCompany,
  values: { companyId, max: maxConversations },
})

const selectOfCompany = prepared(({ companyId, max }: Page) => ofCompany(companyId, sql`true`, max))

const selectFurther = prepared(({ companyId, max, updatedAt, id }: Page & Pick<PageStart, 'updatedAt' | 'id'>) =>
  ofCompany(companyId, sql`(discussions.updated_at, discussions.id) < (${updatedAt}::timestamptz, ${id}::uuid)`, max),
)

/** Each part is read once for the whole list: of a thousand conversations, a look-up each would be three thousand. */
const ofCompany = (companyId: string, isAsked: Sql, max: number) => sql<ConversationRow>`
  with noted as (
    select discussion_notes.discussion_id as id, count(*)::int as notes
    from discussion_notes join discussions on discussions.id = discussion_notes.discussion_id
    where discussions.company_id = ${companyId} group by 1
  ), later as (
    select scheduled_messages.discussion_id as id, count(*)::int as scheduled from scheduled_messages
    where scheduled_messages.company_id = ${companyId} and scheduled_messages.state = 'waiting' group by 1
  ), next as (
    select distinct on (orders.discussion_id) orders.discussion_id as id, orders.id as order_id, orders.state,
      coalesce(orders.final_pickup_at, orders.pickup_at) as pickup_at
    from orders
    where orders.company_id = ${companyId} and orders.discussion_id is not null and orders.state <= 'ready'
    order by orders.discussion_id, pickup_at
  )
  select ${columns}, discussions.company_unread as unread, coalesce(noted.notes, 0) as notes,
    coalesce(later.scheduled, 0) as scheduled, next.order_id as "orderId", next.state as "orderState", next.pickup_at as "pickupAt"
  ${joined} left join noted on noted.id = discussions.id left join later on later.id = discussions.id
    left join next on next.id = discussions.id
  where discussions.company_id = ${companyId} and ${isAsked}
  order by discussions.updated_at desc, discussions.id desc limit ${max}::bigint`

const selectOfResident = prepared(
  ({ residentId, max }: { residentId: number; max: number }) => sql<ConversationRow>`
    select ${columns}, discussions.resident_unread as unread, 0 as notes, 0 as scheduled, null as "orderId", null as "orderState", null as "pickupAt"
    ${joined} where discussions.resident_id = ${residentId}
    order by discussions.updated_at desc, discussions.id desc limit ${max}::bigint`,
)

const columns = sql`${conversationHead},
  exists (select 1 from orders
    where orders.discussion_id = discussions.id and orders.state <= 'proposed') as "hasPendingOrder",
  users.first_name as "firstName", users.last_name as "lastName", discussions.triage, discussions.last_human as "lastHuman",
  discussions.excerpt, discussions.blocked_by_company as "isBlockedByCompany",
  users.phone is not null as "hasPhone",
  discussions.created_at as "createdAt", discussions.updated_at as "updatedAt"`

const joined = sql`from discussions join companies on companies.id = discussions.company_id
  join users on users.id = discussions.resident_id`

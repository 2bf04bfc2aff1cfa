import type { Triage } from '@parvis/domain/messages/triage'
import type { StoredState } from '@parvis/domain/orders/order-states'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'

export type NoteRow = { id: number; text: string; createdAt: Date }

export async function listNotes(db: Db, discussionId: string): Promise<NoteRow[]> {
  return await db
    .selectFrom('discussion_notes')
    .where('discussion_notes.discussion_id', '=', discussionId)
    .select(['discussion_notes.id', 'discussion_notes.text', 'discussion_notes.created_at as createdAt'])
    .orderBy('discussion_notes.id')
    .limit(500)
    .execute()
}

export async function insertNote(tx: Transaction, discussionId: string, text: string): Promise<void> {
  await tx.insertInto('discussion_notes').values({ discussion_id: discussionId, text }).execute()
}

export async function deleteNote(tx: Transaction, discussionId: string, noteId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('discussion_notes')
    .where('discussion_notes.discussion_id', '=', discussionId)
    .where('discussion_notes.id', '=', noteId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Locks these conversations of the company in the order of their ids (no deadlock between two calls); returns how many exist. */
export async function lockSorted(tx: Transaction, companyId: string, ids: readonly string[]): Promise<number> {
  const rows = await tx
    .selectFrom('discussions')
    .where('discussions.company_id', '=', companyId)
    .where('discussions.id', 'in', [...ids])
    .select('discussions.id')
    .orderBy('discussions.id')
    .forNoKeyUpdate()
    .execute()
  return rows.length
}

export async function saveTriage(tx: Transaction, ids: readonly string[], triage: Triage): Promise<void> {
  await tx
    .updateTable('discussions')
    .set({ triage, triage_at: sql`app_now()` })
    .where('discussions.id', 'in', [...ids])
    .execute()
}

export type InboxCounts = { toAnswer: number; unread: number; waiting: number; closed: number; all: number }

/** How many conversations each filter shows. */
export async function countInbox(db: Db, companyId: string): Promise<InboxCounts> {
  const { rows } = await sql<InboxCounts>`
    select count(*) filter (where discussions.last_human = 'resident' and discussions.triage <> 'closed')::int as "toAnswer",
      count(*) filter (where discussions.company_unread > 0)::int as unread,
      count(*) filter (where discussions.triage = 'waiting')::int as waiting,
      count(*) filter (where discussions.triage = 'closed')::int as closed,
      count(*)::int as "all"
    from discussions where discussions.company_id = ${companyId}`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('a count has one row')
  return counts
}

export type DeskPart = {
  discussionId: string
  notes: number
  scheduled: number
  orderId: number | null
  orderState: StoredState | null
  pickupAt: Date | null
}

/** Extras of conversations in a company's list: notes, scheduled messages, the next order. */
export async function listDeskParts(db: Db, companyId: string): Promise<DeskPart[]> {
  const { rows } = await sql<DeskPart>`
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
    select id as "discussionId", coalesce(noted.notes, 0) as notes, coalesce(later.scheduled, 0) as scheduled,
      next.order_id as "orderId", next.state as "orderState", next.pickup_at as "pickupAt"
    from noted full join later using (id) full join next using (id)`.execute(db)
  return rows
}

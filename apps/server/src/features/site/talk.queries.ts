import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'

/** Whether a person of the business answered in this conversation (an away message is no answer, TO-22), and how often the resident wrote before (W-098). */
export async function findExchange(db: Db, discussionId: string): Promise<{ isAnswered: boolean; written: number }> {
  const { rows } = await sql<{ isAnswered: boolean; written: number }>`
    select coalesce(bool_or(messages.from_company and not messages.automatic), false) as "isAnswered",
      count(*) filter (where not messages.from_company)::int as written
    from messages where messages.discussion_id = ${discussionId}`.execute(db)
  return rows[0] ?? { isAnswered: false, written: 0 }
}

/** Erases a conversation without an order to come; false when one is. Its pictures go with the next sweep. */
export async function deleteConversation(tx: Transaction, discussionId: string): Promise<boolean> {
  await sql`
    update stored_files set dropped_at = app_now() where stored_files.dropped_at is null and stored_files.name in (
      select messages.image from messages where messages.discussion_id = ${discussionId})`.execute(tx)
  const { rows } = await sql`
    delete from discussions where discussions.id = ${discussionId} and not exists (
      select from orders where orders.discussion_id = discussions.id and orders.status in ('pending', 'validated', 'ready')
    ) returning discussions.id`.execute(tx)
  return rows.length > 0
}

export async function findShopName(db: Db, discussionId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select companies.name from discussions join companies on companies.id = discussions.company_id
    where discussions.id = ${discussionId}`.execute(db)
  return rows[0]?.name ?? ''
}

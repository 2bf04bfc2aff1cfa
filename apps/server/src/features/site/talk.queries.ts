import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'

/** Erases a conversation without an order to come; false when one is. Its pictures go with the next sweep. */
export async function deleteConversation(tx: Transaction, discussionId: string): Promise<boolean> {
  await sql`
    update stored_files set dropped_at = app_now() where stored_files.dropped_at is null and stored_files.name in (
      select messages.image from messages where messages.discussion_id = ${discussionId})`.execute(tx)
  const { rows } = await sql`
    delete from discussions where discussions.id = ${discussionId} and not exists (
      select from orders where orders.discussion_id = discussions.id and orders.state <= 'ready'
    ) returning discussions.id`.execute(tx)
  return rows.length > 0
}

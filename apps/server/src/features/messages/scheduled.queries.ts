import { durations } from '@parvis/domain/kernel/durations'
import type { HeldReason, ScheduledState } from '@parvis/domain/messages/send-later'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'

type Scheduled = {
  id: number
  companyId: string
  text: string
  image: string | null
  sendAt: Date
  state: ScheduledState
  reason: HeldReason | null
}
export type ScheduledMessage = Scheduled & {
  discussionId: string
  onlyIfNoReply: boolean
  afterMessage: number
  /** Who wrote it last; null once their account is erased. */
  authorId: number | null
  firstName: string | null
  lastName: string | null
}
export type ScheduledBroadcast = Scheduled

/** Scheduled rows still to be sent, then those sent within a week, each by time. */
const inOrder = (table: string) =>
  sql`order by ${sql.ref(`${table}.state`)} = 'sent', ${sql.ref(`${table}.send_at`)}, ${sql.ref(`${table}.id`)} limit 500`
const isRecent = (table: string) =>
  sql<boolean>`(${sql.ref(`${table}.state`)} <> 'sent' or ${sql.ref(`${table}.send_at`)} > app_now() - ${durations.sentInList}::interval)`

export async function listScheduledMessages(
  db: Db,
  companyId: string,
  only?: { discussionId: string; id: number },
): Promise<ScheduledMessage[]> {
  const { rows } = await sql<ScheduledMessage>`
    select scheduled_messages.id, scheduled_messages.company_id as "companyId", scheduled_messages.text,
      scheduled_messages.image, scheduled_messages.send_at as "sendAt", scheduled_messages.state,
      scheduled_messages.reason, scheduled_messages.discussion_id as "discussionId",
      scheduled_messages.only_if_no_reply as "onlyIfNoReply", scheduled_messages.after_message as "afterMessage",
      scheduled_messages.author_id as "authorId", users.first_name as "firstName", users.last_name as "lastName"
    from scheduled_messages
    join discussions on discussions.id = scheduled_messages.discussion_id
    join users on users.id = discussions.resident_id
    where scheduled_messages.company_id = ${companyId}
      and ${only ? sql<boolean>`scheduled_messages.discussion_id = ${only.discussionId} and scheduled_messages.id = ${only.id}` : isRecent('scheduled_messages')}
    ${inOrder('scheduled_messages')}`.execute(db)
  return rows
}

/** Messages of the company that wait to leave: the plan bounds how many at once. */
export async function countWaiting(tx: Transaction, companyId: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from scheduled_messages
    where scheduled_messages.company_id = ${companyId} and scheduled_messages.state = 'waiting'`.execute(tx)
  return rows[0]?.waiting ?? 0
}

type Content = { text: string; image: string | null; sendAt: Date }
type MessageContent = Content & { onlyIfNoReply: boolean; authorId: number }

/** Inserts a scheduled message; messages written in the conversation after it count as replies. */
export async function insertScheduledMessage(
  tx: Transaction,
  {
    companyId,
    discussionId,
    text,
    image,
    sendAt,
    onlyIfNoReply,
    authorId,
  }: MessageContent & { companyId: string; discussionId: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into scheduled_messages (company_id, discussion_id, text, image, send_at, only_if_no_reply, author_id, after_message)
    select discussions.company_id, discussions.id, ${text}, ${image}, ${sendAt}, ${onlyIfNoReply}, ${authorId}, discussions.last_message_id
    from discussions where discussions.company_id = ${companyId} and discussions.id = ${discussionId}
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the conversation is held')
  return row.id
}

/** Schedules the row again with the new content; replies count from now. */
export async function updateScheduledMessage(tx: Transaction, id: number, content: MessageContent): Promise<void> {
  await sql`
    update scheduled_messages set text = ${content.text}, image = ${content.image}, send_at = ${content.sendAt},
      only_if_no_reply = ${content.onlyIfNoReply}, author_id = ${content.authorId}, state = 'waiting', reason = null, after_message = discussions.last_message_id
    from discussions where discussions.id = scheduled_messages.discussion_id and scheduled_messages.id = ${id}`.execute(
    tx,
  )
}

/** Its picture is the message's from now on. */
export async function endScheduledMessage(
  tx: Transaction,
  id: number,
  ended: { state: 'sent'; sentAt: Date } | { state: 'held'; reason: HeldReason },
): Promise<void> {
  await tx
    .updateTable('scheduled_messages')
    .set(
      ended.state === 'sent'
        ? { state: 'sent', reason: null, image: null, send_at: ended.sentAt }
        : { state: 'held', reason: ended.reason },
    )
    .where('scheduled_messages.id', '=', id)
    .execute()
}

export async function deleteScheduledMessage(tx: Transaction, id: number): Promise<void> {
  await tx.deleteFrom('scheduled_messages').where('scheduled_messages.id', '=', id).execute()
}

/** Whether the resident has written since it was scheduled. */
export async function hasReply(tx: Transaction, discussionId: string, afterMessage: number): Promise<boolean> {
  const reply = await tx
    .selectFrom('messages')
    .where('messages.discussion_id', '=', discussionId)
    .where('messages.id', '>', afterMessage)
    .where('messages.from_company', '=', false)
    .select('messages.id')
    .limit(1)
    .executeTakeFirst()
  return reply !== undefined
}

export type DueMessage = { id: number; discussionId: string; companyId: string; ownerId: number }

/** An owner of the company, in whose name the conversation is read. */
export async function listDueMessages(db: Db): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    select due.id, due.discussion_id as "discussionId", due.company_id as "companyId",
      (select company_members.user_id from company_members where company_members.company_id = due.company_id and company_members.role = 'owner'
        order by company_members.since limit 1) as "ownerId"
    from scheduled_messages due
    where due.state = 'waiting' and due.send_at <= app_now() order by due.send_at limit 50`.execute(db)
  return rows
}

export async function listScheduledBroadcasts(db: Db, companyId: string, id?: number): Promise<ScheduledBroadcast[]> {
  const { rows } = await sql<ScheduledBroadcast>`
    select scheduled_broadcasts.id, scheduled_broadcasts.company_id as "companyId", scheduled_broadcasts.text,
      scheduled_broadcasts.image, scheduled_broadcasts.send_at as "sendAt", scheduled_broadcasts.state,
      scheduled_broadcasts.reason
    from scheduled_broadcasts
    where scheduled_broadcasts.company_id = ${companyId}
      and ${id === undefined ? isRecent('scheduled_broadcasts') : sql<boolean>`scheduled_broadcasts.id = ${id}`}
    ${inOrder('scheduled_broadcasts')}`.execute(db)
  return rows
}

export async function insertScheduledBroadcast(tx: Transaction, companyId: string, content: Content): Promise<void> {
  const { text, image, sendAt } = content
  await tx.insertInto('scheduled_broadcasts').values({ company_id: companyId, text, image, send_at: sendAt }).execute()
}

export async function updateScheduledBroadcast(tx: Transaction, id: number, content: Content): Promise<void> {
  const { text, image, sendAt } = content
  await tx
    .updateTable('scheduled_broadcasts')
    .set({ text, image, send_at: sendAt, state: 'waiting', reason: null })
    .where('scheduled_broadcasts.id', '=', id)
    .execute()
}

export async function endScheduledBroadcast(
  tx: Transaction,
  id: number,
  ended: { state: 'sent'; sentAt: Date } | { state: 'held'; reason: HeldReason },
): Promise<void> {
  await tx
    .updateTable('scheduled_broadcasts')
    .set(
      ended.state === 'sent'
        ? { state: 'sent', reason: null, image: null, send_at: ended.sentAt }
        : { state: 'held', reason: ended.reason },
    )
    .where('scheduled_broadcasts.id', '=', id)
    .execute()
}

export async function deleteScheduledBroadcast(tx: Transaction, id: number): Promise<void> {
  await tx.deleteFrom('scheduled_broadcasts').where('scheduled_broadcasts.id', '=', id).execute()
}

export async function listDueBroadcasts(db: Db): Promise<{ id: number; companyId: string }[]> {
  return await db
    .selectFrom('scheduled_broadcasts')
    .where('scheduled_broadcasts.state', '=', 'waiting')
    .where('scheduled_broadcasts.send_at', '<=', sql<Date>`app_now()`)
    .select(['scheduled_broadcasts.id', 'scheduled_broadcasts.company_id as companyId'])
    .orderBy('scheduled_broadcasts.send_at')
    .limit(50)
    .execute()
}

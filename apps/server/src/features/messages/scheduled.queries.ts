import { durations } from '@parvis/domain/kernel/durations'
import type { HeldReason, ScheduledState } from '@parvis/domain/messages/send-later'
import { type Db, hasRow, numberOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'

/** What a company wrote to be sent later: in one conversation, or without one as a broadcast. */
export type Scheduled = {
  id: number
  discussionId: string | null
  text: string
  image: string | null
  sendAt: Date
  state: ScheduledState
  reason: HeldReason | null
  onlyIfNoReply: boolean
  afterMessage: number
  /** Who wrote the message last; null of a broadcast, and once their account is erased. */
  authorId: number | null
  firstName: string | null
  lastName: string | null
}

/** Those still to be sent, then those sent within a week, each by time. */
export const listScheduled = async (db: Db, companyId: string, kind: 'messages' | 'broadcasts') =>
  await readScheduled(
    db,
    sql`later.company_id = ${companyId} and (later.discussion_id is null) = ${kind === 'broadcasts'}
      and (later.state <> 'sent' or later.send_at > app_now() - ${durations.sentInList}::interval)`,
  )

export async function findScheduled(db: Db, companyId: string, discussionId: string | null, id: number) {
  const [found] = await readScheduled(
    db,
    sql`later.company_id = ${companyId} and later.discussion_id is not distinct from ${discussionId}::uuid and later.id = ${id}`,
  )
  return found
}

async function readScheduled(db: Db, which: Sql): Promise<Scheduled[]> {
  return await rowsOf<Scheduled>(db)`
    select later.id, later.discussion_id as "discussionId", later.text, later.image, later.send_at as "sendAt", later.state,
      later.reason, later.only_if_no_reply as "onlyIfNoReply", later.after_message as "afterMessage",
      later.author_id as "authorId", users.first_name as "firstName", users.last_name as "lastName"
    from scheduled_messages as later
    left join discussions on discussions.id = later.discussion_id
    left join users on users.id = discussions.resident_id
    where ${which} order by later.state = 'sent', later.send_at, later.id limit 500`
}

/** Messages of the company that wait to leave: the plan bounds how many at once. */
export async function countWaiting(tx: Transaction, companyId: string): Promise<number> {
  return await numberOf(tx)`
    select count(*)::int from scheduled_messages
    where scheduled_messages.company_id = ${companyId} and scheduled_messages.discussion_id is not null
      and scheduled_messages.state = 'waiting'`
}

type Content = { text: string; image: string | null; sendAt: Date; onlyIfNoReply: boolean; authorId: number | null }

/** What is written in the conversation after its last message counts as a reply. */
const lastMessage = (discussionId: string | null) => sql`coalesce(
  (select discussions.last_message_id from discussions where discussions.id = ${discussionId}::uuid), 0)`

export async function insertScheduled(
  tx: Transaction,
  companyId: string,
  discussionId: string | null,
  { text, image, sendAt, onlyIfNoReply, authorId }: Content,
): Promise<number> {
  return await numberOf(tx)`
    insert into scheduled_messages (company_id, discussion_id, text, image, send_at, only_if_no_reply, author_id, after_message)
    values (${companyId}, ${discussionId}, ${text}, ${image}, ${sendAt}, ${onlyIfNoReply}, ${authorId},
      ${lastMessage(discussionId)}) returning scheduled_messages.id`
}

/** Schedules the row again with the new content; replies count from now. */
export async function updateScheduled(
  tx: Transaction,
  { id, discussionId }: Scheduled,
  { text, image, sendAt, onlyIfNoReply, authorId }: Content,
): Promise<void> {
  await run(tx)`
    update scheduled_messages set text = ${text}, image = ${image}, send_at = ${sendAt}, only_if_no_reply = ${onlyIfNoReply},
      author_id = ${authorId}, after_message = ${lastMessage(discussionId)}, state = 'waiting', reason = null
    where scheduled_messages.id = ${id}`
}

type Ended = { state: 'sent'; sentAt: Date } | { state: 'held'; reason: HeldReason }

/** Its picture is the message's from now on. */
export async function endScheduled(tx: Transaction, id: number, ended: Ended): Promise<void> {
  const outcome =
    ended.state === 'sent'
      ? sql`state = 'sent', reason = null, image = null, send_at = ${ended.sentAt}`
      : sql`state = 'held', reason = ${ended.reason}`
  await run(tx)`update scheduled_messages set ${outcome} where scheduled_messages.id = ${id}`
}

export async function deleteScheduled(tx: Transaction, id: number): Promise<void> {
  await run(tx)`delete from scheduled_messages where scheduled_messages.id = ${id}`
}

/** Whether the resident has written since it was scheduled. */
export async function hasReply(tx: Transaction, discussionId: string, afterMessage: number): Promise<boolean> {
  return await hasRow(tx)`
    select from messages where messages.discussion_id = ${discussionId} and messages.id > ${afterMessage}
      and not messages.from_company limit 1`
}

/** What is due, with an owner of the company, in whose name the conversation is read. */
export async function listDue(db: Db) {
  return await rowsOf<{ id: number; companyId: string; discussionId: string | null; userId: number }>(db)`
    select due.id, due.discussion_id as "discussionId", due.company_id as "companyId",
      (select company_members.user_id from company_members where company_members.company_id = due.company_id
        and company_members.role = 'owner' order by company_members.since limit 1) as "userId"
    from scheduled_messages due
    where due.state = 'waiting' and due.send_at <= app_now() order by due.send_at limit 100`
}

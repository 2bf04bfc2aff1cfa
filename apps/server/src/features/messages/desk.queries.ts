import type { Triage } from '@parvis/domain/messages/triage'
import { type Db, hasRow, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'

export type NoteRow = { id: number; text: string; createdAt: Date }

export async function listNotes(db: Db, discussionId: string): Promise<NoteRow[]> {
  return await rowsOf<NoteRow>(db)`
    select notes.id, notes.text, notes.created_at as "createdAt" from discussion_notes notes
    where notes.discussion_id = ${discussionId} order by notes.id limit 500`
}

export async function insertNote(tx: Transaction, discussionId: string, text: string): Promise<void> {
  await run(tx)`insert into discussion_notes (discussion_id, text) values (${discussionId}, ${text})`
}

export async function deleteNote(tx: Transaction, discussionId: string, noteId: number): Promise<boolean> {
  return await hasRow(tx)`
    delete from discussion_notes
    where discussion_notes.discussion_id = ${discussionId} and discussion_notes.id = ${noteId} returning true`
}

/** Locks these conversations of the company in the order of their ids (no deadlock between two calls); returns how many exist. */
export async function lockSorted(tx: Transaction, companyId: string, ids: readonly string[]): Promise<number> {
  const rows = await rowsOf(tx)`
    select discussions.id from discussions
    where discussions.company_id = ${companyId} and discussions.id = any(${[...ids]}::uuid[])
    order by discussions.id for no key update`
  return rows.length
}

export async function saveTriage(tx: Transaction, ids: readonly string[], triage: Triage): Promise<void> {
  await run(tx)`
    update discussions set triage = ${triage}, triage_at = app_now() where discussions.id = any(${[...ids]}::uuid[])`
}

export type InboxCounts = { toAnswer: number; unread: number; waiting: number; closed: number; all: number }

/** How many conversations each filter shows. */
export async function countInbox(db: Db, companyId: string): Promise<InboxCounts> {
  const counts = await rowOf<InboxCounts>(db)`
    select count(*) filter (where discussions.last_human = 'resident' and discussions.triage <> 'closed')::int as "toAnswer",
      count(*) filter (where discussions.company_unread > 0)::int as unread,
      count(*) filter (where discussions.triage = 'waiting')::int as waiting,
      count(*) filter (where discussions.triage = 'closed')::int as closed,
      count(*)::int as "all"
    from discussions where discussions.company_id = ${companyId}`
  if (!counts) throw new Error('a count has one row')
  return counts
}

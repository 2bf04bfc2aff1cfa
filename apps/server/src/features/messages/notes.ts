import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { countCharacters } from '@parvis/domain/kernel/text'
import { maxNote, type Triage } from '@parvis/domain/messages/triage'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { deleteNote, insertNote, listNotes, lockSorted, saveTriage } from './desk.queries.ts'
import { type Discussion, findDiscussion, keepUnread } from './discussions.queries.ts'

export type Own = { userId: number; discussionId: string }

/** The notes of a conversation, oldest first; 404 for its resident as for a stranger. */
export async function readNotes({ db }: Dependencies, own: Own) {
  return await presentNotes(db, await findOwned(db, own))
}

export async function addNote({ db }: Dependencies, own: Own, text: string) {
  if (text === '' || countCharacters(text) > maxNote) {
    await findOwned(db, own)
    refuseFields({ text: 'note_error' })
  }
  return await changeNotes(db, own, async (tx, { id }) => await insertNote(tx, id, text))
}

export async function removeNote({ db }: Dependencies, own: Own, noteId: number) {
  return await changeNotes(db, own, async (tx, { id }) => {
    if (!(await deleteNote(tx, id, noteId))) throw refusal('messages.gone')
  })
}

async function changeNotes(
  db: Dependencies['db'],
  own: Own,
  work: (tx: Transaction, discussion: Discussion) => Promise<void>,
) {
  return await transaction(db, async (tx) => {
    const discussion = await findOwned(tx, own, { lock: true })
    await work(tx, discussion)
    // The event is for the company alone: the resident's stream must not show that anything happened.
    await notifyCompany(tx, discussion.companyId, { topic: 'discussion', id: discussion.id })
    return await presentNotes(tx, discussion)
  })
}

async function presentNotes(db: Db, { id }: Discussion) {
  return (await listNotes(db, id)).map(({ createdAt, ...note }) => ({ ...note, createdAt: writeParisIso(createdAt) }))
}

export type Sorting = { state: Triage | 'unread' }

/** Keeps it waiting, closes it, opens it again, or marks it unread. */
export async function sortDiscussion({ db }: Dependencies, own: Own, { state }: Sorting) {
  await transaction(db, async (tx) => {
    const { id, companyId } = await findOwned(tx, own, { lock: true })
    await sort(tx, companyId, [id], state)
  })
}

/** Moves several conversations at once, or none when one is not the company's (time-and-orders.md 17.22). */
export async function sortDiscussions(
  { db }: Dependencies,
  companyId: string,
  { ids, state }: Sorting & { ids: string[] },
) {
  await transaction(db, async (tx) => {
    const wanted = [...new Set(ids)]
    const found = await lockSorted(tx, companyId, wanted)
    if (found !== wanted.length) throw refusal('messages.discussion_not_found')
    await sort(tx, companyId, wanted, state)
  })
}

async function sort(tx: Transaction, companyId: string, ids: readonly string[], state: Sorting['state']) {
  if (state === 'unread') for (const id of ids) await keepUnread(tx, id)
  else await saveTriage(tx, ids, state)
  for (const id of ids) await notifyCompany(tx, companyId, { topic: 'discussion', id })
}

/** The conversation, for an owner of its company; 404 for everyone else. */
export async function findOwned(db: Db, { userId, discussionId }: Own, options: { lock?: boolean } = {}) {
  const discussion = await findDiscussion(db, userId, discussionId, options)
  if (!discussion?.isOwner) throw refusal('messages.discussion_not_found')
  return discussion
}

import { type Db, hasRow, rowsOf, run, type Transaction } from '../../db/database.ts'

export type QuickReply = { id: number; shortcut: string; text: string; image: string | null; uses: number }

export async function listQuickReplies(db: Db, companyId: string): Promise<QuickReply[]> {
  return await rowsOf<QuickReply>(db)`
    select replies.id, replies.shortcut, replies.text, replies.image, replies.uses from quick_replies replies
    where replies.company_id = ${companyId} order by replies.rank, replies.id`
}

export type ReplyToSave = { shortcut: string; text: string; image: string | null }

/** After the others. */
export async function insertQuickReply(tx: Transaction, companyId: string, reply: ReplyToSave): Promise<void> {
  await run(tx)`
    insert into quick_replies (company_id, shortcut, text, image, rank)
    select ${companyId}, ${reply.shortcut}, ${reply.text}, ${reply.image}, coalesce(max(quick_replies.rank), 0) + 1
    from quick_replies where quick_replies.company_id = ${companyId}`
}

export async function updateQuickReply(
  tx: Transaction,
  companyId: string,
  id: number,
  { shortcut, text, image }: ReplyToSave,
): Promise<void> {
  await run(tx)`
    update quick_replies set shortcut = ${shortcut}, text = ${text}, image = ${image}
    where quick_replies.company_id = ${companyId} and quick_replies.id = ${id}`
}

export async function deleteQuickReply(tx: Transaction, companyId: string, id: number): Promise<boolean> {
  return await hasRow(tx)`
    delete from quick_replies where quick_replies.company_id = ${companyId} and quick_replies.id = ${id} returning true`
}

export async function saveReplyRanks(
  tx: Transaction,
  companyId: string,
  couples: readonly { id: number; rank: number }[],
): Promise<void> {
  await run(tx)`
    update quick_replies set rank = couples.rank
    from jsonb_to_recordset(${JSON.stringify(couples)}::jsonb) as couples(id bigint, rank integer)
    where quick_replies.company_id = ${companyId} and quick_replies.id = couples.id`
}

export async function countReplyUse(tx: Transaction, companyId: string, id: number): Promise<void> {
  await run(tx)`
    update quick_replies set uses = quick_replies.uses + 1
    where quick_replies.company_id = ${companyId} and quick_replies.id = ${id}`
}

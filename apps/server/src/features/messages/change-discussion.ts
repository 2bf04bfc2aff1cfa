import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isShownToResidents } from '../company/index.ts'
import { findDiscussion, ensureDiscussion as open, type Side, saveBlock } from './discussions.queries.ts'

/** The resident's conversation with a company that residents see, opened if need be. */
export async function openDiscussion({ db }: Dependencies, userId: number, companyId: string) {
  return await transaction(db, async (tx) => {
    if (!(await isShownToResidents(tx, companyId))) throw refusal('request.not_found')
    return { uuid: await open(tx, companyId, userId) }
  })
}

type BlockCall = { actor: { userId: number }; params: { id: string } }
type BlockChange = { side: Side; blocked: boolean }

/**
 * Blocks or unblocks a conversation for the resident's or the company's side, each with its own flag; a block of the other side
 * or of the team stays. 404 for anybody not on that side.
 */
export async function changeBlock(
  { db }: Dependencies,
  { actor: { userId }, params: { id } }: BlockCall,
  { side, blocked }: BlockChange,
) {
  return await transaction(db, async (tx) => {
    const discussion = await findDiscussion(tx, userId, id, { lock: true })
    if (!discussion?.[side === 'company' ? 'isOwner' : 'isResident']) throw refusal('messages.discussion_not_found')
    const isBlocked = await saveBlock(tx, id, { side, blocked })
    await notifyCompany(tx, discussion.companyId, { topic: 'discussion', id }, discussion.residentId)
    return { isBlocked }
  })
}

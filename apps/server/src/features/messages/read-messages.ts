import { refusal, refuseFields } from '@parvis/domain/refusals'
import type { Audience } from '../../db/live-hub.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import { clearUnread, type Discussion, findDiscussion, type Side } from './discussions.queries.ts'
import { type Page, readPage } from './messages.queries.ts'
import { presentMessage } from './present-message.ts'
import { refuseBeyondPlan } from './refuse-beyond-plan.ts'

export type Reading = {
  userId: number
  discussionId: string
  way: 'before' | 'after' | 'around' | undefined
  messageId: number | undefined
  /** From the resident's side only. */
  asResident?: boolean
}

/**
 * A page of a conversation for one of its participants. The latest page and `after` mark as read (AMB-103).
 * 404 for anyone else, 403 CONVERSATION_LIMIT for a company beyond its plan. An idle poll only reads.
 */
export async function readMessages({ db, config }: Dependencies, reading: Reading) {
  const { userId, discussionId, way, messageId, asResident = false } = reading
  const discussion = await findDiscussion(db, userId, discussionId, { asResident })
  if (!discussion) throw refusal('messages.discussion_not_found')
  if (!discussion.isResident) await refuseBeyondPlan(db, discussion)

  const page = pageOf(way, messageId)
  const rows = await readPage(db, discussionId, page)
  if (page.way === 'around' && rows.length === 0) refuseFields({ message_id: 'invalid' })
  if (marking.includes(page.way)) await markRead(db, discussion, Math.max(page.messageId, rows[0]?.id ?? 0))
  return rows.map((row) => presentMessage(config, discussion, row))
}

const marking: readonly Page['way'][] = ['latest', 'after']

/** 400 for `around` nothing (17.1). */
function pageOf(way: Reading['way'], messageId: number | undefined): Page {
  if (messageId) return { way: way ?? 'before', messageId }
  if (way === 'around') refuseFields({ message_id: 'invalid' })
  return { way: 'latest', messageId: 0 }
}

async function markRead(db: Dependencies['db'], discussion: Discussion, upTo: number): Promise<void> {
  for (const side of unreadSides(discussion)) {
    await transaction(db, async (tx) => {
      const cleared = await clearUnread(tx, discussion.id, side, upTo)
      if (cleared) await notifyLive(tx, { topic: 'discussion', id: discussion.id }, [audienceOf(discussion, side)])
    })
  }
}

/** Someone may be the resident of a conversation with a company of their own. */
function unreadSides({ isOwner, isResident, companyUnread, residentUnread }: Discussion): Side[] {
  const sides: Side[] = []
  if (isOwner && companyUnread > 0) sides.push('company')
  if (isResident && residentUnread > 0) sides.push('resident')
  return sides
}

function audienceOf({ companyId, residentId }: Discussion, side: Side): Audience {
  return side === 'company' ? `company:${companyId}` : `user:${residentId}`
}

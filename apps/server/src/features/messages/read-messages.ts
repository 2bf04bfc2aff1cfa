import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { statusOf } from '@parvis/domain/orders/order-states'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { Config } from '../../config.ts'
import type { Audience } from '../../db/live-hub.ts'
import { notifyLive } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { mediaUrl, privateMediaUrl } from '../../pictures/picture-store.ts'
import { clearUnread, type Discussion, type Side } from './discussions.queries.ts'
import { findPage, type MessageRow, type Page, selectPage } from './messages.queries.ts'
import type { MessageToWrite, SentMessage } from './new-message.queries.ts'
import { refuseBeyondPlan } from './refuse-beyond-plan.ts'

type PageAsked = {
  userId: number
  discussionId: string
  way: 'before' | 'after' | 'around' | undefined
  messageId: number | undefined
  /** From the resident's side only. */
  asResident?: boolean
  /** From the side of that company only. */
  companyId?: string | undefined
}

/**
 * A page of a conversation for one of its participants. The latest page and `after` mark as read. 404 for anyone else,
 * 403 CONVERSATION_LIMIT for a company beyond its plan, 400 for `around` nothing (time-and-orders.md 17.1). An idle
 * poll only reads.
 */
export async function readMessages({ db, config }: Dependencies, reading: PageAsked) {
  const { userId, discussionId, way, messageId, asResident = false } = reading
  const page = pageAsked(way, messageId)
  const found = await findPage(db, { userId, discussionId, asResident }, page)
  if (!found) throw refusal('messages.discussion_not_found')
  const { rows } = found
  const discussion = asCompany(found.discussion, reading.companyId)
  if (!discussion.isResident) await refuseBeyondPlan(db, discussion)
  if (page.way === 'around' && rows.length === 0) refuseFields({ message_id: 'invalid' })
  if (marking.includes(page.way)) await markRead(db, discussion, Math.max(page.messageId, rows[0]?.id ?? 0))
  return rows.map((row) => presentMessage(config, discussion, row))
}

const marking: readonly Page['way'][] = ['latest', 'after']

/** The read of a page before it is known who asks for it; `around` takes two. */
export function readAhead(discussionId: string, { way, messageId }: Pick<PageAsked, 'way' | 'messageId'>) {
  const page = pageAsked(way, messageId)
  if (page.way === 'around') return undefined
  return { statement: selectPage[page.way], values: { discussionId, messageId: page.messageId } }
}

function pageAsked(way: PageAsked['way'], messageId = 0): Page {
  if (way === 'around') return { way, messageId }
  return messageId ? { way: way ?? 'before', messageId } : { way: 'latest', messageId }
}

async function markRead(db: Dependencies['db'], discussion: Discussion, upTo: number): Promise<void> {
  for (const side of unreadSides(discussion)) {
    await transaction(db, async (tx) => {
      const cleared = await clearUnread(tx, discussion.id, side, upTo)
      if (cleared) await notifyLive(tx, { topic: 'discussion', id: discussion.id }, [audienceOf(discussion, side)])
    })
  }
}

/** A member who is also the resident of the conversation reads as the company that they name; 404 for another one. */
function asCompany(discussion: Discussion, companyId: string | undefined): Discussion {
  if (companyId === undefined) return discussion
  if (!discussion.isOwner || discussion.companyId !== companyId) throw refusal('messages.discussion_not_found')
  return { ...discussion, isResident: false }
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

/** A message that a person has just written, with no order. */
export function presentSent(config: Config, discussion: Discussion, message: MessageToWrite, sent: SentMessage) {
  const nothing = { orderId: null, orderState: null, automatic: false }
  return presentMessage(config, discussion, { ...message, ...sent, ...nothing, image: message.image ?? null })
}

/** A message as on the wire; its image's address is signed anew at each answer. Members also read who wrote it. */
function presentMessage(
  config: Config,
  discussion: Pick<Discussion, 'companyId' | 'companyPicture' | 'residentId' | 'isOwner' | 'now'>,
  message: MessageRow,
) {
  const { companyId, companyPicture, residentId, now } = discussion
  return {
    id: message.id,
    senderId: message.fromCompany ? companyId : String(residentId),
    senderAvatar: message.fromCompany && companyPicture ? mediaUrl(config, companyPicture) : null,
    message: message.text,
    sendAt: writeParisIso(message.sentAt),
    image: message.image && privateMediaUrl(config, message.image, now.getTime()),
    automatic: message.automatic,
    ...(discussion.isOwner && { author: message.author }),
    order:
      message.orderId && message.orderState
        ? { id: message.orderId, ...statusOf({ state: message.orderState }) }
        : null,
  }
}

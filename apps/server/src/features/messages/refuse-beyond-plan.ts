import { isConversationDisabled } from '@parvis/domain/messages/message-rules'
import { refusal } from '@parvis/domain/refusals'
import { limitsOf, unlimited } from '@parvis/domain/subscription/plans'
import type { Db } from '../../db/database.ts'
import { countAbove, type Discussion, hasPendingOrder } from './discussions.queries.ts'

/** Refuses the company a conversation beyond its plan's number, unless an order waits in it; residents have no cap. */
export async function refuseBeyondPlan(db: Db, discussion: Discussion): Promise<void> {
  const { allowedConversation } = limitsOf(discussion.companyType, discussion.companyMembership)
  if (allowedConversation === unlimited) return
  const rank = await countAbove(db, discussion, allowedConversation)
  if (!isConversationDisabled(allowedConversation, { rank, hasPendingOrder: false })) return
  if (await hasPendingOrder(db, discussion.id)) return
  throw refusal('messages.conversation_limit')
}

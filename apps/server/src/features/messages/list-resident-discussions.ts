import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { messageExcerpt } from '@parvis/domain/messages/message-excerpt'
import type { Dependencies } from '../../dependencies.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { listReceivedBroadcasts, type ReceivedBroadcast } from './broadcasts.queries.ts'
import { listConversations } from './discussions.queries.ts'
import { presentResidentConversation } from './present-conversation.ts'

/** A resident's conversations and, as entries that cannot be answered, the broadcasts they received; newest first. */
export async function listResidentDiscussions({ db, config }: Dependencies, userId: number) {
  const [conversations, broadcasts] = await Promise.all([
    listConversations(db, { residentId: userId }),
    listReceivedBroadcasts(db, userId),
  ])
  const dated = [
    ...conversations.map((row) => ({ at: row.updatedAt, entry: presentResidentConversation(config, row) })),
    ...broadcasts.map((row) => ({ at: row.sentAt, entry: presentBroadcast(config, row) })),
  ]
  return dated.sort((a, b) => b.at.getTime() - a.at.getTime()).map(({ entry }) => entry)
}

function presentBroadcast(config: Dependencies['config'], broadcast: ReceivedBroadcast) {
  const picture = broadcast.companyPicture && mediaUrl(config, broadcast.companyPicture)
  const { companyId, companyName } = broadcast
  return {
    uuid: null,
    label: companyName,
    newMessage: 0,
    excerpt: messageExcerpt(broadcast.text, broadcast.image !== null),
    createdAt: writeParisIso(broadcast.sentAt),
    lastUpdate: writeParisIso(broadcast.sentAt),
    picture,
    owner: companyId,
    isBlocked: false,
    participantCollection: [{ uuid: companyId, realId: companyId, name: companyName, avatarUrl: picture }],
    kind: 'broadcast' as const,
    isReadOnly: true,
    broadcastId: broadcast.id,
    companyId,
  }
}

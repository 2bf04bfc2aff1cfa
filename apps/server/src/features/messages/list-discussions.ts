import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { messageExcerpt } from '@parvis/domain/messages/message-rules'
import type { InboxFilter } from '@parvis/domain/messages/triage'
import { refuseFields } from '@parvis/domain/refusals'
import type { Dependencies } from '../../dependencies.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { listReceivedBroadcasts, type ReceivedBroadcast } from './broadcasts.queries.ts'
import { listDeskParts } from './desk.queries.ts'
import { findPageStart, listConversations, maxConversations } from './discussions.queries.ts'
import { presentCompanyList, presentResidentConversation } from './present-conversation.ts'

type Asked = { companyId: string; state?: InboxFilter | undefined; before?: string | undefined }

/**
 * The conversations of a company, newest update first, a thousand at once; `next` is what to give as `before` for those that
 * follow. Refuses with 400 a `before` that is none of its conversations.
 */
export async function listCompanyDiscussions({ db, config }: Dependencies, { companyId, state, before }: Asked) {
  const start = before === undefined ? undefined : await findPageStart(db, companyId, before)
  if (before !== undefined && !start) refuseFields({ before: 'invalid' })
  const rows = await listConversations(db, { companyId }, { after: start })
  const entries = presentCompanyList(config, rows, await listDeskParts(db, companyId), {
    filter: state,
    above: start?.open,
  })
  return { entries, next: rows.length === maxConversations ? rows.at(-1)?.id : undefined }
}

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

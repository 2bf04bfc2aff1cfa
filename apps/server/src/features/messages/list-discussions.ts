import { createHash } from 'node:crypto'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { displayName } from '@parvis/domain/kernel/person'
import { isConversationDisabled, messageExcerpt } from '@parvis/domain/messages/message-rules'
import { type InboxFilter, isToAnswer, passesFilter } from '@parvis/domain/messages/triage'
import { stateOf } from '@parvis/domain/orders/order-states'
import { refuseFields } from '@parvis/domain/refusals'
import { limitsOf } from '@parvis/domain/subscription/plans'
import type { Config } from '../../config.ts'
import type { Dependencies } from '../../dependencies.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import { listReceivedBroadcasts, type ReceivedBroadcast } from './broadcasts.queries.ts'
import {
  type ConversationRow,
  findPageStart,
  listOfCompany,
  listOfResident,
  maxConversations,
} from './conversations.queries.ts'

type Asked = { companyId: string; state?: InboxFilter | undefined; before?: string | undefined }

/**
 * The conversations of a company, newest update first, a thousand at once; `next` is what to give as `before` for those that
 * follow. Refuses with 400 a `before` that is none of its conversations.
 */
export async function listCompanyDiscussions({ db, config }: Dependencies, { companyId, state, before }: Asked) {
  const start = before === undefined ? undefined : await findPageStart(db, companyId, before)
  if (before !== undefined && !start) refuseFields({ before: 'invalid' })
  const rows = await listOfCompany(db, companyId, { after: start })
  const entries = presentCompanyList(config, rows, { filter: state, above: start?.open })
  return { entries, next: rows.length === maxConversations ? rows.at(-1)?.id : undefined }
}

/** A resident's conversations and, as entries that cannot be answered, the broadcasts they received; newest first. */
export async function listResidentDiscussions({ db, config }: Dependencies, userId: number) {
  const [conversations, broadcasts] = await Promise.all([
    listOfResident(db, userId),
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

/** A conversation as the company's list shows it: the resident by first name and initial (api.md section 3). */
function presentConversation(config: Config, row: ConversationRow) {
  const name = displayName(row.firstName, row.lastName)
  const residentId = String(row.residentId)
  const avatarUrl = row.companyPicture && mediaUrl(config, row.companyPicture)
  return {
    uuid: row.id,
    label: name,
    newMessage: row.unread,
    excerpt: row.excerpt,
    createdAt: writeParisIso(row.createdAt),
    lastUpdate: writeParisIso(row.updatedAt),
    picture: null,
    owner: residentId,
    isBlocked: row.isBlocked,
    participantCollection: [
      { uuid: participantUuid(row.id, residentId), realId: residentId, name, avatarUrl: null },
      { uuid: participantUuid(row.id, row.companyId), realId: row.companyId, name: row.companyName, avatarUrl },
    ],
  }
}

/** A list of a company, newest first, with what its plan opens: by the rank in the whole list, whatever the filter. */
export function presentCompanyList(
  config: Config,
  rows: readonly ConversationRow[],
  { filter, above = 0 }: { filter?: InboxFilter | undefined; above?: number | undefined },
) {
  let counted = above
  const shown = rows.map((row) => {
    const { allowedConversation } = limitsOf(row.companyType, row.companyMembership)
    const rank = counted
    if (!row.isBlockedByCompany) counted += 1
    return { row, disabled: isConversationDisabled(allowedConversation, { ...row, rank }) }
  })
  return shown
    .filter(({ row }) => passesFilter(filter, row))
    .map(({ row, disabled }) => ({
      ...presentConversation(config, row),
      isBlockedByCompany: row.isBlockedByCompany,
      hasPhone: row.hasPhone,
      disabled,
      triage: row.triage,
      lastFrom: row.lastHuman,
      toAnswer: isToAnswer(row),
      ...presentPart(row),
    }))
}

function presentPart({ notes, scheduled, orderId, orderState, pickupAt }: ConversationRow) {
  const order =
    orderId && orderState && pickupAt
      ? {
          id: orderId,
          state: stateOf({ state: orderState }).state,
          pickupDateTime: writeParisIso(pickupAt),
        }
      : null
  return { notes, scheduled, order }
}

/** A conversation as its resident's list shows it. */
function presentResidentConversation(config: Config, row: ConversationRow) {
  return {
    ...presentConversation(config, row),
    label: row.companyName,
    picture: row.companyPicture && mediaUrl(config, row.companyPicture),
    kind: 'discussion' as const,
    isReadOnly: row.isBlocked,
    broadcastId: null,
    companyId: row.companyId,
  }
}

/** Steady for a participant of a conversation; of the version 5 shape, so that nothing takes it for a company's id. */
function participantUuid(discussionId: string, realId: string): string {
  const hex = createHash('sha1').update(`${discussionId} ${realId}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

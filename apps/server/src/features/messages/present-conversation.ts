import { createHash } from 'node:crypto'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { isConversationDisabled } from '@parvis/domain/messages/message-rules'
import { displayName } from '@parvis/domain/residents/display-name'
import { limitsOf } from '@parvis/domain/subscription/plan-limits'
import type { Config } from '../../config.ts'
import { mediaUrl } from '../../pictures/picture-store.ts'
import type { ConversationRow } from './discussions.queries.ts'

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

/** A list of a company, newest first, with what its plan opens. */
export function presentCompanyList(config: Config, rows: readonly ConversationRow[]) {
  let counted = 0
  return rows.map((row) => {
    const { allowedConversation } = limitsOf(row.companyType, row.companyMembership)
    const rank = counted
    if (!row.isBlockedByCompany) counted += 1
    return {
      ...presentConversation(config, row),
      isBlockedByCompany: row.isBlockedByCompany,
      disabled: isConversationDisabled(allowedConversation, { ...row, rank }),
    }
  })
}

/** The same as its resident sees it. */
export function presentResidentConversation(config: Config, row: ConversationRow) {
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

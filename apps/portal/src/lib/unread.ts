import type { AnswerOf } from '@parvis/domain/api'
import type { InboxFilter } from '@parvis/domain/messages/triage'
import { queryOptions } from '@tanstack/react-query'
import { cacheKey } from '../api/query.ts'
import { call } from './request.ts'

/**
 * The conversations of a company, newest first: the rail counts the unread ones, the messages page shows them. `state`: those of one
 * filter, filtered by the server.
 */
export const discussionsQuery = (companyId: string, state?: InboxFilter) =>
  queryOptions({
    queryKey: cacheKey('GET /v1/chat/discussion', { query: { companyId, ...(state && { state }) } }),
    queryFn: ({ signal }) => readConversations(companyId, state, signal),
  })

/** All conversations: a thousand per answer, the next ones at its Link header (F8). */
async function readConversations(companyId: string, state: InboxFilter | undefined, signal: AbortSignal) {
  const read: AnswerOf<'GET /v1/chat/discussion'> = []
  for (let before: string | undefined, isFirst = true; isFirst || before; isFirst = false) {
    const query = { companyId, ...(state && { state }), ...(before && { before }) }
    const onLink = (link: string | null) => {
      before = /[?&]before=([^&>]+)/.exec(link ?? '')?.[1]
    }
    read.push(...(await call('GET /v1/chat/discussion', { query, signal, onLink })))
  }
  return read
}

type Countable = { newMessage: number; disabled: boolean }

/** Only readable conversations count: one beyond the plan would stay unread for ever. */
export const isUnread = ({ newMessage, disabled }: Countable): boolean => !disabled && newMessage > 0

export const unreadCount = (discussions: readonly Countable[]): number =>
  discussions.reduce((sum, discussion) => sum + (isUnread(discussion) ? discussion.newMessage : 0), 0)

/**
 * How many things wait: each new order, and each unread conversation without one, so that an order and the
 * message that announces it count once.
 */
export function countOfWaiting(unreadIds: readonly string[], newOrders: readonly (string | null)[]): number {
  const counted = new Set(newOrders)
  return newOrders.length + unreadIds.filter((id) => !counted.has(id)).length
}

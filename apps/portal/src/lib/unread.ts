import type { InboxFilter } from '@parvis/domain/messages/triage'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The conversations of a company, newest first: the rail counts the unread ones, the messages page shows them. */
export const discussionsQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['discussions', companyId],
    queryFn: ({ signal }) => call('GET /v1/chat/discussion', { query: { companyId }, signal }),
  })

/** Those of one filter, by the server's rule. */
export const filteredQuery = (companyId: string, state: InboxFilter | undefined) =>
  queryOptions({
    queryKey: ['discussions', companyId, 'state', state],
    queryFn: ({ signal }) => call('GET /v1/chat/discussion', { query: { companyId, ...(state && { state }) }, signal }),
  })
type Countable = { newMessage: number; disabled: boolean }

/** What can be read: a conversation beyond the plan would keep its count for ever (M-006). */
export const isUnread = ({ newMessage, disabled }: Countable): boolean => !disabled && newMessage > 0

export const unreadCount = (discussions: readonly Countable[]): number =>
  discussions.reduce((sum, discussion) => sum + (isUnread(discussion) ? discussion.newMessage : 0), 0)

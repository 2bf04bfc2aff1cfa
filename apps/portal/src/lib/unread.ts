import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The conversations of a company, newest first: the rail counts the unread ones, the messages page shows them. */
export const discussionsQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['discussions', companyId],
    queryFn: ({ signal }) => call('GET /v1/chat/discussion', { query: { companyId }, signal }),
  })

export const unreadCount = (discussions: readonly { newMessage: number }[]): number =>
  discussions.reduce((sum, discussion) => sum + discussion.newMessage, 0)

import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'

/** The conversations of a company; the rail counts the unread ones, the messages page shows them. */
export const discussionsQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['discussions', companyId],
    queryFn: ({ signal }) =>
      request<{ newMessage: number }[]>(
        'GET',
        `/v1/chat/discussion?companyId=${encodeURIComponent(companyId)}`,
        undefined,
        { signal },
      ),
  })

export const unreadCount = (discussions: readonly { newMessage: number }[]): number =>
  discussions.reduce((sum, discussion) => sum + discussion.newMessage, 0)

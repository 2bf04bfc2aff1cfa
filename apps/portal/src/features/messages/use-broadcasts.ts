import type { AnswerOf } from '@parvis/domain/api'
import { startOfParisWeek } from '@parvis/domain/kernel/paris-time'
import { isLimitReached } from '@parvis/domain/subscription/plans'
import { useMutation } from '@tanstack/react-query'
import { Temporal } from 'temporal-polyfill'
import { query } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { call } from '../../lib/request.ts'
import { useCompany, useCompanyId } from '../../lib/session.ts'

export type ListedDiscussion = AnswerOf<'GET /v1/chat/discussion'>[number]
export type Broadcasts = AnswerOf<'GET /v1/company/:id/broadcast'>

export const broadcastsQuery = (companyId: string) =>
  query('GET /v1/company/:id/broadcast', { params: { id: companyId } })

/** Sends to every follower; the answer is the whole broadcast conversation. */
export function useSendBroadcast() {
  const companyId = useCompanyId()
  return useMutation({
    mutationFn: ({ text, image }: { text: string; image: File | null }) =>
      call('POST /v1/company/:id/broadcast', {
        params: { id: companyId },
        body: { companyId, message: text },
        as: 'multipart',
        ...(image && { files: { image } }),
      }),
    onSuccess: (broadcasts) => queryClient.setQueryData(broadcastsQuery(companyId).queryKey, broadcasts),
  })
}

/** Broadcasts of this Paris week, and whether the plan allows one more. */
export function useWeeklyBroadcasts(broadcasts: Broadcasts | undefined): {
  sent: number
  allowed: number
  isFull: boolean
} {
  const { allowedBroadcast: allowed } = useCompany().subscription
  const monday = startOfParisWeek(Temporal.Now.instant()).epochMilliseconds
  const sent = broadcasts?.list.filter(({ sentAt }) => Date.parse(sentAt) >= monday).length ?? 0
  return { sent, allowed, isFull: isLimitReached(allowed, sent) }
}

/** What the address says when the broadcast thread is open: `/messages?conversation=groupe`. */
export const broadcastId = 'groupe'

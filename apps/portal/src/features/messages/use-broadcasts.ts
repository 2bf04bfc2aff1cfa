import type { AnswerOf } from '@parvis/domain/api'
import { broadcastsOfWeek } from '@parvis/domain/messages/broadcast-week'
import { isLimitReached } from '@parvis/domain/subscription/plans'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Temporal } from 'temporal-polyfill'
import { query } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { call } from '../../lib/request.ts'
import { useCompany, useCompanyId } from '../../lib/session.ts'
import { laterBroadcastsQuery } from './use-later.ts'

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

/** Broadcasts of this Paris week, sent or still to leave as the server counts them, and whether the plan allows one more. */
export function useWeeklyBroadcasts(broadcasts: Broadcasts | undefined): {
  used: number
  allowed: number
  isFull: boolean
} {
  const { companyId, subscription } = useCompany()
  const { data: later = [] } = useQuery(laterBroadcastsQuery(companyId))
  const moments = [
    ...(broadcasts?.list ?? []).map(({ sentAt }) => sentAt),
    ...later.filter(({ state }) => state === 'waiting').map(({ sendAt }) => sendAt),
  ]
  const allowed = subscription.allowedBroadcast
  const used = broadcastsOfWeek(
    moments.map((at) => Temporal.Instant.from(at)),
    Temporal.Now.instant(),
  )
  return { used, allowed, isFull: isLimitReached(allowed, used) }
}

/** What the address says when the broadcast thread is open: `/messages?conversation=groupe`. */
export const broadcastId = 'groupe'

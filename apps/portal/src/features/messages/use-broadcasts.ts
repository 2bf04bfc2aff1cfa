import type { AnswerOf } from '@parvis/domain/api'
import { broadcastsOfWeek } from '@parvis/domain/messages/broadcast-week'
import { isLimitReached } from '@parvis/domain/subscription/plans'
import { useQuery } from '@tanstack/react-query'
import { Temporal } from 'temporal-polyfill'
import { query } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { establishment } from '../../lib/establishment.ts'
import { call } from '../../lib/request.ts'
import { useCompany } from '../../lib/session.ts'
import { presentInstant } from '../../lib/use-now.ts'
import { laterBroadcastsQuery } from './use-later.ts'

export type ListedDiscussion = AnswerOf<'GET /v1/chat/discussion'>[number]
export type Broadcasts = AnswerOf<'GET /v1/company/:id/broadcast'>

export const broadcastsQuery = query('GET /v1/company/:id/broadcast')

/** Sends to every follower; the answer is the whole broadcast conversation. */
export async function broadcast({ text: message, image }: { text: string; image: File | null }): Promise<void> {
  const body = { companyId: establishment.shown() ?? '', message }
  const sent = await call('POST /v1/company/:id/broadcast', {
    body,
    as: 'multipart',
    ...(image && { files: { image } }),
  })
  queryClient.setQueryData(broadcastsQuery.queryKey, sent)
}

/** Broadcasts of this Paris week, sent or still to leave as the server counts them, and whether the plan allows one more. */
export function useWeeklyBroadcasts(broadcasts: Broadcasts | undefined): {
  used: number
  allowed: number
  isFull: boolean
} {
  const { subscription } = useCompany()
  const { data: later = [] } = useQuery(laterBroadcastsQuery)
  const moments = [
    ...(broadcasts?.list ?? []).map(({ sentAt }) => sentAt),
    ...later.filter(({ state }) => state === 'waiting').map(({ sendAt }) => sendAt),
  ]
  const allowed = subscription.allowedBroadcast
  const used = broadcastsOfWeek(
    moments.map((at) => Temporal.Instant.from(at)),
    presentInstant(),
  )
  return { used, allowed, isFull: isLimitReached(allowed, used) }
}

/** What the address says when the broadcast thread is open: `/messages?conversation=groupe`. */
export const broadcastId = 'groupe'

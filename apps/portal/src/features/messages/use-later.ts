import type { AnswerOf } from '@parvis/domain/api'
import type { HeldReason } from '@parvis/domain/messages/send-later'
import { momentWords } from '@parvis/domain/site/when.fr'
import { useMutation } from '@tanstack/react-query'
import { Temporal } from 'temporal-polyfill'
import { query } from '../../api/query.ts'
import { queryClient, refresh } from '../../api/query-client.ts'
import { conversationReads, readsOf } from '../../api/reads-of.ts'
import { call } from '../../lib/request.ts'
import { useCompanyId } from '../../lib/session.ts'

export type LaterMessage = AnswerOf<'GET /v1/company/:id/scheduled-messages'>[number]
export type LaterBroadcast = AnswerOf<'GET /v1/company/:id/scheduled-broadcasts'>[number]

/** Scheduled messages of every conversation, and those held or sent within a week; a live event invalidates them. */
export const laterMessagesQuery = (companyId: string) =>
  query('GET /v1/company/:id/scheduled-messages', { params: { id: companyId } })

export const laterBroadcastsQuery = (companyId: string) =>
  query('GET /v1/company/:id/scheduled-broadcasts', { params: { id: companyId } })

export type Planned = { message: string; image: File | null; sendAt: string; onlyIfNoReply: boolean }

/** Plans a message of a conversation, or changes the one named. */
export function useSaveLater(discussionId: string) {
  return async (id: number | undefined, { message, image, sendAt, onlyIfNoReply }: Planned) => {
    const body = { message, sendAt, onlyIfNoReply: onlyIfNoReply ? ('1' as const) : ('0' as const) }
    const sent = { body, as: 'multipart' as const, ...(image && { files: { image } }) }
    if (id === undefined)
      await call('POST /v1/discussions/:id/scheduled-messages', { params: { id: discussionId }, ...sent })
    else {
      const params = { id: discussionId, sid: String(id) }
      await call('PUT /v1/discussions/:id/scheduled-messages/:sid', { params, ...sent })
    }
    await refresh(...conversationReads)
  }
}

/** Sends a planned message now, or takes it away. */
export function useLaterMessage({ id, discussionId }: LaterMessage) {
  const params = { id: discussionId, sid: String(id) }
  return useMutation({
    mutationFn: async (action: 'send' | 'cancel') => {
      if (action === 'send') await call('POST /v1/discussions/:id/scheduled-messages/:sid/send-now', { params })
      else await call('DELETE /v1/discussions/:id/scheduled-messages/:sid', { params })
    },
    meta: { toastsFailure: true, refreshes: readsOf.discussion },
  })
}

/** Plans a broadcast, or changes the one named; every call answers the list. */
export function useSaveLaterBroadcast() {
  const companyId = useCompanyId()
  return async (id: number | undefined, { message, image, sendAt }: Planned) => {
    const sent = { body: { message, sendAt }, as: 'multipart' as const, ...(image && { files: { image } }) }
    const list =
      id === undefined
        ? await call('POST /v1/company/:id/scheduled-broadcasts', { params: { id: companyId }, ...sent })
        : await call('PUT /v1/company/:id/scheduled-broadcasts/:sid', {
            params: { id: companyId, sid: String(id) },
            ...sent,
          })
    queryClient.setQueryData(laterBroadcastsQuery(companyId).queryKey, list)
  }
}

export function useLaterBroadcast({ id }: LaterBroadcast) {
  const companyId = useCompanyId()
  const params = { id: companyId, sid: String(id) }
  return useMutation({
    mutationFn: async (action: 'send' | 'cancel') =>
      action === 'send'
        ? await call('POST /v1/company/:id/scheduled-broadcasts/:sid/send-now', { params })
        : await call('DELETE /v1/company/:id/scheduled-broadcasts/:sid', { params }),
    meta: { toastsFailure: true, refreshes: readsOf.broadcast },
  })
}

const heldTexts: Record<HeldReason, string> = {
  blocked: 'cette conversation est bloquée',
  plan: 'votre offre ne le permet plus',
  suspended: 'votre compte était suspendu',
  answered: 'la personne a répondu entre-temps',
}

/** « Partira demain à 8 h », « Pas envoyé : cette conversation est bloquée ». */
export function laterText({ state, reason, sendAt }: Pick<LaterMessage, 'state' | 'reason' | 'sendAt'>): string {
  if (state === 'held') return `Pas envoyé${reason ? `\u00a0: ${heldTexts[reason]}` : ''}`
  const moment = momentWords(Temporal.Instant.from(sendAt), Temporal.Now.instant())
  return state === 'sent' ? `Parti ${moment}` : `Partira ${moment}`
}

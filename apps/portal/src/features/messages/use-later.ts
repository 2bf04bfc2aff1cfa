import type { AnswerOf } from '@parvis/domain/api'
import type { HeldReason } from '@parvis/domain/messages/send-later'
import { momentWords } from '@parvis/domain/site/when.fr'
import { Temporal } from 'temporal-polyfill'
import { query, type ReadEndpoint } from '../../api/query.ts'
import { queryClient, refresh } from '../../api/query-client.ts'
import { conversationReads, readsOf } from '../../api/reads-of.ts'
import { call } from '../../lib/request.ts'
import { presentInstant } from '../../lib/use-now.ts'

export type LaterMessage = AnswerOf<'GET /v1/company/:id/scheduled-messages'>[number]
export type LaterBroadcast = AnswerOf<'GET /v1/company/:id/scheduled-broadcasts'>[number]

/** Scheduled messages of every conversation, and those held or sent within a week; a live event invalidates them. */
export const laterMessagesQuery = query('GET /v1/company/:id/scheduled-messages')

export const laterBroadcastsQuery = query('GET /v1/company/:id/scheduled-broadcasts')

export type Planned = { message: string; image: File | null; sendAt: string; onlyIfNoReply: boolean }

/** Plans a message of a conversation, or changes the one named. */
export async function saveLater(id: string, sid: number | undefined, planned: Planned) {
  const { message, image, sendAt, onlyIfNoReply } = planned
  const body = { message, sendAt, onlyIfNoReply: onlyIfNoReply ? ('1' as const) : ('0' as const) }
  const sent = { body, as: 'multipart' as const, ...(image && { files: { image } }) }
  if (sid === undefined) await call('POST /v1/discussions/:id/scheduled-messages', { params: { id }, ...sent })
  else await call('PUT /v1/discussions/:id/scheduled-messages/:sid', { params: { id, sid }, ...sent })
  await refresh(...conversationReads)
}

/** Plans a broadcast, or changes the one named; every call answers the list. */
export async function saveLaterBroadcast(sid: number | undefined, { message, image, sendAt }: Planned) {
  const sent = { body: { message, sendAt }, as: 'multipart' as const, ...(image && { files: { image } }) }
  const list = await (sid === undefined
    ? call('POST /v1/company/:id/scheduled-broadcasts', sent)
    : call('PUT /v1/company/:id/scheduled-broadcasts/:sid', { params: { sid }, ...sent }))
  queryClient.setQueryData(laterBroadcastsQuery.queryKey, list)
}

type Planning = {
  save: (planned: Planned) => Promise<unknown>
  sendNow: () => Promise<unknown>
  cancel: () => Promise<unknown>
  refreshes: readonly ReadEndpoint[]
}

/** What may be done with a planned message of a conversation. */
export const plannedMessage = ({ id: sid, discussionId: id }: LaterMessage): Planning => ({
  save: (planned) => saveLater(id, sid, planned),
  sendNow: () => call('POST /v1/discussions/:id/scheduled-messages/:sid/send-now', { params: { id, sid } }),
  cancel: () => call('DELETE /v1/discussions/:id/scheduled-messages/:sid', { params: { id, sid } }),
  refreshes: readsOf.discussion,
})

/** The same of a broadcast. */
export const plannedBroadcast = ({ id: sid }: LaterBroadcast): Planning => ({
  save: (planned) => saveLaterBroadcast(sid, planned),
  sendNow: () => call('POST /v1/company/:id/scheduled-broadcasts/:sid/send-now', { params: { sid } }),
  cancel: () => call('DELETE /v1/company/:id/scheduled-broadcasts/:sid', { params: { sid } }),
  refreshes: readsOf.broadcast,
})

const heldTexts: Record<HeldReason, string> = {
  blocked: 'cette conversation est bloquée',
  plan: 'votre offre ne le permet plus',
  suspended: 'votre compte était suspendu',
  answered: 'la personne a répondu entre-temps',
}

/** « Partira demain à 8 h », « Pas envoyé : cette conversation est bloquée ». */
export function laterText({ state, reason, sendAt }: Pick<LaterMessage, 'state' | 'reason' | 'sendAt'>): string {
  if (state === 'held') return `Pas envoyé${reason ? `\u00a0: ${heldTexts[reason]}` : ''}`
  const moment = momentWords(Temporal.Instant.from(sendAt), presentInstant())
  return state === 'sent' ? `Parti ${moment}` : `Partira ${moment}`
}

import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { endsSession } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { useCompanyId } from '../../lib/session.ts'
import { type Draft, keepDraft } from './use-draft.ts'
import { type Message, useAddMessages } from './use-thread.ts'

export type Outgoing = Draft & { localId: string; createdAt: number }
export type PendingMessage = Outgoing & { state: 'sending' | 'failed'; progress: number; error: unknown }

const progressOf = new Map<string, number>()

/**
 * Sends a message that is shown at once, and again after a failure: the same action keeps its key, so a message
 * that had arrived is never doubled (AMB-146).
 */
export function useSendMessage(discussionId: string) {
  const companyId = useCompanyId()
  const add = useAddMessages(discussionId)
  const queryClient = useQueryClient()
  const key = ['send-message', discussionId]
  const { mutate } = useMutation({
    mutationKey: key,
    mutationFn: ({ text, image, reply, localId }: Outgoing): Promise<Message> =>
      call('POST /v1/discussions/:id/message', {
        params: { id: discussionId },
        body: {
          discussionId,
          companyId,
          message: text,
          ...(reply && !reply.isBare && { quickReplyId: String(reply.id) }),
        },
        as: 'multipart',
        ...(image && { files: { image }, onProgress: (share: number) => progressOf.set(localId, share) }),
      }),
    onSuccess: (message) => {
      add([message])
      void queryClient.invalidateQueries({ queryKey: ['discussions'] })
    },
    onError: (error, { text, image }) => {
      // The conversation is left for the sign-in page: what was written waits in it.
      if (endsSession(error)) keepDraft(discussionId, { text, image })
    },
  })
  const pending = useMutationState({
    filters: { mutationKey: key, predicate: ({ state }) => state.status === 'pending' || state.status === 'error' },
    select: ({ state }): PendingMessage => {
      const outgoing = state.variables as Outgoing
      return {
        ...outgoing,
        state: state.status === 'error' ? 'failed' : 'sending',
        progress: progressOf.get(outgoing.localId) ?? 0,
        error: state.error,
      }
    },
  })
  const cache = queryClient.getMutationCache()
  const sendingOf = (localId: string) =>
    cache.find({
      mutationKey: key,
      predicate: ({ state }) => (state.variables as Outgoing | undefined)?.localId === localId,
    })
  const forget = (localId: string) => {
    const sending = sendingOf(localId)
    if (sending) cache.remove(sending)
  }
  const send = (outgoing: Outgoing) => {
    const sending = sendingOf(outgoing.localId)
    // The second half of a double click on « Réessayer »: it is on its way, or there already.
    if (sending && sending.state.status !== 'error') return
    forget(outgoing.localId)
    mutate(outgoing)
  }
  return { send, pending, forget }
}

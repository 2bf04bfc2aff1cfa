import { addressCall } from '@parvis/client/call'
import { useEffect } from 'react'
import { refresh } from '../../api/query-client.ts'
import { conversationReads } from '../../api/reads-of.ts'
import { sendQueue, useLane } from '../../lib/browser-queue.ts'
import type { QueueItem } from '../../lib/send-queue-parts.ts'
import { useCompanyId } from '../../lib/session.ts'
import type { Draft } from './message-draft.ts'
import { type Note, showNotes } from './notes.tsx'
import { type Message, useAddMessages } from './use-thread.ts'

/**
 * Messages of a conversation in the send queue: kept on the device until the server has them, sent in order, each once. An answer appears at once in the open thread.
 */
export function useOutgoing(discussionId: string) {
  const companyId = useCompanyId()
  const add = useAddMessages(discussionId)
  const pending = useLane(discussionId)

  useEffect(
    () =>
      sendQueue.onSent((item: QueueItem, answer) => {
        if (item.lane !== discussionId) return
        if (item.kind === 'message') add([answer as Message])
        if (item.kind === 'note') showNotes(discussionId, answer as Note[])
        void refresh(...conversationReads)
      }),
    [add, discussionId],
  )

  const send = ({ text, image, reply }: Draft) => {
    const quickReply = reply && !reply.isBare ? { quickReplyId: String(reply.id) } : {}
    const { call } = addressCall('POST /v1/discussions/:id/message', {
      params: { id: discussionId },
      body: { discussionId, companyId, message: text, ...quickReply },
    })
    return sendQueue.add({ lane: discussionId, kind: 'message', text, image, request: { ...call, as: 'multipart' } })
  }
  const keepNote = (text: string) => {
    const { call } = addressCall('POST /v1/discussions/:id/notes', { params: { id: discussionId }, body: { text } })
    return sendQueue.add({ lane: discussionId, kind: 'note', text, image: null, request: { ...call, as: 'json' } })
  }
  return { pending, send, keepNote }
}

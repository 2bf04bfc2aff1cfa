import type { AnswerOf } from '@parvis/domain/api'
import { playsSound } from '@parvis/domain/messages/message-rules'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { playMessageSound } from './message-sound.ts'

export type Message = AnswerOf<'GET /v1/discussions/:id/messages'>[number]
/** Newest first, as the server sends them. `isWhole` once the first message was reached. */
type Thread = { messages: Message[]; isWhole: boolean }

const pageLength = 30
const pollMilliseconds = 7_000

/** The latest page; what comes before and after is added to it, never asked for again. */
const threadQuery = (discussionId: string) =>
  queryOptions({
    queryKey: ['thread', discussionId],
    queryFn: async ({ signal }): Promise<Thread> => {
      const messages = await call('GET /v1/discussions/:id/messages', {
        params: { id: discussionId },
        query: {},
        signal,
      })
      return { messages, isWhole: messages.length < pageLength }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The messages of a conversation, kept up to date every 7 s while the tab is shown (M-016 to M-020). */
export function useThread(discussionId: string) {
  const thread = useQuery(threadQuery(discussionId))
  const add = useAddMessages(discussionId)
  const newest = thread.data?.messages[0]?.id ?? 0
  const queryClient = useQueryClient()

  useQuery({
    // Live events make this key old, which asks at once.
    queryKey: ['messages', discussionId],
    queryFn: async ({ signal }) => {
      const received = await call('GET /v1/discussions/:id/messages', {
        params: { id: discussionId },
        query: { selection_way: 'after', message_id: newest },
        signal,
      })
      if (received.length === 0) return null
      add(received)
      if (playsSound(received)) playMessageSound()
      void queryClient.invalidateQueries({ queryKey: ['discussions'] })
      return null
    },
    enabled: thread.data !== undefined,
    refetchInterval: pollMilliseconds,
    refetchOnWindowFocus: 'always',
    staleTime: pollMilliseconds,
  })

  const older = useMutation({
    mutationFn: async () => {
      const oldest = thread.data?.messages.at(-1)?.id
      if (oldest === undefined) return
      const messages = await call('GET /v1/discussions/:id/messages', {
        params: { id: discussionId },
        query: { selection_way: 'before', message_id: oldest },
      })
      add(messages, messages.length < pageLength)
    },
  })
  return { thread, older }
}

/** Merges messages into the thread shown, each once, newest first. */
export function useAddMessages(discussionId: string) {
  const queryClient = useQueryClient()
  return (received: readonly Message[], isWhole?: boolean) =>
    queryClient.setQueryData<Thread>(threadQuery(discussionId).queryKey, (thread) => ({
      messages: merge(thread?.messages ?? [], received),
      isWhole: isWhole ?? thread?.isWhole ?? false,
    }))
}

function merge(known: readonly Message[], received: readonly Message[]): Message[] {
  const byId = new Map([...known, ...received].map((message) => [message.id, message]))
  return [...byId.values()].sort((a, b) => b.id - a.id)
}

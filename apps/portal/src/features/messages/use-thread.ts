import type { AnswerOf } from '@parvis/domain/api'
import { conversationPage, playsSound } from '@parvis/domain/messages/message-rules'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode } from 'react'
import { cacheKey, deviceKey } from '../../api/query.ts'
import { queryClient, refresh } from '../../api/query-client.ts'
import { conversationReads } from '../../api/reads-of.ts'
import { call } from '../../lib/request.ts'
import { playMessageSound } from './message-sound.ts'
import { useIsTriaging } from './use-triage.ts'

export type Message = AnswerOf<'GET /v1/discussions/:id/messages'>[number]
/**
 * Newest first, as the server sends them. `isWhole` once the first message was reached, `isCurrent` once the last one was.
 * `fetchedUpTo`: id up to which every message was fetched; an answer just sent is shown beyond it, what came before it may not be.
 */
type Thread = { messages: Message[]; isWhole: boolean; isCurrent: boolean; fetchedUpTo: number }

const pollMilliseconds = 7_000

type Asked = { selection_way?: 'around' | 'after' | 'before'; message_id?: number }

const readMessages = (id: string, query: Asked, signal?: AbortSignal) =>
  call('GET /v1/discussions/:id/messages', { params: { id }, query, ...(signal && { signal }) })

/** The latest page, or the messages around one; what comes before and after is added, never asked for again. */
const threadQuery = (discussionId: string, around: number | undefined) =>
  queryOptions({
    queryKey: deviceKey('thread', discussionId, around ?? 'latest'),
    queryFn: async ({ signal }): Promise<Thread> => {
      const asked: Asked = around ? { selection_way: 'around', message_id: around } : {}
      const messages = await readMessages(discussionId, asked, signal)
      const fetchedUpTo = messages[0]?.id ?? 0
      if (around === undefined)
        return { messages, isWhole: messages.length < conversationPage.length, isCurrent: true, fetchedUpTo }
      const newer = messages.filter(({ id }) => id > around).length
      return {
        messages,
        isWhole: messages.length - newer <= conversationPage.side,
        isCurrent: newer < conversationPage.side,
        fetchedUpTo,
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The messages of a conversation, kept up to date every 7 s while the tab is shown. */
export function useThread(discussionId: string, around: number | undefined) {
  const thread = useQuery(threadQuery(discussionId, around))
  const add = useAddMessages(discussionId, around)
  const fetchedUpTo = thread.data?.fetchedUpTo ?? 0
  const afterThese = { selection_way: 'after', message_id: fetchedUpTo } as const
  const isTriaging = useIsTriaging()

  useQuery({
    // Asks for what is newer than the thread, and adds it there; a live event asks at once.
    queryKey: cacheKey('GET /v1/discussions/:id/messages', { params: { id: discussionId } }),
    queryFn: async ({ signal }) => {
      const received = await readMessages(discussionId, afterThese, signal)
      if (received.length === 0) return null
      add(received, { fetchedUpTo: received[0]?.id ?? fetchedUpTo })
      if (playsSound(received)) playMessageSound()
      void refresh(...conversationReads)
      return null
    },
    enabled: thread.data?.isCurrent === true && !isTriaging,
    refetchInterval: pollMilliseconds,
    refetchOnWindowFocus: 'always',
    staleTime: pollMilliseconds,
  })

  const older = useMutation({
    mutationFn: async () => {
      const oldest = thread.data?.messages.at(-1)?.id
      if (oldest === undefined) return
      const messages = await readMessages(discussionId, { selection_way: 'before', message_id: oldest })
      add(messages, { isWhole: messages.length < conversationPage.length })
    },
  })
  const newer = useMutation({
    mutationFn: async () => {
      const messages = await readMessages(discussionId, afterThese)
      add(messages, {
        isCurrent: messages.length < conversationPage.newer,
        fetchedUpTo: messages[0]?.id ?? fetchedUpTo,
      })
    },
  })
  return { thread, older, newer }
}

/** Merges messages into the thread shown, each once, newest first. */
export function useAddMessages(discussionId: string, around?: number) {
  return (received: readonly Message[], ends: Partial<Omit<Thread, 'messages'>> = {}) =>
    queryClient.setQueryData<Thread>(threadQuery(discussionId, around).queryKey, (thread) => ({
      isWhole: false,
      isCurrent: true,
      fetchedUpTo: received[0]?.id ?? 0,
      ...thread,
      ...ends,
      messages: merge(thread?.messages ?? [], received),
    }))
}

function merge(known: readonly Message[], received: readonly Message[]): Message[] {
  const byId = new Map([...known, ...received].map((message) => [message.id, message]))
  return [...byId.values()].sort((a, b) => b.id - a.id)
}

/** Renders an order in place of its message's text; injected by the application, because orders are another feature. */
export type DrawOrder = (order: NonNullable<Message['order']>, text: string) => ReactNode

export const OrderCardContext = createContext<DrawOrder>(() => null)

import type { browserStore } from './browser-store.ts'

/** One item of the queue, kept until the server has it; its key is the Idempotency-Key of every try. */
export type QueueItem = {
  key: string
  /** Id of the person who wrote it: no other person of the device sees or sends it. */
  userId: number
  /** Conversation or order: items of one lane are sent in order, lanes are independent. */
  lane: string
  rank: number
  createdAt: number
  /** Confirmed by the person after it had waited for more than a day. */
  confirmedAt?: number
  kind: 'message' | 'note' | 'step'
  text: string
  image: Blob | null
  request: { method: string; url: string; body: unknown; as: 'json' | 'multipart' }
  refusal: { code: string; message: string } | null
}

export type QueueStore = Pick<ReturnType<typeof browserStore<QueueItem>>, 'read' | 'has' | 'put' | 'remove'>

export type SentItem = { item: QueueItem; answer: unknown }
export type QueueNews = { sent?: SentItem }

export type QueueParts = {
  store: QueueStore
  /** Sends the item once. Throws as `request` does. */
  send: (item: QueueItem, onProgress: (share: number) => void) => Promise<unknown>
  /** Runs the work under a Web Lock, so that one tab at a time sends for the whole browser. */
  exclusive: (work: () => Promise<void>) => Promise<void>
  now: () => number
  isOnline: () => boolean
  /** Calls back after a delay in milliseconds; returns how to cancel. */
  later: (work: () => void, milliseconds: number) => () => void
  /** Tells the other tabs that the store has changed. */
  broadcast: (news: QueueNews) => void
}

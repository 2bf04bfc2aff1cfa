import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { browserStore } from './browser-store.ts'
import { request } from './request.ts'
import { type QueuedItem, SendQueue } from './send-queue.ts'
import type { QueueItem, QueueNews } from './send-queue-parts.ts'
import { onSessionEnd } from './session-end.ts'
import { waiting } from './use-online.ts'

/** Web Locks exist on secure pages alone; elsewhere the key still makes it once. */
const exclusive = async (work: () => Promise<void>): Promise<void> => {
  if ('locks' in navigator) await navigator.locks.request('parvis-queue', work)
  else await work()
}

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('parvis-queue') : undefined

/** The queue of this tab. */
export const sendQueue = new SendQueue({
  store: browserStore<QueueItem>('parvis-queue'),
  send: ({ request: { method, url, body, as }, image, key }, onProgress) =>
    request(method, url, body, {
      as,
      headers: { 'idempotency-key': key },
      ...(image && { files: { image }, onProgress }),
    }),
  exclusive,
  now: () => Date.now(),
  isOnline: () => navigator.onLine,
  later: (work, milliseconds) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
  broadcast: (news) => channel?.postMessage(news),
})

const redrawEvery = 60_000

/** Lets the queue of this person live while the shell is shown. */
export function useSendQueue(userId: number): void {
  useEffect(() => {
    const onNews = ({ data }: MessageEvent<QueueNews>) => void sendQueue.onRemoteChange(data)
    const onBack = () => void sendQueue.onRemoteChange()
    const timer = setInterval(sendQueue.redraw, redrawEvery)
    addEventListener('online', onBack)
    addEventListener('offline', sendQueue.redraw)
    channel?.addEventListener('message', onNews)
    void sendQueue.openFor(userId)
    return () => {
      clearInterval(timer)
      removeEventListener('online', onBack)
      removeEventListener('offline', sendQueue.redraw)
      channel?.removeEventListener('message', onNews)
    }
  }, [userId])
}

/** Signing out leaves nothing; a session that expired, in any tab, keeps what was written for its owner. */
onSessionEnd((how) => {
  if (how === 'left') void sendQueue.erase()
  else sendQueue.close()
})

// The strip above every page says how many, also before sign-in, where nothing of the queue is loaded.
sendQueue.subscribe(() => waiting.set(sendQueue.shown().filter(({ kind }) => kind !== 'step').length))

/** All waiting items of the signed-in person. */
export const useQueued = (): readonly QueuedItem[] => useSyncExternalStore(sendQueue.subscribe, sendQueue.shown)

/** What waits in one conversation, or for one order. */
export function useLane(lane: string): readonly QueuedItem[] {
  const items = useQueued()
  return useMemo(() => items.filter((item) => item.lane === lane), [items, lane])
}

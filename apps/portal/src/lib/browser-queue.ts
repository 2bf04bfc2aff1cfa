import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { request } from './request.ts'
import { type QueuedItem, SendQueue } from './send-queue.ts'
import type { QueueItem, QueueNews, QueueStore } from './send-queue-parts.ts'
import { onSessionEnd } from './session-end.ts'
import { tellWaiting } from './use-online.ts'

interface Schema extends DBSchema {
  items: { key: string; value: QueueItem }
}

let opening: Promise<IDBPDatabase<Schema>> | undefined
const database = () => {
  opening ??= openDB<Schema>('parvis-queue', 1, {
    upgrade: (db) => void db.createObjectStore('items', { keyPath: 'key' }),
  })
  return opening
}

/** Where the browser forbids IndexedDB (some private windows): the life of the tab. */
const inMemory = new Map<string, QueueItem>()

const indexedStore: QueueStore = {
  read: async () => [...inMemory.values(), ...(await attempt((db) => db.getAll('items'), []))],
  has: async (key) => inMemory.has(key) || (await attempt(async (db) => (await db.count('items', key)) > 0, false)),
  put: async (item) => {
    const isKept = await attempt(async (db) => Boolean(await db.put('items', item)), false)
    if (isKept) inMemory.delete(item.key)
    else inMemory.set(item.key, item)
  },
  remove: async (key) => {
    inMemory.delete(key)
    await attempt((db) => db.delete('items', key), undefined)
  },
}

async function attempt<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work(await database())
  } catch {
    return otherwise
  }
}

/** Web Locks exist on secure pages alone; elsewhere the key still makes it once. */
const exclusive = async (work: () => Promise<void>): Promise<void> => {
  if ('locks' in navigator) await navigator.locks.request('parvis-queue', work)
  else await work()
}

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('parvis-queue') : undefined

/** The queue of this tab. */
export const sendQueue = new SendQueue({
  store: indexedStore,
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
sendQueue.subscribe(() => tellWaiting(sendQueue.shown().filter(({ kind }) => kind !== 'step').length))

/** All waiting items of the signed-in person. */
export const useQueued = (): readonly QueuedItem[] => useSyncExternalStore(sendQueue.subscribe, sendQueue.shown)

/** What waits in one conversation, or for one order. */
export function useLane(lane: string): readonly QueuedItem[] {
  const items = useQueued()
  return useMemo(() => items.filter((item) => item.lane === lane), [items, lane])
}

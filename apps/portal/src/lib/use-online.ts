import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Whether the device has a network (`navigator.onLine`); an unreachable server is another matter. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Calls back when the network is back. Returns how to stop. */
export function useBackOnline(onBack: () => void): void {
  const latest = useRef(onBack)
  useEffect(() => {
    latest.current = onBack
  })
  useEffect(() => {
    const tell = () => latest.current()
    addEventListener('online', tell)
    return () => removeEventListener('online', tell)
  }, [])
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

let waiting = 0
const waitingListeners = new Set<() => void>()

/** How many items of the send queue wait on this device. */
export function tellWaiting(count: number): void {
  if (count === waiting) return
  waiting = count
  for (const listener of waitingListeners) listener()
}

export const useWaiting = (): number =>
  useSyncExternalStore(
    (listener) => {
      waitingListeners.add(listener)
      return () => void waitingListeners.delete(listener)
    },
    () => waiting,
  )

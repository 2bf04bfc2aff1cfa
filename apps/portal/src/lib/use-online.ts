import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createStore } from './create-store.ts'

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

/** How many items of the send queue wait on this device. */
export const waiting = createStore(0)

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createStore } from './create-store.ts'

/** Whether the device has a network (`navigator.onLine`); an unreachable server is another matter. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Calls back when the network is back. */
export function useBackOnline(onBack: () => void): void {
  const tell = useEffectEvent(onBack)
  useEffect(() => {
    const back = () => tell()
    addEventListener('online', back)
    return () => removeEventListener('online', back)
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

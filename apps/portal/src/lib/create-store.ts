import { useSyncExternalStore } from 'react'

/** Who wants to hear of something in this tab. `on` gives how to stop. */
export function createEvents<E = void>() {
  const listeners = new Set<(event: E) => void>()
  return {
    emit: (event: E) => {
      for (const listener of listeners) listener(event)
    },
    on: (listener: (event: E) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A value of this tab that several places show. */
export function createStore<T>(value: T) {
  const changes = createEvents()
  return {
    get: (): T => value,
    set: (next: T) => {
      value = next
      changes.emit()
    },
    subscribe: changes.on,
  }
}

type Store<T> = Pick<ReturnType<typeof createStore<T>>, 'get' | 'subscribe'>

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)

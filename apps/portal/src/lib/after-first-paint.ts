import { type RefCallback, useCallback, useState, useSyncExternalStore } from 'react'

const maxWait = 500
/** Pixels below the screen from which what will be seen is fetched. */
const nearby = '300px'

/** Loads what the first look does not need, once the browser has drawn it and has nothing more urgent to do. */
export async function afterFirstPaint<T>(load: () => Promise<T>): Promise<T> {
  await new Promise<void>((resolve) => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: maxWait })
    else setTimeout(resolve, maxWait)
  })
  return await whenOnline(load)
}

/** Without a network it waits: a window that nobody opened yet breaks no page. */
export async function whenOnline<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    return await load()
  }
}

/** The first sign of a person on this page. Not the focus, which pages move themselves when they open. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown']
const listeners = new Set<() => void>()
let hasActed = false

if (typeof window !== 'undefined') for (const sign of signs) addEventListener(sign, noteSign, { passive: true })

function noteSign(): void {
  hasActed = true
  for (const sign of signs) removeEventListener(sign, noteSign)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const useSign = () => useSyncExternalStore(subscribe, () => hasActed)

/** Whether a window is to be loaded: somebody is there and may open it, or it is open, or was. */
export function useWanted(opened: boolean): boolean {
  const isSomebodyThere = useSign()
  const [wasOpened, setOpened] = useState(opened)
  if (opened && !wasOpened) setOpened(true)
  return isSomebodyThere || opened || wasOpened
}

/** Whether what stands lower on the page is to be loaded: it is nearly seen, or somebody is there. */
export function useNear(): { place: RefCallback<Element>; isNear: boolean } {
  const isSomebodyThere = useSign()
  const [isSeen, setSeen] = useState(false)
  const place = useCallback((element: Element | null) => {
    if (!element) return undefined
    const watch = new IntersectionObserver((entries) => setSeen((seen) => seen || entries.some(isCrossing)), {
      rootMargin: nearby,
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { place, isNear: isSeen || isSomebodyThere }
}

const isCrossing = ({ isIntersecting }: IntersectionObserverEntry) => isIntersecting

import {
  type ComponentType,
  lazy,
  type RefCallback,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useState,
} from 'react'
import { PageContext } from './router.tsx'

const maxWait = 500
/** Pixels below the screen from which content is fetched in advance. */
const nearby = '300px'

/** Loads what the first drawing does not need, once the browser has painted and is idle. */
export async function afterFirstPaint<T>(load: () => Promise<T>): Promise<T> {
  await new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: maxWait })
    else setTimeout(resolve, maxWait)
  })
  return await whenOnline(load)
}

/** Offline it waits: the code of a dialog that nobody has opened breaks no page. */
async function whenOnline<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    return await load()
  }
}

/** A component in a file of its own; `fetch` says when the file is fetched. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>, fetch = whenOnline) =>
  lazy(async () => ({ default: await fetch(load) }))

/** Fetches what the page will open, once it is quiet: here before it is asked for, without network too. */
export function useAhead(load: () => Promise<unknown>): void {
  useEffect(() => void afterFirstPaint(load).catch(() => undefined), [load])
}

/** Whether to load content lower on the page: it is near the screen. */
export function useNear(): { place: RefCallback<Element>; isNear: boolean } {
  const [isNear, setNear] = useState(false)
  const place = useCallback((element: Element | null) => {
    if (!element) return undefined
    const watch = new IntersectionObserver((entries) => setNear((near) => near || entries.some(isCrossing)), {
      rootMargin: nearby,
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { place, isNear }
}

const isCrossing = ({ isIntersecting }: IntersectionObserverEntry) => isIntersecting

/**
 * The first of a long list at once, the others right after, in slices between which input is handled (useDeferredValue): a hundred
 * cards hold a slow phone up for a second. On the way back all of them, since the page is scrolled to where it was left.
 */
export function useFirstPart<T>(list: readonly T[], most = 4): readonly T[] {
  const isBack = useContext(PageContext)?.isBack ?? false
  const isWhole = useDeferredValue(true, isBack)
  return isWhole ? list : list.slice(0, most)
}

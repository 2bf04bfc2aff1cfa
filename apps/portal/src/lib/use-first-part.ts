import { useContext, useDeferredValue } from 'react'
import { PageContext } from './router.tsx'

/**
 * The first of a long list at once, the others right after, in slices between which input is handled (useDeferredValue): a hundred
 * cards hold a slow phone up for a second. On the way back all of them, since the page is scrolled to where it was left.
 */
export function useFirstPart<T>(list: readonly T[], most = 8): readonly T[] {
  const isBack = useContext(PageContext)?.isBack ?? false
  const isWhole = useDeferredValue(true, isBack)
  return isWhole ? list : list.slice(0, most)
}

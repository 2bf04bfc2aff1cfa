import type { HistoryLocation } from '@tanstack/history'
import { type ComponentProps, createContext, useContext, useEffect, useEffectEvent } from 'react'
import { browserHistory, type Destination, intents, navigate, type PageAddress, pageHref } from './history.ts'

type DrawnPage = { entry: HistoryLocation; params: Readonly<Record<string, string>>; isBack: boolean }

/** The page drawn: it follows the address by a transition, so that a tap is answered before the next page is drawn. */
export const PageContext = createContext<DrawnPage | null>(null)

export function useLocation(): HistoryLocation {
  const page = useContext(PageContext)
  if (!page) throw new Error('no page is drawn')
  return page.entry
}

/** The named parts of the path. */
export const useParams = (): Readonly<Record<string, string>> => useContext(PageContext)?.params ?? {}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & PageAddress & Pick<Destination, 'state'>

/** A link inside the portal: followed without loading the document, its files fetched as soon as a finger or the focus is on it. */
export function PageLink({ to, params, search, hash, state, onClick, ...rest }: LinkProps) {
  const target = {
    to,
    ...(params && { params }),
    ...(search && { search }),
    ...(hash && { hash }),
    ...(state && { state }),
  }
  const href = pageHref(target)
  const warm = () => intents.emit(href)
  return (
    <a
      {...rest}
      href={href}
      onPointerEnter={warm}
      onPointerDown={warm}
      onFocus={warm}
      onClick={(event) => {
        onClick?.(event)
        const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
        if (event.defaultPrevented || isElsewhere || (rest.target && rest.target !== '_self')) return
        event.preventDefault()
        navigate(target)
      }}
    />
  )
}

/** Leads elsewhere as soon as it is drawn, in the place of this entry. */
export function Navigate(to: PageAddress) {
  const leave = useEffectEvent(() => navigate({ ...to, replace: true }))
  useEffect(() => leave(), [])
  return null
}

const asking: object[] = []

/**
 * While `isDirty`, asks before this page is left: `mayLeave` inside the portal, the browser itself before it unloads the document. Of
 * several, the last to come is asked alone: a window over a form.
 */
export function useBlocker(isDirty: boolean, mayLeave: () => boolean | Promise<boolean>): void {
  const isRefused = useEffectEvent(async () => !(await mayLeave()))
  useEffect(() => {
    if (!isDirty) return
    const blocker = { blockerFn: async () => asking.at(-1) === blocker && isRefused() }
    asking.push(blocker)
    const unblock = browserHistory().block(blocker)
    return () => {
      asking.splice(asking.indexOf(blocker), 1)
      unblock()
    }
  }, [isDirty])
}

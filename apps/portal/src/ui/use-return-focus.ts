import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Milliseconds during which the former focus may still be removed after a window closes: a deletion shows once the list is
 * refetched.
 */
const focusRetryMs = 5_000
const focusable = [
  'a[href]',
  'button:not(:disabled, [tabindex="-1"])',
  'input:not(:disabled)',
  'select',
  'textarea',
  '[tabindex="0"]',
].join()

/** Restores the focus when a window closes: to the control that opened it or, when that was removed, to its nearest neighbour. */
export function useReturnFocus(): void {
  useLayoutEffect(() => {
    const places = placesAround(document.activeElement)
    return () => giveBack(places)
  }, [])
}

/** What a key presses may go away with what it did, at once or once the server answered: the focus then stays beside it. */
export function usePressedFocus(): void {
  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      if (!['Enter', ' ', 'Escape'].includes(key) || !(target instanceof Element)) return
      const content = target.closest('#content, dialog')
      const places = placesAround(target).filter((place) => place !== content && content?.contains(place))
      giveBack(places, target)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** What was pressed is replaced by what it did: the focus goes to the part that says so, which has this ref and `tabIndex={-1}`. */
export function useKeptFocus<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null)
  const hadFocus = part.current?.contains(document.activeElement)
  useLayoutEffect(() => {
    if (hadFocus && isNowhere()) part.current?.focus()
  })
  return part
}

/** Candidates for the focus: the element, its siblings, those of its parent, and so on up to the page. */
function placesAround(from: Element | null): Element[] {
  const places: Element[] = []
  for (let it = from; it && it !== document.body; it = it.parentElement) {
    places.push(it, ...[it.nextElementSibling, it.previousElementSibling].filter((one) => one !== null))
  }
  return places
}

/** `pressed`: disabled while it is sent, it is waited for. */
function giveBack(places: readonly Element[], pressed?: Element): void {
  const focus = () => {
    const isSent = pressed?.isConnected && pressed.matches(':disabled')
    if (isNowhere() && !isSent) controlIn(places)?.focus()
  }
  // After the window is unmounted, since the page is inert under it, and after the key that closed it.
  const first = setTimeout(() => {
    if (pressed) focus()
    else controlIn(places)?.focus()
    // A new action of the person decides the focus.
    addEventListener('pointerdown', stop)
    addEventListener('keydown', stop)
  }, 0)
  const watch = new MutationObserver(focus)
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  const stop = () => {
    clearTimeout(first)
    watch.disconnect()
    removeEventListener('pointerdown', stop)
    removeEventListener('keydown', stop)
  }
  setTimeout(stop, focusRetryMs)
}

function controlIn(places: readonly Element[]): HTMLElement | undefined {
  for (const place of places.filter((one) => one.isConnected)) {
    const control = place.matches(focusable) ? place : place.querySelector(focusable)
    if (control instanceof HTMLElement && control.getClientRects().length > 0) return control
  }
  return undefined
}

const isNowhere = () => document.activeElement === document.body || document.activeElement === null

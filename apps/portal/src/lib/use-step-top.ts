import { useEffect, useRef } from 'react'

/**
 * A step that takes the place of another under one address begins at its top, where a screen reader goes on: the button that
 * was pressed has gone, and the scroll of the former step would hide the new title.
 */
export function useStepTop(step: unknown): void {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo({ top: 0 })
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [step])
}

import { useEffect, useRef } from 'react'
import { ring } from '../../lib/alert-sound.ts'

let lastRing = Number.NEGATIVE_INFINITY
/** Ids that have rung: the open thread and the unread count may learn of the same message. */
const sameRing = 2_000

/** Rings once per message, however many components receive it. */
export function playMessageSound(): void {
  if (performance.now() - lastRing < sameRing) return
  lastRing = performance.now()
  ring()
}

/** Rings on every page when a resident writes or orders, whichever conversation it is in. */
export function useArrivalSound(unread: number | undefined): void {
  const known = useRef(unread)
  useEffect(() => {
    if (known.current !== undefined && unread !== undefined && unread > known.current) playMessageSound()
    known.current = unread
  }, [unread])
}

import { useEffect, useRef } from 'react'

/** Kept for the visit only: the product writes six keys in the browser's storage and no other. */
let isOn = true

let lastRing = Number.NEGATIVE_INFINITY
/** The open thread and the count of unread messages hear of the same message one after the other. */
const sameRing = 2_000

/** A short bell; silently skipped when the browser wants a gesture first (AMB-100). */
export function playMessageSound(): void {
  if (!isOn || performance.now() - lastRing < sameRing) return
  lastRing = performance.now()
  void new Audio('/sounds/message.wav').play().catch(() => undefined)
}

/** Turns the sound on or off; turning it on plays it, which also shows that the browser allows it. */
export function setMessageSound(on: boolean): void {
  isOn = on
  lastRing = Number.NEGATIVE_INFINITY
  playMessageSound()
}

/** Rings on every page when a resident writes or orders, whichever conversation it is in (M-019). */
export function useArrivalSound(unread: number | undefined): void {
  const known = useRef(unread)
  useEffect(() => {
    if (known.current !== undefined && unread !== undefined && unread > known.current) playMessageSound()
    known.current = unread
  }, [unread])
}

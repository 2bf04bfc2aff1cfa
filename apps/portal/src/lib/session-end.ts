import { clearStored, onTokenRemovedElsewhere } from './storage.ts'

/** The session is over in this tab: the answer of a call said so, another tab signed out, or the user did. */
type Listener = () => void
const listeners = new Set<Listener>()

export function endSession(): void {
  clearStored()
  for (const listener of listeners) listener()
}

export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Signing out in one tab signs out the others (AMB-131). */
export function followOtherTabs(): () => void {
  return onTokenRemovedElsewhere(endSession)
}

import { forgetAllInterrupted } from './interrupted-forms.ts'
import { clearStored, onTokenRemovedElsewhere, removeStored } from './storage.ts'

/** The session is over in this tab: the answer of a call said so, another tab signed out, or the user did. */
type Listener = () => void
const listeners = new Set<Listener>()

/** The user signs out: nothing is left in the browser. */
export function endSession(): void {
  clearStored()
  tellListeners()
  forgetAllInterrupted()
}

/** The server no longer knows the session: what was being typed waits for its owner to sign in again (AMB-39). */
export function expireSession(): void {
  for (const key of ['token', 'step', 'user', 'confirmationCode'] as const) removeStored(key)
  tellListeners()
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}

export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Signing out in one tab signs out the others (AMB-131). */
export function followOtherTabs(): () => void {
  // The other tab has already cleared what it meant to clear.
  return onTokenRemovedElsewhere(tellListeners)
}

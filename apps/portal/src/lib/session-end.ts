import { forgetAllInterrupted } from './interrupted-forms.ts'
import { clearStored, keepUnsentTexts, onTokenRemovedElsewhere, removeStored } from './storage.ts'

/** `left`: the user signed out, here or in another tab. `expired`: the server no longer knows the session. */
export type SessionEnd = 'left' | 'expired'
type Listener = (how: SessionEnd) => void
const listeners = new Set<Listener>()

/** The user signs out: nothing is left in the browser. */
export function endSession(): void {
  clearStored()
  tellListeners('left')
  forgetAllInterrupted()
}

/** The server no longer knows the session: what was being typed waits for its owner to sign in again (AMB-39). */
export function expireSession(): void {
  for (const key of ['token', 'step', 'user', 'confirmationCode'] as const) removeStored(key)
  tellListeners('expired')
}

function tellListeners(how: SessionEnd): void {
  if (how === 'left') keepUnsentTexts({})
  for (const listener of listeners) listener(how)
}

export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Signing out in one tab signs out the others (AMB-131). */
export function followOtherTabs(): () => void {
  // The other tab has already cleared what it meant to clear.
  return onTokenRemovedElsewhere(() => tellListeners('left'))
}

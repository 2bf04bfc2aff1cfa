import { createEvents } from './create-store.ts'
import { clearStored, removeStored } from './storage.ts'

/**
 * `left`: the user signed out in this tab. `expired`: the server no longer knows the session. `elsewhere`: another tab removed the
 * token for one of the two, this one cannot tell which: it drops the drafts, and leaves the stored send queue to that tab.
 */
export type SessionEnd = 'left' | 'expired' | 'elsewhere'
const ends = createEvents<SessionEnd>()
export const onSessionEnd = ends.on

/**
 * What was read in a session is forgotten (the query cache): it ended, or another person signs in. Not while a first page is still
 * loaded: its guard would wait for ever for the answer of a query that was removed.
 */
export const forgetReads = createEvents()

/** The user signed out: everything stored in the browser is removed. */
export function endSession(): void {
  clearStored()
  ends.emit('left')
}

let isDeleting = false

/** Runs the call that deletes the account: the server ends its sessions before the answer is here, which is no expiry. */
export async function whileDeleting<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  isDeleting = true
  try {
    return await work()
  } finally {
    isDeleting = false
  }
}

/** The session expired: typed forms are kept for their owner's next sign-in. */
export function expireSession(): void {
  if (isDeleting) return
  for (const key of ['token', 'step', 'user', 'confirmationCode'] as const) removeStored(key)
  ends.emit('expired')
}

/** Signing out in one tab signs out the others. */
export function followOtherTabs(): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // A tab that signs out has cleared the storage and its send queue already.
    if (key === null || (key === 'token' && newValue === null)) ends.emit('elsewhere')
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

import { endsSession } from '../lib/api-error.ts'
import type { Destination } from '../lib/history.ts'
import type { OwnedCompany } from '../lib/session.ts'
import { readSlice } from '../lib/storage.ts'

/** Thrown by the guard of a page: leads elsewhere, in the place of its entry of the history. */
export class Redirect {
  readonly target: Destination
  constructor(target: Destination) {
    this.target = target
  }
}

/** `/`: the company page for who is signed in, the sign-in page for the others. */
export function redirectFromHome(): never {
  throw new Redirect({ to: readSlice('token').status === 'succeeded' ? '/company' : '/login' })
}

/** Without category only its owner is led to the registration, which only they can finish. */
export function isOpen(owned: OwnedCompany | undefined): owned is OwnedCompany {
  return owned !== undefined && (owned.role !== 'owner' || owned.category !== null)
}

/** `/login` is for who is signed out. */
export async function redirectSignedIn(): Promise<void> {
  if (readSlice('token').status === 'failed') return
  try {
    const { openOwned } = await import('../lib/session.ts')
    const owned = await openOwned()
    throw new Redirect({ to: owned === 'other' || isOpen(owned) ? '/company' : '/inscription' })
  } catch (error) {
    // The session turned out to be over.
    if (!endsSession(error)) throw error
  }
}

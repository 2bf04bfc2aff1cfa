import type { InstantKind } from '@parvis/domain/instants/kind'
import '@tanstack/react-router'

/** What one page tells the next without writing it in the address. */
declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The registration found a business that the person already owns. */
    alreadyOwner?: true
    /** The session ended by itself: the page to come back to once signed in, and whose it was. */
    sessionEnded?: { page: string; companyId?: string }
    /** The kind of the instant just saved: the tab to show. */
    instantKind?: InstantKind
    /** The broadcast that a closure just saved has written. */
    broadcastText?: string
  }
}

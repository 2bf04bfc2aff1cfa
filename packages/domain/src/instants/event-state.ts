/** What has become of an instant, of one of its dates or of one weekly occurrence: it stays listed. */
export const eventStates = ['planned', 'cancelled', 'postponed', 'full'] as const
export type EventState = (typeof eventStates)[number]

/** A state with its message to residents. */
export type StateWithMessage = { state: EventState; message: string | null }

const gravity: Record<EventState, number> = { planned: 0, full: 1, postponed: 2, cancelled: 3 }

/** The graver of two states: a cancelled instant cancels its dates, a full one leaves a cancelled date cancelled. */
export function graver<T extends StateWithMessage>(one: T, other: T): T {
  return gravity[other.state] > gravity[one.state] ? other : one
}

/** `Annulé`, `Reporté`, `Complet`; empty when nothing changed. */
export const eventStateWords: Record<EventState, string> = {
  planned: '',
  cancelled: 'Annulé',
  postponed: 'Reporté',
  full: 'Complet',
}

/** True when nothing takes place then: cancelled, or postponed without a new time. */
export const isOffState = (state: EventState | undefined, hasNewTime: boolean): boolean =>
  state === 'cancelled' || (state === 'postponed' && !hasNewTime)

/** The title for apps that know no states: `Annulé : Concert`. */
export function titleWithState(title: string, state: EventState): string {
  return state === 'planned' ? title : `${eventStateWords[state]}\u00a0: ${title}`
}

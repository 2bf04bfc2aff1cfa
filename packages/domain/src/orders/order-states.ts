/** The states of an order on the wire, through both doors (time-and-orders.md 4.1). */
export const orderStates = [
  'asked',
  'proposed',
  'accepted',
  'preparing',
  'ready',
  'collected',
  'no_show',
  'refused',
  'cancelled',
  'expired',
] as const
export type OrderState = (typeof orderStates)[number]

/** What may be done with an order, in the words of the wire and the order of the buttons (time-and-orders.md 17.5). */
export const orderActions = [
  'change',
  'validate',
  'propose',
  'accept',
  'refuse',
  'withdraw',
  'start',
  'ready',
  'collected',
  'no_show',
  'revoke',
  'undo',
] as const
export type OrderAction = (typeof orderActions)[number]
export type OrderSide = 'resident' | 'company'

/**
 * A state as stored, in the order of the column's type: up to `proposed` the order waits for an answer, up to `ready` it is live. The
 * wire calls a withdrawn and a revoked one cancelled, and says by whom.
 */
export type StoredState = Exclude<OrderState, 'cancelled'> | 'withdrawn' | 'revoked'
type Stored = { state: StoredState }

/** The state on the wire and who cancelled it. */
export function stateOf({ state }: Stored): { state: OrderState; cancelledBy: OrderSide | null } {
  if (state === 'withdrawn') return { state: 'cancelled', cancelledBy: 'resident' }
  if (state === 'revoked') return { state: 'cancelled', cancelledBy: 'company' }
  return { state, cancelledBy: null }
}

export type OrderStep = 'ready' | 'collected' | 'not_collected'

/** The older words of the wire (api.md section 3): three statuses, and as a step what became of an accepted order. */
export function statusOf({ state }: Stored): { status: 'pending' | 'validated' | 'cancelled'; step: OrderStep | null } {
  if (isWaiting({ state })) return { status: 'pending', step: null }
  if (state === 'ready' || state === 'collected') return { status: 'validated', step: state }
  if (state === 'no_show') return { status: 'validated', step: 'not_collected' }
  return { status: state === 'accepted' || state === 'preparing' ? 'validated' : 'cancelled', step: null }
}

/** An action of table 4.1: whose it is, the states it starts from, and the one it leads to. Undo goes back to what was. */
type Transition = { sides: readonly OrderSide[]; from: readonly StoredState[]; to: StoredState }

const transitions: Record<Exclude<OrderAction, 'undo'>, Transition> = {
  change: { sides: ['resident'], from: ['asked', 'proposed'], to: 'asked' },
  validate: { sides: ['company'], from: ['asked', 'proposed'], to: 'accepted' },
  propose: { sides: ['company'], from: ['asked', 'proposed'], to: 'proposed' },
  accept: { sides: ['resident', 'company'], from: ['proposed'], to: 'accepted' },
  refuse: { sides: ['company'], from: ['asked', 'proposed'], to: 'refused' },
  withdraw: { sides: ['resident'], from: ['asked', 'proposed', 'accepted'], to: 'withdrawn' },
  start: { sides: ['company'], from: ['accepted'], to: 'preparing' },
  ready: { sides: ['company'], from: ['accepted', 'preparing'], to: 'ready' },
  collected: { sides: ['company'], from: ['accepted', 'preparing', 'ready'], to: 'collected' },
  no_show: { sides: ['company'], from: ['accepted', 'preparing', 'ready'], to: 'no_show' },
  revoke: { sides: ['company'], from: ['accepted', 'preparing', 'ready'], to: 'revoked' },
}

/** What an order becomes by an action; undefined when its state does not allow it: already processed. */
export function orderAfter({ state }: Stored, action: Exclude<OrderAction, 'undo'>): StoredState | undefined {
  const { from, to } = transitions[action]
  return from.includes(state) ? to : undefined
}

/** What the state alone allows to that side; hours and the last event may still forbid to withdraw and to undo. */
export function actionsOf({ state }: Stored, side: OrderSide): OrderAction[] {
  return orderActions.filter((action) => {
    if (action === 'undo') return false
    const { sides, from } = transitions[action]
    return sides.includes(side) && from.includes(state)
  })
}

/** The steps that their own person may take back within a minute, and no other. */
const undoable: readonly string[] = ['start', 'ready', 'collected', 'no_show']
const undoMilliseconds = 60_000

/** Whether the last thing that happened to an order may be taken back by that person at that moment, in epoch milliseconds. */
export function canUndo(
  last: { what: string; at: number; userId: number | null } | undefined,
  userId: number,
  now: number,
): boolean {
  if (!last || !undoable.includes(last.what)) return false
  return last.userId === userId && now - last.at < undoMilliseconds
}

/** A live order holds its place and can still be picked up. */
export function isLive({ state }: Stored): boolean {
  return isWaiting({ state }) || isToCollect({ state })
}

/** Nobody has agreed yet: it expires without an answer. */
export function isWaiting({ state }: Stored): boolean {
  return state === 'asked' || state === 'proposed'
}

/** Accepted, and not yet handed over. */
export function isToCollect({ state }: Stored): boolean {
  return state === 'accepted' || state === 'preparing' || state === 'ready'
}

/** Words of the states, the same on the ticket, the desk and the slip (time-and-orders.md 4.1). */
export function stateWord({ state, cancelledBy }: { state: OrderState; cancelledBy: OrderSide | null }): string {
  if (state === 'cancelled') return cancelledBy === 'company' ? 'Annulée par le commerce' : 'Annulée par vous'
  return words[state]
}

const words: Record<Exclude<OrderState, 'cancelled'>, string> = {
  asked: 'Envoyée',
  proposed: 'Proposition à accepter',
  accepted: 'Acceptée',
  preparing: 'En préparation',
  ready: 'Prête',
  collected: 'Retirée',
  no_show: 'Non retirée',
  refused: 'Refusée',
  expired: 'Sans réponse',
}

/** What is promised at each step. */
export function promiseOf({ state, cancelledBy }: { state: OrderState; cancelledBy: OrderSide | null }): string {
  if (state === 'cancelled')
    return cancelledBy === 'company' ? 'Le commerce a annulé la commande : il vous dit pourquoi.' : 'Commande annulée.'
  return promises[state]
}

const promises: Record<Exclude<OrderState, 'cancelled'>, string> = {
  asked: 'Demande envoyée. Elle n’est pas encore acceptée : attendez la réponse avant de vous déplacer.',
  proposed: 'Le commerce vous propose autre chose : rien n’est accepté tant que vous n’avez pas répondu.',
  accepted: 'Acceptée. Nous vous préviendrons quand elle sera prête.',
  preparing: 'En préparation. Nous vous préviendrons quand elle sera prête.',
  ready: 'Prête, vous pouvez venir.',
  collected: 'Retirée. À bientôt !',
  no_show: 'Non retirée. Écrivez au commerce si c’est une erreur.',
  refused: 'Refusée. Le commerce dit pourquoi.',
  expired: 'Le commerce n’a pas pu répondre à temps. Votre demande est close, rien n’est engagé.',
}

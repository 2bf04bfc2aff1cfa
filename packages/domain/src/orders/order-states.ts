export type OrderStatus = 'pending' | 'validated' | 'cancelled' | 'ready' | 'collected' | 'not_collected'
export type OrderPhase = 'proposed' | 'preparing' | 'withdrawn' | 'revoked' | 'expired'

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

/** What may be done with an order, in the words of the wire and the order of the buttons (section 17.5). */
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

/** How a state is stored; the former release reads the status alone (TO-15). */
export type Stored = { status: OrderStatus; phase: OrderPhase | null }

/** The state and who cancelled it. A phase that does not belong to its status is ignored (4.1). */
export function stateOf({ status, phase }: Stored): { state: OrderState; cancelledBy: OrderSide | null } {
  const refined = phase ? refinements[`${status} ${phase}`] : undefined
  return refined ?? { state: plain[status], cancelledBy: null }
}

const plain: Record<OrderStatus, OrderState> = {
  pending: 'asked',
  validated: 'accepted',
  ready: 'ready',
  collected: 'collected',
  not_collected: 'no_show',
  cancelled: 'refused',
}

const refinements: Record<string, ReturnType<typeof stateOf>> = {
  'pending proposed': { state: 'proposed', cancelledBy: null },
  'validated preparing': { state: 'preparing', cancelledBy: null },
  'cancelled withdrawn': { state: 'cancelled', cancelledBy: 'resident' },
  'cancelled revoked': { state: 'cancelled', cancelledBy: 'company' },
  'cancelled expired': { state: 'expired', cancelledBy: null },
}

/** An action of table 4.1: whose it is, the states it starts from, and what is stored then. Undo goes back to what was. */
type Transition = { sides: readonly OrderSide[]; from: readonly OrderState[]; to: Stored }

const transitions: Record<Exclude<OrderAction, 'undo'>, Transition> = {
  change: { sides: ['resident'], from: ['asked', 'proposed'], to: { status: 'pending', phase: null } },
  validate: { sides: ['company'], from: ['asked', 'proposed'], to: { status: 'validated', phase: null } },
  propose: { sides: ['company'], from: ['asked', 'proposed'], to: { status: 'pending', phase: 'proposed' } },
  accept: { sides: ['resident', 'company'], from: ['proposed'], to: { status: 'validated', phase: null } },
  refuse: { sides: ['company'], from: ['asked', 'proposed'], to: { status: 'cancelled', phase: null } },
  withdraw: {
    sides: ['resident'],
    from: ['asked', 'proposed', 'accepted'],
    to: { status: 'cancelled', phase: 'withdrawn' },
  },
  start: { sides: ['company'], from: ['accepted'], to: { status: 'validated', phase: 'preparing' } },
  ready: { sides: ['company'], from: ['accepted', 'preparing'], to: { status: 'ready', phase: null } },
  collected: {
    sides: ['company'],
    from: ['accepted', 'preparing', 'ready'],
    to: { status: 'collected', phase: null },
  },
  no_show: {
    sides: ['company'],
    from: ['accepted', 'preparing', 'ready'],
    to: { status: 'not_collected', phase: null },
  },
  revoke: {
    sides: ['company'],
    from: ['accepted', 'preparing', 'ready'],
    to: { status: 'cancelled', phase: 'revoked' },
  },
}

/** What an order becomes by an action; undefined when its state does not allow it: already processed. */
export function orderAfter(stored: Stored, action: Exclude<OrderAction, 'undo'>): Stored | undefined {
  const { from, to } = transitions[action]
  return from.includes(stateOf(stored).state) ? to : undefined
}

/** What the state alone allows to that side; hours and the last event may still forbid to withdraw and to undo. */
export function actionsOf(stored: Stored, side: OrderSide): OrderAction[] {
  const { state } = stateOf(stored)
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
export function isLive({ status }: Stored): boolean {
  return status === 'pending' || status === 'validated' || status === 'ready'
}

/** Words of the states, the same on the ticket, the desk and the slip (4.1). */
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

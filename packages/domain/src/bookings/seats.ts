import { graver, type StateWithMessage } from '../instants/event-state.ts'
import { counted } from '../kernel/french-format.ts'

/** Seats of one date as readers are told: how many there are, what is left, since when, and whether its list is closed. */
export type Seats = { capacity: number; left: number; since: number; isClosed: boolean }

/** What a date has of its own: the capacity of that date alone, the seats that are taken of it, and when either changed. */
export type DateSeats = { own: number | null; taken: number; changedAt: number }

/** How an instant takes bookings, and its dates by name. Moments: epoch milliseconds. */
export type SeatPlan = {
  capacity: number | null
  closesMinutes: number
  perPerson: number
  phoneNeeded: boolean
  savedAt: number
  dates: ReadonlyMap<string, DateSeats>
  now: number
}

const minute = 60_000

/** When the list of a date closes, in epoch milliseconds. */
export const closingOf = (start: number, closesMinutes: number): number => start - closesMinutes * minute

export const seatsLeft = (capacity: number | null, taken: number): number => Math.max(0, (capacity ?? 0) - taken)

/** The capacity that binds a date: its own, or the common one. */
export const capacityOf = (common: number | null, date: Pick<DateSeats, 'own'> | undefined): number | null =>
  date?.own ?? common

/** What is said of a date that starts then; undefined where it takes no bookings. */
export function seatsOf(plan: SeatPlan, name: string, start: number): Seats | undefined {
  const date = plan.dates.get(name)
  const capacity = capacityOf(plan.capacity, date)
  if (capacity === null) return undefined
  return {
    capacity,
    left: seatsLeft(capacity, date?.taken ?? 0),
    since: Math.max(plan.savedAt, date?.changedAt ?? 0),
    isClosed: plan.now >= closingOf(start, plan.closesMinutes),
  }
}

type Counted = { originalStart: number; seats?: Seats } & Partial<StateWithMessage>

/** The one place that says « complet » of seats, to every reader: computed, never stored. */
export function withSeats<T extends Counted>(one: T, plan: SeatPlan, name: string): T {
  const seats = seatsOf(plan, name, one.originalStart)
  if (!seats) return one
  one.seats = seats
  if (seats.left > 0) return one
  const { state = 'planned', message = null } = one
  return Object.assign(one, graver({ state, message }, { state: 'full', message: null }))
}

/** `1 place`, `2 places`. */
export const seatsText = (seats: number): string => counted(seats, 'place')

/** `17 sur 20`. */
export const takenText = (taken: number, capacity: number): string => `${taken} sur ${capacity}`

/** `3 places`, `Complet`, `Réservations closes`: beside a date in a list, in the width of a phone. */
export const leftBeside = (state: 'open' | 'full' | 'closed', left: number): string =>
  state === 'open' && left > 0 ? seatsText(left) : leftText(state, left)

/** `Il reste 3 places`, `Complet`, `Réservations closes`. */
export function leftText(state: 'open' | 'full' | 'closed', left: number): string {
  if (state === 'closed') return 'Réservations closes'
  return state === 'full' || left === 0 ? 'Complet' : `Il reste ${seatsText(left)}`
}

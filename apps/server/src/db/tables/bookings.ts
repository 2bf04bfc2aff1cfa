import type { BookingState, EndedBy } from '@parvis/domain/bookings/booking'
import type { EventState } from '@parvis/domain/instants/event-state'
import type { Generated } from 'kysely'

export type BookingTables = {
  /** What is taken of a bound: a quarter of an hour of pick-ups (no subject), or the seats of a date of an instant. */
  capacities: {
    company_id: string
    /** Empty of a quarter, else the name of a date: `812`, `812-2027-03-12`. */
    subject: Generated<string>
    starts_at: Date
    taken: number
    /** Of an instant that was removed. */
    title: string | null
    ends_at: Date | null
    state: Generated<EventState>
    message: string | null
    former_start: Date | null
    /** The capacity of this date alone. */
    own: number | null
    /** The last rank given on its waiting list. */
    rank: Generated<number>
    /** When `taken` or `own` changed last. */
    changed_at: Generated<Date>
  }
  booking_settings: {
    instant_id: number
    version: Generated<number>
    capacity: number | null
    per_person: Generated<number>
    closes_minutes: Generated<number>
    phone_needed: Generated<boolean>
    saved_at: Generated<Date>
  }
  /** One row per resident and date, taken up again; it outlives its instant. */
  bookings: {
    /** Random, so that ids count nothing. */
    id: number
    company_id: string
    subject: string
    /** Null by the shop's hand, or of somebody who is gone. */
    user_id: number | null
    name: string
    seats: number
    state: BookingState
    ended_by: EndedBy | null
    code: string | null
    /** Order of the waiting list, given under the lock of its date. */
    rank: number | null
    answer_by: Date | null
    source: 'site' | 'owner'
    note: Generated<string>
    reason: Generated<string>
    booked_at: Generated<Date>
    came_at: Date | null
    /** When its reminder is due; null once it left, or without one. */
    remind_at: Date | null
  }
}

import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { flag, integer, leftOut, optionalText, orNull, pathId, text, writtenText } from '../kernel/fields.ts'
import { maxBookingNote, maxBookingReason, seatBounds } from './booking.ts'
import type { bookingsFieldTexts } from './bookings.refusals.fr.ts'

type Key = keyof typeof bookingsFieldTexts
const between = ([min, max]: readonly [number, number], key: Key) =>
  integer(key).pipe(z.number().min(min, key).max(max, key))
export const dateName = () => text().pipe(z.string().max(40, 'booking_date_error'))

const ofId = z.object({ id: pathId() })

/** Where a booking stands, as its owner and its resident read it. */
export const standing = {
  id: z.number(),
  seats: z.number(),
  state: z.enum(['waiting', 'offered', 'held', 'came', 'ended']),
  endedBy: z.enum(['resident', 'owner', 'clock']).nullable(),
  code: z.string().nullable(),
  position: z.number().nullable(),
  answerBy: z.string().nullable(),
}

/** What is left of a date, as both read it. */
export const seatedDate = {
  date: z.string(),
  start: z.string(),
  end: z.string(),
  state: z.enum(['open', 'full', 'closed']),
  left: z.number(),
  waiting: z.number(),
  closesAt: z.string(),
}

/** A person as the owner reads them: no phone. */
const person = z.object({
  ...standing,
  name: z.string(),
  source: z.enum(['site', 'owner']),
  note: z.string().nullable(),
  bookedAt: z.string(),
  cameAt: z.string().nullable(),
})
export type BookedPerson = z.output<typeof person>

const desk = z.object({
  version: z.number(),
  capacity: z.number().nullable(),
  perPerson: z.number(),
  closesMinutes: z.number(),
  phoneNeeded: z.boolean(),
  dates: z.array(
    z.object({
      ...seatedDate,
      capacity: z.number().nullable(),
      own: z.boolean(),
      taken: z.number(),
      came: z.number(),
    }),
  ),
  people: z.array(person).nullable(),
})
export type BookingDesk = z.output<typeof desk>

const atCounter = { through: 'instant', atLeast: 'counter' } as const
const ofInstant = { access: atCounter, params: ofId } as const

/** The desk of an instant's owner: its seats, its list, who came. */
export const bookingsContract = {
  readBookings: {
    summary: 'The seats of an instant by date; with `date`, the people of that one.',
    call: 'GET /v1/instants/:id/bookings',
    ...ofInstant,
    query: z.object({ date: optionalText() }),
    answer: desk,
    refusals: ['INSTANT_NOT_FOUND'],
  },
  saveBookings: {
    summary:
      'Opens or closes seats: the common capacity and the rules, or with `date` the capacity of that date alone.',
    call: 'PUT /v1/instants/:id/bookings',
    access: { through: 'instant', atLeast: 'publisher' },
    params: ofId,
    body: z.object({
      version: integer(),
      capacity: orNull(between(seatBounds.capacity, 'seats_capacity_error')),
      perPerson: between(seatBounds.perPerson, 'per_person_error').optional(),
      closesMinutes: between(seatBounds.closesMinutes, 'closes_minutes_error').optional(),
      phoneNeeded: flag().optional(),
      date: optionalText(),
    }),
    answer: desk,
    refusals: ['INSTANT_NOT_FOUND', 'NEWER_VERSION'],
  },
  addPerson: {
    summary:
      'Adds somebody by hand, from a telephone call: past the list and the closing, and past the capacity when asked twice.',
    call: 'POST /v1/instants/:id/bookings/people',
    ...ofInstant,
    body: z.object({
      date: dateName(),
      name: text().pipe(z.string().min(2, 'booking_name_error').max(50, 'booking_name_error')),
      seats: between(seatBounds.byHand, 'seats_error').default(1),
      note: optionalText().pipe(z.string().max(maxBookingNote, 'booking_note_error').optional()),
      overCapacity: flag().optional(),
    }),
    answer: person,
    refusals: ['INSTANT_NOT_FOUND', 'BOOKING_FULL'],
  },
  removePerson: {
    summary: 'Ends a booking, with a word to who held it; that resident does not book that date again.',
    call: 'DELETE /v1/instants/:id/bookings/people/:bookingId',
    access: atCounter,
    params: z.object({ id: pathId(), bookingId: pathId() }),
    body: z.object({ reason: writtenText().pipe(z.string().max(maxBookingReason, 'booking_reason_error')) }),
    refusals: ['INSTANT_NOT_FOUND', 'BOOKING_NOT_FOUND'],
  },
  markCame: {
    summary: 'Says that somebody came, by code or by id, or takes it back.',
    call: 'POST /v1/instants/:id/bookings/came',
    ...ofInstant,
    body: z.object({
      date: dateName(),
      code: optionalText(),
      id: leftOut(integer()),
      came: flag().default(true),
    }),
    answer: person,
    refusals: ['INSTANT_NOT_FOUND', 'BOOKING_NOT_FOUND', 'CODE_UNKNOWN', 'BOOKING_ENDED'],
  },
  exportPeople: {
    summary: 'The people of a date as a CSV file that no spreadsheet runs.',
    call: 'GET /v1/instants/:id/bookings/export',
    ...ofInstant,
    query: z.object({ date: dateName() }),
    answer: 'raw',
    refusals: ['INSTANT_NOT_FOUND'],
  },
} as const satisfies Contract

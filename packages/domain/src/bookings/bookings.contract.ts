import { z } from 'zod'
import { eventStates } from '../instants/event-state.ts'
import type { Contract } from '../kernel/contract.ts'
import { flag, integer, optionalText, pathId, text, writtenText } from '../kernel/fields.ts'
import { ticket } from '../notices/notices.contract.ts'
import { maxBookingNote, maxBookingReason, seatBounds } from './booking.ts'
import type { bookingsFieldTexts } from './bookings.refusals.fr.ts'

type Key = keyof typeof bookingsFieldTexts
const between = ([min, max]: readonly [number, number], key: Key) =>
  integer(key).pipe(z.number().min(min, key).max(max, key))
const dateName = () => text().pipe(z.string().max(40, 'booking_date_error'))
const noneIfEmpty = (value: unknown) => (value === '' ? null : value)

const bookingStates = z.enum(['waiting', 'offered', 'held', 'came', 'ended'])
const endedBy = z.enum(['resident', 'owner', 'clock']).nullable()
const seating = z.enum(['open', 'full', 'closed'])
const ofId = z.object({ id: pathId() })

/** A booking as its resident reads it. */
const booking = z.object({
  id: z.number(),
  state: bookingStates,
  endedBy,
  seats: z.number(),
  code: z.string().nullable(),
  position: z.number().nullable(),
  answerBy: z.string().nullable(),
  date: z.string(),
  start: z.string(),
  end: z.string(),
  dateState: z.enum(eventStates),
  dateMessage: z.string().nullable(),
  allowed: z.array(z.enum(['accept', 'withdraw'])),
  promise: z.string(),
  instant: z.object({ id: z.number(), title: z.string(), url: z.string() }),
  company: z.object({ companyId: z.string(), name: z.string(), url: z.string() }),
})
export type BookingAnswer = z.output<typeof booking>

/** A person as the owner reads them: no phone (J-030). */
const person = z.object({
  id: z.number(),
  name: z.string(),
  seats: z.number(),
  state: bookingStates,
  endedBy,
  code: z.string().nullable(),
  position: z.number().nullable(),
  answerBy: z.string().nullable(),
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
      date: z.string(),
      start: z.string(),
      end: z.string(),
      state: seating,
      capacity: z.number().nullable(),
      own: z.boolean(),
      taken: z.number(),
      left: z.number(),
      waiting: z.number(),
      came: z.number(),
      closesAt: z.string(),
    }),
  ),
  people: z.array(person).nullable(),
})
export type BookingDesk = z.output<typeof desk>

/** Bookings through the residents' door. */
export const siteBookingsContract = {
  readSeats: {
    summary: 'The dates of an instant that take bookings, and what is left of each.',
    method: 'GET',
    path: '/v1/site/instants/:id/bookings',
    access: 'anyone',
    params: ofId,
    answer: z.object({
      perPerson: z.number(),
      phoneNeeded: z.boolean(),
      dates: z.array(
        z.object({
          date: z.string(),
          start: z.string(),
          end: z.string(),
          capacity: z.number(),
          left: z.number(),
          waiting: z.number(),
          closesAt: z.string(),
          state: seating,
          mine: z.number().nullable(),
        }),
      ),
    }),
    refusals: ['INSTANT_NOT_FOUND'],
  },
  bookSeats: {
    summary: 'Books seats on a date, or joins its waiting list; the same again changes nothing (J-007).',
    method: 'POST',
    path: '/v1/site/instants/:id/bookings',
    access: 'new-resident',
    params: ofId,
    body: z.object({
      date: z.preprocess((value) => value ?? '', dateName()),
      seats: z.preprocess(
        (value) => (value === '' ? undefined : (value ?? undefined)),
        integer('seats_error').optional(),
      ),
      firstName: optionalText().pipe(z.string().max(50).optional()),
      wait: flag().optional(),
      proof: optionalText(),
    }),
    answer: booking,
    refusals: ['INSTANT_NOT_FOUND', 'BOOKING_FULL', 'BOOKING_CLOSED', 'BOOKING_ENDED', 'PHONE_NEEDED', 'PROOF_NEEDED'],
  },
  listSiteBookings: {
    summary: 'The bookings of this resident, the next one first; past ones for 30 days.',
    method: 'GET',
    path: '/v1/site/bookings',
    access: 'resident',
    answer: z.array(booking),
    refusals: [],
  },
  readSiteBooking: {
    summary: 'One booking of this resident.',
    method: 'GET',
    path: '/v1/site/bookings/:id',
    access: 'resident',
    params: ofId,
    answer: booking,
    refusals: ['BOOKING_NOT_FOUND'],
  },
  acceptSeats: {
    summary: 'Takes the seats that were offered.',
    method: 'POST',
    path: '/v1/site/bookings/:id/accept',
    access: 'resident',
    params: ofId,
    answer: booking,
    refusals: ['BOOKING_NOT_FOUND', 'BOOKING_ENDED'],
  },
  withdrawSeats: {
    summary: 'Gives the seats back, or leaves the list; twice is once.',
    method: 'POST',
    path: '/v1/site/bookings/:id/withdraw',
    access: 'resident',
    params: ofId,
    answer: booking,
    refusals: ['BOOKING_NOT_FOUND', 'BOOKING_ENDED'],
  },
} as const satisfies Contract

/** The signed link of a mail to one booking (L-011). */
export const bookingClicksContract = {
  showBookingClick: {
    summary: 'The page where a booking stands, with a button for each act that is allowed; changes nothing.',
    method: 'GET',
    path: '/v1/email/booking',
    access: 'signature',
    query: ticket,
    answer: 'raw',
    refusals: ['NOT_FOUND'],
  },
  followBookingClick: {
    summary: 'Accepts the seats or gives them back, in any browser.',
    method: 'POST',
    path: '/v1/email/booking',
    access: 'signature',
    query: ticket,
    body: z.object({ act: z.enum(['accept', 'withdraw']), page: optionalText() }),
    answer: 'raw',
    refusals: ['NOT_FOUND', 'BOOKING_ENDED'],
  },
} as const satisfies Contract

const atCounter = { through: 'instant', atLeast: 'counter' } as const
const path = '/v1/instants/:id/bookings'

/** The desk of an instant's owner: its seats, its list, who came. */
export const bookingsContract = {
  readBookings: {
    summary: 'The seats of an instant by date; with `date`, the people of that one.',
    method: 'GET',
    path,
    access: atCounter,
    params: ofId,
    query: z.object({ date: optionalText() }),
    answer: desk,
    refusals: ['INSTANT_NOT_FOUND'],
  },
  saveBookings: {
    summary:
      'Opens or closes seats: the common capacity and the rules, or with `date` the capacity of that date alone.',
    method: 'PUT',
    path,
    access: { through: 'instant', atLeast: 'publisher' },
    params: ofId,
    body: z.object({
      version: integer(),
      capacity: z.preprocess(noneIfEmpty, between(seatBounds.capacity, 'seats_capacity_error').nullable()),
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
    method: 'POST',
    path: `${path}/people`,
    access: atCounter,
    params: ofId,
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
    method: 'DELETE',
    path: `${path}/people/:bookingId`,
    access: atCounter,
    params: z.object({ id: pathId(), bookingId: pathId() }),
    body: z.object({ reason: writtenText().pipe(z.string().max(maxBookingReason, 'booking_reason_error')) }),
    answer: z.object({}),
    refusals: ['INSTANT_NOT_FOUND', 'BOOKING_NOT_FOUND'],
  },
  markCame: {
    summary: 'Says that somebody came, by code or by id, or takes it back.',
    method: 'POST',
    path: `${path}/came`,
    access: atCounter,
    params: ofId,
    body: z.object({
      date: dateName(),
      code: optionalText(),
      id: z.preprocess((value) => (value === '' ? undefined : (value ?? undefined)), integer().optional()),
      came: flag().default(true),
    }),
    answer: person,
    refusals: ['INSTANT_NOT_FOUND', 'BOOKING_NOT_FOUND', 'CODE_UNKNOWN', 'BOOKING_ENDED'],
  },
  exportPeople: {
    summary: 'The people of a date as a CSV file that no spreadsheet runs.',
    method: 'GET',
    path: `${path}/export`,
    access: atCounter,
    params: ofId,
    query: z.object({ date: dateName() }),
    answer: 'raw',
    refusals: ['INSTANT_NOT_FOUND'],
  },
} as const satisfies Contract

import { z } from 'zod'
import { eventStates } from '../instants/event-state.ts'
import type { Contract } from '../kernel/contract.ts'
import { flag, integer, leftOut, optionalText, pathId } from '../kernel/fields.ts'
import { clickTicket } from '../notices/notices.contract.ts'
import { dateName, seatedDate, standing } from './bookings.contract.ts'

const ofId = z.object({ id: pathId() })
const ofOwnBooking = { access: 'resident', params: ofId } as const

/** A booking as its resident reads it. */
const booking = z.object({
  ...standing,
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

/** Bookings through the residents' door. */
export const siteBookingsContract = {
  readSeats: {
    summary: 'The dates of an instant that take bookings, and what is left of each.',
    call: 'GET /v1/site/instants/:id/bookings',
    access: 'anyone',
    params: ofId,
    answer: z.object({
      perPerson: z.number(),
      phoneNeeded: z.boolean(),
      dates: z.array(z.object({ ...seatedDate, capacity: z.number(), mine: z.number().nullable() })),
    }),
    refusals: ['INSTANT_NOT_FOUND'],
  },
  bookSeats: {
    summary: 'Books seats on a date, or joins its waiting list; the same again changes nothing (J-007).',
    call: 'POST /v1/site/instants/:id/bookings',
    access: 'new-resident',
    queued: true,
    params: ofId,
    body: z.object({
      date: z.preprocess((value) => value ?? '', dateName()),
      seats: leftOut(integer('seats_error')),
      firstName: optionalText(),
      wait: flag().optional(),
      proof: optionalText(),
    }),
    answer: booking,
    refusals: ['INSTANT_NOT_FOUND', 'BOOKING_FULL', 'BOOKING_CLOSED', 'BOOKING_ENDED', 'PHONE_NEEDED', 'PROOF_NEEDED'],
  },
  listSiteBookings: {
    summary: 'The bookings of this resident, the next one first; past ones for 30 days.',
    call: 'GET /v1/site/bookings',
    access: 'resident',
    answer: z.array(booking),
  },
  readSiteBooking: {
    summary: 'One booking of this resident.',
    call: 'GET /v1/site/bookings/:id',
    ...ofOwnBooking,
    answer: booking,
    refusals: ['BOOKING_NOT_FOUND'],
  },
  acceptSeats: {
    summary: 'Takes the seats that were offered.',
    call: 'POST /v1/site/bookings/:id/accept',
    ...ofOwnBooking,
    answer: booking,
    refusals: ['BOOKING_NOT_FOUND', 'BOOKING_ENDED'],
  },
  withdrawSeats: {
    summary: 'Gives the seats back, or leaves the list; twice is once.',
    call: 'POST /v1/site/bookings/:id/withdraw',
    ...ofOwnBooking,
    answer: booking,
    refusals: ['BOOKING_NOT_FOUND', 'BOOKING_ENDED'],
  },
} as const satisfies Contract

/** The signed link of a mail to one booking. */
export const bookingClicksContract = {
  showBookingClick: {
    summary: 'The page where a booking stands, with a button for each act that is allowed; changes nothing.',
    call: 'GET /v1/email/booking',
    access: 'signature',
    query: clickTicket,
    answer: 'raw',
    refusals: ['NOT_FOUND'],
  },
  followBookingClick: {
    summary: 'Accepts the seats or gives them back, in any browser.',
    call: 'POST /v1/email/booking',
    access: 'signature',
    query: clickTicket,
    body: z.object({ act: z.enum(['accept', 'withdraw']), page: optionalText() }),
    answer: 'raw',
    refusals: ['NOT_FOUND', 'BOOKING_ENDED'],
  },
} as const satisfies Contract

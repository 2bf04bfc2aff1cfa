import { bookingActions, isListMoving } from '@parvis/domain/bookings/booking'
import { bookingPromise } from '@parvis/domain/bookings/booking-texts.fr'
import { perPersonText } from '@parvis/domain/bookings/bookings.refusals.fr'
import { closingOf } from '@parvis/domain/bookings/seats'
import type { BookingAnswer, siteBookingsContract } from '@parvis/domain/bookings/site-bookings.contract'
import type { Body } from '@parvis/domain/kernel/contract'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { instantSlug } from '@parvis/domain/towns/slug'
import { transaction } from '@parvis/postgres'
import type { Network } from '../../../admission/networks.ts'
import type { Db, Transaction } from '../../../db/database.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { countAgainstLimit } from '../../../http/limits.ts'
import { lockCaller } from '../../../http/resident-door.queries.ts'
import {
  acceptSeats,
  bookSeats,
  closedRefusal,
  countDates,
  findMine,
  fullOf,
  listMine,
  listTickets,
  lockDate,
  type TicketRow,
  withdrawSeats,
} from '../../bookings/index.ts'
import { dateToLock, isOverDate, presentSeats, readBookable, seatsOfDate } from '../../instants/index.ts'
import { businessUrl } from '../addresses.ts'
import { findBusinesses } from '../businesses.queries.ts'
import { checkFirstName } from './read-me.ts'
import { saveFirstName } from './residents.queries.ts'
import { admitBooking } from './strangers.ts'

type Bookable = NonNullable<Awaited<ReturnType<typeof readBookable>>>

/** An instant that residents see: not a draft, not paused, of a business that is shown. */
async function readShown(db: Db, instantId: number, lock?: 'lock'): Promise<Bookable> {
  const found = await readBookable(db, instantId, lock)
  if (!found || found.instant.is_draft || !found.instant.is_enabled || !found.instant.isShown)
    throw refusal('instants.not_found')
  return found
}

/** The dates of an instant that take bookings, and what is left of each. */
export async function readSeats({ db }: Dependencies, instantId: number, userId?: number) {
  const found = await readShown(db, instantId)
  const { dates, settings } = found
  const names = dates.map(({ name }) => name)
  const mine = userId === undefined ? new Map<string, number>() : await listMine(db, userId, names)
  return {
    perPerson: settings.perPerson,
    phoneNeeded: settings.phoneNeeded,
    dates: dates.flatMap((date) => {
      const { capacity, taken: _, came: __, own: ___, ...shown } = presentSeats(found, date)
      return capacity === null ? [] : [{ ...shown, capacity, mine: mine.get(date.name) ?? null }]
    }),
  }
}

type Wish = Body<typeof siteBookingsContract.bookSeats> & {
  userId: number
  instantId: number
  networks: readonly Network[]
}

/** Booking, accepting, giving back: of one resident. */
export const bookingChanges = { name: 'booking-changes', max: 30, seconds: 60 }

/** Books with a first name, which is asked once; the person is locked first, then the schedule, then the date. */
export async function bookFromSite(deps: Dependencies, wish: Wish): Promise<BookingAnswer> {
  const { userId, instantId, wait = false, seats = 1 } = wish
  await countAgainstLimit(deps.db, deps.config, bookingChanges, `user:${userId}`)
  const typedName = wish.firstName === undefined ? '' : checkFirstName(wish.firstName)
  return await transaction(deps.db, async (tx) => {
    const person = await lockCaller(tx, userId)
    const found = await readShown(tx, instantId, 'lock')
    const name = typedName || (person.firstName ?? '')
    const mine = await findMine(tx, wish.date, userId)
    const isNew = !mine || mine.state === 'ended'
    const date = await judgeWish(tx, found, { ...wish, seats, name, had: isNew ? 0 : mine.seats })
    if (isNew && mine?.endedBy !== 'owner') {
      const { capacity } = refuseEarly(found, date, { seats, wait })
      const counted = await countDates(tx, userId, found.instant.company_id)
      await admitBooking(tx, deps.config, {
        ...counted,
        hasPhone: person.hasPhone,
        phoneNeeded: found.settings.phoneNeeded,
        networks: wish.networks,
        proof: wish.proof,
        date: date.name,
        seats,
        capacity,
      })
    }
    if (typedName && typedName !== person.firstName) await saveFirstName(tx, userId, typedName)
    const id = await bookSeats(tx, await lockDate(tx, dateToLock(found, date)), { userId, name, seats, wait })
    return await readSiteBooking(deps, tx, userId, id)
  })
}

/**
 * The date of the wish; 400 names every field that is wrong, 409 says that a date is over. Who has more seats there than one may take
 * now keeps them, or fewer.
 */
async function judgeWish(
  tx: Transaction,
  found: Bookable,
  { date: name, seats, name: firstName, had }: Wish & { seats: number; name: string; had: number },
) {
  const { dates, settings } = found
  const date = dates.find((one) => one.name === name)
  if (!date && (await isOverDate(tx, found, name))) throw closedRefusal('closed')
  const isSeats = seats >= 1 && seats <= Math.max(settings.perPerson, had)
  const fields = {
    ...(!date && { date: 'booking_date_error' }),
    ...(!isSeats && { seats: 'seats_error' }),
    ...(!firstName && { firstName: 'required' }),
  }
  const message = isSeats ? 'Indiquez votre prénom, de 2 à 50 lettres' : perPersonText(settings.perPerson)
  refuseFields(fields, date ? { message } : {})
  if (!date) throw new Error('a wish without errors has a date')
  return date
}

/** A date that is closed, or full for who does not wait, is refused before its lock: a crowd leaves connections to others. */
function refuseEarly(
  found: Bookable,
  date: Bookable['dates'][number],
  { seats, wait }: { seats: number; wait: boolean },
) {
  const { capacity, left, waiting, why } = seatsOfDate(found, date)
  if (why) throw closedRefusal(why)
  if (seats > left && !wait) throw fullOf(left, waiting)
  return { capacity: capacity ?? 0 }
}

export async function readSiteBooking(deps: Dependencies, db: Db, userId: number, id: number): Promise<BookingAnswer> {
  const [booking] = await listSiteBookings({ ...deps, db }, userId, id)
  if (!booking) throw refusal('bookings.not_found')
  return booking
}

/** The bookings of this resident, or the one that is named. */
export async function listSiteBookings({ db, config }: Dependencies, userId: number, id?: number) {
  const tickets = await listTickets(db, userId, id)
  const companyIds = tickets.map(({ companyId }) => companyId)
  const businesses = await findBusinesses(db, companyIds)
  return tickets.map((ticket) => {
    const business = businesses.get(ticket.companyId)
    const url = business ? businessUrl(config, business) : ''
    return presentTicket(ticket, url)
  })
}

function presentTicket(ticket: TicketRow, url: string): BookingAnswer {
  const { instantId, title, companyId, companyName, dateState, state, endedBy, position, reason } = ticket
  const [start, end, now] = [ticket.startsAt.getTime(), ticket.endsAt.getTime(), ticket.now.getTime()]
  const formerStart = ticket.formerStart?.getTime() ?? null
  const closesAt = closingOf(start, ticket.closesMinutes)
  const isListClosed = !isListMoving({ start, state: dateState, formerStart }, closesAt, now)
  const answerBy = ticket.answerBy?.getTime() ?? null
  return {
    id: ticket.id,
    state,
    endedBy,
    seats: ticket.seats,
    code: state === 'held' || state === 'came' ? ticket.code : null,
    position,
    answerBy: answerBy === null ? null : writeParisIso(answerBy),
    date: ticket.date,
    start: writeParisIso(start),
    end: writeParisIso(end),
    dateState,
    dateMessage: ticket.dateMessage,
    allowed: [...bookingActions({ state, end }, now)],
    promise: bookingPromise(
      { state, endedBy, dateState, hasNewTime: formerStart !== null, position, answerBy, isListClosed, reason },
      now,
    ),
    instant: {
      id: instantId,
      title,
      url: url && !ticket.isInstantHidden ? `${url}/${instantSlug(title)}-${instantId}` : '',
    },
    company: { companyId, name: companyName, url },
  }
}

export const acceptBooking = actOn(acceptSeats)
export const withdrawBooking = actOn(withdrawSeats)

/** An act on a booking of this resident, the person locked first; answers the booking as it stands then. */
function actOn(act: (tx: Transaction, userId: number, id: number) => Promise<void>) {
  return async (deps: Dependencies, userId: number, id: number): Promise<BookingAnswer> => {
    await countAgainstLimit(deps.db, deps.config, bookingChanges, `user:${userId}`)
    return await transaction(deps.db, async (tx) => {
      await lockCaller(tx, userId)
      await act(tx, userId, id)
      return await readSiteBooking(deps, tx, userId, id)
    })
  }
}

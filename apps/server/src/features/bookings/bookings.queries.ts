import { randomBytes } from 'node:crypto'
import type { BookingState, EndedBy } from '@parvis/domain/bookings/booking'
import type { EventState } from '@parvis/domain/instants/event-state'
import { cellOf, columnOf, type Db, numberOf, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { isListed } from '../notifications/index.ts'

/** What a change of a booking looks at and writes. */
export type Booking = {
  id: number
  userId: number | null
  name: string
  seats: number
  state: BookingState
  endedBy: EndedBy | null
  code: string | null
  rank: number | null
  answerBy: Date | null
  source: 'site' | 'owner'
  note: string
  reason: string
  bookedAt: Date
  cameAt: Date | null
  remindAt: Date | null
}

const columns = sql`bookings.id, bookings.user_id as "userId", bookings.name, bookings.seats, bookings.state,
  bookings.ended_by as "endedBy", bookings.code, bookings.rank, bookings.answer_by as "answerBy", bookings.source, bookings.note,
  bookings.reason, bookings.booked_at as "bookedAt", bookings.came_at as "cameAt", bookings.remind_at as "remindAt"`

async function bookingsOf(db: Db, where: Sql): Promise<Booking[]> {
  return await rowsOf<Booking>(db)`select ${columns} from bookings where ${where}`
}

/** The booking of a person on a date that is locked. */
export async function findMine(tx: Db, subject: string, userId: number): Promise<Booking | undefined> {
  return (await bookingsOf(tx, sql`bookings.subject = ${subject} and bookings.user_id = ${userId}`))[0]
}

export async function findOnDate(tx: Db, subject: string, id: number): Promise<Booking | undefined> {
  return (await bookingsOf(tx, sql`bookings.subject = ${subject} and bookings.id = ${id}`))[0]
}

/** The date of a booking: it is locked before the booking is read. */
export async function findSubject(tx: Db, id: number): Promise<string | undefined> {
  return await cellOf<string>(tx)`select bookings.subject from bookings where bookings.id = ${id}`
}

/** Those who hold or wait, in the order of the list. */
export async function listLive(tx: Db, subject: string): Promise<Booking[]> {
  return await bookingsOf(
    tx,
    sql`bookings.subject = ${subject} and bookings.state <> 'ended' order by bookings.rank nulls first, bookings.id`,
  )
}

export async function listQueue(tx: Db, subject: string): Promise<Booking[]> {
  return await bookingsOf(tx, sql`bookings.subject = ${subject} and bookings.state = 'waiting' order by bookings.rank`)
}

export async function countQueue(tx: Db, subject: string): Promise<number> {
  return await numberOf(tx)`
    select count(*)::int from bookings where bookings.subject = ${subject} and bookings.state = 'waiting'`
}

/** The offers of a date that is locked that nobody answered in time. */
export async function listDueOf(tx: Transaction, subject: string): Promise<Booking[]> {
  return await bookingsOf(
    tx,
    sql`bookings.subject = ${subject} and bookings.state = 'offered' and bookings.answer_by <= app_now() order by bookings.id`,
  )
}

/** Whose code this is, of this date first, then of those of the company that are not over. */
export async function findBookingByCode(db: Db, companyId: string, code: string, date: string) {
  return await rowOf<{ id: number; subject: string }>(db)`
    select bookings.id, bookings.subject from bookings join capacities on capacities.subject = bookings.subject
    where bookings.company_id = ${companyId} and bookings.code = ${code}
      and (bookings.subject = ${date} or capacities.ends_at > app_now())
    order by bookings.subject = ${date} desc, capacities.starts_at limit 1`
}

export type NewBooking = Omit<Booking, 'id' | 'bookedAt' | 'cameAt'>

export async function insertBooking(
  tx: Transaction,
  date: { companyId: string; subject: string },
  booking: NewBooking,
): Promise<number> {
  const id = randomId()
  await run(tx)`
    insert into bookings (id, company_id, subject, source, user_id, name, note, seats, state, ended_by, code, rank, answer_by,
      reason, remind_at)
    values (${id}, ${date.companyId}, ${date.subject}, ${booking.source}, ${booking.userId}, ${booking.name}, ${booking.note},
      ${booking.seats}, ${booking.state}, ${booking.endedBy}, ${booking.code}, ${booking.rank}, ${booking.answerBy},
      ${booking.reason}, ${booking.remindAt})`
  return id
}

/** Writes the state of a booking; `isNew`: taken up again, it is booked now. */
export async function updateBooking(tx: Transaction, booking: Booking, isNew = false): Promise<void> {
  await run(tx)`
    update bookings set name = ${booking.name}, seats = ${booking.seats}, state = ${booking.state}, ended_by = ${booking.endedBy},
      code = ${booking.code}, rank = ${booking.rank}, answer_by = ${booking.answerBy}, reason = ${booking.reason},
      remind_at = ${booking.remindAt}, came_at = ${booking.cameAt},
      booked_at = case when ${isNew} then app_now() else bookings.booked_at end
    where bookings.id = ${booking.id}`
}

/** 53 random bits: ids do not reveal the number of orders or bookings. */
export const randomId = (): number => Number(randomBytes(8).readBigUInt64BE() >> 11n) || 1

/** A booking with its date, as its resident reads it. */
export type TicketRow = Booking & {
  companyId: string
  companyName: string
  instantId: number
  isInstantHidden: boolean
  title: string
  date: string
  startsAt: Date
  endsAt: Date
  dateState: EventState
  dateMessage: string | null
  formerStart: Date | null
  closesMinutes: number
  position: number | null
  now: Date
}

const pastTicketDays = 30
const maxTickets = 100

/** The bookings of a person, the next one first, past ones last; or the one that is named. */
export async function listTickets(db: Db, userId: number, id?: number): Promise<TicketRow[]> {
  const which =
    id === undefined
      ? sql`capacities.ends_at > app_now() - make_interval(days => ${pastTicketDays}::int)`
      : sql`bookings.id = ${id}`
  return await rowsOf<TicketRow>(db)`
    select ${columns}, companies.id as "companyId", companies.name as "companyName", capacities.instant_id as "instantId",
      (${isListed}) is not true as "isInstantHidden", coalesce(instants.title, capacities.title, '') as title, bookings.subject as date,
      capacities.starts_at as "startsAt", capacities.ends_at as "endsAt", capacities.state as "dateState",
      capacities.message as "dateMessage", capacities.former_start as "formerStart",
      coalesce(settings.closes_minutes, 0) as "closesMinutes", app_now() as now,
      case when bookings.state = 'waiting' then (
        select count(*)::int from bookings ahead
        where ahead.subject = bookings.subject and ahead.state = 'waiting' and ahead.rank <= bookings.rank) end as position
    from bookings
    join capacities on capacities.subject = bookings.subject and capacities.subject <> ''
    join companies on companies.id = bookings.company_id
    left join instants on instants.id = capacities.instant_id
    left join booking_settings settings on settings.instant_id = capacities.instant_id
    where bookings.user_id = ${userId} and ${which}
    order by capacities.ends_at <= app_now(), abs(extract(epoch from capacities.starts_at - app_now())), bookings.id
    limit ${maxTickets}`
}

/** The live booking of a person on each of these dates. */
export async function listMine(db: Db, userId: number, subjects: readonly string[]): Promise<Map<string, number>> {
  const rows = await rowsOf<{ subject: string; id: number }>(db)`
    select bookings.subject, bookings.id from bookings
    where bookings.user_id = ${userId} and bookings.subject = any(${[...subjects]}::text[]) and bookings.state <> 'ended'`
  return new Map(rows.map(({ subject, id }) => [subject, id]))
}

/** The dates to come on which a person holds or waits: at this company, and in all. */
export async function countDates(db: Db, userId: number, companyId: string) {
  const row = await rowOf<{ here: number; all: number }>(db)`
    select count(*) filter (where bookings.company_id = ${companyId})::int as here, count(*)::int as all
    from bookings join capacities on capacities.subject = bookings.subject
    where bookings.user_id = ${userId} and bookings.state <> 'ended' and capacities.ends_at > app_now()`
  return row ?? { here: 0, all: 0 }
}

/** Of a date that is not cancelled, nor postponed without a new one. */
export const goesAhead = sql`capacities.state <> 'cancelled' and (capacities.state <> 'postponed' or capacities.former_start is not null)`

/** The dates of which an offer ran out, some at once; none whose page nobody is shown. */
export async function listDueOffers(db: Db, limit: number): Promise<string[]> {
  return await columnOf<string>(db)`
    select distinct due.subject from (
      select bookings.subject from bookings join capacities on capacities.subject = bookings.subject
      join companies on companies.id = bookings.company_id and companies.suspended_at is null
      join instants on instants.id = capacities.instant_id and ${isListed}
      where bookings.state = 'offered' and bookings.answer_by <= app_now()
        and ${goesAhead} order by bookings.answer_by limit ${limit}
    ) as due order by due.subject`
}

/** The dates of a company to come for which somebody waits. */
export async function listAwaited(tx: Transaction, companyId: string): Promise<string[]> {
  return await columnOf<string>(tx)`
    select capacities.subject from capacities
    where capacities.company_id = ${companyId} and capacities.subject <> '' and capacities.ends_at > app_now() and exists (
      select from bookings where bookings.subject = capacities.subject and bookings.state = 'waiting')
    order by capacities.subject`
}

/** The dates that these people booked, whatever became of it. */
export async function listSubjects(tx: Transaction, userIds: readonly number[]): Promise<string[]> {
  return await columnOf<string>(tx)`
    select distinct bookings.subject from bookings where bookings.user_id = any(${[...userIds]}::bigint[])
    order by bookings.subject`
}

/** What tells whose a booking is, taken out of it. */
export const withoutPerson = sql`user_id = null, name = '', note = '', reason = '', code = null, remind_at = null`

/** Leaves of a person's bookings, or of one, the seats: no name, note, code nor person. */
export async function anonymise(tx: Transaction, of: { userId: number } | { id: number }): Promise<void> {
  const which = 'id' in of ? sql`bookings.id = ${of.id}` : sql`bookings.user_id = ${of.userId}`
  await run(tx)`update bookings set ${withoutPerson} where ${which}`
}

export async function giveTo(tx: Transaction, { from, into }: { from: number; into: number }): Promise<void> {
  await run(tx)`update bookings set user_id = ${into} where bookings.user_id = ${from}`
}

import type { InstantDate } from '@parvis/domain/bookings/booking'
import { deskWords } from '@parvis/domain/bookings/booking-texts.fr'
import type { BookedPerson, BookingDesk, bookingsContract } from '@parvis/domain/bookings/bookings.contract'
import type { Body } from '@parvis/domain/kernel/contract'
import { toCsvFile } from '@parvis/domain/kernel/csv'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { refusal, refuseFields } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { Db, Transaction } from '../../db/database.ts'
import { notifyCompany } from '../../db/notify.queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { countAgainstLimit } from '../../http/limits.ts'
import {
  addByHand,
  type Booking,
  type DateRow,
  findBookingByCode,
  listLive,
  lockDate,
  markCame,
  moveList,
  removeByOwner,
  type SeatedDate,
  saveOwnCapacity,
  saveSeatSettings,
} from '../bookings/index.ts'
import { type BookableInstant, dateToLock, presentSeats, readBookable } from './instant-dates.ts'
import { lockOwnedInstant } from './instant-writes.queries.ts'
import { findOwnedInstant } from './instants.queries.ts'

/** An owner at the list of one of their instants. */
export type AtList = { userId: number; instantId: number }

/** The seats of an instant by date; with a date, its people. */
export async function readBookings({ db }: Dependencies, at: AtList, date?: string): Promise<BookingDesk> {
  return await presentDesk(db, await readOwned(db, at), date)
}

async function readOwned(db: Db, { userId, instantId }: AtList): Promise<BookableInstant> {
  await findOwnedInstant(db, userId, instantId)
  const found = await readBookable(db, instantId)
  if (!found) throw refusal('instants.not_found')
  return found
}

async function presentDesk(db: Db, found: BookableInstant, date?: string): Promise<BookingDesk> {
  if (date && !namedDate(found, date)) refuseFields({ date: 'booking_date_error' })
  return {
    ...found.settings,
    dates: allDates(found).map((one) => presentSeats(found, one)),
    people: date ? presentPeople(await listLive(db, date)) : null,
  }
}

/** Dates to come, and those that were, or are gone, with people of the last days. */
function allDates({ dates, seats }: BookableInstant): InstantDate[] {
  const past = seats.filter(({ subject, people }) => people > 0 && dates.every(({ name }) => name !== subject))
  return [...past.map(dateOfRow), ...dates].sort((one, other) => one.start - other.start)
}

const dateOfRow = ({ subject, startsAt, endsAt, state, message, formerStart }: DateRow): InstantDate => ({
  name: subject,
  start: startsAt.getTime(),
  end: endsAt.getTime(),
  state,
  message,
  formerStart: formerStart?.getTime() ?? null,
})

const namedDate = (found: BookableInstant, name: string) => allDates(found).find((one) => one.name === name)

/** Who has a seat, by name, then the list in its order. */
function presentPeople(bookings: readonly Booking[]): BookedPerson[] {
  const waiting = bookings.filter(({ state }) => state === 'waiting')
  const seated = bookings.filter(({ state }) => state !== 'waiting')
  return [
    ...seated
      .sort((one, other) => one.name.localeCompare(other.name, 'fr') || one.id - other.id)
      .map((booking) => presentPerson(booking)),
    ...waiting.map((booking, at) => presentPerson(booking, at + 1)),
  ]
}

const presentPerson = (booking: Booking, position: number | null = null): BookedPerson => ({
  id: booking.id,
  name: booking.name,
  seats: booking.seats,
  state: booking.state,
  endedBy: booking.endedBy,
  code: booking.code,
  position,
  answerBy: booking.answerBy && writeParisIso(booking.answerBy),
  source: booking.source,
  note: booking.note || null,
  bookedAt: writeParisIso(booking.bookedAt),
  cameAt: booking.cameAt && writeParisIso(booking.cameAt),
})

type Typed = Body<typeof bookingsContract.saveBookings>

/** Opens seats: for every date, or the capacity of one alone; more seats go to the list first. */
export async function saveBookings({ db }: Dependencies, at: AtList, { version, date, ...typed }: Typed) {
  return await transaction(db, async (tx) => {
    const { instant } = await lockOwnedInstant(tx, at.userId, at.instantId)
    const found = await readOwned(tx, at)
    if (found.instant.schedule_kind === 'hours') refuseFields({ capacity: 'bookings_need_dates' })
    const own = date ? found.dates.find(({ name }) => name === date) : undefined
    if (date && !own) refuseFields({ date: 'booking_date_error' })
    if (isSaved(found, typed, own)) return await presentDesk(tx, found)
    if (version !== found.settings.version) throw refusal('bookings.newer_version')
    const given = own ? {} : definedOf(typed)
    await saveSeatSettings(tx, instant.id, { ...found.settings, ...given, version: version + 1 })
    if (own) await saveOwnCapacity(tx, dateToLock(found, own), typed.capacity)
    await moveLists(tx, found)
    await notifyCompany(tx, instant.company_id, { topic: 'instant', id: instant.id })
    return await presentDesk(tx, await readOwned(tx, at))
  })
}

function isSaved({ settings, seats }: BookableInstant, typed: Omit<Typed, 'version'>, own: InstantDate | undefined) {
  if (own) return (seats.find(({ subject }) => subject === own.name)?.own ?? null) === typed.capacity
  return settings.version > 0 && JSON.stringify({ ...settings, ...definedOf(typed) }) === JSON.stringify(settings)
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
const definedOf = <T extends object>(typed: T): Defined<T> =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined)) as Defined<T>

async function moveLists(tx: Transaction, found: BookableInstant): Promise<void> {
  const names = found.seats.map(({ subject }) => subject)
  for (const one of found.dates.filter(({ name }) => names.includes(name)).sort(byName))
    await moveList(tx, await lockDate(tx, dateToLock(found, one)))
}

const byName = (one: InstantDate, other: InstantDate) => (one.name < other.name ? -1 : 1)

/** Somebody who telephoned: past the list and the closing. */
export async function addPerson(deps: Dependencies, at: AtList, typed: Body<typeof bookingsContract.addPerson>) {
  return await onDate(deps, at, typed.date, async (tx, date) => {
    const { name, seats, note = '', overCapacity = false } = typed
    return await addByHand(tx, date, { name, seats, note, overCapacity })
  })
}

export async function removePerson(deps: Dependencies, { userId, instantId }: AtList, id: number, reason: string) {
  await transaction(deps.db, async (tx) => {
    await findOwnedInstant(tx, userId, instantId)
    await removeByOwner(tx, instantId, id, reason)
  })
}

/** Wrong codes of an instant: a hall types one in two seconds. */
const wrongCodes = { name: 'booking-codes', max: 30, seconds: 60 }

/** « Venu », by the code that was shown or by hand; a wrong code says of which date it is. */
export async function sayCame(deps: Dependencies, at: AtList, typed: Body<typeof bookingsContract.markCame>) {
  const { id = typed.code ? await findCode(deps, at, typed.date, typed.code) : undefined } = typed
  if (id === undefined) refuseFields({ code: 'required' })
  return await onDate(deps, at, typed.date, async (tx, date) => await markCame(tx, date, id ?? 0, typed.came))
}

async function findCode({ db, config }: Dependencies, at: AtList, date: string, code: string): Promise<number> {
  const owned = await findOwnedInstant(db, at.userId, at.instantId)
  const found = await findBookingByCode(db, owned.company_id, code.trim(), date)
  if (found?.subject === date) return found.id
  await countAgainstLimit(db, config, wrongCodes, `instant:${at.instantId}`)
  throw refusal('bookings.code_unknown', { details: { date: found?.subject ?? null } })
}

/** Runs a change of one booking of a date of theirs, the date locked; answers the person. */
async function onDate(
  { db }: Dependencies,
  at: AtList,
  name: string,
  change: (tx: Transaction, date: SeatedDate) => Promise<number>,
) {
  return await transaction(db, async (tx) => {
    const found = await readOwned(tx, at)
    const date = namedDate(found, name)
    if (!date) return refuseFields({ date: 'booking_date_error' }) as never
    const id = await change(tx, await lockDate(tx, dateToLock(found, date)))
    const person = presentPeople(await listLive(tx, name)).find((one) => one.id === id)
    if (!person) throw refusal('bookings.not_found')
    return person
  })
}

const headings = ['Date', 'Prénom', 'Places', 'État', 'Code', 'Réservé le', 'Venu le', 'Note']

/** The people of a date as CSV; no cell begins like a formula. */
export async function exportPeople({ db }: Dependencies, at: AtList, name: string) {
  const found = await readOwned(db, at)
  const date = namedDate(found, name)
  if (!date) return refuseFields({ date: 'booking_date_error' }) as never
  const cell = (iso: string | null) => (iso ?? '').slice(0, 16).replace('T', ' ')
  const rows = presentPeople(await listLive(db, name)).map((one) => [
    cell(writeParisIso(date.start)),
    one.name,
    one.seats,
    deskWords[one.state],
    one.code ?? '',
    cell(one.bookedAt),
    cell(one.cameAt),
    one.note ?? '',
  ])
  return { name: `reservations-${name}.csv`, text: toCsvFile([headings, ...rows]) }
}

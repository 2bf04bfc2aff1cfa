import { type SeatSettings, usualSeats } from '@parvis/domain/bookings/booking'
import type { EventState } from '@parvis/domain/instants/event-state'
import { together } from '@parvis/postgres'
import { columnOf, type Db, numberOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { opaque, prepared } from '../../db/prepared.ts'
import { sql } from '../../db/sql.ts'
import { isListed } from '../notifications/index.ts'

/** What is bounded: a quarter of an hour of pick-ups (no subject), or a date of an instant by its name. */
export type CapacityKey = { companyId: string; subject?: string; startsAt: Date }

/** Takes so many of what is left; false, and nothing taken, beyond the capacity, which null does not bound. */
export async function take(tx: Transaction, key: CapacityKey, n: number, capacity: number | null): Promise<boolean> {
  return (await takeOf(tx, { subject: '', ...key, n, capacity })).length > 0
}

type Taking = Required<CapacityKey> & { n: number; capacity: number | null }
const takeOf = prepared(
  ({ companyId, subject, startsAt, n, capacity }: Taking) => sql`
    insert into capacities (company_id, subject, starts_at, taken) values (${companyId}, ${subject}, ${startsAt}, ${n}::int)
    on conflict (company_id, subject, starts_at) do update set taken = capacities.taken + ${n}::int, changed_at = app_now()
    where ${capacity}::int is null or capacities.taken + ${n}::int <= ${capacity}::int
    returning capacities.company_id`,
)

export async function give(tx: Transaction, key: CapacityKey, n: number): Promise<void> {
  await giveBack(tx, { subject: '', ...key, n })
}

const giveBack = prepared(
  ({ companyId, subject, startsAt, n }: Required<CapacityKey> & { n: number }) => sql`
    update capacities set taken = greatest(capacities.taken - ${n}::int, 0), changed_at = app_now()
    where capacities.company_id = ${companyId} and capacities.subject = ${subject}
      and capacities.starts_at = ${startsAt}`,
)

/** What is taken from a moment on, by the start of its quarter in epoch milliseconds. */
export async function listTaken(db: Db, companyId: string, from: Date): Promise<Map<number, number>> {
  const rows = await rowsOf<{ startsAt: Date; taken: number }>(db)`
    select capacities.starts_at as "startsAt", capacities.taken from capacities
    where capacities.company_id = ${companyId} and capacities.subject = '' and capacities.starts_at >= ${from}
      and capacities.taken > 0`
  return new Map(rows.map(({ startsAt, taken }) => [startsAt.getTime(), taken]))
}

/** Four digits that no live order or booking of the shop has, the wished ones if free; kept until the transaction ends. */
export async function takeCode(
  tx: Transaction,
  companyId: string,
  wished: string | null = null,
): Promise<string | null> {
  // The second statement sees what was committed while the lock was awaited.
  const [, [drawn]] = await together(tx, (db) => [lockCodes(db, { companyId }), freeCode(db, { companyId, wished })])
  return drawn?.code ?? null
}

const lockCodes = prepared(
  ({ companyId }: { companyId: string }) => sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, 10))`,
)

const freeCode = prepared(
  ({ companyId, wished }: { companyId: string; wished: string | null }) => sql<{ code: string }>`
    select tried.code from (
      select ${opaque(wished, 'text')} as code, 0 as rank
      union all select lpad(floor(random() * 10000)::int::text, 4, '0'), rank from generate_series(1, 100) as rank
    ) as tried
    where tried.code is not null and not exists (
      select from orders where orders.company_id = ${companyId} and orders.code = tried.code
        and orders.state between 'accepted' and 'ready')
      and not exists (
        select from bookings join capacities on capacities.subject = bookings.subject
        where bookings.company_id = ${companyId} and bookings.code = tried.code and capacities.ends_at > app_now())
    order by tried.rank limit 1`,
)

/** A date with what is taken of it, its row locked until the transaction ends, and the settings that bind it. */
export type SeatedDate = {
  companyId: string
  instantId: number
  /** The name of the date. */
  subject: string
  title: string
  startsAt: Date
  endsAt: Date
  state: EventState
  message: string | null
  formerStart: Date | null
  own: number | null
  taken: number
  rank: number
  now: Date
  /** Its page is shown to nobody: its business is suspended, its instant paused or a draft. */
  isHidden: boolean
  settings: SeatSettings
}

export type DateToLock = Pick<
  SeatedDate,
  'companyId' | 'instantId' | 'subject' | 'startsAt' | 'endsAt' | 'state' | 'message' | 'formerStart'
>

/**
 * Locks a date: everything that changes its seats or its list waits here, and reads afterwards (two statements, so that the second one
 * sees what the last holder of the lock wrote). The row of a date that nobody booked is made.
 */
export async function lockDate(tx: Transaction, date: DateToLock): Promise<SeatedDate> {
  const subjects = [date.subject]
  const [, , [locked]] = await together(tx, (db) => [
    insertDate(db, date),
    lockSubjects(db, { subjects }),
    selectDates(db, { subjects }),
  ])
  if (!locked) throw new Error(`the date ${date.subject} was made`)
  return seatedOf(locked)
}

/** The dates of these names that have a row, locked in the order of their names. */
export async function lockDates(tx: Transaction, subjects: readonly string[]): Promise<SeatedDate[]> {
  if (subjects.length === 0) return []
  await lockSubjects(tx, { subjects })
  return (await selectDates(tx, { subjects })).map(seatedOf)
}

const insertDate = prepared(
  (date: DateToLock) => sql`
    insert into capacities (company_id, subject, starts_at, ends_at, instant_id, state, message, former_start, taken)
    values (${date.companyId}, ${date.subject}, ${date.startsAt}, ${date.endsAt}, ${date.instantId}, ${date.state},
      ${date.message}, ${date.formerStart}, 0)
    on conflict (subject) where subject <> '' do nothing`,
)

const lockSubjects = prepared(
  ({ subjects }: { subjects: readonly string[] }) => sql`
    select from capacities where capacities.subject = any(${subjects}::text[]) and capacities.subject <> ''
    order by capacities.subject for no key update`,
)

type DateColumns = Omit<SeatedDate, 'settings'> & Partial<SeatSettings>
const selectDates = prepared(
  ({ subjects }: { subjects: readonly string[] }) => sql<DateColumns>`
    select capacities.company_id as "companyId", capacities.instant_id as "instantId", capacities.subject,
      coalesce(instants.title, capacities.title, '') as title, capacities.starts_at as "startsAt", capacities.ends_at as "endsAt",
      capacities.state, capacities.message, capacities.former_start as "formerStart", capacities.own, capacities.taken,
      capacities.rank, app_now() as now, (companies.suspended_at is null and ${isListed}) is not true as "isHidden", settings.version, settings.capacity, settings.per_person as "perPerson",
      settings.closes_minutes as "closesMinutes", settings.phone_needed as "phoneNeeded"
    from capacities
    join companies on companies.id = capacities.company_id
    left join instants on instants.id = capacities.instant_id
    left join booking_settings settings on settings.instant_id = capacities.instant_id
    where capacities.subject = any(${subjects}::text[]) and capacities.subject <> ''
    order by capacities.subject`,
)

function seatedOf({ version, capacity, perPerson, closesMinutes, phoneNeeded, ...date }: DateColumns): SeatedDate {
  const settings = { version, capacity, perPerson, closesMinutes, phoneNeeded } as SeatSettings
  return { ...date, settings: version === null || version === undefined ? usualSeats : settings }
}

/** The next rank of the list of a date that is locked. */
export async function nextRank(tx: Transaction, subject: string): Promise<number> {
  return await numberOf(tx)`
    update capacities set rank = capacities.rank + 1 where capacities.subject = ${subject} and capacities.subject <> ''
    returning capacities.rank`
}

/** The dates of an instant that have a row and are not over, by name. */
export async function listComing(db: Db, instantId: number): Promise<string[]> {
  return await columnOf<string>(db)`
    select capacities.subject from capacities
    where capacities.instant_id = ${instantId} and capacities.subject <> '' and capacities.ends_at > app_now()
    order by capacities.subject`
}

/** What the dates of an instant have of their own, by name; past ones of so many days too. */
export async function listSeats(db: Db, instantId: number, pastDays: number) {
  return await rowsOf<DateRow>(db)`
    select capacities.subject, capacities.starts_at as "startsAt", capacities.ends_at as "endsAt", capacities.own,
      capacities.taken, capacities.state, capacities.message, capacities.former_start as "formerStart",
      count(bookings.id) filter (where bookings.state = 'waiting')::int as waiting,
      coalesce(sum(bookings.seats) filter (where bookings.state = 'came'), 0)::int as came,
      count(bookings.id) filter (where bookings.state <> 'ended')::int as people
    from capacities left join bookings on bookings.subject = capacities.subject
    where capacities.instant_id = ${instantId} and capacities.subject <> ''
      and capacities.ends_at > app_now() - make_interval(days => ${pastDays}::int)
    group by capacities.company_id, capacities.subject, capacities.starts_at
    order by capacities.starts_at, capacities.subject`
}

export type DateRow = Pick<
  SeatedDate,
  'subject' | 'startsAt' | 'endsAt' | 'own' | 'taken' | 'state' | 'message' | 'formerStart'
> & { waiting: number; came: number; people: number }

/** Where a date stands since its schedule was written, of a date that is locked. */
export async function moveDate(tx: Transaction, date: SeatedDate): Promise<void> {
  await run(tx)`
    update capacities set starts_at = ${date.startsAt}, ends_at = ${date.endsAt}, state = ${date.state},
      message = ${date.message}, former_start = ${date.formerStart}
    where capacities.subject = ${date.subject} and capacities.subject <> ''`
}

/** The capacity of this date alone; `title`: that of its instant, which is about to go. */
export async function saveOwn(tx: Transaction, subject: string, own: number | null, title?: string): Promise<void> {
  await run(tx)`
    update capacities set own = ${own}, title = coalesce(${title ?? null}, capacities.title), changed_at = app_now()
    where capacities.subject = ${subject} and capacities.subject <> ''`
}

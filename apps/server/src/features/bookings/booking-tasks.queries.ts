import { durations } from '@parvis/domain/kernel/durations'
import { retention } from '@parvis/domain/kernel/retention'
import { cellOf, type Db, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { goesAhead, withoutPerson } from './bookings.queries.ts'
import type { PushedBooking } from './change-bookings.ts'

/** What a push about a booking shows around its sentence; undefined once the person is another, or is gone. */
export async function findPushed(db: Db, { bookingId, userId }: PushedBooking) {
  return await rowOf<{ companyName: string; hidesExcerpts: boolean; now: Date }>(db)`
    select companies.name as "companyName", coalesce(settings.hide_excerpts, false) as "hidesExcerpts", app_now() as now
    from bookings join companies on companies.id = bookings.company_id
    left join resident_settings settings on settings.user_id = bookings.user_id
    where bookings.id = ${bookingId} and bookings.user_id = ${userId}`
}

type Booker = { userId: number; title: string; startsAt: Date; until: Date; key: string; companyName: string }

/** Who holds or awaits a seat on a date to come of these businesses. */
export async function listBookersOf(tx: Transaction, companyIds: readonly string[]) {
  return await rowsOf<Booker>(tx)`
    select bookings.user_id as "userId", coalesce(instants.title, capacities.title, '') as title,
      capacities.starts_at as "startsAt", capacities.ends_at as until, 'booking-' || bookings.id as key, companies.name as "companyName"
    from bookings join capacities on capacities.subject = bookings.subject
    join companies on companies.id = bookings.company_id
    left join instants on instants.id = capacities.instant_id
    where bookings.company_id = any(${[...companyIds]}::uuid[]) and bookings.user_id is not null
      and bookings.state in ('waiting', 'offered', 'held') and capacities.ends_at > app_now() and ${goesAhead}`
}

/** Who holds a booking; undefined by the shop's hand, or of somebody who is gone. */
export async function findBooker(db: Db, bookingId: number): Promise<number | undefined> {
  const value = await cellOf<number | null>(db)`
    select bookings.user_id from bookings where bookings.id = ${bookingId}`
  return value ?? undefined
}

/** What these residents hold, or wait for, on dates to come, soonest first. */
export async function listBookingsToCome(db: Db, userIds: readonly number[]) {
  return await rowsOf<{ userId: number; id: number; title: string; at: Date }>(db)`
    select bookings.user_id as "userId", bookings.id, coalesce(instants.title, capacities.title, '') as title, capacities.starts_at as at
    from bookings join capacities on capacities.subject = bookings.subject
    left join instants on instants.id = capacities.instant_id
    where bookings.user_id = any(${[...userIds]}::bigint[]) and bookings.state in ('waiting', 'offered', 'held')
      and capacities.starts_at > app_now() and ${goesAhead} order by at, bookings.id`
}

type DueReminder = { id: number; userId: number; title: string; startsAt: Date; endsAt: Date }

/**
 * Marks the reminders that are due and answers them: that of the evening before waits for the end of the person's quiet hours, the one
 * an hour before does not. None of a date that is cancelled or postponed without a date, nor of a suspended business, whose pages
 * nobody is shown.
 */
export async function takeReminders(tx: Transaction, limit: number): Promise<DueReminder[]> {
  const minute = sql`(extract(hour from app_now() at time zone 'Europe/Paris') * 60
    + extract(minute from app_now() at time zone 'Europe/Paris'))`
  const isQuiet = sql`case when settings.quiet_from <= settings.quiet_to
    then ${minute} >= settings.quiet_from and ${minute} < settings.quiet_to
    else ${minute} >= settings.quiet_from or ${minute} < settings.quiet_to end`
  return await rowsOf<DueReminder>(tx)`
    update bookings set remind_at = null
    from (
      select bookings.id, coalesce(instants.title, capacities.title, '') as title, capacities.starts_at, capacities.ends_at
      from bookings
      join capacities on capacities.subject = bookings.subject
      join companies on companies.id = bookings.company_id and companies.suspended_at is null
      left join instants on instants.id = capacities.instant_id
      left join resident_settings settings on settings.user_id = bookings.user_id
      where bookings.remind_at <= app_now() and bookings.state = 'held' and bookings.user_id is not null
        and capacities.starts_at > app_now()
        and ${goesAhead}
        and (settings.user_id is null or app_now() >= capacities.starts_at - ${durations.reminder}::interval or not (${isQuiet}))
      order by bookings.remind_at limit ${limit} for no key update of bookings skip locked
    ) as due
    where bookings.id = due.id
    returning bookings.id, bookings.user_id as "userId", due.title, due.starts_at as "startsAt", due.ends_at as "endsAt"`
}

/** So many days after a date the persons go, with names, notes and codes; the seats stay. */
export async function forgetPeople(db: Db): Promise<void> {
  await run(db)`
    update bookings set ${withoutPerson} from capacities
    where capacities.subject = bookings.subject and bookings.name <> ''
      and capacities.ends_at < app_now() - make_interval(days => ${retention.bookedPersonDays}::int)`
}

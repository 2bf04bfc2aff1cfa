import type { CalendarReason, CalendarState, DraftReason, LeftOutReason } from '@parvis/domain/calendars/calendar'
import type { Fingerprints } from '@parvis/domain/calendars/imported-event'
import { durations } from '@parvis/domain/kernel/durations'
import { changed, type Db, hasRow, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'

export type CalendarRow = {
  company_id: string
  /** Sealed: it often is a secret. */
  url: Buffer
  host: string
  category_id: number
  publish: boolean
  generation: string
  etag: string | null
  state: CalendarState
  reason: CalendarReason | null
  failures: number
  accept: boolean
  read_at: Date | null
  next_at: Date
}

export type EventRow = {
  company_id: string
  uid: string
  /** Null of one that is left out, or deleted by hand. */
  instant_id: number | null
  /** As the last reading wrote them; null of one that is left out. */
  written: Fingerprints | null
  released: boolean
  title: string
  first_start: Date
  start: Date | null
  why: DraftReason | LeftOutReason | null
  /** The instant written by hand that it is like. */
  like_id: number | null
  /** Readings in a row that did not find it; 2 once it is cancelled for it. */
  absent: number
}

export async function findCalendar(db: Db, companyId: string): Promise<CalendarRow | undefined> {
  return await rowOf<CalendarRow>(db)`
    select calendars.company_id, calendars.url, calendars.host, calendars.category_id, calendars.publish,
      calendars.generation, calendars.etag, calendars.state, calendars.reason, calendars.failures, calendars.accept,
      calendars.read_at, calendars.next_at
    from calendars where calendars.company_id = ${companyId}`
}

export async function saveCalendar(
  tx: Db,
  companyId: string,
  changes: Partial<Pick<CalendarRow, 'category_id' | 'publish' | 'accept'>>,
): Promise<void> {
  await run(tx)`update calendars set ${changed(changes)} where calendars.company_id = ${companyId}`
}

type Subscription = Pick<CalendarRow, 'company_id' | 'url' | 'host' | 'category_id'>

/** Another address is another generation, to be read first; what was imported stays tied to it by UID. */
export async function subscribe(tx: Transaction, subscription: Subscription): Promise<void> {
  const { company_id, url, host, category_id } = subscription
  await run(tx)`
    insert into calendars (company_id, url, host, category_id, publish)
    values (${company_id}, ${url}, ${host}, ${category_id}, false)
    on conflict (company_id) do update set url = excluded.url, host = excluded.host, category_id = excluded.category_id,
      publish = false, generation = gen_random_uuid(), etag = null, state = 'waiting', reason = null, failures = 0,
      accept = false, read_at = null, next_at = app_now()`
}

export async function unsubscribe(tx: Transaction, companyId: string): Promise<void> {
  await run(tx)`delete from calendars where calendars.company_id = ${companyId}`
}

type Reading = Partial<Pick<CalendarRow, 'state' | 'failures' | 'accept' | 'etag'>> &
  Pick<CalendarRow, 'reason'> & { minutes: number }

/** One try ended: when the next one is, in minutes. */
export async function endReading(
  tx: Db,
  { company_id, generation }: Pick<CalendarRow, 'company_id' | 'generation'>,
  { minutes, ...changes }: Reading,
): Promise<void> {
  await run(tx)`
    update calendars set ${changed(changes)}, read_at = app_now(),
      next_at = app_now() + make_interval(secs => ${minutes * 60})
    where calendars.company_id = ${company_id} and calendars.generation = ${generation}`
}

/** Takes the calendars whose time has come, each by one worker; their next time is an hour later, until the reading sets it. */
export async function takeDueCalendars(tx: Transaction, limit: number) {
  return await rowsOf<Pick<CalendarRow, 'company_id' | 'host'>>(tx)`
    update calendars set next_at = app_now() + ${durations.hour}::interval where calendars.company_id in (
      select due.company_id from calendars due where due.next_at <= app_now()
      order by due.next_at limit ${limit} for update skip locked)
    returning calendars.company_id, calendars.host`
}

export async function listCalendarEvents(db: Db, companyId: string): Promise<EventRow[]> {
  return await rowsOf<EventRow>(db)`
    select events.company_id, events.uid, events.instant_id, events.written, events.released, events.title,
      events.first_start, events.start, events.why, events.like_id, events.absent
    from calendar_events events where events.company_id = ${companyId} order by events.start`
}

export async function saveEvent(tx: Transaction, event: EventRow): Promise<void> {
  await run(tx)`
    insert into calendar_events (company_id, uid, instant_id, written, released, title, first_start, start, why, like_id, absent)
    values (${event.company_id}, ${event.uid}, ${event.instant_id}, ${event.written && JSON.stringify(event.written)}::jsonb,
      ${event.released}, ${event.title}, ${event.first_start}, ${event.start}, ${event.why}, ${event.like_id}, ${event.absent})
    on conflict (company_id, uid) do update set instant_id = excluded.instant_id, written = excluded.written,
      released = excluded.released, title = excluded.title, first_start = excluded.first_start, start = excluded.start,
      why = excluded.why, like_id = excluded.like_id, absent = excluded.absent`
}

export async function removeEvents(tx: Transaction, companyId: string, uids: readonly string[]): Promise<void> {
  await run(tx)`
    delete from calendar_events
    where calendar_events.company_id = ${companyId} and calendar_events.uid = any(${[...uids]}::text[])`
}

/** What an imported instant takes from its business. */
export async function findPublisher(tx: Db, companyId: string): Promise<Publisher> {
  const publisher = await rowOf<Publisher>(tx)`
    select companies.name, companies.address, companies.city, companies.zip_code, companies.latitude,
      companies.longitude, companies.profile_picture
    from companies where companies.id = ${companyId}`
  if (!publisher) throw new Error(`the company ${companyId} is gone`)
  return publisher
}

export type Publisher = Record<'name' | 'address' | 'city' | 'zip_code', string> & {
  latitude: number | null
  longitude: number | null
  profile_picture: string | null
}

export async function isOwnDomain(db: Db, host: string): Promise<boolean> {
  return await hasRow(db)`select from custom_domains where custom_domains.name = ${host}`
}

export const isDraftReason = (why: EventRow['why']): why is DraftReason => why === 'like' || why === 'elsewhere'

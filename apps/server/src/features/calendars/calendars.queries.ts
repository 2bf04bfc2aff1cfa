import type { CalendarReason, DraftReason } from '@parvis/domain/calendars/calendar'
import type { Fingerprints } from '@parvis/domain/calendars/imported-event'
import { durations } from '@parvis/domain/kernel/durations'
import { type Selectable, sql, type Updateable } from 'kysely'
import { type Db, hasRow, rowsOf, type Transaction } from '../../db/database.ts'
import type { CalendarTables } from '../../db/tables/instants.ts'

export type CalendarRow = Selectable<CalendarTables['calendars']>
export type EventRow = Selectable<CalendarTables['calendar_events']>

export async function findCalendar(db: Db, companyId: string): Promise<CalendarRow | undefined> {
  return await db.selectFrom('calendars').where('calendars.company_id', '=', companyId).selectAll().executeTakeFirst()
}

export async function saveCalendar(
  tx: Db,
  companyId: string,
  changes: Updateable<CalendarTables['calendars']>,
): Promise<void> {
  await tx.updateTable('calendars').set(changes).where('calendars.company_id', '=', companyId).execute()
}

type Subscription = Pick<CalendarRow, 'company_id' | 'url' | 'host' | 'category_id'>

/** Another address is another generation, to be read first; what was imported stays tied to it by UID. */
export async function subscribe(tx: Transaction, subscription: Subscription): Promise<void> {
  const { company_id: _, ...columns } = subscription
  await tx
    .insertInto('calendars')
    .values({ ...subscription, publish: false })
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet({
        ...columns,
        publish: false,
        generation: sql`gen_random_uuid()`,
        etag: null,
        state: 'waiting',
        reason: null,
        failures: 0,
        accept: false,
        read_at: null,
        next_at: sql`app_now()`,
      }),
    )
    .execute()
}

export async function unsubscribe(tx: Transaction, companyId: string): Promise<void> {
  await tx.deleteFrom('calendars').where('calendars.company_id', '=', companyId).execute()
}

/** One try ended: when the next one is, in minutes. */
export async function endReading(
  tx: Db,
  { company_id, generation }: Pick<CalendarRow, 'company_id' | 'generation'>,
  { minutes, ...changes }: Updateable<CalendarTables['calendars']> & { minutes: number; reason: CalendarReason | null },
): Promise<void> {
  await tx
    .updateTable('calendars')
    .set({ ...changes, read_at: sql`app_now()`, next_at: sql`app_now() + make_interval(secs => ${minutes * 60})` })
    .where('calendars.company_id', '=', company_id)
    .where('calendars.generation', '=', generation)
    .execute()
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
  return await db
    .selectFrom('calendar_events')
    .where('calendar_events.company_id', '=', companyId)
    .selectAll()
    .orderBy('calendar_events.start')
    .execute()
}

type EventToSave = Omit<EventRow, 'written'> & { written: Fingerprints | null }

export async function saveEvent(tx: Transaction, event: EventToSave): Promise<void> {
  const columns = { ...event, written: event.written && JSON.stringify(event.written) }
  await tx
    .insertInto('calendar_events')
    .values(columns)
    .onConflict((conflict) => conflict.columns(['company_id', 'uid']).doUpdateSet(columns))
    .execute()
}

export async function removeEvents(tx: Transaction, companyId: string, uids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('calendar_events')
    .where('calendar_events.company_id', '=', companyId)
    .where(sql<boolean>`calendar_events.uid = any(${[...uids]}::text[])`)
    .execute()
}

/** What an imported instant takes from its business. */
export async function findPublisher(tx: Db, companyId: string) {
  return await tx
    .selectFrom('companies')
    .where('companies.id', '=', companyId)
    .select([
      'companies.name',
      'companies.address',
      'companies.city',
      'companies.zip_code',
      'companies.latitude',
      'companies.longitude',
      'companies.profile_picture',
    ])
    .executeTakeFirstOrThrow()
}

export async function isOwnDomain(db: Db, host: string): Promise<boolean> {
  return await hasRow(db)`select from custom_domains where custom_domains.name = ${host}`
}

export const isDraftReason = (why: EventRow['why']): why is DraftReason => why === 'like' || why === 'elsewhere'

import { refusal } from '@parvis/domain/refusals'
import { together } from '@parvis/postgres'
import { changed, inserted, rowOf, rowsOf, run, type Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { lockCompany } from '../company/index.ts'
import { findOwnedInstant, type InstantRow, instantVersion, lockInstant } from './instants.queries.ts'

type InstantChange = Partial<Omit<InstantRow, 'id' | 'company_id' | 'modified_at' | 'version'>>
/** What the form of an instant writes, but its place on the map. */
export type TypedColumns = Pick<
  InstantRow,
  'title' | 'short_description' | 'long_description' | 'category_id' | 'address' | 'city' | 'zip_code'
>
type InstantToInsert = InstantChange & TypedColumns & Pick<InstantRow, 'company_id' | 'picture'>

export async function insertInstant(tx: Transaction, instant: InstantToInsert): Promise<InstantRow> {
  const row = await rowOf<InstantRow>(tx)`
    insert into instants ${inserted(instant)} returning instants.*, ${instantVersion}`
  if (!row) throw new Error('an instant was just inserted')
  return row
}

/** Writes an instant and its last change; answers its row. */
export async function saveInstant(tx: Transaction, instantId: number, changes: InstantChange): Promise<InstantRow> {
  const row = await rowOf<InstantRow>(tx)`
    update instants set ${changed({ ...changes, modified_at: sql`app_now()` })}
    where instants.id = ${instantId} returning instants.*, ${instantVersion}`
  if (!row) throw new Error('an instant that is saved is there')
  return row
}

export async function removeInstant(tx: Transaction, instantId: number): Promise<void> {
  await run(tx)`delete from instants where instants.id = ${instantId}`
}

/**
 * Publishes the instant; its last change becomes the planned time of publication, as if a person had published it then.
 */
export async function publishInstant(
  tx: Transaction,
  instantId: number,
  { isEnabled, notifies }: { isEnabled: boolean; notifies: boolean },
): Promise<void> {
  await run(tx)`
    update instants set publication = 'published', modified_at = instants.publish_at, publish_at = null,
      notify_on_publish = false, is_enabled = ${isEnabled} ${notifies ? sql`, notification_at = instants.publish_at` : sql``}
    where instants.id = ${instantId}`
}

/** Turns the instant into a draft, without a notice to followers. */
export async function keepUnpublished(tx: Transaction, instantId: number): Promise<void> {
  await run(tx)`
    update instants set publication = 'draft', publish_at = null, notify_on_publish = false
    where instants.id = ${instantId}`
}

type Place = Pick<InstantRow, 'address' | 'city' | 'zip_code' | 'latitude' | 'longitude'>

/** Where a company stands, for an instant without a place of its own. */
export async function findCompanyPlace(tx: Transaction, companyId: string): Promise<Place> {
  const place = await rowOf<Place>(tx)`
    select companies.address, companies.city, companies.zip_code, companies.latitude, companies.longitude
    from companies where companies.id = ${companyId}`
  if (!place) throw new Error('the company of an instant is there')
  return place
}

/** Locks the company of an instant, then the instant, until the transaction ends; answers both. */
export async function lockOwnedInstant(tx: Transaction, userId: number, instantId: number) {
  return await lockFoundInstant(tx, await findOwnedInstant(tx, userId, instantId))
}

/** The same for an instant that the caller was found to own. */
export async function lockFoundInstant(tx: Transaction, found: Pick<InstantRow, 'id' | 'company_id'>) {
  const [plan, instant] = await together(tx, (db) => [lockCompany(db, found.company_id), lockInstant(db, found.id)])
  if (!instant) throw refusal('instants.not_found')
  return { instant, plan }
}

export type DueNotification = {
  instantId: number
  companyId: string
  companyName: string
  title: string
  isEnabled: boolean
  /** Completed and not suspended. */
  isShown: boolean
  sentBefore: number
  /** Of those nothing is announced. */
  isOff: boolean
}

/** The notifications whose time has come, locked until the transaction ends; rows locked by another process are skipped. */
export async function takeDueNotifications(tx: Transaction, limit: number): Promise<DueNotification[]> {
  return await rowsOf<DueNotification>(tx)`
    select instants.id as "instantId", instants.company_id as "companyId", companies.name as "companyName", instants.title,
      instants.is_enabled as "isEnabled", companies.is_shown as "isShown", instants.notification_count as "sentBefore",
      instants.event_state in ('cancelled', 'postponed') as "isOff"
    from instants join companies on companies.id = instants.company_id
    where instants.notification_at <= app_now()
    order by instants.notification_at limit ${limit} for update of instants skip locked`
}

export async function markNotified(tx: Transaction, instantId: number): Promise<void> {
  await run(tx)`
    update instants set notification_at = null, notified_date = instants.notification_at, notified_at = app_now(),
      notification_count = instants.notification_count + 1
    where instants.id = ${instantId}`
}

export async function dropNotification(tx: Transaction, instantId: number): Promise<void> {
  await run(tx)`update instants set notification_at = null where instants.id = ${instantId}`
}

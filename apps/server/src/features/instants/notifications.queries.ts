import { rowsOf, type Transaction } from '../../db/database.ts'

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
  await rowsOf(tx)`
    update instants set notification_at = null, notified_date = instants.notification_at, notified_at = app_now(),
      notification_count = instants.notification_count + 1
    where instants.id = ${instantId}`
}

export async function dropNotification(tx: Transaction, instantId: number): Promise<void> {
  await rowsOf(tx)`update instants set notification_at = null where instants.id = ${instantId}`
}

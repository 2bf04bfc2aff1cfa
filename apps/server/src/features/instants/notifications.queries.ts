import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'

/** The notifications whose time has come, locked until the transaction ends; rows locked by another process are skipped. */
export async function takeDueNotifications(tx: Transaction, limit: number) {
  return await tx
    .selectFrom('instants')
    .innerJoin('companies', 'companies.id', 'instants.company_id')
    .where('instants.notification_at', '<=', sql<Date>`app_now()`)
    .select([
      'instants.id as instantId',
      'instants.company_id as companyId',
      'companies.name as companyName',
      'instants.title',
      'instants.is_enabled as isEnabled',
      // Completed and not suspended.
      'companies.is_shown as isShown',
      'instants.notification_count as sentBefore',
      // Of those nothing is announced.
      sql<boolean>`instants.event_state in ('cancelled', 'postponed')`.as('isOff'),
    ])
    .orderBy('instants.notification_at')
    .limit(limit)
    .forUpdate('instants')
    .skipLocked()
    .execute()
}

export type DueNotification = Awaited<ReturnType<typeof takeDueNotifications>>[number]

export async function markNotified(tx: Transaction, instantId: number): Promise<void> {
  await tx
    .updateTable('instants')
    .set({
      notification_at: null,
      notified_date: sql`instants.notification_at`,
      notified_at: sql`app_now()`,
      notification_count: sql`instants.notification_count + 1`,
    })
    .where('instants.id', '=', instantId)
    .execute()
}

export async function dropNotification(tx: Transaction, instantId: number): Promise<void> {
  await tx.updateTable('instants').set({ notification_at: null }).where('instants.id', '=', instantId).execute()
}

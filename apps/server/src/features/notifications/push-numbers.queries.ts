import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** A campaign of the last 30 days that did not reach every device, what a crash left unsent included (AMB-149). */
export type PushTrouble = {
  key: string
  company: string
  acceptedAt: Date
  sent: number
  failed: number
  unsent: number
}

export async function listPushTroubles(db: Db): Promise<PushTrouble[]> {
  return await db
    .selectFrom('push_campaigns')
    .innerJoin('companies', 'companies.id', 'push_campaigns.company_id')
    .where(sql<boolean>`push_campaigns.closed_at > app_now() - interval '30 days'`)
    .where(sql<boolean>`push_campaigns.failed_count + push_campaigns.unsent_count > 0`)
    .select([
      'push_campaigns.key',
      'companies.name as company',
      'push_campaigns.accepted_at as acceptedAt',
      'push_campaigns.sent_count as sent',
      'push_campaigns.failed_count as failed',
      'push_campaigns.unsent_count as unsent',
    ])
    .orderBy('push_campaigns.closed_at', 'desc')
    .limit(50)
    .execute()
}

/** Counts pushes that a push service refused by our fault, on their Paris day (W-076). */
export async function countRefusals(db: Db, refused: number): Promise<void> {
  await sql`
    insert into push_refusals (day, refused) values ((app_now() at time zone 'Europe/Paris')::date, ${refused})
    on conflict (day) do update set refused = push_refusals.refused + excluded.refused`.execute(db)
}

/**
 * The pushes of the last 30 days; unsent ones were marked, then a crash kept them from leaving (AMB-149);
 * `refused` are our fault: the message was malformed, too large or signed with another key (W-076).
 */
export async function countPushes(db: Db) {
  const { rows } = await sql<{ sent: number; failed: number; unsent: number; refused: number }>`
    select coalesce(sum(sent_count), 0)::int as sent, coalesce(sum(failed_count), 0)::int as failed,
      coalesce(sum(unsent_count), 0)::int as unsent,
      (select coalesce(sum(push_refusals.refused), 0)::int from push_refusals
        where push_refusals.day > (app_now() at time zone 'Europe/Paris')::date - 30) as refused
    from push_campaigns where accepted_at > app_now() - interval '30 days'`.execute(db)
  return rows[0] ?? { sent: 0, failed: 0, unsent: 0, refused: 0 }
}

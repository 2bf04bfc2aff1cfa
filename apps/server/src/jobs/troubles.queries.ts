import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

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

export type DeadJob = { name: string; count: number; lastError: string | null }

/** Jobs that failed too often to be tried again, by kind (trust.md F28). */
export async function listDeadJobs(db: Db): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select tasks.identifier as name, count(*)::int as count,
      (array_agg(jobs.last_error order by jobs.updated_at desc))[1] as "lastError"
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where jobs.attempts >= jobs.max_attempts and jobs.locked_at is null
    group by tasks.identifier order by tasks.identifier`.execute(db)
  return rows
}

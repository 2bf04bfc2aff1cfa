import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { InstantRow } from './instants.queries.ts'

const mostShown = 2_000

/** Instants of these companies with a schedule that is enabled and not over, last changed first, and how many times each has. */
export async function findShownInstants(
  db: Db,
  companyIds: readonly string[],
): Promise<(InstantRow & { times: number })[]> {
  if (companyIds.length === 0) return []
  return await db
    .selectFrom('instants')
    .where(sql<boolean>`instants.company_id = any(${[...companyIds]}::uuid[])`)
    .where('instants.is_draft', '=', false)
    .where((where) =>
      where.exists(
        where
          .selectFrom('activation_times')
          .whereRef('activation_times.instant_id', '=', 'instants.id')
          .where('activation_times.enabled', '=', true)
          .where('activation_times.shown_until', '>', sql<Date>`app_now()`)
          .select('activation_times.id'),
      ),
    )
    .selectAll('instants')
    .select(
      sql<number>`(select count(*)::int from activation_times where activation_times.instant_id = instants.id)`.as(
        'times',
      ),
    )
    .orderBy('instants.modified_at', 'desc')
    .orderBy('instants.id', 'desc')
    .limit(mostShown)
    .execute()
}

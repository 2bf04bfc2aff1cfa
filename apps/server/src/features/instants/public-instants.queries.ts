import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { type InstantRow, instantVersion } from './instants.queries.ts'

const maxShown = 2_000

/** Instants of these companies with a schedule that is enabled and not over, last changed first, and how many times each has. */
export async function findShownInstants(
  db: Db,
  companyIds: readonly string[],
): Promise<(InstantRow & { times: number })[]> {
  return companyIds.length === 0 ? [] : await selectShownInstants(db, { companyIds })
}

const selectShownInstants = prepared((db, { companyIds }: { companyIds: readonly string[] }) =>
  db
    .selectFrom('instants')
    .where(sql<boolean>`instants.company_id = any(${companyIds}::uuid[])`)
    .where('instants.is_draft', '=', false)
    .where((where) =>
      where.exists(
        where
          .selectFrom('schedule_times')
          .whereRef('schedule_times.instant_id', '=', 'instants.id')
          .where('schedule_times.is_rich', '=', sql<boolean>`(instants.schedule_kind is not null)`)
          .where('schedule_times.enabled', '=', true)
          .where('schedule_times.shown_until', '>', sql<Date>`app_now()`)
          .select('schedule_times.id'),
      ),
    )
    .selectAll('instants')
    .select(instantVersion)
    .select(
      sql<number>`(select count(*)::int from activation_times where activation_times.instant_id = instants.id)`.as(
        'times',
      ),
    )
    .orderBy('instants.modified_at', 'desc')
    .orderBy('instants.id', 'desc')
    .limit(maxShown)
    .compile(),
)

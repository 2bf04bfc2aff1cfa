import type { Database } from '../../apps/server/src/db/database.ts'

const told = [
  'companies',
  'opening_hours',
  'instants',
  'instant_times',
  'follows',
  'devices',
  'discussions',
  'messages',
  'broadcasts',
  'orders',
  'municipal_services',
  'subscriptions',
] as const

/** How many rows each thing of the town takes. */
export async function countTown(db: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of told) {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(count)
  }
  return counts
}

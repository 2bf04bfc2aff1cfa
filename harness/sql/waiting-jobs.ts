import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/database.ts'

/** Takes every waiting job out of the queue, oldest first: no worker runs in these tests. */
export async function takeWaitingJobs(db: Db): Promise<{ name: string; payload: unknown }[]> {
  const { rows } = await sql<{ id: string; name: string; payload: unknown }>`
    with taken as (delete from jobs returning id, name, payload)
    select taken.id, taken.name, taken.payload from taken order by taken.id`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const silentSeconds = 15

/** Says that these workers live. Real time on purpose: a moved development clock must not kill workers. */
export async function beat(db: Db, workerIds: readonly string[]): Promise<void> {
  if (workerIds.length === 0) return
  await sql`
    insert into job_workers (id, beat_at) select unnest(${[...workerIds]}::text[]), clock_timestamp()
    on conflict (id) do update set beat_at = excluded.beat_at`.execute(db)
}

/** Frees the jobs of workers that stopped beating, killed ones included; answers how many workers were buried. */
export async function freeDeadWorkers(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from job_workers where beat_at < clock_timestamp() - make_interval(secs => ${silentSeconds}) returning id`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await sql`select graphile_worker.force_unlock_workers(${ids}::text[])`.execute(db)
  return ids.length
}

export async function forgetHeartbeats(db: Db, workerIds: readonly string[]): Promise<void> {
  if (workerIds.length > 0) await sql`delete from job_workers where id = any(${[...workerIds]}::text[])`.execute(db)
}

import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Audience } from '../../db/live-hub.ts'

/** What the event stream of a person concerns: themselves, the companies they own, those they follow. */
export async function listAudiences(db: Db, userId: number): Promise<Audience[]> {
  const { rows } = await sql<{ audience: Audience }>`
    select 'company:' || company_owners.company_id as audience from company_owners
    where company_owners.user_id = ${userId}
    union all
    select 'followers:' || follows.company_id from follows where follows.user_id = ${userId}`.execute(db)
  return [`user:${userId}`, ...rows.map(({ audience }) => audience)]
}

export async function isSessionOpen(db: Db, sessionId: number): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .where('sessions.id', '=', sessionId)
    .select('sessions.id')
    .executeTakeFirst()
  return session !== undefined
}

/** Development only: shifts app_now() so that it reads that instant and ticks on; null gives real time back. */
export async function shiftClock(db: Db, now: string | null): Promise<void> {
  if (now === null) {
    await sql`delete from clock_offset`.execute(db)
    return
  }
  await sql`
    insert into clock_offset (shift) values (${now}::timestamptz - clock_timestamp())
    on conflict (only_row) do update set shift = excluded.shift`.execute(db)
}

import { columnOf, type Db, rowsOf } from '../../db/database.ts'
import type { Audience } from '../../db/live-hub.ts'

/** Audiences of the event streams of these people: themselves, the companies they own, those they follow. */
export async function listAudiences(db: Db, userIds: readonly number[]): Promise<Map<number, Audience[]>> {
  const rows = await rowsOf<{ userId: number; audience: Audience }>(db)`
    select members.user_id as "userId", 'company:' || members.company_id as audience
    from members where members.user_id = any(${userIds}::bigint[])
    union all
    select follows.user_id, 'followers:' || follows.company_id
    from follows where follows.user_id = any(${userIds}::bigint[])
    order by 1, 2`
  const audiences = new Map(userIds.map((userId): [number, Audience[]] => [userId, [`user:${userId}`]]))
  for (const { userId, audience } of rows) audiences.get(userId)?.push(audience)
  return audiences
}

/** The sessions of this list that have not ended. */
export async function listOpenSessions(db: Db, sessionIds: readonly number[]): Promise<Set<number>> {
  return new Set(
    await columnOf<number>(db)`select sessions.id from sessions where sessions.id = any(${sessionIds}::bigint[])`,
  )
}

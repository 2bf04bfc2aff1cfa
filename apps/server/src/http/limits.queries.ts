import { runQuery } from '@parvis/postgres'
import { type Db, run } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'

/** Uses of one limit in its current fixed window, and the seconds left of that window. */
export type Use = { limit: string; used: number; secondsLeft: number }

/** The statement that counts `uses` per row of `subjects` (name, subject); `window` is the length of the window of limit `w.name`. */
export function countUses(subjects: Sql, window: Sql, uses: Sql = sql`1`): Sql<Use> {
  const isCurrent = sql`w.window_start between app_now() - ${window} and app_now()`
  return sql<Use>`
    insert into rate_windows as w (name, subject, window_start, used)
    select counted.name, counted.subject, app_now(), ${uses} from (${subjects}) as counted (name, subject)
    on conflict (name, subject) do update set
      used = case when ${isCurrent} then w.used + ${uses} else ${uses} end,
      window_start = case when ${isCurrent} then w.window_start else app_now() end
    returning w.name as "limit", w.used, ceil(extract(epoch from w.window_start + ${window} - app_now()))::int as "secondsLeft"`
}

/** Counts one use, or several, in the current fixed window in one statement; returns the uses so far and the seconds left. */
export async function countUse(db: Db, name: string, subject: string, seconds: number, uses = 1): Promise<Use> {
  const counted = sql`select ${name}::text, ${subject}::text`
  const one = countUses(counted, sql`make_interval(secs => ${seconds})`, sql`${uses}::int`)
  const rows = await runQuery(db, one)
  return rows[0] ?? { limit: name, used: uses, secondsLeft: seconds }
}

/** Takes one use back, for an act that did not happen. */
export async function returnUse(db: Db, name: string, subject: string): Promise<void> {
  await run(db)`
    update rate_windows set used = used - 1
    where rate_windows.name = ${name} and rate_windows.subject = ${subject} and rate_windows.used > 0`
}

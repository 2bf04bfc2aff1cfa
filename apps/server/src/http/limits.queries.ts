import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Uses of one limit in its current fixed window, and the seconds left of that window. */
export type Use = { limit: string; used: number; secondsLeft: number }

/** The statement that counts one use per row of `subjects` (name, subject); `window` is the length of the window of limit `w.name`. */
export function countUses(subjects: RawBuilder<unknown>, window: RawBuilder<unknown>): RawBuilder<Use> {
  const isCurrent = sql`w.window_start between app_now() - ${window} and app_now()`
  return sql<Use>`
    insert into rate_windows as w (name, subject, window_start, used)
    select counted.name, counted.subject, app_now(), 1 from (${subjects}) as counted (name, subject)
    on conflict (name, subject) do update set
      used = case when ${isCurrent} then w.used + 1 else 1 end,
      window_start = case when ${isCurrent} then w.window_start else app_now() end
    returning w.name as "limit", w.used, ceil(extract(epoch from w.window_start + ${window} - app_now()))::int as "secondsLeft"`
}

/** Counts one use in the current fixed window in one statement; returns the uses so far and the seconds left. */
export async function countUse(db: Db, name: string, subject: string, seconds: number): Promise<Use> {
  const one = countUses(sql`select ${name}::text, ${subject}::text`, sql`make_interval(secs => ${seconds})`)
  const { rows } = await one.execute(db)
  return rows[0] ?? { limit: name, used: 1, secondsLeft: seconds }
}

/** Takes one use back, for an act that did not happen. */
export async function returnUse(db: Db, name: string, subject: string): Promise<void> {
  await sql`
    update rate_windows set used = used - 1
    where rate_windows.name = ${name} and rate_windows.subject = ${subject} and rate_windows.used > 0`.execute(db)
}

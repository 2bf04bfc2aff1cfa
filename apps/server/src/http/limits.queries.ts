import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Counts one use in the current fixed window in one statement; returns the uses so far and the seconds left. */
export async function countUse(
  db: Db,
  name: string,
  subject: string,
  seconds: number,
): Promise<{ used: number; secondsLeft: number }> {
  const { rows } = await sql<{ used: number; secondsLeft: number }>`
    insert into rate_windows as w (name, subject, window_start, used)
    values (${name}, ${subject}, app_now(), 1)
    on conflict (name, subject) do update set
      used = case when w.window_start between app_now() - make_interval(secs => ${seconds}) and app_now() then w.used + 1 else 1 end,
      window_start = case when w.window_start between app_now() - make_interval(secs => ${seconds}) and app_now() then w.window_start else app_now() end
    returning used, ceil(extract(epoch from window_start + make_interval(secs => ${seconds}) - app_now()))::int as "secondsLeft"`.execute(
    db,
  )
  return rows[0] ?? { used: 1, secondsLeft: seconds }
}

/** Takes one use back, for an act that did not happen. */
export async function returnUse(db: Db, name: string, subject: string): Promise<void> {
  await sql`
    update rate_windows set used = used - 1
    where rate_windows.name = ${name} and rate_windows.subject = ${subject} and rate_windows.used > 0`.execute(db)
}

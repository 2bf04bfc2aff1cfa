import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/database.ts'

// As many as a busy machine inserts before a statement times out.
const batch = 2_000

/**
 * Residents who follow each of these companies, each with one device; answers their device tokens. For tests of what many are told.
 * `isCalm`: they have settings, by the last digit of their id: 0 to 4 are rung at once, 5 and 6 in the evening's summary, 7 never, 8
 * paused for five hours, 9 never acted on the site (RES-17).
 */
export async function insertFollowers(
  db: Db,
  companyIds: string | readonly string[],
  count: number,
  isCalm = false,
): Promise<string[]> {
  const tokens: string[] = []
  for (let left = count; left > 0; left -= batch)
    tokens.push(...(await insertBatch(db, [companyIds].flat(), Math.min(left, batch), isCalm)))
  return tokens
}

async function insertBatch(db: Db, companyIds: string[], count: number, isCalm: boolean): Promise<string[]> {
  const { rows } = await sql<{ token: string }>`
    with people as (
      insert into users (phone) select '+339' || lpad((coalesce((select max(users.id) from users), 0) + n)::text, 8, '0')
      from generate_series(1, ${count}) as n returning users.id, case when ${isCalm}::boolean then users.id % 10 end as digit
    ), followers as (
      insert into follows (user_id, company_id, since, mode)
      select people.id, company.id, app_now(), case when digit in (5, 6) then 'digest' when digit = 7 then 'none' else 'now' end
      from people cross join unnest(${companyIds}::uuid[]) as company (id)
    ), settled as (
      insert into resident_settings (user_id, paused_until)
      select people.id, case when digit = 8 then app_now() + interval '5 hours' end from people where digit <> 9
    )
    insert into devices (user_id, token, platform)
    select people.id, 'device-' || people.id, 'android' from people returning devices.token`.execute(db)
  return rows.map(({ token }) => token)
}

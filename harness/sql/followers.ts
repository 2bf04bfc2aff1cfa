import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/database.ts'

// As many as a busy machine inserts before a statement times out.
const batch = 2_000

/** Residents who follow a company, each with one device; answers their device tokens. For tests of what many are told. */
export async function insertFollowers(db: Db, companyId: string, count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let left = count; left > 0; left -= batch)
    tokens.push(...(await insertBatch(db, companyId, Math.min(left, batch))))
  return tokens
}

async function insertBatch(db: Db, companyId: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ token: string }>`
    with people as (
      insert into users (phone) select '+339' || lpad((coalesce((select max(users.id) from users), 0) + n)::text, 8, '0')
      from generate_series(1, ${count}) as n returning users.id
    ), followers as (
      insert into follows (user_id, company_id, since) select people.id, ${companyId}, app_now() from people
    )
    insert into devices (user_id, token, platform)
    select people.id, 'device-' || people.id, 'android' from people returning devices.token`.execute(db)
  return rows.map(({ token }) => token)
}

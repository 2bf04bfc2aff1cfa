import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'

/** People of one postal code, who registered over the last 150 days: the widest window of the page (T-010). */
export async function fillPeople(db: Database, zipCode: string, count: number): Promise<void> {
  const batch = 100_000
  for (let left = count; left > 0; left -= batch) {
    await sql`
      insert into users (phone, first_name, last_name, date_of_birth, email, zip_code, city, created_at)
      select '+337' || lpad((coalesce((select max(users.id) from users), 0) + n)::text, 8, '0'), 'Julie', 'Martin',
        '1990-12-31', 'julie@exemple.fr', ${zipCode}, 'Clichy', app_now() - (n % 150) * interval '1 day'
      from generate_series(1, ${Math.min(left, batch)}) as n`.execute(db)
  }
  await sql`vacuum analyze users, profile_counts`.execute(db)
}

export async function makeSuperAdmin(db: Database, userId: number): Promise<void> {
  await db.updateTable('users').set({ is_super_admin: true }).where('users.id', '=', userId).execute()
}

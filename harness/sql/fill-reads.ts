import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'

/** So many instants of each company, shown every Monday, those of one company apart from each other; answers one of them. */
export async function fillInstants(db: Database, companyIds: readonly string[], count: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into instants (company_id, title, short_description, long_description, category_id, kind, is_draft,
        is_enabled, address, city, zip_code, latitude, longitude, picture, schedule_kind)
      select company.id, 'Atelier ' || n, 'Un atelier ouvert à tous', repeat('Un atelier. ', 40), 1, 'event', false,
        true, '12 rue de Paris', 'Clichy', '92110', 48.9, 2.3, repeat('a', 32) || '.jpg', 'weekly'
      from generate_series(1, ${count}) as n, unnest(${companyIds}::uuid[]) as company (id) order by n returning *
    ), times as (
      insert into instant_times (instant_id, company_id, zip_code, days, on_day, start_minutes, length_minutes, enabled, wanted)
      select added.id, added.company_id, added.zip_code, '{1}', date '2027-01-04', 600, 120, true, true from added
    )
    select min(added.id) as id from added`.execute(db)
  return rows[0]?.id ?? 0
}

/** Messages of one conversation, already read; answers the last one's id. */
export async function fillConversation(db: Database, discussionId: string, count: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into messages (discussion_id, from_company, text)
      select ${discussionId}, n % 2 = 0, 'Bonjour, avez-vous encore le numéro ' || n || ' ?'
      from generate_series(1, ${count}) as n returning messages.id
    ), last as (select max(added.id) as id from added)
    update discussions set last_message_id = last.id, excerpt = 'Bonjour' from last
    where discussions.id = ${discussionId} returning last.id`.execute(db)
  return rows[0]?.id ?? 0
}

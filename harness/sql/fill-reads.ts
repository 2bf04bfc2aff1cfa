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

/** So many messages of each conversation, already read, those of one apart from each other; answers the last one's id of each. */
export async function fillConversations(
  db: Database,
  ids: readonly string[],
  count: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; last: number }>`
    with added as (
      insert into messages (discussion_id, from_company, text)
      select id, n % 2 = 0, 'Bonjour, avez-vous encore le numéro ' || n || ' ?'
      from generate_series(1, ${count}) as n, unnest(${ids}::uuid[]) as id order by n returning messages.id, discussion_id
    ), newest as (select discussion_id, max(id) as id from added group by discussion_id)
    update discussions set last_message_id = newest.id, excerpt = 'Bonjour' from newest
    where discussions.id = newest.discussion_id returning discussions.id, newest.id as last`.execute(db)
  return new Map(rows.map(({ id, last }) => [id, last]))
}

import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'

/** Adds instants all over the country, a tenth of them finished ones of zip 75015; first 60 of that zip to come. */
export async function fillAgenda(db: Database, count: number, isFirst: boolean): Promise<void> {
  if (isFirst) {
    await sql`
      insert into companies (type, registry_code, name, zip_code, completed_at)
      select 'association', 'agenda-' || n, 'Association ' || n, '75015', app_now() from generate_series(1, 1000) as n`.execute(
      db,
    )
    await publish(db, 60, sql`'75015'`, false)
  }
  const batch = 5_000
  for (let left = count - (isFirst ? 60 : 0); left > 0; left -= batch) {
    const here = Math.ceil(Math.min(left, batch) / 10)
    await publish(db, here, sql`'75015'`, true)
    await publish(db, Math.min(left, batch) - here, sql`lpad((1000 + floor(random() * 70000))::text, 5, '0')`, false)
  }
  await sql`analyze instants, instant_times`.execute(db)
}

/**
 * Fills one zip with instants to come, half of them every Monday; then does what autovacuum and the checkpointer would do in the next
 * minutes, beside what is measured.
 */
export async function fillCrowd(db: Database, zip: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 5_000) await publish(db, Math.min(left, 5_000), sql`${zip}`, false)
  await sql`vacuum analyze`.execute(db)
  await sql`checkpoint`.execute(db)
}

/** By companies that nobody measured owns. Half on a fixed day of this year, half every Monday; `over`: on a fixed day of the years before. */
async function publish(db: Database, count: number, zip: ReturnType<typeof sql>, over: boolean): Promise<void> {
  await sql`
    with owners as (select array_agg(id) as ids from companies where registry_code like 'agenda-%'), added as (
      insert into instants (company_id, title, short_description, long_description, category_id, kind, is_draft,
        is_enabled, address, city, zip_code, latitude, longitude, picture, schedule_kind)
      select owners.ids[1 + n % 1000], 'Atelier ' || n, 'Un atelier ouvert à tous', repeat('Un atelier. ', 40), 1,
        'event', false, true, '1 rue de la Paix', 'Paris', ${zip}, 48.84, 2.3, repeat('a', 32) || '.jpg',
        case when ${over} or n % 2 = 0 then 'dates' else 'weekly' end
      from owners, generate_series(1, ${count}) as n returning *
    )
    insert into instant_times (instant_id, company_id, zip_code, starts_at, ends_at, days, start_minutes, length_minutes, enabled, wanted)
    select added.id, added.company_id, added.zip_code, kind.starts_at, kind.starts_at + interval '2 hours', kind.days,
      kind.start_minutes, kind.length_minutes, true, true
    from added join lateral (
      select 'dates', app_now() + make_interval(days => ${over ? sql`-1 - (added.id % 700)::int` : sql`1 + (added.id % 300)::int`}),
        null::smallint[], null::int, null::int
      union all select 'weekly', null, '{1}', 600, 120
    ) as kind (name, starts_at, days, start_minutes, length_minutes) on kind.name = added.schedule_kind`.execute(db)
}

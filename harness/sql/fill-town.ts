import { type Db, run } from '../../apps/server/src/db/database.ts'

/**
 * Fills a town of one zip, in a few statements: so many verified businesses with an address, a text and opening hours, and so many
 * publications of theirs, half on a day of this year, half every Monday.
 */
export async function fillTown(
  db: Db,
  { town, zip, city, businesses, publications }: Town & { businesses: number; publications: number },
): Promise<void> {
  await run(db)`
    with made as (
      insert into companies (type, registry_code, name, category, address, zip_code, city, town, description, phone, profile_picture, completed_at, identity_status)
      select 'commerce', ${`${zip}-`} || n, 'Maison ' || n, (array['bar', 'boulangerie', 'restaurant', 'fleuriste'])[1 + n % 4],
        n || ' rue de Paris', ${zip}, ${city}, ${town}, '<p>' || repeat('Une maison de quartier, depuis 1984. ', 20) || '</p>',
        '+33145678901', repeat('a', 32) || '.jpg', app_now(), 'verified'
      from generate_series(1, ${businesses}) n returning id, name
    ), opened as (
      insert into opening_hours (company_id, day_type, start_time, end_time, enabled, position)
      select made.id, 'mondays_to_fridays', '09:00', '19:00', true, 0 from made
    )
    insert into company_addresses (company_id, town, slug, is_current)
    select made.id, ${town}, replace(lower(made.name), ' ', '-'), true from made`
  await run(db)`
    with owners as (select array_agg(id) as ids from companies where registry_code like ${`${zip}-%`}), added as (
      insert into instants (company_id, title, short_description, long_description, category_id, kind, is_draft,
        is_enabled, address, city, zip_code, latitude, longitude, picture)
      select owners.ids[1 + n % ${businesses}], 'Atelier ' || n, 'Un atelier ouvert à tous', '<p>' || repeat('Un atelier. ', 80) || '</p>',
        1, 'event', false, true, '1 rue de la Paix', ${city}, ${zip}, 48.84, 2.3, repeat('a', 32) || '.jpg'
      from owners, generate_series(1, ${publications}) n returning *
    )
    insert into instant_times (instant_id, company_id, zip_code, starts_at, ends_at, days, start_minutes, length_minutes, enabled, wanted)
    select added.id, added.company_id, ${zip}, kind.* from added cross join lateral (
      select app_now() + make_interval(days => (added.id % 300)::int, mins => (added.id % 700)::int),
        app_now() + make_interval(days => (added.id % 300)::int, mins => (added.id % 700)::int + 120),
        null::smallint[], null::int, null::int, true, true where added.id % 2 = 0
      union all select null, null, '{1}', 600, 120, true, true where added.id % 2 = 1
    ) kind`
}

type Town = { town: string; zip: string; city: string }

/** One business as full as it may be: 300 instants of 60 dates, and 20 of 20 weekly lines, each with the longest text. */
export async function fillBusiness(db: Db, companyId: string, { zip, city }: Omit<Town, 'town'>): Promise<void> {
  await run(db)`
    with added as (
      insert into instants (company_id, title, short_description, long_description, category_id, kind, schedule_kind, is_draft,
        is_enabled, address, city, zip_code, picture)
      select ${companyId}, 'Concert ' || n, repeat('Un concert ', 12), '<p>' || repeat('Un concert de plus. ', 145) || '</p>', 10, 'event',
        case when n > 300 then 'weekly' else 'dates' end, false, true, '1 rue de la Paix', ${city}, ${zip}, repeat('a', 32) || '.jpg'
      from generate_series(1, 320) n returning *
    ), dated as (
      insert into instant_times (instant_id, company_id, zip_code, starts_at, ends_at, preview, enabled, wanted)
      select added.id, company_id, zip_code, app_now() + make_interval(days => n, mins => (added.id % 900)::int),
        app_now() + make_interval(days => n, mins => (added.id % 900)::int + 90), false, true, true
      from added, generate_series(0, 59) n where added.schedule_kind = 'dates'
    )
    insert into instant_times (instant_id, company_id, zip_code, days, start_minutes, length_minutes, preview, enabled, wanted)
    select added.id, company_id, zip_code, array[1 + n % 7]::smallint[], 480 + n * 20, 60, false, true, true
    from added, generate_series(1, 20) n where added.schedule_kind = 'weekly'`
}

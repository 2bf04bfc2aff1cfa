import { beyond, costOf } from '@parvis/harness/server/cost'
import { testApp } from '@parvis/harness/server/test-app'
import { fillTown } from '@parvis/harness/sql/fill-town'
import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase } from '../../db/database.ts'

const server = testApp()
const town = 'clichy-92110'

test('F-022 the fullest answers, 50 events of 30 dates and 50 businesses of 200 exceptions, cost 100 ms of processor, 20 in a turn, and 1 MB', async () => {
  await using db = createDatabase({ url: server.ownerUrl, size: 1, queryTimeoutMs: 60_000 })
  await fillTown(db, { zip: '92110', city: 'Clichy', town: '92024', businesses: 60, publications: 120 })
  await sql`update instants set category_id = 10, long_description = '<p>' || repeat('Un atelier pour tous. ', 130) || '</p>'`.execute(
    db,
  )
  await sql`
    insert into instant_times (instant_id, company_id, zip_code, starts_at, ends_at, enabled, wanted)
    select id, company_id, zip_code, app_now() + make_interval(days => n), app_now() + make_interval(days => n, hours => 2), true, true
    from instants, generate_series(1, 40) n`.execute(db)
  await sql`
    insert into hour_exceptions (company_id, first_day, last_day, kind, message, source)
    select id, current_date + 2 * n, current_date + 2 * n, 'closed', 'Fermé pour inventaire', 'manual'
    from companies, generate_series(1, 200) n`.execute(db)
  await sql`update companies set open_data = true`.execute(db)
  await sql`update open_changes set changed_at = changed_at - make_interval(secs => 11)`.execute(db)
  await db.executeQuery(CompiledQuery.raw('vacuum analyze'))
  const asked = (list: string) => ({
    url: `/v1/open/${list}?town=${town}&size=50`,
    headers: { host: 'localhost:3000' },
  })
  const read = async (list: string) => {
    const { body } = await server.app.inject(asked(list))
    const { items } = JSON.parse(body).data as { items: { dates?: unknown[]; hours?: object }[] }
    return { bytes: Buffer.byteLength(body), items }
  }
  const [events, businesses] = [await read('events'), await read('businesses')]
  expect([events.items.length, businesses.items.length]).toEqual([50, 50])
  expect(events.items.filter(({ dates }) => dates?.length !== 30)).toEqual([])
  expect(JSON.stringify(businesses.items[0]?.hours).match(/inventaire/g)?.length).toBeGreaterThanOrEqual(100)
  expect(Math.max(events.bytes, businesses.bytes)).toBeLessThanOrEqual(1_000_000)
  expect(
    beyond([await costOf(server, 'events', asked('events')), await costOf(server, 'businesses', asked('businesses'))]),
  ).toEqual([])
}, 120_000)

import { beyond, costOf } from '@parvis/harness/server/cost'
import { testApp } from '@parvis/harness/server/test-app'
import { fillTown } from '@parvis/harness/sql/fill-town'
import { transaction } from '@parvis/postgres'
import { expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { createDatabase, rowsOf, run } from '../../db/database.ts'

const server = testApp()
const town = 'clichy-92110'

test('F-022 the fullest answers, 50 events of 30 dates and 50 businesses of 200 exceptions, cost 100 ms of processor, 20 in a turn, and 1 MB', async () => {
  await using db = createDatabase({ url: server.ownerUrl, size: 1, queryTimeoutMs: 60_000 })
  await fillTown(db, { zip: '92110', city: 'Clichy', town: '92024', businesses: 60, publications: 400 })
  await run(db)`
      update instants set category_id = 10, long_description = '<p>' || repeat('Un atelier pour tous. ', 130) || '</p>'`
  await run(db)`
    insert into instant_times (instant_id, company_id, zip_code, starts_at, ends_at, enabled, wanted)
    select id, company_id, zip_code, app_now() + make_interval(days => n), app_now() + make_interval(days => n, hours => 2), true, true
    from instants, generate_series(1, 40) n`
  await run(db)`
    insert into hour_exceptions (company_id, first_day, last_day, kind, message, source)
    select id, current_date + 2 * n, current_date + 2 * n, 'closed', 'Fermé pour inventaire', 'manual'
    from companies, generate_series(1, 200) n`
  await run(db)`update companies set open_data = true`
  await run(db)`update open_changes set changed_at = changed_at - make_interval(secs => 11)`
  await run(db)`vacuum analyze`
  const asked = (list: string, more = '') => ({
    url: `/v1/open/${list}?town=${town}&size=50${more}`,
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
    beyond([
      await costOf(server, 'events', asked('events')),
      await costOf(server, 'businesses', asked('businesses')),
      await costOf(server, 'removed', asked('events', '&format=openagenda&removed=1')),
    ]),
  ).toEqual([])
}, 120_000)

test('F-015 what changed in a year of 10,000 events is told for 50 ms of processor, to whom has read the rest', async () => {
  await using db = createDatabase({ url: server.ownerUrl, size: 1, queryTimeoutMs: 60_000 })
  await fillTown(db, { zip: '92300', city: 'Levallois-Perret', town: '92044', businesses: 100, publications: 10_000 })
  await run(db)`update companies set open_data = true where town = '92044'`
  await run(db)`update open_changes set changed_at = changed_at - make_interval(secs => 11)`
  await run(db)`vacuum analyze`
  const of = (after: string) => ({
    url: `/v1/open/events?town=levallois-perret-92300&size=50&after=${after}`,
    headers: { host: 'localhost:3000' },
  })
  const rows = await rowsOf<{ events: number }>(db)`select count(*)::int as events from open_changes`
  expect(rows[0]?.events).toBeGreaterThan(10_000)
  let after = ''
  for (let more = true; more; ) {
    const { data } = JSON.parse((await server.app.inject(of(after))).body) as { data: { after: string; more: boolean } }
    ;({ after, more } = data)
  }
  await run(db)`
      update instants set title = 'Nouveau titre' where id in (select id from instants where zip_code = '92300' limit 20)`
  await run(db)`update open_changes set changed_at = changed_at - make_interval(secs => 11)`
  const { items } = JSON.parse((await server.app.inject(of(after))).body).data as { items: unknown[] }
  expect(items).toHaveLength(20)
  const cost = await costOf(server, 'delta', of(after))
  expect(cost.all).toBeLessThanOrEqual(50)
}, 120_000)

test('F-021 an address has four calls at work, the others wait; another address goes on meanwhile', async () => {
  // Each read has a connection of its own, so that what is at work is seen waiting for the lock.
  await using db = createDatabase({ url: server.ownerUrl, size: 12 })
  await using app = buildApp({ ...server.deps, db })
  const ask = async (remoteAddress: string, size: number) =>
    await app.inject({
      url: `/v1/open/events?town=${town}&size=${size}`,
      headers: { host: 'localhost:3000' },
      remoteAddress,
    })
  const atWork = async () => {
    const rows = await rowsOf<{ count: number }>(server.ownerDb)`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return rows[0]?.count
  }
  const answers: ReturnType<typeof ask>[] = []
  await transaction(server.ownerDb, async (tx) => {
    await run(tx)`lock table companies, instants, open_changes in access exclusive mode`
    for (let n = 1; n <= 8; n++) answers.push(ask('203.0.113.9', n))
    await expect.poll(atWork, { timeout: 10_000 }).toBe(4)
    answers.push(ask('203.0.113.10', 9))
    await expect.poll(atWork, { timeout: 10_000 }).toBe(5)
  })
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(200))
})

import { agendaWindow } from '@parvis/domain/instants/occurrences'
import { writeParisIso } from '@parvis/domain/kernel/paris-time'
import { testApp } from '@parvis/harness/server/test-app'
import { recordQueries } from '@parvis/harness/sql/record'
import { type AgendaItem, fixedTime, instantCalls, recurrentTime } from '@parvis/harness/town/instants'
import { newOwner } from '@parvis/harness/town/people'
import { Temporal } from 'temporal-polyfill'
import { expect, test, vi } from 'vitest'
import { runCall } from '../../current-call.ts'
import { createDatabase, rowsOf, run } from '../../db/database.ts'
import { itemsOfTimes, type TimeRow } from '../instants/index.ts'
import { takeAgendaTurn } from './agenda-turns.ts'
import { readCalendar } from './read-calendar.ts'

const server = testApp()
const { newInstant } = instantCalls(server)
const now = '2027-03-12T12:00:00+01:00'
const ids = (items: AgendaItem[]) => items.map(({ id }) => id)

let zips = 20_000
/** A town with this many instants of one time each, inserted straight into the tables. */
async function crowdedTown(count: number) {
  const zipCode = String(zips++)
  const owner = await newOwner(server, { type: 'association', zipCode })
  const id = await newInstant(owner, { zipCode, categoryId: 1 }, [recurrentTime()])
  await run(server.ownerDb)`
    with copies as (
      insert into instants (company_id, kind, title, short_description, long_description, category_id, picture, address, city, zip_code, is_draft, is_enabled, schedule_kind)
      select company_id, kind, title, short_description, long_description, category_id, picture, address, city, zip_code, false, true, 'weekly'
      from instants, generate_series(2, ${count}) where id = ${id} returning id
    ), numbered as (select id, row_number() over () as n from copies)
    insert into instant_times (instant_id, company_id, zip_code, days, start_minutes, length_minutes, preview, enabled, wanted)
    select numbered.id, ${owner.companyId}, ${zipCode},
      (array['{1,2,3,4,5,6,7}', '{1}', '{1,2,3,4,5}', '{6,7}', '{5}'])[1 + n % 5]::smallint[],
      180 + (n * 7) % 1000, 60, n % 3 = 0, true, true
    from numbered`
  return { owner, zipCode }
}

type Crowd = Awaited<ReturnType<typeof crowdedTown>>

/** The pages of an agenda from a moment to its end, each asked after the last item of the one before. */
async function pagesOf({ owner, zipCode }: Crowd, date: string): Promise<AgendaItem[][]> {
  const pages: AgendaItem[][] = []
  for (let items: AgendaItem[] = [], after = ''; pages.length === 0 || items.length === 2_000; ) {
    const query = { date, cityCodes: zipCode, ...(after && { after }) }
    items = await server.client.call('GET /v1/instants/calendar', { token: owner.token, query })
    pages.push(items)
    after = `${items.at(-1)?.start},${items.at(-1)?.id}`
  }
  return pages
}

/** What the window of each of its times gives, without pages. */
async function occurrencesIn({ zipCode }: Crowd, date: string): Promise<string[]> {
  const rows = await rowsOf<TimeRow & { instant_id: number }>(server.db)`
    select * from instant_times where zip_code = ${zipCode}`
  const window = agendaWindow(Temporal.Instant.from(date))
  return rows.flatMap((row) =>
    window(itemsOfTimes([row]).items).map(({ start }) => `${writeParisIso(start)} ${row.instant_id}`),
  )
}

test('G-001 F8 a crowded town answers its 2,000 nearest; asked again after the last one, every other, once', async () => {
  const crowd = await crowdedTown(700)
  const pages = await pagesOf(crowd, now)
  expect(pages.length).toBeGreaterThan(3)
  const all = pages.flat()
  const keys = all.map(({ start, id }) => `${start} ${id}`)
  expect(new Set(keys).size).toBe(all.length)
  expect(all.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start) || a.id - b.id)).toEqual(all)
  expect(keys.toSorted()).toEqual((await occurrencesIn(crowd, now)).toSorted())
})

test.each([
  ['shown from the evening before, with the preview', now],
  ['in the night when clocks go forward', '2027-03-27T21:00:00+01:00'],
  ['in the night when clocks go back', '2027-10-30T21:00:00+02:00'],
])('G-001 G-012 AMB-147 F8 the weekly lines of a crowded town %s are answered once each', async (_, date) => {
  const crowd = await crowdedTown(1_500)
  await run(server.ownerDb)`
    update instant_times set start_minutes = instant_id * 7 % 280
    where zip_code = ${crowd.zipCode}`
  const keys = (await pagesOf(crowd, date)).flat().map(({ start, id }) => `${start} ${id}`)
  expect(keys.toSorted()).toEqual((await occurrencesIn(crowd, date)).toSorted())
})

test('G-001 F8 what a crowded town holds of a business that is not shown takes no place of others', async () => {
  const crowd = await crowdedTown(700)
  const other = await newOwner(server, { type: 'association', zipCode: crowd.zipCode })
  const id = await newInstant(other, { zipCode: crowd.zipCode, categoryId: 1 }, [fixedTime('2027-03-20')])
  await run(server.ownerDb)`update companies set completed_at = null where id = ${crowd.owner.companyId}`
  const [page = [], ...others] = await pagesOf({ ...crowd, owner: other }, now)
  expect([ids(page), others]).toEqual([[id], []])
})

test('F8 H01 a page that nobody awaits any more ends, and leaves its turn to others', async () => {
  const { zipCode } = await crowdedTown(700)
  // No slice is ever spent: the next statement is what finds that the client is not there.
  using _ = vi.spyOn(performance, 'now').mockReturnValue(0)
  const nothing = () => undefined
  let isAbandoned = false
  const slot = {
    isAbandoned: () => isAbandoned,
    begin: nothing,
    end: nothing,
    rest: nothing,
    goOn: nothing,
    answer: nothing,
  }
  let parts = 0
  const read = () =>
    runCall({ requestId: 'x', slot }, async () => {
      for await (const _part of readCalendar(server.deps, [zipCode], { date: now })) {
        parts++
        isAbandoned = true
      }
    })
  await expect(read()).rejects.toMatchObject({ key: 'request.upstream_unavailable' })
  expect(parts).toBe(1)
  using turn = await takeAgendaTurn({ places: [zipCode], from: Temporal.Instant.from(now), isFirst: true })
  expect(turn).toBeDefined()
})

/** Blocks that PostgreSQL reads for the first times of a zip after a moment. */
async function blocksRead({ zipCode }: Crowd): Promise<number> {
  const queries = await recordQueries(async () => {
    for await (const _ of readCalendar(server.deps, [zipCode], { date: now, after: `${now},0` })) break
  })
  const query = queries.find(({ text }) => text.includes('next_starts'))
  const text = `explain (analyze, buffers, format json) ${query?.text}`
  const { rows } = await server.db.pool.clients.query({ text, values: [...(query?.values ?? [])] })
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks'] ?? Number.NaN
}

test('F8 a page of a town with four times as many instants costs PostgreSQL the same', async () => {
  const [town, city] = [await crowdedTown(2_500), await crowdedTown(10_000)]
  await run(server.ownerDb)`vacuum analyze instant_times`
  expect(await blocksRead(city)).toBeLessThan(1.3 * (await blocksRead(town)))
})

test('G-001 F8 dates with a fraction of a second are answered once each, page after page', async () => {
  const { owner, zipCode } = await crowdedTown(2_002)
  await run(server.ownerDb)`
    update instant_times set days = null, on_day = null, start_minutes = null, length_minutes = null,
      starts_at = starts.at, ends_at = starts.at + interval '1 hour'
    from (select id, timestamptz '2027-03-20 10:00:00.9+01' + instant_id % 5 * interval '1 day'
      - instant_id % 7 * interval '0.1 seconds' as at from instant_times) starts
    where starts.id = instant_times.id and zip_code = ${zipCode}`
  const page = async (after = '') => {
    const query = { date: now, cityCodes: zipCode, ...(after && { after }) }
    return await server.client.call('GET /v1/instants/calendar', { token: owner.token, query })
  }
  const pages = [await page()]
  for (let last = pages[0]?.at(-1); last && pages.length < 5; last = pages.at(-1)?.at(-1))
    pages.push(await page(`${last.start},${last.id}`))
  expect(pages.map(({ length }) => length)).toEqual([2_000, 2, 0])
  expect(new Set(ids(pages.flat())).size).toBe(2_002)
  expect(await page('2999-12-31T00:00:00+01:00,0')).toEqual([])
})

test('G-001 G-008 F8 the weekly lines of a crowded town, over after 30 days, do not hide the dates that follow', async () => {
  const { owner, zipCode } = await crowdedTown(2_002)
  const other = await newOwner(server, { type: 'association', zipCode })
  const id = await newInstant(other, { zipCode, categoryId: 1 }, [fixedTime('2027-05-01')])
  const query = { date: now, cityCodes: zipCode, after: '2027-04-20T00:00:00+02:00,0' }
  const found = await server.client.call('GET /v1/instants/calendar', { token: owner.token, query })
  expect(ids(found)).toEqual([id])
})

test('F8 H01 crowded agendas are worked out one at a time, each session in its turn; a small one waits for none', async () => {
  const from = Temporal.Now.instant()
  const seen: string[] = []
  const agenda = async (subject: string, rows: number, isFirst = true) =>
    await runCall({ requestId: subject, subject }, async () => {
      using turn = await takeAgendaTurn({ places: [subject], from, isFirst })
      seen.push(`${subject} begins`)
      await new Promise(setImmediate)
      turn.countRows(rows)
      seen.push(`${subject} ends`)
    })
  await agenda('small', 20)
  await agenda('last page', 20, false)
  seen.length = 0
  await Promise.all(['one', 'one', 'two', 'last page', 'small'].map((subject) => agenda(subject, 600)))
  const inTurn = ['one', 'two', 'one', 'last page'].flatMap((subject) => [`${subject} begins`, `${subject} ends`])
  expect(seen.filter((event) => !event.startsWith('small'))).toEqual(inTurn)
  expect(seen.slice(0, 2)).toEqual(['one begins', 'small begins'])
  // It has grown: the next one takes its turn.
  seen.length = 0
  await Promise.all([agenda('one', 600), agenda('small', 600)])
  expect(seen).toEqual(['one begins', 'one ends', 'small begins', 'small ends'])
})

test('F8 H01 eight crowded agendas at once ask PostgreSQL one after the other', async () => {
  const { zipCode } = await crowdedTown(700)
  await using db = createDatabase({ url: server.deps.config.databaseUrl ?? '', size: 8 })
  let most = 0
  const look = setInterval(() => {
    most = Math.max(most, db.pool.numbers.used)
  })
  using _ = new DisposableStack()
  _.defer(() => clearInterval(look))
  const count = async (limit?: number) => {
    let items = 0
    for await (const part of readCalendar({ ...server.deps, db }, [zipCode], { date: now, limit })) items += part.length
    return items
  }
  expect(await count(400)).toBe(400)
  expect(new Set(await Promise.all(Array.from({ length: 8 }, () => count())))).toEqual(new Set([2_000]))
  expect(most).toBe(1)
})

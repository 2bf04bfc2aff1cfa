import { holidayToAsk, nextYearHolidays } from '@parvis/domain/hours/holidays'
import type { HoursAnswer } from '@parvis/domain/hours/hours.contract'
import { testApp } from '@parvis/harness/server/test-app'
import { newSession } from '@parvis/harness/sql/people'
import { updateCompany } from '@parvis/harness/town/companies'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { done, hoursCalls, hoursLine as line } from '@parvis/harness/town/schedules'
import { beforeEach, expect, test } from 'vitest'
import { numberOf } from '../../db/database.ts'
import { forgetOldRows } from '../../jobs/forget-old-rows.queries.ts'

const server = testApp()
const calls = hoursCalls(server)
const shopWeek = [line([1, 2, 3, 4, 5, 6, 7], '08:00', '19:00')]
let shop: Owner

beforeEach(async () => {
  await server.setClock('2027-07-20T10:00:00+02:00')
  shop = await newOwner(server, { zipCode: '75011' })
  await calls.setWeek(shop, shopWeek)
})

const send = (method: string, rest: string, json?: unknown) => calls.send(shop, method, rest, json)
const read = async () => await calls.read(shop)
const enter = async (entry: object) => await done(send('POST', '/exceptions', entry))
const answer = async (day: string, decision: string | null, ranges?: object[]) =>
  await done(send('PUT', `/holidays/${day}`, { decision, ranges }))
/** A jump of weeks ends sessions. */
async function go(wall: string) {
  await server.setClock(wall)
  shop = { ...shop, token: await newSession(server.db, shop.userId) }
}

test('H-029 H-030 an answer is one entry, « comme d’habitude » takes it away with the words', async () => {
  await go('2027-11-01T10:00:00+01:00')
  expect((await read()).opening).toMatchObject({ state: 'open', toConfirm: true })
  const twice = [await answer('2027-11-11', 'closed'), await answer('2027-11-11', 'closed')]
  expect(twice[1]?.exceptions).toMatchObject([{ from: '2027-11-11', kind: 'closed', source: 'holiday' }])
  expect(twice[1]?.version).toBe(twice[0]?.version)
  const usual = await answer('2027-11-01', 'usual')
  expect(usual.opening.toConfirm).toBe(false)
  expect((await send('PUT', '/holidays/2027-11-02', { decision: 'closed' })).status).toBe(404)
  const ranges = [{ start: '09:00', end: '12:00' }]
  expect((await answer('2027-11-11', 'special', ranges)).exceptions).toMatchObject([
    { from: '2027-11-11', kind: 'open', ranges, source: 'holiday' },
  ])
  expect((await answer('2027-11-11', 'usual')).exceptions).toEqual([])
  expect((await answer('2027-11-11', null)).holidays[1]).toMatchObject({ date: '2027-11-11', decision: null })
  const list = [
    { date: '2027-12-25', decision: 'closed' },
    { date: '2027-12-26', decision: 'closed' },
  ]
  expect((await send('PUT', '/holidays', { decisions: list })).status).toBe(404)
  expect((await read()).exceptions).toEqual([])
  await go('2027-11-12T00:10:00+01:00')
  const late = await send('PUT', '/holidays/2027-11-11', { decision: 'closed' })
  expect([late.status, Object.values(late.error?.fields ?? {})]).toEqual([400, ['past_day_error']])
})

test('H-027 after a move out of Alsace-Moselle 26 December stays closed, as a particular day', async () => {
  shop = await newOwner(server, { zipCode: '67000' })
  await go('2027-12-02T10:00:00+01:00')
  await answer('2027-12-26', 'closed')
  await answer('2027-12-25', 'closed')
  expect((await updateCompany(server, shop, { companyId: shop.companyId, zipCode: '75011' })).status).toBe(200)
  const moved = await read()
  // What both zones have stays an answer.
  expect(moved.exceptions).toMatchObject([
    { from: '2027-12-25', kind: 'closed', source: 'holiday' },
    { from: '2027-12-26', kind: 'closed', source: 'manual' },
  ])
  expect(moved.holidays.find(({ date }) => date === '2027-12-25')).toMatchObject({ decision: 'closed' })
  expect(moved.holidays.some(({ date }) => date === '2027-12-26')).toBe(false)
})

test('H-028 last year’s answers are offered, not applied', async () => {
  await answer('2027-11-11', 'closed')
  await go('2027-12-01T10:00:00+01:00')
  const next = (await read()).holidays.find(({ date }) => date === '2028-11-11')
  expect(next).toMatchObject({ decision: null, lastYear: 'closed', usuallyOpen: true })
})

test('H-028 the next holiday on a usually open day is asked a month before; the next year from 1 December', async () => {
  const asked = ({ holidays, exceptions, now }: HoursAnswer) =>
    holidayToAsk(holidays, exceptions, now.slice(0, 10))?.date
  await go('2028-06-10T10:00:00+02:00')
  expect(asked(await read())).toBeUndefined()
  await go('2028-06-20T10:00:00+02:00')
  expect(asked(await read())).toBe('2028-07-14')
  expect(nextYearHolidays((await read()).holidays, '2028-06-20')).toEqual([])
  await enter({ from: '2028-07-10', to: '2028-07-20', kind: 'closed' })
  expect(asked(await read())).toBeUndefined()
  await calls.setWeek(shop, [line([2, 3, 4, 5, 6, 7], '08:00', '19:00')])
  await go('2029-03-20T10:00:00+01:00')
  expect(asked(await read())).toBeUndefined()
  await go('2029-12-01T10:00:00+01:00')
  const year = nextYearHolidays((await read()).holidays, '2029-12-01')
  expect([year.length, year[0]?.date, year.at(-1)?.date]).toEqual([11, '2030-01-01', '2030-12-25'])
})

test('H-031 five extra hours at most; taking away what is not there is done already', async () => {
  for (const key of ['pickup', 'phone', 'kitchen', 'delivery', 'reception'])
    await done(send('PUT', `/sets/${key}`, { week: shopWeek }))
  expect((await send('PUT', '/sets/other', { label: 'Marché', week: shopWeek })).error).toMatchObject({
    code: 'HOURS_LIMIT',
  })
  await done(send('DELETE', '/sets/phone'))
  await done(send('DELETE', '/sets/phone'))
  expect((await send('PUT', '/sets/other', { week: shopWeek })).error?.fields).toEqual({ label: 'set_label_error' })
  expect(
    (await done(send('PUT', '/sets/other', { label: 'Marché', week: shopWeek }))).sets.map(({ label }) => label),
  ).toContain('Marché')
})

test('H-039 what is past is exported, kept 13 months, then gone', async () => {
  await enter({ from: '2027-07-21', kind: 'closed' })
  await done(send('PUT', '/sets/phone', { week: shopWeek }))
  const exported = await server.client.answer('GET /v1/account/export', { token: shop.token })
  expect(exported.data).toMatchObject({
    companies: [{ exceptionalDays: [{ first_day: '2027-07-21' }], hourSets: [{ key: 'phone' }] }],
  })
  const count = async () =>
    await numberOf(server.db)`select count(*)::int from hour_exceptions where company_id = ${shop.companyId}`
  await server.setClock('2028-08-20T10:00:00+02:00')
  await forgetOldRows(server.db)
  expect(await count()).toBe(1)
  await server.setClock('2028-08-23T10:00:00+02:00')
  await forgetOldRows(server.db)
  expect(await count()).toBe(0)
})

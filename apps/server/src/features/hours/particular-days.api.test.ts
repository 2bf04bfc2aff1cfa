import { testApp } from '@parvis/harness/server/test-app'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { done, hoursCalls, hoursLine as line } from '@parvis/harness/town/schedules'
import { beforeEach, expect, test } from 'vitest'

const server = testApp()
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const day = '2027-07-21'
const calls = hoursCalls(server)
let shop: Owner

beforeEach(async () => {
  await at('07:00')
  shop = await newOwner(server, { zipCode: '75011' })
  await calls.setWeek(shop, [line(everyDay, '08:00', '19:00')])
})

const at = async (time: string) => await server.setClock(`${day}T${time}:00+02:00`)
const send = (method: string, rest: string, json?: unknown) => calls.send(shop, method, rest, json)
const enter = async (entry: object) => await done(send('POST', '/exceptions', { from: day, ...entry }))
const close = async (closesAt?: string) => await done(send('POST', '/close-today', { closesAt }))
const reopen = async () => await done(send('POST', '/reopen-today'))
const fieldsOf = async (sent: ReturnType<typeof send>) => (await sent).error?.fields
const ofDay = async (from = day) =>
  (
    await server.client.call('GET /v1/app/companies/:id/hours', {
      params: { id: shop.companyId },
      query: { from, days: '1' },
    })
  ).days[0]

test('H-021 H-023 a day that opens later by hand is closed in one tap and opened again, a second tap changing nothing', async () => {
  await enter({ kind: 'cut', opensFrom: '10:30' })
  const whole = await close()
  expect(whole.exceptions).toMatchObject([{ kind: 'closed', source: 'today' }])
  expect((await reopen()).exceptions).toMatchObject([{ kind: 'cut', opensFrom: '10:30', closesAt: null }])
  await at('15:00')
  const cut = await close()
  expect(cut.exceptions).toMatchObject([{ kind: 'cut', opensFrom: '10:30', closesAt: '15:00', source: 'today' }])
  await at('15:10')
  expect((await close()).exceptions).toEqual(cut.exceptions)
  const again = await reopen()
  expect(again.exceptions).toMatchObject([{ kind: 'cut', opensFrom: '10:30', closesAt: null, source: 'manual' }])
  expect(again.opening).toMatchObject({ state: 'open', closesAt: `${day}T19:00:00+02:00` })
})

test('H-021 TO-05 special hours that one tap cut are open again, answered for the holiday that they were', async () => {
  await server.setClock('2027-07-14T07:00:00+02:00')
  const decisions = [{ date: '2027-07-14', decision: 'special', ranges: [{ start: '10:00', end: '18:00' }] }]
  await done(send('PUT', '/holidays', { decisions }))
  await server.setClock('2027-07-14T15:00:00+02:00')
  expect(await close()).toMatchObject({
    exceptions: [{ kind: 'open', closesAt: '15:00', source: 'holiday' }],
    opening: { state: 'closed' },
  })
  const { exceptions, opening, holidays } = await reopen()
  expect(exceptions).toMatchObject([{ kind: 'open', closesAt: null, source: 'holiday' }])
  expect([opening.state, holidays[0]?.decision]).toEqual(['open', 'special'])
})

test('H-031 TO-07 a particular day names hours of its own for an extra one, and each wrong time beside its line', async () => {
  await done(send('PUT', '/sets/kitchen', { label: '', week: [line(everyDay, '12:00', '14:00')] }))
  const ranges = [{ start: '10:00', end: '18:00' }]
  const own = { kind: 'open', from: '2027-08-15', ranges }
  const wrong = { kitchen: [{ start: '12:00', end: '25:00' }] }
  expect(await fieldsOf(send('POST', '/exceptions', { ...own, sets: wrong }))).toEqual({
    'sets.kitchen.0.end': 'opening_end_error',
  })
  const sets = { kitchen: [{ start: '17:00', end: '23:59' }] }
  const { exceptions } = await done(send('POST', '/exceptions', { ...own, sets }))
  expect(exceptions).toMatchObject([{ ranges, sets: { kitchen: [{ start: '17:00', end: '00:00' }] } }])
})

test('H-007 an exceptional day without a time, a cut without an end and special hours of two days are refused beside their field', async () => {
  const wrong = async (entry: object) => await fieldsOf(send('POST', '/exceptions', { from: '2027-08-15', ...entry }))
  const ranges = [{ start: '10:00', end: '18:00' }]
  expect(await wrong({ kind: 'open' })).toEqual({ ranges: 'opening hours error' })
  expect(await wrong({ kind: 'open', ranges, to: '2027-08-16' })).toEqual({ to: 'one_day_error' })
  expect(await wrong({ kind: 'cut' })).toEqual({ closesAt: 'opening_end_error' })
  expect(await wrong({ kind: 'cut', closesAt: '25:00', opensFrom: 'x' })).toEqual({
    closesAt: 'opening_end_error',
    opensFrom: 'opening_start_error',
  })
  const { version } = await calls.read(shop)
  expect(await fieldsOf(send('PUT', '/week', { version, week: [line([], '09:00', '25:00')] }))).toEqual({
    'week.0.days': 'opening_day_error',
    'week.0.end': 'opening_end_error',
  })
  expect(
    await fieldsOf(send('PUT', '/holidays', { decisions: [{ date: '2027-08-15', decision: 'special' }] })),
  ).toEqual({
    ranges: 'opening hours error',
  })
})

test('H-023 an evening is cut after midnight, and its changed entry becomes one of the owner’s own', async () => {
  await calls.setWeek(shop, [line(everyDay, '18:00', '02:00')])
  await at('20:00')
  const { exceptions, opening } = await close('00:30')
  expect([exceptions[0]?.closesAt, opening.closesAt]).toEqual(['00:30', '2027-07-22T00:30:00+02:00'])
  const changed = { from: day, kind: 'cut', closesAt: '23:00' }
  expect((await done(send('PUT', `/exceptions/${exceptions[0]?.id}`, changed))).exceptions).toMatchObject([
    { closesAt: '23:00', source: 'manual' },
  ])
  expect(await ofDay()).toMatchObject({ ranges: [{ start: '18:00', end: '23:00' }], reason: 'cut' })
})

test('H-033 the hours of a business that residents do not see are not found', async () => {
  const { companyId } = await newOwner(server, { category: null })
  const { status } = await server.client.answer('GET /v1/app/companies/:id/hours', { params: { id: companyId } })
  expect(status).toBe(404)
})

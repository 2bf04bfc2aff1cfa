import type { HoursAnswer } from '@parvis/domain/hours/hours.contract'
import { testApp } from '@parvis/harness/server/test-app'
import { newSession } from '@parvis/harness/sql/people'
import { settingsOf, updateCompany } from '@parvis/harness/town/companies'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { done, hoursCalls, hoursLine as line } from '@parvis/harness/town/schedules'
import { beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp()
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const shopWeek = [line(everyDay, '08:00', '19:00')]
const bar = [line(everyDay, '18:00', '02:00')]
let shop: Owner

beforeEach(async () => {
  await server.setClock('2027-07-20T10:00:00+02:00')
  shop = await newOwner(server, { zipCode: '75011' })
  await setWeek(shopWeek)
})

const calls = hoursCalls(server)
const send = (method: string, rest: string, json?: unknown, of = shop) => calls.send(of, method, rest, json)
const read = async () => await calls.read(shop)
const setWeek = async (week: object[]) => await calls.setWeek(shop, week)
const enter = async (entry: object) => await done(send('POST', '/exceptions', entry))
/** A jump of weeks ends sessions. */
async function go(wall: string) {
  await server.setClock(wall)
  shop = { ...shop, token: await newSession(server.db, shop.userId) }
}
const publicOf = async () =>
  (await server.client.answer('GET /v1/app/companies/:id', { params: { id: shop.companyId } })).data as Public
const publicDays = (query: { from: string; days?: string }) =>
  server.client.call('GET /v1/app/companies/:id/hours', { params: { id: shop.companyId }, query })
type Public = { openHours: { enabled: boolean }[]; opening: HoursAnswer['opening']; hours: { coming: object[] } }
const august = { from: '2027-08-03', to: '2027-08-18', kind: 'closed', message: 'Congés d’été' }

describe('the week', () => {
  test('H-016 an evening is stored as rows of the seeds, and saving again keeps their ids', async () => {
    await setWeek([line([2, 3, 4, 5, 6], '18:00', '02:00')])
    const rows = (await settingsOf(server, shop)).openHours
    expect(rows.map(({ type, startTime, endTime }) => `${type} ${startTime}-${endTime}`)).toEqual([
      'tuesdays_to_saturdays 18:00-23:59',
      ...['wednesdays', 'thursdays', 'fridays', 'saturdays', 'sundays'].map((day) => `all_${day} 00:00-02:00`),
    ])
    await setWeek([line([2, 3, 4, 5, 6], '18:00', '02:00'), line([7], '10:00', '12:00')])
    expect((await settingsOf(server, shop)).openHours.slice(0, 6)).toEqual(rows)
  })

  test('H-020 T19 ten identical saves are one change, of two different ones a single one is kept', async () => {
    const { version } = await read()
    const same = await Promise.all(Array.from({ length: 10 }, () => send('PUT', '/week', { version, week: bar })))
    expect(same.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const versions = new Set(same.map(({ data }) => (data as HoursAnswer).version))
    expect(versions.size).toBe(1)
    const now = (await read()).version
    const two = await Promise.all(
      ['11:00', '12:00'].map((end) => send('PUT', '/week', { version: now, week: [line([1], '09:00', end)] })),
    )
    expect(new Set(two.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(two.find(({ error }) => error)?.error).toMatchObject({ code: 'NEWER_VERSION' })
  })

  test('H-040 TO-01 a bad week names its line, 41 lines are too many', async () => {
    const { version } = await read()
    const wrong = async (week: object[]) => (await send('PUT', '/week', { version, week })).error?.fields
    expect(await wrong([line([1], '25:00', '02:00')])).toEqual({ 'week.0.start': 'opening_start_error' })
    expect(await wrong([line([1], '23:55', '02:00')])).toEqual({ 'week.0.start': 'opening_start_error' })
    expect(await wrong([line([1], '18:00', '00:03')])).toEqual({ 'week.0.end': 'opening_end_error' })
    expect(await wrong([])).toEqual({ week: 'opening hours error' })
    expect(await wrong(Array.from({ length: 41 }, () => line([1], '18:00', '19:00')))).toEqual({
      week: 'opening hours error',
    })
    expect((await read()).version).toBe(version)
  })

  test('H-020 AMB-10 a number and a flag may be texts and a list JSON, as a form sends them', async () => {
    const week = JSON.stringify([{ ...line([1], '09:00', '12:00'), days: ['1', '2'], enabled: '0' }])
    const version = String((await read()).version)
    expect(await done(send('PUT', '/week', { version, week, appointmentDays: '["3"]' }))).toMatchObject({
      week: [{ days: [1, 2], enabled: false }],
      appointmentDays: [3],
    })
    const ranges = JSON.stringify([{ start: '09:00', end: '12:00' }])
    const own = { from: '2027-08-03', kind: 'open', ranges, replace: '1' }
    for (let n = 0; n < 2; n++)
      expect(await done(send('POST', '/exceptions', own))).toMatchObject({
        exceptions: [{ ranges: JSON.parse(ranges) }],
      })
    expect(await done(send('PUT', '/sets/phone', { week }))).toMatchObject({ sets: [{ key: 'phone' }] })
    const decisions = JSON.stringify([{ date: '2027-11-11', decision: 'special', ranges: JSON.parse(ranges) }])
    expect(await done(send('PUT', '/holidays', { decisions }))).toMatchObject({
      holidays: expect.arrayContaining([expect.objectContaining({ date: '2027-11-11', decision: 'special' })]),
    })
  })

  test('H-042 days by appointment are saved with the week, kept by who does not know them, and stand alone', async () => {
    const friday = async () => (await publicDays({ from: '2027-07-23', days: '1' })).days[0]
    const { version } = await read()
    const first = await done(send('PUT', '/week', { version, week: shopWeek.slice(0, 0), appointmentDays: [5, 1, 1] }))
    expect(first).toMatchObject({ week: [], appointmentDays: [1, 5], opening: { text: 'Fermé' } })
    expect(first.version).toBeGreaterThan(version)
    expect(await friday()).toMatchObject({ ranges: [], reason: 'appointment' })
    expect((await publicOf()).hours).toMatchObject({ week: [], appointmentDays: [1, 5] })
    expect(await settingsOf(server, shop)).toMatchObject({ openHours: [], appointmentDays: [1, 5] })
    await setWeek(bar)
    expect(await read()).toMatchObject({ appointmentDays: [1, 5] })
    const none = await done(send('PUT', '/week', { version: (await read()).version, week: bar, appointmentDays: [] }))
    expect(none).not.toHaveProperty('appointmentDays')
    const wrong = await send('PUT', '/week', { version: none.version, week: bar, appointmentDays: [8] })
    expect(wrong.status).toBe(400)
  })

  test('H-042 a profile is saved by appointment alone; what is no list of days is refused beside the hours', async () => {
    const save = (appointmentDays: string, openingHours = '[]') =>
      updateCompany(server, shop, { companyId: shop.companyId, openingHours, appointmentDays })
    expect((await save('[2,4]')).data).toMatchObject({ openHours: [], appointmentDays: [2, 4] })
    for (const wrong of ['[0]', '[8]', 'mardi'])
      expect((await save(wrong)).error?.fields).toEqual({ openingHours: 'opening hours error' })
    expect((await save('[]')).error?.fields).toEqual({ openingHours: 'opening hours error' })
    expect(await read()).toMatchObject({ appointmentDays: [2, 4] })
  })

  test('H-017 H-019 an old save of the same hours leaves closures, holidays and sets as they are', async () => {
    await setWeek(bar)
    await enter(august)
    await done(send('PUT', '/holidays/2027-11-11', { decision: 'closed' }))
    await done(send('PUT', '/sets/kitchen', { week: shopWeek }))
    const { version: _, now: __, ...before } = await read()
    const { openHours } = await settingsOf(server, shop)
    const openingHours = JSON.stringify(openHours.map(({ type, ...row }) => ({ ...row, daytype: type })))
    expect((await updateCompany(server, shop, { companyId: shop.companyId, openingHours })).status).toBe(200)
    expect(await read()).toMatchObject(before)
  })
})

test('H-018 the old call refuses what it refused, whatever the week holds, and nothing moves', async () => {
  await setWeek(bar)
  const before = await read()
  const wrong = [
    ['18:00', '02:00'],
    ['18:00', '24:00'],
    ['18:00', '18:04'],
  ] as const
  for (const [startTime, endTime] of wrong) {
    const openingHours = JSON.stringify([{ daytype: 'all_days', startTime, endTime, enabled: true }])
    const { error } = await updateCompany(server, shop, { companyId: shop.companyId, openingHours })
    expect(error?.fields).toEqual({ openingHours: 'opening hours error' })
  }
  expect({ ...(await read()), now: before.now }).toEqual(before)
})

test('H-041 the hours are their owner’s: another person is refused everywhere, a malformed id is nowhere', async () => {
  const other = await newOwner(server)
  const { id = 0 } = (await enter(august)).exceptions[0] ?? {}
  const before = await read()
  const calls = [
    ['GET', '', undefined],
    ['PUT', '/week', { version: before.version, week: shopWeek }],
    ['POST', '/exceptions', { from: '2027-12-01', kind: 'closed' }],
    ['PUT', `/exceptions/${id}`, august],
    ['DELETE', `/exceptions/${id}`, undefined],
    ['POST', '/consequences', august],
    ['POST', '/close-today', {}],
    ['POST', '/reopen-today', {}],
    ['PUT', '/holidays/2027-11-11', { decision: 'closed' }],
    ['PUT', '/holidays', { decisions: [{ date: '2027-11-11', decision: 'closed' }] }],
    ['PUT', '/sets/phone', { week: shopWeek }],
    ['DELETE', '/sets/phone', undefined],
  ] as const
  for (const [method, rest, body] of calls) {
    const foreign = await send(method, rest, body, { ...shop, token: other.token })
    const malformed = await send(method, rest, body, { ...shop, companyId: 'none' })
    expect([method + rest, foreign.status, malformed.status]).toEqual([method + rest, 403, 404])
  }
  expect({ ...(await read()), now: before.now }).toEqual(before)
})

describe('closures and particular days', () => {
  test('H-006 a closure is one entry, both ends included, 366 days and 140 characters at most', async () => {
    expect((await enter(august)).exceptions).toMatchObject([{ ...august, ranges: [], source: 'manual' }])
    const { days } = await publicDays({ from: '2027-08-01', days: '31' })
    const closed = days.filter(({ reason }) => reason === 'closure')
    expect([closed.length, closed[0]?.date, closed.at(-1)?.date]).toEqual([16, '2027-08-03', '2027-08-18'])
    const wrong = async (entry: object) =>
      Object.values((await send('POST', '/exceptions', { ...august, ...entry })).error?.fields ?? {})
    expect(await wrong({ from: '2028-01-01', to: '2029-01-01' })).toEqual(['closure_too_long'])
    expect(await wrong({ from: '2027-09-02', to: '2027-09-01' })).toEqual(['closure_order_error'])
    expect(await wrong({ message: 'x'.repeat(141) })).toEqual(['closure_message_error'])
    expect((await read()).exceptions).toHaveLength(1)
    await enter({ from: '2028-01-01', to: '2028-12-31', kind: 'closed', message: 'x'.repeat(140) })
    expect((await read()).exceptions).toHaveLength(2)
  })

  test('H-007 of twenty closures that overlap one is stored; the others name it', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send('POST', '/exceptions', { ...august, to: `2027-08-${10 + (index % 9)}` }),
      ),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const [stored] = (await read()).exceptions
    for (const { error } of all.filter(({ status }) => status !== 200)) {
      expect(error).toMatchObject({ code: 'CLOSURE_OVERLAP', details: { id: stored?.id, from: '2027-08-03' } })
      expect(error?.message).toBe(
        `Une fermeture est déjà prévue du 3 au ${Number(stored?.to.slice(8))} août. Modifiez-la, ou choisissez d’autres dates.`,
      )
    }
  })

  test('H-007 of twenty entries for one date one is stored; the others name it', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => send('POST', '/exceptions', { from: '2027-09-01', kind: 'closed' })),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const [{ id } = { id: 0 }] = (await read()).exceptions
    for (const { status, error } of all.filter((one) => one.status !== 200))
      expect([status, error]).toMatchObject([
        409,
        {
          code: 'DAY_ALREADY_SET',
          message: 'Ce jour a déjà des horaires particuliers.',
          details: { id, from: '2027-09-01', to: '2027-09-01' },
        },
      ])
  })

  test('H-007 a date has one entry unless it is replaced, and takes a cut on top of special hours', async () => {
    const open = { from: '2027-08-15', kind: 'open', ranges: [{ start: '09:00', end: '12:00' }] }
    await enter(open)
    expect((await send('POST', '/exceptions', { from: '2027-08-15', kind: 'closed' })).error).toMatchObject({
      code: 'DAY_ALREADY_SET',
    })
    const cut = await enter({ from: '2027-08-15', kind: 'cut', closesAt: '11:00' })
    expect(cut.exceptions).toMatchObject([{ kind: 'open', closesAt: '11:00', ranges: open.ranges }])
    const closed = await enter({ from: '2027-08-15', kind: 'closed', replace: true })
    expect(closed.exceptions).toMatchObject([{ kind: 'closed', ranges: [], closesAt: null }])
  })

  test('H-008 a running closure may end today, nothing is entered for yesterday', async () => {
    const entered = await enter({ from: '2027-07-20', to: '2027-08-10', kind: 'closed' })
    const id = entered.exceptions[0]?.id
    await go('2027-07-25T10:00:00+02:00')
    const yesterday = await send('POST', '/exceptions', { from: '2027-07-24', kind: 'closed' })
    expect(Object.values(yesterday.error?.fields ?? {})).toEqual(['past_day_error'])
    const change = (from: string, to: string) => send('PUT', `/exceptions/${id}`, { from, to, kind: 'closed' })
    expect((await done(change('2027-07-20', '2027-08-12'))).exceptions).toMatchObject([{ id, to: '2027-08-12' }])
    for (const [from, to] of [
      ['2027-07-22', '2027-08-12'],
      ['2027-07-20', '2027-07-24'],
    ] as const)
      expect(Object.values((await change(from, to)).error?.fields ?? {})).toEqual(['past_day_error'])
    await done(change('2027-07-20', '2027-07-25'))
    await go('2027-07-26T10:00:00+02:00')
    expect((await read()).opening.state).toBe('open')
    expect((await read()).exceptions).toEqual([])
  })

  test('H-040 two hundred coming entries, the next is 403', async () => {
    await run(server.db)`
      insert into hour_exceptions (company_id, first_day, last_day, kind, source, ranges, set_ranges)
      select ${shop.companyId}, day, day, 'closed', 'manual', '[]', '{}'
      from generate_series(0, 199) as n, lateral (select date '2028-01-01' + n as day) as days`
    expect((await send('POST', '/exceptions', august)).error).toMatchObject({ code: 'HOURS_LIMIT' })
  })

  test('H-032 TO-06 a day closed whole reads as paused in the public profile, never in the settings', async () => {
    await enter({ ...august, from: '2027-07-20' })
    const shown = await publicOf()
    expect(shown.openHours.map(({ enabled }) => enabled)).toEqual(shown.openHours.map(() => false))
    expect(shown.opening).toMatchObject({ state: 'closed', reason: 'closure', message: 'Congés d’été' })
    const listed = await server.client.call('GET /v1/app/companies', { query: { zip: '75011' } })
    const { openHours, opening, hours } = shown
    expect(listed.find(({ companyId }) => companyId === shop.companyId)).toMatchObject({ openHours, opening, hours })
    expect((await settingsOf(server, shop)).openHours.every(({ enabled }) => enabled)).toBe(true)
    await done(send('DELETE', `/exceptions/${(await read()).exceptions[0]?.id}`))
    expect((await publicOf()).openHours.every(({ enabled }) => enabled)).toBe(true)
  })

  test('H-033 H-034 the public days cross a closure, and a long one is announced a week before', async () => {
    await enter(august)
    expect((await publicOf()).hours.coming).toEqual([])
    await go('2027-07-27T10:00:00+02:00')
    expect((await publicOf()).hours.coming).toMatchObject([
      { from: '2027-08-03', to: '2027-08-18', message: 'Congés d’été' },
    ])
    expect(await publicDays({ from: '2027-08-02', days: '3' })).toMatchObject({
      days: [
        { date: '2027-08-02', ranges: [{ start: '08:00', end: '19:00' }], reason: null },
        { ranges: [], reason: 'closure' },
        { ranges: [] },
      ],
      osm: 'Mo-Su 08:00-19:00; 2027 Aug 03-18 off "Congés d’été"',
    })
    const far = await server.client.answer('GET /v1/app/companies/:id/hours', {
      params: { id: shop.companyId },
      query: { days: '63' },
    })
    expect(far.status).toBe(400)
    const beyond = ['0001-01-01', '3000-01-01', '9999-12-31'].map((from) => ({ from, days: '62' }))
    for (const query of beyond) {
      const { status, error } = await server.client.answer('GET /v1/app/companies/:id/hours', {
        params: { id: shop.companyId },
        query,
      })
      expect([query.from, status, error?.fields]).toEqual([query.from, 400, { from: 'day_format_error' }])
    }
  })
})

describe('closing today in one tap', () => {
  const at = async (time: string) => {
    await server.setClock(`2027-07-21T${time}+02:00`)
    return await done(send('POST', '/close-today', {}))
  }

  test('H-022 at 7 h the day is closed whole, at 15:07 it is cut, and undone it is as before', async () => {
    const before = (await read()).opening.text
    expect((await at('07:00:10')).exceptions).toMatchObject([{ from: '2027-07-21', kind: 'closed', source: 'today' }])
    expect((await done(send('POST', '/reopen-today'))).exceptions).toEqual([])
    const cut = await at('15:07:20')
    expect(cut.exceptions).toMatchObject([{ kind: 'cut', closesAt: '15:07', source: 'today' }])
    expect(cut.opening).toMatchObject({
      state: 'closed',
      reason: 'cut',
      text: expect.stringContaining('Fermé exceptionnellement, ouvre demain'),
    })
    expect((await at('15:09:00')).exceptions).toEqual(cut.exceptions)
    expect((await done(send('POST', '/reopen-today'))).opening.text).toBe(before)
  })

  test('H-022 at 0 h 30 the evening that runs is cut and today is untouched', async () => {
    await setWeek(bar)
    const cut = await at('00:30:15')
    expect(cut.exceptions).toMatchObject([{ from: '2027-07-20', kind: 'cut', closesAt: '00:30' }])
    expect(cut.opening).toMatchObject({ state: 'closed', opensAt: '2027-07-21T18:00:00+02:00' })
    expect((await done(send('POST', '/reopen-today'))).opening).toMatchObject({
      state: 'open',
      closesAt: '2027-07-21T02:00:00+02:00',
    })
  })

  test('H-021 TO-05 in the noon break nothing opens again, special hours come back, and a closed day is 409', async () => {
    await setWeek([line(everyDay, '09:00', '12:30'), line(everyDay, '14:00', '19:00')])
    expect((await at('12:45:00')).opening.text).toMatch(/^Fermé exceptionnellement, ouvre demain/)
    await done(send('POST', '/reopen-today'))
    const ranges = [{ start: '15:00', end: '17:00' }]
    await enter({ from: '2027-07-21', kind: 'open', ranges })
    expect((await at('13:00:00')).exceptions).toMatchObject([{ kind: 'closed', ranges: [] }])
    expect((await done(send('POST', '/reopen-today'))).exceptions).toMatchObject([
      { kind: 'open', ranges, closesAt: null },
    ])
    await server.setClock('2027-07-21T23:00:00+02:00')
    expect((await send('POST', '/close-today', {})).error).toMatchObject({ code: 'ALREADY_CLOSED' })
  })

  test('H-021 TO-05 one tap while it is open until a time of today closes now; once it is closed it changes nothing', async () => {
    await server.setClock('2027-07-21T12:00:00+02:00')
    await done(send('POST', '/close-today', { closesAt: '16:00' }))
    const now = await at('12:10:00')
    expect(now.exceptions).toMatchObject([{ kind: 'cut', closesAt: '12:10', source: 'today' }])
    await done(send('POST', '/reopen-today'))
    const cut = await done(send('POST', '/close-today', { closesAt: '16:00' }))
    const after = await at('16:30:00')
    expect([after.version, after.exceptions]).toEqual([cut.version, cut.exceptions])
  })

  test('H-023 a time of today closes earlier, or opens later', async () => {
    await server.setClock('2027-07-21T12:00:00+02:00')
    const cut = await done(send('POST', '/close-today', { closesAt: '16:00' }))
    expect(cut.opening.text.replaceAll('\u00A0', ' ')).toBe('Ouvert, ferme exceptionnellement à 16 h')
    expect((await send('POST', '/close-today', { closesAt: '11:00' })).error?.fields).toEqual({
      closesAt: 'past_day_error',
    })
    const again = await done(send('POST', '/close-today', { closesAt: '16:00' }))
    expect([again.version, again.exceptions]).toEqual([cut.version, cut.exceptions])
    await done(send('POST', '/reopen-today'))
    await server.setClock('2027-07-22T07:00:00+02:00')
    const later = await enter({ from: '2027-07-22', kind: 'cut', opensFrom: '10:30' })
    expect(later.opening.text.replaceAll('\u00A0', ' ')).toBe('Fermé, ouvre à 10 h 30')
    await server.setClock('2027-07-22T08:15:00+02:00')
    expect((await read()).opening.text.replaceAll('\u00A0', ' ')).toBe('Fermé exceptionnellement, ouvre à 10 h 30')
  })
})

import { testApp } from '@parvis/harness/server/test-app'
import { insertFollowers } from '@parvis/harness/sql/seed'
import { type AgendaItem, instantCalls, ok } from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { hoursLine, scheduleCalls } from '@parvis/harness/town/schedules'
import { beforeEach, expect, test } from 'vitest'

const server = testApp()
const { get, post } = instantCalls(server)
const { scheduled, putSchedule, changeState, setWeek } = scheduleCalls(server)
let owner: Owner
let devices: string[]

// A Monday.
beforeEach(async () => {
  await server.setClock('2027-03-01T10:00:00+01:00')
  owner = await newOwner(server, { membership: 'premium' })
  devices = await insertFollowers(server.db, owner.companyId, 1)
})

const weekly = (...lines: object[]) => ({ kind: 'weekly', weekly: lines })
/** Fridays and Saturdays, into the night. */
const nights = weekly({ days: [5, 6], start: '22:00', end: '02:00' })
const newNights = () => scheduled(owner, nights, { title: 'Bal du village', categoryId: 1 })

async function agenda(at: string): Promise<AgendaItem[]> {
  const query = { date: at, cityCodes: '[92110]', states: 1 as const }
  const items = await server.client.call('GET /v1/instants/calendar', { token: owner.token, query })
  return items.filter(({ businessId }) => businessId === owner.companyId)
}
const statesOf = (items: readonly AgendaItem[]) =>
  items.slice(0, 3).map(({ originalStart, state, stateMessage }) => [originalStart.slice(0, 10), state, stateMessage])

type Pushed = { text: string }
async function told(): Promise<Pushed[]> {
  await server.runJobs()
  const data = await server.client.call('GET /v1/dev/outbox', { query: { kind: 'push' } })
  return (data as unknown as (Pushed & { to: string })[]).filter(({ to }) => devices.includes(to)).toReversed()
}

test('H-113 H-114 H-116 one evening of a weekly line is cancelled alone, told with its day, and planned again leaves no trace', async () => {
  const id = await newNights()
  const cancelled = { state: 'cancelled' as const, occurrence: '2027-03-05', message: 'Salle prise.' }
  ok(await changeState(owner, id, { ...cancelled, notifyFollowers: true }))
  expect(statesOf(await agenda('2027-03-01 10:00'))).toEqual([
    ['2027-03-05', 'cancelled', 'Salle prise.'],
    ['2027-03-06', 'planned', null],
    ['2027-03-12', 'planned', null],
  ])
  const [line] = (await get(owner, id)).schedule?.weekly ?? []
  expect(line?.occurrences).toEqual([{ day: '2027-03-05', state: 'cancelled', message: 'Salle prise.' }])
  const [first] = await told()
  expect(first?.text).toContain('Annulé\u00A0: Bal du village (vendredi 5 mars). Salle prise.')

  // Said again it stays as it is; after midnight it is still that evening.
  const { sequence } = await get(owner, id)
  ok(await changeState(owner, id, cancelled))
  expect((await get(owner, id)).sequence).toBe(sequence)
  await server.setClock('2027-03-06T01:00:00+01:00')
  ok(await changeState(owner, id, { state: 'planned', occurrence: '2027-03-05', notifyFollowers: true }))
  expect((await get(owner, id)).schedule?.weekly[0]?.occurrences).toEqual([])
  expect(statesOf(await agenda('2027-03-06 01:00'))[0]).toEqual(['2027-03-05', 'planned', null])
  const [, second] = await told()
  expect(second?.text).toContain('Maintenu\u00A0: Bal du village (vendredi 5 mars).')
})

test('H-113 H-118 a day that the lines do not have is not found, what cannot be read is refused beside its field, an evening that is over changes no more', async () => {
  const id = await newNights()
  const dated = await scheduled(owner, {
    kind: 'dates',
    dates: [{ start: '2027-03-12 14:00', end: '2027-03-12 18:00' }],
  })
  const dateId = (await get(owner, dated)).schedule?.dates[0]?.id ?? 0
  const missing = [
    await changeState(owner, id, { state: 'full', occurrence: '2027-03-04' }),
    await changeState(owner, id, { state: 'full', dateId }),
    await changeState(owner, dated, { state: 'full', occurrence: '2027-03-12' }),
    await changeState(owner, dated, { state: 'full', dateId: dateId + 1_000 }),
  ]
  expect(missing.map(({ status, error }) => [status, error?.code])).toEqual(
    missing.map(() => [404, 'INSTANT_NOT_FOUND']),
  )
  const postponed = { state: 'postponed' as const, newStart: '2027-03-19 14:00' }
  const wrong: [number, Parameters<typeof changeState>[2], object][] = [
    [id, { state: 'full', occurrence: '5 mars' }, { occurrence: 'invalid' }],
    [dated, { state: 'full', occurrence: '2027-03-12', dateId }, { occurrence: 'invalid' }],
    [id, { ...postponed, occurrence: '2027-03-05' }, { newStart: 'end_date_error' }],
    [id, postponed, { newStart: 'schedule_error' }],
    [dated, { ...postponed, state: 'cancelled', dateId }, { newStart: 'end_date_error' }],
    [dated, { ...postponed, newStart: 'demain', dateId }, { newStart: 'end_date_error' }],
    [dated, { ...postponed, newEnd: 'tard', dateId }, { newEnd: 'end_date_error' }],
    [dated, { ...postponed, newEnd: '2027-03-19 13:00', dateId }, { newEnd: 'end_date_error' }],
    [dated, { state: 'postponed', newEnd: '2027-03-19 18:00', dateId }, { newEnd: 'end_date_error' }],
    [dated, { state: 'cancelled', message: 'a'.repeat(201) }, { message: 'invalid' }],
  ]
  for (const [of, change, fields] of wrong) {
    const { status, error } = await changeState(owner, of, change)
    expect([change, status, error?.fields]).toEqual([change, 400, fields])
  }
  await server.setClock('2027-03-06T02:00:00+01:00')
  const late = await changeState(owner, id, { state: 'cancelled', occurrence: '2027-03-05' })
  expect([late.status, late.error?.code]).toEqual([409, 'INSTANT_OVER'])
})

test('H-109 H-113 H-118 an evening of the opening hours that runs past midnight is over when they end, and one of a closed day at midnight', async () => {
  await setWeek(owner, [{ days: [5], start: '18:00', end: '02:00' }])
  const id = await scheduled(owner, { kind: 'hours' })
  const change = async (at: string, state: 'full' | 'planned', occurrence = '2027-03-05') => {
    await server.setClock(`2027-03-06T${at}:00+01:00`)
    return (await changeState(owner, id, { state, occurrence })).status
  }
  expect(await change('00:00', 'full')).toBe(200)
  expect(await change('01:59', 'planned')).toBe(200)
  expect(await change('02:00', 'full')).toBe(409)
  expect(await change('02:00', 'full', '2027-03-04')).toBe(409)
})

test('H-115 a date postponed keeps its length by the clocks over the night that changes them, unless its end is said', async () => {
  const id = await scheduled(owner, { kind: 'dates', dates: [{ start: '2027-03-12 22:00', end: '2027-03-13 04:00' }] })
  const move = async (newStart: string, newEnd?: string) => {
    ok(await changeState(owner, id, { state: 'postponed', newStart, newEnd }))
    return (await get(owner, id)).schedule?.dates[0]
  }
  expect(await move('2027-03-27 22:00')).toMatchObject({
    start: '2027-03-27T22:00:00+01:00',
    end: '2027-03-28T04:00:00+02:00',
    formerStart: '2027-03-12T22:00:00+01:00',
  })
  expect(await move('2027-03-20 20:00', '2027-03-20 23:00')).toMatchObject({ end: '2027-03-20T23:00:00+01:00' })
})

test('H-113 H-109 a day of an instant at the opening hours is cancelled alone', async () => {
  await setWeek(owner, [hoursLine([1, 2, 3, 4, 5], '09:00', '12:00')])
  const id = ok<number>(await post(owner))
  ok(await putSchedule(owner, id, { kind: 'hours' }))
  ok(await changeState(owner, id, { state: 'cancelled', occurrence: '2027-03-02', notifyFollowers: true }))
  const shown = await agenda('2027-03-01 10:00')
  expect(statesOf(shown)).toEqual([
    ['2027-03-01', 'planned', null],
    ['2027-03-02', 'cancelled', null],
    ['2027-03-03', 'planned', null],
  ])
  expect((await told())[0]?.text).toContain('(mardi 2 mars)')
})

test('H-124 a copy of weekly lines moves their first and last day and the days left out by whole weeks, and takes no state', async () => {
  const line = {
    days: [5, 6],
    start: '22:00',
    end: '02:00',
    from: '2027-03-05',
    until: '2027-04-24',
    except: ['2027-03-12'],
  }
  const id = await scheduled(owner, weekly(line, { days: [3], start: '10:00', end: '11:00' }))
  ok(await changeState(owner, id, { state: 'cancelled', occurrence: '2027-03-19' }))
  const copy = async (shiftWeeks: number) =>
    await server.client.answer('POST /v1/instants/:id/copy', {
      params: { id },
      token: owner.token,
      body: { keep: ['texts', 'schedule'], shiftWeeks },
    })
  const { schedule } = await get(owner, ok<{ id: number }>(await copy(2)).id)
  expect(schedule?.weekly).toMatchObject([
    { from: '2027-03-19', until: '2027-05-08', except: ['2027-03-26'], occurrences: [] },
    { from: null, until: null, except: [], occurrences: [] },
  ])
  const far = await copy(1_000)
  expect([far.status, far.error?.fields]).toEqual([400, { shiftWeeks: 'invalid' }])
})

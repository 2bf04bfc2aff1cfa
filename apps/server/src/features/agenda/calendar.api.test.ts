import { testApp } from '@parvis/harness/server/test-app'
import { type AgendaItem, fixedTime, instantCalls, ok, recurrentTime, type Time } from '@parvis/harness/town/instants'
import { newOwner, newPerson, type Person } from '@parvis/harness/town/people'
import { scheduleCalls } from '@parvis/harness/town/schedules'
import { expect, test } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp()
const { post, newInstant, setAll, remove, calendar, upcoming } = instantCalls(server)
const now = '2027-03-12T12:00:00+01:00'

let zips = 10_000
/** A town of its own per test. */
async function town() {
  const zipCode = String(zips++)
  const owner = await newOwner(server, { type: 'association', zipCode })
  const publish = (times: Time[], fields = {}) => newInstant(owner, { zipCode, categoryId: 1, ...fields }, times)
  const items = async (date = now, who: Person = owner) => ok<AgendaItem[]>(await calendar(who, zipCode, date))
  const next = async (date = now) => ok<AgendaItem[]>(await upcoming(owner, date))
  return { owner, zipCode, publish, items, next }
}
const ids = (items: AgendaItem[]) => items.map(({ id }) => id)
const starts = (items: AgendaItem[]) => items.map(({ start }) => start)
const preview = { activationTimeType: 'DURING_AND_BEFORE_TWO_HOUR' }

test('G-011 G-012 AMB-96 an item holds what the agenda shows, two hours earlier with the preview', async () => {
  const { owner, zipCode, publish, items, next } = await town()
  const id = await publish([fixedTime('2027-03-20', '14:00', '18:00', preview)], { latitude: 48.9, longitude: 2.3 })
  const item = {
    id,
    title: 'Dégustation du samedi',
    description: 'Dégustation de nos produits',
    category: 'cultural',
    position: { latitude: 48.9, longitude: 2.3 },
    delay: 'DURING_AND_BEFORE_TWO_HOUR',
    start: '2027-03-20T12:00:00+01:00',
    originalStart: '2027-03-20T14:00:00+01:00',
    end: '2027-03-20T18:00:00+01:00',
    businessId: owner.companyId,
    businessName: 'Boulangerie Martin',
    address: `12 rue de Paris, ${zipCode} Clichy`,
    pictureUrl: expect.stringMatching(/\/v1\/media\/[0-9a-f]{32}\.jpg$/),
    seats: null,
    seatsLeft: null,
  }
  expect(await items()).toEqual([item])
  expect(await next()).toEqual([item])
})

test('G-001 AMB-96 G-014 everyone signed in sees every company and kind of the zip, and no other zip', async () => {
  const { publish, items, zipCode } = await town()
  const elsewhere = await town()
  const other = await newOwner(server, { type: 'mairie', zipCode: '75001' })
  const mine = await publish([fixedTime('2027-03-13')])
  const theirs = await newInstant(other, { zipCode, categoryId: 9 }, [fixedTime('2027-03-14')])
  await elsewhere.publish([fixedTime('2027-03-13')])
  expect(ids(await items())).toEqual([mine, theirs])
  expect(ids(await items(now, await newPerson(server)))).toEqual([mine, theirs])
})

test('I-107 I-090 I-110 AMB-81 paused, finished, deleted ones and drafts never show, nor a paused item', async () => {
  const { owner, zipCode, publish, items, next } = await town()
  ok(await post(owner, { zipCode }))
  await setAll(owner, await publish([recurrentTime()]), false)
  await publish([fixedTime('2027-03-12', '09:00', '12:00')])
  ok(await remove(owner, await publish([recurrentTime()])))
  const half = await publish([
    recurrentTime('all_days', '08:00', '09:00', { isEnabled: 0 }),
    recurrentTime('all_saturdays', '15:00', '16:00'),
  ])
  expect(new Set(ids(await items()))).toEqual(new Set([half]))
  expect(starts(await items())[0]).toBe('2027-03-13T15:00:00+01:00')
  expect(starts(await next())).toEqual(['2027-03-13T15:00:00+01:00'])
})

test('AMB-94 G-007 fixed dates go from those running to the last day of month +11', async () => {
  const { publish, items } = await town()
  const running = await publish([fixedTime('2027-03-12', '11:00', '12:01')])
  const last = await publish([fixedTime('2028-02-29', '22:00', '23:59')])
  await publish([fixedTime('2028-03-01', '00:00', '01:00')])
  expect(ids(await items())).toEqual([running, last])
})

test('AMB-94 G-008 recurrent ones go 30 days ahead, one item for each time, by start', async () => {
  const { publish, items } = await town()
  await publish([recurrentTime('all_mondays', '18:00', '20:00')])
  await publish([recurrentTime('all_days', '10:00', '11:00')])
  const found = await items()
  expect(starts(found)).toEqual(starts(found).toSorted((a, b) => Date.parse(a) - Date.parse(b)))
  expect(found.filter(({ start }) => start.includes('T10:00'))).toHaveLength(30)
  expect(starts(found).at(-1)).toBe('2027-04-11T10:00:00+02:00')
  expect(starts(found).filter((start) => start.includes('T18:00'))).toEqual([
    '2027-03-15T18:00:00+01:00',
    '2027-03-22T18:00:00+01:00',
    '2027-03-29T18:00:00+02:00',
    '2027-04-05T18:00:00+02:00',
  ])
})

test('P-013 C-024 AMB-92 upcoming holds the next time of each instant within 21 days, by start', async () => {
  const { publish, next } = await town()
  const in20 = await publish([fixedTime('2027-04-01', '10:00', '11:00')])
  const in2 = await publish([fixedTime('2027-03-14', '10:00', '11:00')])
  await publish([fixedTime('2027-04-03', '10:00', '11:00')])
  const at21 = await publish([fixedTime('2027-04-02', '12:00', '13:00')])
  await publish([fixedTime('2027-04-02', '12:01', '13:00')])
  const daily = await publish([
    recurrentTime('all_days', '10:00', '13:00'),
    recurrentTime('all_days', '15:00', '16:00'),
  ])
  const found = await next()
  expect(ids(found)).toEqual([daily, in2, in20, at21])
  expect(found[0]).toMatchObject({ start: '2027-03-12T10:00:00+01:00', end: '2027-03-12T13:00:00+01:00' })
})

test('P-013 AMB-92 upcoming with a preview begins when it shows, 2 hours before', async () => {
  const { publish, next } = await town()
  const shown = await publish([fixedTime('2027-04-02', '14:00', '15:00', preview)])
  await publish([fixedTime('2027-04-02', '14:01', '15:00', preview)])
  expect(ids(await next())).toEqual([shown])
})

test('AMB-126 T25 G15 hours stay those of the wall clock across both clock changes', async () => {
  const { publish, items, next } = await town()
  await publish([recurrentTime('all_days', '02:30', '04:30', { ...preview })])
  const spring = await items('2027-03-27T12:00:00+01:00')
  expect(spring.slice(0, 2).map(({ start, originalStart, end }) => [start, originalStart, end])).toEqual([
    ['2027-03-28T00:30:00+01:00', '2027-03-28T03:30:00+02:00', '2027-03-28T04:30:00+02:00'],
    ['2027-03-29T00:30:00+02:00', '2027-03-29T02:30:00+02:00', '2027-03-29T04:30:00+02:00'],
  ])
  const autumn = await items('2027-10-30T12:00:00+02:00')
  expect(autumn.slice(0, 2).map(({ start, originalStart, end }) => [start, originalStart, end])).toEqual([
    ['2027-10-31T00:30:00+02:00', '2027-10-31T02:30:00+02:00', '2027-10-31T04:30:00+01:00'],
    ['2027-11-01T00:30:00+01:00', '2027-11-01T02:30:00+01:00', '2027-11-01T04:30:00+01:00'],
  ])
  expect(starts(await next('2027-03-28T01:00:00+01:00'))).toEqual(['2027-03-28T00:30:00+01:00'])
})

test('C-031 an agenda is read in pages of as many as are asked for, whole; a limit beyond 2,000 is refused', async () => {
  const { publish, zipCode } = await town()
  const made = []
  for (const day of ['13', '14', '15', '16', '17']) made.push(await publish([fixedTime(`2027-03-${day}`)]))
  const { token } = await newOwner(server)
  const read = async (more: string) =>
    await server.call('GET', `/v1/instants/calendar?date=2027-03-12%2012:00&cityCodes=[${zipCode}]${more}`, { token })
  const page = async (more: string) => (await read(more)).data as AgendaItem[]
  const first = await page('&limit=2')
  const after = encodeURIComponent(`${first[1]?.start},${first[1]?.id}`)
  const second = await page(`&limit=2&after=${after}`)
  const third = await page(`&limit=2&after=${encodeURIComponent('2027-03-17T00:00:00+01:00,0')}`)
  expect([first, second, third].map(ids)).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4)])
  expect((await read('&limit=2001')).status).toBe(400)
})

test.each([
  ['weekly', (end: string) => recurrentTime('all_mondays', '10:00', end)],
  ['two-hour previews', (end: string) => recurrentTime('all_mondays', '10:00', end, preview)],
])(
  'C-031 a page holds every time of its last start and instant, and the next begins after them: %s',
  async (_, line) => {
    const { publish, zipCode, owner } = await town()
    await publish(['11:00', '12:00', '13:00', '14:00', '15:00'].map(line))
    const query = `/v1/instants/calendar?date=2027-03-12%2012:00&cityCodes=[${zipCode}]`
    const page = async (more: string) =>
      (await server.call('GET', query + more, { token: owner.token })).data as AgendaItem[]
    const first = await page('&limit=1')
    expect(first).toHaveLength(5)
    const after = encodeURIComponent(`${first[4]?.start},${first[4]?.id}`)
    expect(await page(`&limit=1&after=${after}`)).toHaveLength(5)
  },
)

test('C-031 AMB-97 zips are read in every spelling, padded, several at once, 20 at most', async () => {
  const [one, two] = [await town(), await town()]
  const [a, b] = [await one.publish([fixedTime('2027-03-13')]), await two.publish([fixedTime('2027-03-14')])]
  const read = async (query: string) => {
    const answer = await server.call('GET', `/v1/instants/calendar?date=2027-03-12%2012:00&${query}`, {
      token: one.owner.token,
    })
    return answer.status === 200 ? ids(answer.data as AgendaItem[]) : answer.status
  }
  for (const query of [
    `cityCodes=[${one.zipCode},${two.zipCode}]`,
    `cityCodes=%5B%22${one.zipCode}%22,%22${two.zipCode}%22%5D`,
    `cityCodes=${one.zipCode},${two.zipCode}`,
    `cityCodes=${one.zipCode}&cityCodes=${two.zipCode}`,
    `cityCodes[]=${one.zipCode}&cityCodes[]=${two.zipCode}`,
  ]) {
    expect([query, await read(query)]).toEqual([query, [a, b]])
  }
  expect(await read(`cityCodes=${one.zipCode}`)).toEqual([a])
  for (const query of [
    '',
    'cityCodes=',
    'cityCodes=[]',
    'cityCodes=99000',
    'cityCodes=abc',
    `cityCodes=${Array.from({ length: 21 }, (_, n) => 75001 + n)}`,
  ]) {
    expect([query, await read(query)]).toEqual([query, 400])
  }
})

test('C-024 C-031 AMB-97 the date is now when absent; a bad one is 400; without a session 401', async () => {
  await server.setClock('2027-03-15T09:00:00+01:00')
  const { owner, zipCode, publish } = await town()
  const id = await publish([fixedTime('2027-03-15', '08:00', '10:00')])
  expect(ids(ok(await calendar(owner, zipCode)))).toEqual([id])
  expect(ids(ok(await upcoming(owner)))).toEqual([id])
  expect(ids(ok(await calendar(owner, zipCode, '2027-03-15 10:00')))).toEqual([])
  for (const date of ['demain', '2027-02-31', '12/03/2027 10:00']) {
    expect([(await calendar(owner, zipCode, date)).status, (await upcoming(owner, date)).status]).toEqual([400, 400])
  }
  expect((await server.client.answer('GET /v1/instants/calendar', { query: { cityCodes: zipCode } })).status).toBe(401)
  const stranger = await newOwner(server)
  expect((await upcoming({ ...owner, token: stranger.token })).error?.code).toBe('FORBIDDEN')
  // The query is judged before the company of the path (api.md 8.30).
  expect((await upcoming({ ...owner, token: stranger.token }, 'demain')).error?.fields).toEqual({ date: 'invalid' })
})

test('G-001 an instant that moves to another zip leaves the agenda of the first', async () => {
  const [here, there] = [await town(), await town()]
  const { update } = instantCalls(server)
  const id = await here.publish([recurrentTime(), recurrentTime('all_mondays', '15:00', '16:00')])
  ok(await update(here.owner, id, { zipCode: there.zipCode }))
  expect(await here.items()).toEqual([])
  expect(new Set(ids(await there.items()))).toEqual(new Set([id]))
})

test('G-001 H-129 what an agenda gave before is given anew once its title, its business or its state changed, whoever asks', async () => {
  const { owner, publish, items, zipCode } = await town()
  const id = await publish([recurrentTime('all_saturdays')])
  const titles = async (states: { states?: boolean } = {}) => {
    const query = { date: '2027-03-12 12:00', cityCodes: zipCode, ...states }
    const found = await server.client.call('GET /v1/instants/calendar', { token: owner.token, query })
    return [...new Set(found.map(({ title, businessName, state }) => `${title}, ${businessName}, ${state}`))]
  }
  const before = await items()
  expect(await items(now, await newPerson(server))).toEqual(before)
  const { update } = instantCalls(server)
  ok(await update(owner, id, { title: 'Concert' }))
  await run(server.db)`update companies set name = 'Le Phare' where companies.id = ${owner.companyId}`
  expect(await titles()).toEqual(['Concert, Le Phare, undefined'])
  expect(await titles({ states: true })).toEqual(['Concert, Le Phare, planned'])
  ok(await scheduleCalls(server).changeState(owner, id, { state: 'full' }))
  expect(await titles()).toEqual(['Complet\u00A0: Concert, Le Phare, undefined'])
  expect(await titles({ states: true })).toEqual(['Concert, Le Phare, full'])
})

test('G-001 F8 a cursor that is none is refused', async () => {
  const { owner, zipCode } = await town()
  for (const after of ['1', 'demain,3', '2027-03-12T14:30:00+01:00', '2027-03-12T14:30:00+01:00,x']) {
    const asked = { token: owner.token, query: { cityCodes: zipCode, after } }
    const { status, error } = await server.client.answer('GET /v1/instants/calendar', asked)
    expect([status, error?.fields]).toEqual([400, { after: 'invalid' }])
  }
})

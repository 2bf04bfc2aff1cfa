import { testApp } from '@parvis/harness/server/test-app'
import {
  fixedTime,
  instantCalls,
  ok,
  recurrentTime,
  type ServerInstant,
  type Time,
} from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { scheduleCalls } from '@parvis/harness/town/schedules'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { rowsOf } from '../../db/database.ts'

const server = testApp()
const { addTime, get, setAll, update } = instantCalls(server)
const { scheduled, setWeek, putSchedule, changeState } = scheduleCalls(server)
let owner: Owner

beforeEach(async () => {
  await server.setClock('2027-03-01T10:00:00+01:00')
  owner = await newOwner(server, { type: 'association', category: 'culture', membership: 'premium' })
})

const line = (days: number[], start: string, end: string, more: object = {}) => ({ days, start, end, ...more })
const lines = async (id: number) =>
  (await get(owner, id)).schedule?.weekly.map(({ days, start, end }) => `${days.join('')} ${start}-${end}`)

test('H-127 a line added by an old client to weekly lines stands beside them, and the next save keeps it', async () => {
  const id = await scheduled(owner, {
    kind: 'weekly',
    weekly: [line([5, 6], '22:00', '02:00', { except: ['2027-03-12'] })],
  })
  const time = ok<Time>(await addTime(owner, id, recurrentTime('all_mondays', '10:00', '12:00')))
  const before = await get(owner, id)
  expect(await lines(id)).toEqual(['56 22:00-02:00', '1 10:00-12:00'])
  expect(before.instantActivationTimes.map(({ id: one }) => one)).toContain(time.id)
  ok<ServerInstant>(await update(owner, id, { title: 'Un autre titre' }))
  expect((await get(owner, id)).schedule).toEqual(before.schedule)
})

test('H-109 a line added by an old client to the opening hours cuts the link and keeps what it showed', async () => {
  const week = [line([2, 3, 4, 5, 6], '09:00', '19:00')]
  await setWeek(owner, week)
  const id = await scheduled(owner, { kind: 'hours' })
  const copies = (await get(owner, id)).instantActivationTimes.length
  expect(copies).toBeGreaterThan(0)
  ok(await addTime(owner, id, recurrentTime('all_sundays', '10:00', '12:00')))
  const { followsHours, schedule } = await get(owner, id)
  expect([followsHours, schedule?.kind, schedule?.weekly.length]).toEqual([false, 'weekly', copies + 1])
})

test('I-097 H-109 all dates, all lines or the link to the hours are paused together and taken up again, by twenty at once', async () => {
  await setWeek(owner, [line([2, 3, 4, 5, 6], '09:00', '19:00')])
  const dates = [
    { start: '2027-03-12 20:00', end: '2027-03-12 23:00' },
    { start: '2027-03-19 20:00', end: '2027-03-20 01:00', enabled: false },
  ]
  const lines = [line([5, 6], '22:00', '02:00'), line([1], '10:00', '12:00', { enabled: false })]
  for (const schedule of [{ kind: 'dates', dates }, { kind: 'weekly', weekly: lines }, { kind: 'hours' }]) {
    const id = await scheduled(owner, schedule)
    const pause = async (paused: boolean) =>
      await server.client.call('POST /v1/instants/:id/pause', { params: { id }, token: owner.token, body: { paused } })
    const isOn = ({ status, schedule: whole, instantActivationTimes: times }: ServerInstant) => [
      status,
      ...[...(whole?.dates ?? []), ...(whole?.weekly ?? []), ...times.map((one) => ({ enabled: one.isEnabled }))].map(
        ({ enabled }) => enabled,
      ),
    ]
    const before = await get(owner, id)
    await Promise.all(Array.from({ length: 20 }, () => pause(true)))
    const paused = await get(owner, id)
    expect(new Set(isOn(paused))).toEqual(new Set([false]))
    expect(paused.sequence).toBe(before.sequence)
    await pause(false)
    const again = await get(owner, id)
    expect(new Set(isOn(again))).toEqual(new Set([true]))
    expect([again.followsHours, again.publication.state]).toEqual([schedule.kind === 'hours', 'published'])
  }
})

test('H-120 a time added by an old client to a draft does not publish it', async () => {
  const id = await scheduled(owner, { kind: 'weekly', weekly: [line([1], '10:00', '12:00')], publication: 'draft' })
  const time = ok<Time>(await addTime(owner, id, recurrentTime('all_sundays')))
  const { publication, status, schedule } = await get(owner, id)
  expect([publication.state, status, time.isEnabled]).toEqual(['draft', false, false])
  expect(schedule?.weekly.map(({ enabled }) => enabled)).toEqual([true, true])
})

test('H-127 TO-13 the play of an old client publishes a draft, each date as it was wanted; of a published one it sets all', async () => {
  const day = (on: string, enabled: boolean) => ({ start: `${on} 14:00`, end: `${on} 18:00`, enabled })
  const dates = [day('2027-03-12', true), day('2027-03-19', false)]
  const id = await scheduled(owner, { kind: 'dates', dates, publication: 'draft' })
  const stands = async () => {
    const { publication, schedule } = await get(owner, id)
    return [publication.state, ...(schedule?.dates.map(({ enabled }) => enabled) ?? [])]
  }
  expect((await get(owner, id)).instantActivationTimes.map(({ isEnabled }) => isEnabled)).toEqual([false])
  await setAll(owner, id, true)
  expect(await stands()).toEqual(['published', true, false])
  await setAll(owner, id, false)
  expect(await stands()).toEqual(['published', false, false])
  await setAll(owner, id, true)
  expect(await stands()).toEqual(['published', true, true])
})

test('H-128 several days, and weekly lines with exceptions, say why the old form may not move them; plain ones it may', async () => {
  const fete = { start: '2027-03-12 10:00', end: '2027-03-14 18:00' }
  const evening = line([5], '22:00', '02:00')
  const refusals = [
    [
      { kind: 'dates', dates: [fete] },
      fixedTime('2027-03-13'),
      'Cet instant dure plusieurs jours. Rechargez la page pour le modifier.',
    ],
    [
      { kind: 'weekly', weekly: [evening] },
      recurrentTime('all_fridays', '20:00', '22:00'),
      'Cet instant revient chaque semaine avec des exceptions. Rechargez la page pour le modifier.',
    ],
  ] as const
  for (const [schedule, moved, message] of refusals) {
    const id = await scheduled(owner, schedule)
    const before = await get(owner, id)
    const activationTimes = [{ ...moved, id: before.instantActivationTimes[0]?.id }]
    const { status, error } = await update(owner, id, { title: 'Déplacé', activationTimes })
    expect([status, error?.code, error?.message]).toEqual([409, 'SCHEDULE_TOO_RICH', message])
    expect(await get(owner, id)).toEqual(before)
  }
  const plain = await scheduled(owner, { kind: 'weekly', weekly: [line([5], '10:00', '12:00')] })
  ok(await update(owner, plain, { activationTimes: [recurrentTime('all_fridays', '15:00', '16:00')] }))
  expect(await lines(plain)).toEqual(['5 15:00-16:00'])
})

test('TO-10 one day of a line paused by an old client: refused of a line it cannot say, else a line of its own', async () => {
  for (const [more, status] of [
    [{ until: '2028-06-24' }, 409],
    [{}, 200],
  ] as const) {
    const id = await scheduled(owner, { kind: 'weekly', weekly: [line([5, 6], '20:00', '22:00', more)] })
    const rows = (await get(owner, id)).instantActivationTimes
    expect(rows.map(({ activeDayType }) => activeDayType)).toEqual(['all_fridays', 'all_saturdays'])
    const activationTimes = rows.map((row, at) => ({ ...row, isEnabled: at }))
    expect((await update(owner, id, { activationTimes })).status).toBe(status)
    expect((await get(owner, id)).instantActivationTimes.map(({ isEnabled }) => isEnabled)).toEqual([
      status === 409,
      true,
    ])
  }
})

test('H-128 an old client adds no weekly line to dates', async () => {
  const date = { start: '2027-03-12 14:00', end: '2027-03-12 18:00' }
  const dates = await scheduled(owner, { kind: 'dates', dates: [date] })
  expect((await addTime(owner, dates, recurrentTime())).status).toBe(400)
})

test('H-124 AMB-10 a form says as JSON what a copy keeps', async () => {
  const id = await scheduled(owner, { kind: 'dates', dates: [{ start: '2027-03-12 14:00', end: '2027-03-12 18:00' }] })
  const body = { keep: '["texts","place"]', shiftWeeks: '1' }
  ok(await server.client.answer('POST /v1/instants/:id/copy', { params: { id }, token: owner.token, body }))
})

test('H-124 G01 a copy is a draft with its own picture, or none where its files are lost, dates moved by whole weeks, within the cap', async () => {
  const { client } = server
  const date = { start: '2027-03-12 14:00', end: '2027-03-12 18:00' }
  const id = await scheduled(owner, { kind: 'dates', dates: [date] }, { title: 'Concert sur la place' })
  const copy = async (of: Owner, from: number, keep: ('texts' | 'picture' | 'place' | 'schedule')[], shiftWeeks = 0) =>
    await client.answer('POST /v1/instants/:id/copy', {
      params: { id: from },
      token: of.token,
      body: { keep, shiftWeeks },
    })
  const whole = await get(
    owner,
    ok<{ id: number }>(await copy(owner, id, ['texts', 'picture', 'place', 'schedule'], 2)).id,
  )
  const first = await get(owner, id)
  expect(whole.publication).toMatchObject({ state: 'draft' })
  expect(whole.schedule?.dates).toMatchObject([{ start: expect.stringContaining('2027-03-26') }])
  const [own, other] = [whole, first].map(({ instantInformation }) => instantInformation.picture)
  expect(own).not.toBe(other)
  const bare = await get(owner, ok<{ id: number }>(await copy(owner, id, [])).id)
  expect(bare.instantInformation.title).toBe('Copie de Concert sur la place')
  expect([bare.instantInformation.picture || null, bare.instantActivationTimes]).toEqual([null, []])
  ok(await client.answer('DELETE /v1/instants/:id', { params: { id }, token: owner.token }))
  const files = await rowsOf<{ name: string; dropped_at: Date | null }>(server.db)`
    select name, dropped_at from stored_files`
  const dropped = (url: string | null | undefined) =>
    files.filter(({ name }) => url?.endsWith(name)).map((file) => file.dropped_at !== null)
  expect([dropped(own), dropped(other)]).toEqual([[false], [true]])
  expect((await copy(await newOwner(server), whole.instantInformation.id, ['texts'])).status).toBe(404)
  const kept = own?.split('/').at(-1)?.replace('.jpg', '.webp')
  await server.deps.gateways.blobs.delete(`public/${kept}`)
  const lost = await get(owner, ok<{ id: number }>(await copy(owner, whole.instantInformation.id, ['picture'])).id)
  expect(lost.instantInformation.picture || null).toBeNull()

  const capped = await newOwner(server)
  const made = []
  for (let n = 0; n < 3; n += 1)
    made.push(await scheduled(capped, { kind: 'weekly', weekly: [line([1], '10:00', '12:00')] }))
  const refused = await copy(capped, made[0] ?? 0, ['texts'])
  expect([refused.status, refused.error?.code]).toEqual([403, 'MAX_INSTANTS'])
})

const clock = fc.integer({ min: 0, max: 95 }).map((quarter) => {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`
})
/** Days that hold both clock changes. */
const day = fc.integer({ min: 2, max: 300 }).map((days) => new Date(Date.UTC(2027, 2, days)).toISOString().slice(0, 10))
const flags = { preview: fc.boolean(), enabled: fc.boolean() }
const anyDate = fc
  .record({ start: fc.tuple(day, clock), minutes: fc.integer({ min: 1, max: 30 * 1_440 }), ...flags })
  .map(({ start: [on, at], minutes, ...rest }) => {
    const start = new Date(`${on}T${at}:00Z`)
    return { start: start.toISOString(), end: new Date(start.getTime() + minutes * 60_000).toISOString(), ...rest }
  })
const anyLine = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    start: clock,
    end: clock,
    validity: fc.option(fc.tuple(day, day).map((both) => both.sort())),
    except: fc.uniqueArray(day, { maxLength: 3 }),
    ...flags,
  })
  .map(({ validity, ...rest }) => ({ ...rest, from: validity?.[0] ?? null, until: validity?.[1] ?? null }))
const anySchedule = fc.oneof(
  fc.record({ kind: fc.constant('dates'), dates: fc.array(anyDate, { minLength: 1, maxLength: 6 }) }),
  fc.record({ kind: fc.constant('weekly'), weekly: fc.array(anyLine, { minLength: 1, maxLength: 6 }) }),
  fc.constant({ kind: 'hours' }),
)

test('H-126 H-127 law 2 (property 11) what an old client reads of any rich schedule and sends back changes no occurrence', async () => {
  await setWeek(owner, [line([2, 3, 4, 5, 6], '18:00', '02:00')])
  const id = await scheduled(owner, { kind: 'hours' })
  const state = fc.constantFrom('planned', 'full', 'cancelled', 'postponed')
  const publication = fc.constantFrom('now', 'draft', '2027-05-01T08:00:00+02:00')
  await fc.assert(
    fc.asyncProperty(anySchedule, publication, state, async (schedule, when, one) => {
      ok(await putSchedule(owner, id, { ...schedule, publication: when }))
      const dateId = (await get(owner, id)).schedule?.dates.at(-1)?.id
      if (one !== 'planned' && dateId !== undefined) await changeState(owner, id, { state: one, dateId })
      const before = await get(owner, id)
      ok(await update(owner, id))
      const { schedule: kept, sequence, publication: still, eventState, followsHours } = await get(owner, id)
      expect({ kept, sequence, still, eventState, followsHours }).toEqual({
        kept: before.schedule,
        sequence: before.sequence,
        still: before.publication,
        eventState: before.eventState,
        followsHours: before.followsHours,
      })
    }),
    { numRuns: 60 },
  )
})

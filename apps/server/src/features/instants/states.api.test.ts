import { testApp } from '@parvis/harness/server/test-app'
import { cutAt } from '@parvis/harness/sql/cut'
import { insertFollowers } from '@parvis/harness/sql/seed'
import { type AgendaItem, fixedTime, instantCalls, ok } from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { scheduleCalls } from '@parvis/harness/town/schedules'
import { beforeEach, expect, test } from 'vitest'
import { run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { changeState as changeInstantState } from './change-state.ts'
import { dueNotifications, duePublications } from './index.ts'

const server = testApp()
const { get, post, update } = instantCalls(server)
const { scheduled, putSchedule, changeState } = scheduleCalls(server)
let owner: Owner
let devices: string[]

beforeEach(async () => {
  await server.setClock('2027-03-01T10:00:00+01:00')
  owner = await newOwner(server, { membership: 'premium' })
  devices = await insertFollowers(server.db, owner.companyId, 2)
})

const date = (day: string, start = '14:00', end = '18:00', last = day) => ({
  start: `${day} ${start}`,
  end: `${last} ${end}`,
})
const dates = (...all: object[]) => ({ kind: 'dates', dates: all })
const event = (schedule: object, by = owner) =>
  scheduled(by, schedule, { title: 'Concert sur la place', categoryId: 1 })

async function pushes(): Promise<{ key: string; text: string }[]> {
  await server.runJobs()
  const data = (await server.client.call('GET /v1/dev/outbox', { query: { kind: 'push' } })) as {
    to: string
    text: string
    payload: { key: string }
  }[]
  return data.filter(({ to }) => devices.includes(to)).map(({ text, payload: { key } }) => ({ text, key }))
}

async function agenda(at: string, states?: 1): Promise<AgendaItem[]> {
  const query = { date: at, cityCodes: '[92110]', ...(states && { states }) }
  const items = await server.client.call('GET /v1/instants/calendar', { token: owner.token, query })
  return items.filter(({ businessId }) => businessId === owner.companyId)
}

test('H-108 H-103 the agenda finds the evening of yesterday, and a date that began weeks ago, while they last', async () => {
  await event({ kind: 'weekly', weekly: [{ days: [5], start: '22:00', end: '02:00' }] })
  await event(dates(date('2027-03-02', '10:00', '10:00', '2027-04-02')))
  const night = await agenda('2027-03-06 01:00')
  expect(night.map(({ originalStart }) => originalStart.slice(0, 16))).toContain('2027-03-05T22:00')
  expect((await agenda('2027-03-06 02:00')).map(({ originalStart }) => originalStart.slice(0, 16))).not.toContain(
    '2027-03-05T22:00',
  )
  expect((await agenda('2027-03-22 12:00')).map(({ end }) => end.slice(0, 16))).toContain('2027-04-02T10:00')
})

test('H-113 H-114 H-129 a state is in words before the title of old lists, beside it with states=1, never in owner calls', async () => {
  const id = await event(dates(date('2027-03-12'), date('2027-03-19')))
  const [first] = (await get(owner, id)).schedule?.dates ?? []
  const answer = ok<{ version: number }>(
    await changeState(owner, id, { state: 'cancelled', dateId: first?.id, message: 'Pluie annoncée.' }),
  )
  expect(answer.version).toBe((await get(owner, id)).version)
  const titles = (items: readonly AgendaItem[]) =>
    items.map(({ title, state, stateMessage }) => [title, state, stateMessage])
  expect(titles(await agenda('2027-03-01 10:00'))).toEqual([
    ['Annulé\u00a0: Concert sur la place', undefined, undefined],
    ['Concert sur la place', undefined, undefined],
  ])
  expect(titles(await agenda('2027-03-01 10:00', 1))).toEqual([
    ['Concert sur la place', 'cancelled', 'Pluie annoncée.'],
    ['Concert sur la place', 'planned', null],
  ])
  expect((await get(owner, id)).instantInformation.title).toBe('Concert sur la place')
})

test('H-115 H-131 a postponed date keeps its id and when it was to be; a time set later turns « à venir » into a date', async () => {
  const id = await event(dates(date('2027-03-12')))
  const before = await get(owner, id)
  const dateId = before.schedule?.dates[0]?.id
  ok(await changeState(owner, id, { state: 'postponed', dateId }))
  expect((await get(owner, id)).schedule?.dates[0]).toMatchObject({ state: 'postponed', formerStart: null })
  ok(await changeState(owner, id, { state: 'postponed', dateId, newStart: '2027-04-09 14:00' }))
  const after = await get(owner, id)
  expect(after.schedule?.dates[0]).toMatchObject({ id: dateId, formerStart: before.schedule?.dates[0]?.start })
  expect(after.schedule?.dates[0]?.start.slice(0, 16)).toBe('2027-04-09T14:00')
  expect(after.sequence).toBe(before.sequence + 2)
})

test('H-115 a date that moved, or the whole of it, is to come again once postponed without a new time, and once only', async () => {
  const id = await event(dates(date('2027-03-12')))
  const dateId = (await get(owner, id)).schedule?.dates[0]?.id
  for (const target of [{ dateId }, {}]) {
    ok(await changeState(owner, id, { state: 'postponed', newStart: '2027-04-09 14:00', ...target }))
    ok(await changeState(owner, id, { state: 'postponed', message: 'Salle prise.', ...target }))
    const { schedule, sequence } = await get(owner, id)
    const start = expect.stringMatching(/^2027-04-09T14:00/)
    expect(schedule?.dates).toMatchObject([{ id: dateId, formerStart: null, start }])
    ok(await changeState(owner, id, { state: 'postponed', message: 'Salle prise.', ...target }))
    expect((await get(owner, id)).sequence).toBe(sequence)
    ok(await changeState(owner, id, { state: 'planned', ...target }))
    ok(await putSchedule(owner, id, dates({ id: dateId, ...date('2027-03-12') })))
  }
})

test('H-115 H-118 a date is not postponed to a time that is over, after which nothing could be said of it', async () => {
  const id = await event(dates(date('2027-03-12')))
  const wrong = { newStart: '2027-02-12 14:00', newEnd: '2027-02-12 18:00' }
  const refused = await changeState(owner, id, { state: 'postponed', ...wrong, notifyFollowers: true })
  expect(refused).toMatchObject({ status: 400, error: { fields: { newStart: 'past_day_error' } } })
  const upsideDown = await changeState(owner, id, { state: 'postponed', ...wrong, newStart: '2027-04-09 14:00' })
  expect(upsideDown.error).toMatchObject({ message: 'La fin doit être après le début' })
  ok(await changeState(owner, id, { state: 'full' }))
})

test('H-131 a date keeps its id when an old schedule becomes a richer one and when it moves', async () => {
  const calls = instantCalls(server)
  const id = await calls.newInstant(owner, {}, [fixedTime('2027-03-12')])
  const old = (await get(owner, id)).instantActivationTimes[0]?.id
  ok(await putSchedule(owner, id, dates(date('2027-03-12', '10:00', '12:00'), date('2027-03-19'))))
  const rich = await get(owner, id)
  expect(rich.schedule?.dates[0]?.id).toBe(old)
  ok(
    await putSchedule(
      owner,
      id,
      dates({ id: old, ...date('2027-03-13') }, { id: rich.schedule?.dates[1]?.id, ...date('2027-03-19') }),
    ),
  )
  const moved = await get(owner, id)
  expect([moved.schedule?.dates[0]?.id, moved.sequence]).toEqual([old, rich.sequence + 1])
})

test('H-116 H-130 followers are told once each of a change when it is asked, ten identical calls have one effect', async () => {
  const id = await event(dates(date('2027-03-12')))
  const { version } = await get(owner, id)
  const change = { state: 'cancelled' as const, message: 'Pluie annoncée.', notifyFollowers: true, version }
  const calls = Array.from({ length: 10 }, () =>
    server.client.answer('POST /v1/instants/:id/state', { params: { id }, token: owner.token, body: change }),
  )
  const answers = await Promise.all(calls)
  expect(answers.map(({ status, data }) => [status, data.notice])).toEqual(
    Array.from({ length: 10 }, () => [200, 'sent']),
  )
  const sent = await pushes()
  expect(sent).toHaveLength(2)
  expect(sent[0]?.text).toContain('Annulé\u00a0: Concert sur la place')
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  const stale = { ...change, state: 'full' as const }
  const refused = await server.client.answer('POST /v1/instants/:id/state', {
    params: { id },
    token: owner.token,
    body: stale,
  })
  expect([refused.status, refused.error?.code]).toEqual([409, 'NEWER_VERSION'])
})

test('H-116 TO-14 a second change on a capped plan is made and its notice refused; without asking nobody is told', async () => {
  const capped = await newOwner(server)
  devices = await insertFollowers(server.db, capped.companyId, 1)
  const id = await event(dates(date('2027-03-12')), capped)
  expect(ok(await changeState(capped, id, { state: 'full' }))).toMatchObject({ notice: 'none' })
  expect(ok(await changeState(capped, id, { state: 'cancelled', notifyFollowers: true }))).toMatchObject({
    notice: 'sent',
  })
  await server.setClock('2027-03-02T10:00:00+01:00')
  const second = ok(await changeState(capped, id, { state: 'planned', notifyFollowers: true }))
  expect(second).toMatchObject({ notice: 'refused', eventState: { state: 'planned' } })
  expect(await pushes()).toHaveLength(1)
})

test('H-116 W-104 of a suspended business the change is made, nobody is told, and the answer says so', async () => {
  const shop = await newOwner(server)
  devices = await insertFollowers(server.db, shop.companyId, 1)
  const id = await event(dates(date('2027-03-12')), shop)
  await run(server.db)`
    update companies set suspended_at = app_now(), suspension_reason = 'Contrôle' where id = ${shop.companyId}`
  expect(ok(await changeState(shop, id, { state: 'cancelled', notifyFollowers: true }))).toMatchObject({
    notice: 'none',
    eventState: { state: 'cancelled' },
  })
  expect(await pushes()).toEqual([])
})

test('H-116 F14 killed between the notice and the state leaves neither: said again, each is told once', async () => {
  const id = await event(dates(date('2027-03-12')))
  const { version } = await get(owner, id)
  const change = { state: 'cancelled' as const, message: '', notifyFollowers: true, version }
  await cutAt(server.ownerDb, sql`before update of event_state on instants for each statement`, async () => {
    await expect(changeInstantState(server.deps, owner.userId, id, change)).rejects.toThrow('terminating connection')
  })
  expect(await pushes()).toEqual([])
  expect((await get(owner, id)).eventState.state).toBe('planned')
  expect(ok(await changeState(owner, id, { state: 'cancelled', notifyFollowers: true }))).toMatchObject({
    notice: 'sent',
  })
  expect(await pushes()).toHaveLength(2)
  expect(new Set((await pushes()).map(({ key }) => key)).size).toBe(1)
})

test('H-121 F14 a worker killed while it publishes leaves it to come: the next one publishes it once', async () => {
  const id = await event({ ...dates(date('2027-03-12')), ...later })
  await server.setClock('2027-03-10T08:00:00+01:00')
  await cutAt(server.ownerDb, sql`before update of publication on instants for each statement`, async () => {
    await expect(duePublications.run(server.deps)).rejects.toThrow(`failed: ${id}`)
  })
  expect((await get(owner, id)).publication.state).toBe('scheduled')
  expect(await agenda('2027-03-10 08:00')).toEqual([])
  await Promise.all([duePublications.run(server.deps), duePublications.run(server.deps)])
  expect((await get(owner, id)).publication.state).toBe('published')
  expect(await agenda('2027-03-10 08:00')).toHaveLength(1)
})

test('H-117 a cancelled instant, and one postponed without a date, drops its notification to come: nobody is told', async () => {
  for (const state of ['cancelled', 'postponed'] as const) {
    const id = await event(dates(date('2027-03-12')))
    ok(await update(owner, id, { notificationDate: '2027-03-01 10:30' }))
    expect((await get(owner, id)).notificationDate).toBe('2027-03-01 10:30')
    ok(await changeState(owner, id, { state }))
    expect((await get(owner, id)).notificationDate).toBeNull()
  }
  await server.setClock('2027-03-01T10:31:00+01:00')
  await dueNotifications.run(server.deps)
  expect(await pushes()).toEqual([])
})

test('H-118 before its end a state may go back to planned and be told; after it nothing changes', async () => {
  const id = await event(dates(date('2027-03-01', '09:00', '12:00')))
  ok(await changeState(owner, id, { state: 'cancelled' }))
  expect(ok(await changeState(owner, id, { state: 'planned', notifyFollowers: true }))).toMatchObject({
    notice: 'sent',
  })
  await server.setClock('2027-03-01T12:00:01+01:00')
  const { status, error } = await changeState(owner, id, { state: 'cancelled' })
  expect([status, error?.code, error?.message]).toEqual([409, 'INSTANT_OVER', 'Cet instant est terminé.'])
})

const later = { publication: '2027-03-10 08:00' }

test('H-121 an instant published later appears by itself, once, whatever processes run', async () => {
  const id = await event({ ...dates(date('2027-03-12')), ...later })
  expect((await get(owner, id)).publication).toMatchObject({ state: 'scheduled' })
  expect(await agenda('2027-03-01 10:00')).toEqual([])
  await server.setClock('2027-03-10T07:59:59+01:00')
  await duePublications.run(server.deps)
  expect((await get(owner, id)).publication.state).toBe('scheduled')
  await server.setClock('2027-03-10T08:00:00+01:00')
  await Promise.all([duePublications.run(server.deps), duePublications.run(server.deps)])
  const published = await get(owner, id)
  expect(published.publication).toMatchObject({ state: 'published', at: null })
  expect(published.lastModificationDate.slice(0, 16)).toBe('2027-03-10T08:00')
  expect(await agenda('2027-03-10 08:00')).toHaveLength(1)
  await duePublications.run(server.deps)
  expect((await get(owner, id)).version).toBe(published.version)
})

test('H-121 less than a minute ahead or more than twelve months is refused', async () => {
  const id = await event({ ...dates(date('2027-03-12')), publication: 'draft' })
  for (const publication of ['2027-03-01 10:00', '2028-03-01 10:01', 'demain']) {
    const { error } = await putSchedule(owner, id, { ...dates(date('2027-03-12')), publication })
    expect(error?.fields).toEqual({ publication: 'publication_date_error' })
  }
})

test('H-122 H-123 the publication carries the notification where the plan allows it, and is made without it after a downgrade', async () => {
  const schedule = { ...dates(date('2027-03-12')), ...later, notifyAtPublication: true }
  const [told, downgraded] = [await event(schedule), await event(schedule)]
  const capped = await newOwner(server)
  const draft = await event({ ...dates(date('2027-03-12')), publication: 'draft' }, capped)
  const refused = await putSchedule(capped, draft, schedule)
  expect([refused.status, refused.error?.code]).toEqual([403, 'NOTIFICATION_NOT_ALLOWED'])

  await server.setClock('2027-03-10T08:00:00+01:00')
  await run(server.db)`
    update instants set publish_at = ${new Date('2027-03-10T08:05:00+01:00')} where instants.id = ${downgraded}`
  await duePublications.run(server.deps)
  await dueNotifications.run(server.deps)
  expect(await pushes()).toHaveLength(2)

  await run(server.db)`update companies set membership = 'freemium' where companies.id = ${owner.companyId}`
  await server.setClock('2027-03-10T08:05:00+01:00')
  await duePublications.run(server.deps)
  await dueNotifications.run(server.deps)
  expect((await get(owner, downgraded)).publication.state).toBe('published')
  expect(await pushes()).toHaveLength(2)
  expect((await get(owner, told)).notificationSent).toBe(true)
})

test('H-120 H-123 what is not published counts in the cap and is in no list; a full group publishes what is due', async () => {
  const capped = await newOwner(server)
  const weekly = { kind: 'weekly', weekly: [{ days: [1], start: '10:00', end: '12:00' }] }
  await scheduled(capped, weekly)
  const draft = await scheduled(capped, { ...weekly, publication: 'draft' })
  const due = await scheduled(capped, { ...weekly, ...later })
  const fourth = ok<number>(await post(capped))
  expect((await putSchedule(capped, fourth, weekly)).error?.code).toBe('MAX_INSTANTS')
  const listed = async () => {
    const at = { token: capped.token, query: { date: '2027-03-10 08:00' } }
    const params = { companyId: capped.companyId }
    const coming = await server.client.call('GET /v1/instants/company/:companyId/upcoming', { ...at, params })
    const { instants } = await server.client.call('GET /v1/app/companies/:id', { params: { id: capped.companyId } })
    return new Set([...coming, ...instants].map(({ id }) => id))
  }
  expect(await listed()).not.toContain(due)
  await server.setClock('2027-03-10T08:00:00+01:00')
  await duePublications.run(server.deps)
  expect(await listed()).toContain(due)
  expect(await listed()).not.toContain(draft)
})

test('H-122 a notification before the publication is refused', async () => {
  const id = await event({ ...dates(date('2027-03-12')), ...later })
  const { error } = await update(owner, id, { notificationDate: '2027-03-09 08:00' })
  expect(error?.fields).toEqual({ notificationDate: 'notification_date_error' })
})

test('H-128 an old client moves the date it is shown alone; one that would drop the others is refused with their number', async () => {
  const id = await event(dates(date('2027-03-12'), date('2027-03-19'), date('2027-03-26')))
  const [shown] = (await get(owner, id)).instantActivationTimes
  ok(await update(owner, id, { activationTimes: [{ ...fixedTime('2027-03-13', '14:00', '18:00'), id: shown?.id }] }))
  const days = (await get(owner, id)).schedule?.dates.map(({ start }) => start.slice(0, 10))
  expect(days).toEqual(['2027-03-13', '2027-03-19', '2027-03-26'])
  const refused = await update(owner, id, { activationTimes: [{ ...fixedTime('2027-05-01'), id: undefined }] })
  expect([refused.status, refused.error?.code, refused.error?.message]).toEqual([
    409,
    'SCHEDULE_TOO_RICH',
    'Cet instant a 3 dates. Rechargez la page pour les modifier.',
  ])
})

test('H-126 H-127 an old client sees one date that ends within its day, and what it repeats changes nothing', async () => {
  const id = await event(dates(date('2027-03-12', '10:00', '18:00', '2027-03-14'), date('2027-03-19')))
  const before = await get(owner, id)
  expect(before.instantActivationTimes).toHaveLength(1)
  const [shown] = before.instantActivationTimes
  expect([shown?.endDateTime.slice(0, 16), shown?.realEndDateTime?.slice(0, 16)]).toEqual([
    '2027-03-12T23:59',
    '2027-03-14T18:00',
  ])
  ok(await update(owner, id, { title: 'Un autre titre' }))
  expect((await get(owner, id)).schedule).toEqual(before.schedule)
})

test('C-053 H-101 H-113 H-124 an instant that is not there is said before what is wrong with the fields', async () => {
  const mine = await event(dates(date('2027-03-12')))
  const stranger = await newOwner(server)
  const send = async (id: number, token: string) =>
    await Promise.all(
      [
        ['PUT', 'schedule', { kind: 3 }],
        ['POST', 'state', { state: 'x' }],
        ['POST', 'copy', { keep: 'x' }],
        ['POST', 'activation-times', { isEnabled: 'x' }],
      ].map(async ([method, call, json]) => {
        const reply = await server.call(method as string, `/v1/instants/${id}/${call}`, { token, json: json as object })
        return reply.error?.code
      }),
    )
  expect(await send(999_999, owner.token)).toEqual(Array.from({ length: 4 }, () => 'INSTANT_NOT_FOUND'))
  expect(await send(mine, stranger.token)).toEqual(Array.from({ length: 4 }, () => 'INSTANT_NOT_FOUND'))
  expect(await send(mine, owner.token)).toEqual(Array.from({ length: 4 }, () => 'VALIDATION'))
})

test('H-102 H-103 what may end on another day is never asked to end on the same one', async () => {
  const backwards = await putSchedule(
    owner,
    await event(dates(date('2027-03-12'))),
    dates(date('2027-03-12', '14:00', '13:00')),
  )
  expect([backwards.error?.fields, backwards.error?.message]).toEqual([
    { 'dates.0.end': 'end_date_error' },
    'La fin doit être après le début',
  ])
})

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { multipart } from '@parvis/client/client'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { instantCalls, ok, type ServerInstant, updateForm } from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { scheduleCalls } from '@parvis/harness/town/schedules'
import { newSiteShop } from '@parvis/harness/town/site-visitors'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

const pages = new Map<string, string>()
/** What happens while a calendar is being read, before it answers. */
let meanwhile = async (): Promise<void> => undefined
const feeds = untilFileEnds(
  createServer(async ({ url = '' }, response) => {
    await meanwhile()
    response.end(pages.get(url) ?? '')
  }),
)
await new Promise<void>((done) => feeds.listen(0, '127.0.0.1', done))
const origin = `http://127.0.0.1:${(feeds.address() as AddressInfo).port}`

const server = testApp({ OUTGOING_ORIGINS: origin, RATE_LIMITS: 'strict' })
const { list, newInstant } = instantCalls(server)
const { scheduled, changeState } = scheduleCalls(server)
let owner: Owner
let path: string

beforeEach(async () => {
  meanwhile = async () => undefined
  await server.setClock('2027-03-01T10:00:00+01:00')
  owner = await newOwner(server, { type: 'association', category: 'culture' })
  await newInstant(await newOwner(server))
  await sql`update companies set profile_picture = (select name from stored_files where kind = 'public' limit 1)
    where id = ${owner.companyId}`.execute(server.db)
  path = `/${randomUUID()}.ics`
})

type Event = { uid?: string; title?: string; day?: string; more?: string[] }

const vevent = ({ uid = 'a', title = 'Loto du foyer rural', day = '20270312', more = [] }: Event) => [
  'BEGIN:VEVENT',
  `UID:${uid}@club`,
  `SUMMARY:${title}`,
  `DTSTART;TZID=Europe/Paris:${day}T200000`,
  ...more,
  'END:VEVENT',
]
const write = (...events: Event[]) =>
  pages.set(path, ['BEGIN:VCALENDAR', ...events.flatMap(vevent), 'END:VCALENDAR', ''].join('\r\n'))

const call = { get: 'GET', put: 'PUT', remove: 'DELETE' } as const
const at = () => ({ params: { id: owner.companyId }, token: owner.token })
const put = async (fields: Record<string, unknown> = {}) =>
  await server.client.answer(`${call.put} /v1/company/:id/calendar`, {
    ...at(),
    body: { url: `${origin}${path}`, categoryId: '2', ...fields },
  })
const read = async (body: { accept?: boolean } = {}) => {
  await sql`delete from rate_windows where name = 'calendar-read'`.execute(server.db)
  ok(await server.client.answer('POST /v1/company/:id/calendar/read', { ...at(), body }))
  await server.runJobs()
  return await calendar()
}
const calendar = async () => {
  const answered = await server.client.answer('GET /v1/company/:id/calendar', at())
  return ok<{ calendar: Record<string, unknown> & { text: string; state: string } }>(answered).calendar
}
const subscribe = async () => {
  ok(await put())
  await server.runJobs()
}
const only = async (): Promise<ServerInstant> => {
  const [instant, ...others] = await list(owner)
  expect(others).toEqual([])
  if (!instant) throw new Error('no instant')
  return instant
}
const save = async (instant: ServerInstant, fields: Record<string, unknown>) =>
  ok(
    await server.client.answer('PUT /v1/instants/:id', {
      params: { id: instant.instantInformation.id },
      token: owner.token,
      ...multipart({ ...updateForm(instant), version: instant.version, ...fields }),
    }),
  )

test('N-013 ten readings of one file move no version', async () => {
  write({}, { uid: 'b', title: 'Concert de printemps', more: ['RRULE:FREQ=WEEKLY;COUNT=5'] })
  await subscribe()
  const before = (await list(owner)).map(({ version }) => version)
  expect(before).toHaveLength(2)
  for (let reading = 0; reading < 10; reading += 1) await read()
  expect((await list(owner)).map(({ version }) => version)).toEqual(before)
})

test('N-015 N-021 a title changed by hand stays, and its date follows the calendar', async () => {
  write({})
  await subscribe()
  await save(await only(), { title: 'Grand loto du foyer', publication: 'draft' })
  write({ title: 'Loto annuel du foyer', day: '20270313' })
  await read()
  const { instantInformation, schedule, fromCalendar } = await only()
  expect([instantInformation.title, schedule?.dates[0]?.start]).toEqual([
    'Grand loto du foyer',
    '2027-03-13T20:00:00+01:00',
  ])
  expect(fromCalendar).toEqual({ owned: ['texts'], why: null, like: null })
})

test('N-016 what is deleted here is never made again; another UID of the same event makes no double', async () => {
  write({})
  await subscribe()
  const { instantInformation } = await only()
  write({ uid: 'other' })
  await read()
  expect((await only()).instantInformation.id).toBe(instantInformation.id)
  ok(
    await server.client.answer('DELETE /v1/instants/:id', {
      params: { id: instantInformation.id },
      token: owner.token,
    }),
  )
  await read()
  expect(await list(owner)).toEqual([])
})

test('N-017 N-018 gone twice is cancelled where it is published, deleted of a draft, and planned when it is back', async () => {
  write({}, { uid: 'b', title: 'Concert de printemps' })
  await subscribe()
  ok(await put({ publish: true }))
  expect((await list(owner)).map(({ publication }) => publication.state)).toEqual(['published', 'published'])
  write({ uid: 'b', title: 'Concert de printemps' })
  const stateOf = async () =>
    (await list(owner)).find(({ instantInformation }) => instantInformation.title.startsWith('Loto'))
  await read()
  expect((await stateOf())?.eventState.state).toBe('planned')
  await read()
  expect((await stateOf())?.eventState.state).toBe('cancelled')
  write({}, { uid: 'b', title: 'Concert de printemps' })
  await read()
  expect((await stateOf())?.eventState.state).toBe('planned')
})

test('N-018 more than half gone at once moves nothing until the owner says so', async () => {
  const all = ['a', 'b', 'c', 'd'].map((uid, rank) => ({ uid, title: `Concert numéro ${rank}`, day: `2027041${rank}` }))
  write(...all)
  await subscribe()
  ok(await put({ publish: true }))
  write(...all.slice(3))
  for (let reading = 0; reading < 3; reading += 1)
    expect(await read()).toMatchObject({
      state: 'shrunk',
      text: '3 événements ont disparu d’un coup. Rien n’a été annulé ici.',
    })
  expect((await list(owner)).filter(({ eventState }) => eventState.state === 'cancelled')).toEqual([])
  expect(await read({ accept: true })).toMatchObject({ state: 'read', events: 1 })
  expect((await list(owner)).filter(({ eventState }) => eventState.state === 'cancelled')).toHaveLength(3)
})

test('N-011 N-019 publish waits for the first reading; PUT again reads nothing; DELETE keeps the events, by hand', async () => {
  write({})
  expect((await put({ publish: true })).error?.code).toBe('CALENDAR_UNREAD')
  await subscribe()
  ok(await put())
  expect((await calendar()).state).toBe('read')
  for (const _ of [1, 2]) ok(await server.client.answer('DELETE /v1/company/:id/calendar', at()))
  expect((await only()).fromCalendar).toBeNull()
})

test('N-012 an event in another town, or like one by hand, stays a draft', async () => {
  await newInstant(owner, { title: 'Loto du foyer rural' }, [
    {
      activationTimeType: 'during_instant',
      activeDayType: 'fixed',
      startDateTime: '2027-03-12 20:00',
      endDateTime: '2027-03-12 22:00',
      isEnabled: 1,
    },
  ])
  write({}, { uid: 'b', title: 'Tournoi de pétanque', more: ['LOCATION:Boulodrome\\, 13001 Marseille'] })
  await subscribe()
  ok(await put({ publish: true }))
  const whys = (await list(owner)).map(({ fromCalendar, publication }) => [fromCalendar?.why, publication.state])
  expect(whys).toEqual(
    expect.arrayContaining([
      ['like', 'draft'],
      ['elsewhere', 'draft'],
      [undefined, 'published'],
    ]),
  )
})

test('N-020 the seventh reading of an hour is refused', async () => {
  write({})
  await subscribe()
  const ask = async () =>
    (await server.client.answer('POST /v1/company/:id/calendar/read', { ...at(), body: {} })).status
  for (let reading = 0; reading < 6; reading += 1) expect(await ask()).toBe(200)
  expect(await ask()).toBe(429)
})

test('N-005 N-006 N-007 a hostile file costs its own reading: a rule without end, 2,001 events, one that never ends to parse', async () => {
  write({ more: ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'] })
  ok(await put())
  await server.runJobs()
  expect(['read', 'failing']).toContain((await calendar()).state)
  pages.set(
    path,
    [
      'BEGIN:VCALENDAR',
      ...Array.from({ length: 2_001 }, (_, at) => vevent({ uid: `${at}` })).flat(),
      'END:VCALENDAR',
    ].join('\r\n'),
  )
  expect(await read()).toMatchObject({ state: 'failing', reason: 'too_large' })
  write({ uid: 'b', title: 'Toutes les secondes', more: ['RRULE:FREQ=SECONDLY'] })
  expect(await read()).toMatchObject({ leftOut: [{ why: 'répétition non comprise' }] })
})

test('N-013 N-019 a reading of a former address writes nothing more', async () => {
  write({ uid: 'former', title: 'De l’ancien calendrier' })
  ok(await put())
  const other = `/${randomUUID()}.ics`
  pages.set(other, ['BEGIN:VCALENDAR', ...vevent({ title: 'Du nouveau calendrier' }), 'END:VCALENDAR'].join('\r\n'))
  meanwhile = async () => {
    meanwhile = async () => undefined
    ok(await put({ url: `${origin}${other}` }))
  }
  await server.runJobs()
  expect((await list(owner)).map(({ instantInformation }) => instantInformation.title)).toEqual([
    'Du nouveau calendrier',
  ])
})

test.runIf(process.platform === 'linux')(
  'N-005 N-013 the process that reads is killed in the middle: the sentence says so, and the next reading makes no double',
  async () => {
    write({}, { uid: 'b', title: 'Concert de printemps' })
    await subscribe()
    for (const pid of readers()) process.kill(pid, 'SIGKILL')
    await expect.poll(readers).toEqual([])
    write({}, { uid: 'b', title: 'Concert d’été' })
    const [interrupted] = await Promise.all([
      read(),
      expect
        .poll(readers, { interval: 2, timeout: 20_000 })
        .not.toEqual([])
        .then(() => readers().map(kill)),
    ])
    expect(interrupted).toMatchObject({ state: 'failing', text: 'Ce calendrier n’a pas pu être lu.', events: 2 })
    expect(await read()).toMatchObject({ state: 'read', events: 2 })
    const titles = (await list(owner)).map(({ instantInformation }) => instantInformation.title)
    expect(titles.toSorted()).toEqual(['Concert d’été', 'Loto du foyer rural'])
  },
)

const kill = (pid: number) => process.kill(pid, 'SIGKILL')

/** The processes of this one that read a calendar. */
const readers = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('calendar-file'))
    .map(Number)

type Asked = { start: string; title?: string; except?: number }
const asked = (of: Owner, { except, ...query }: Asked) => ({
  params: { id: of.companyId },
  token: of.token,
  query: { ...query, ...(except && { except: String(except) }) },
})
const sameDay = async (of: Owner, query: Asked) =>
  await server.client.call('GET /v1/company/:id/same-day', asked(of, query))
const refusedDay = async (of: Owner, query: Asked) =>
  await server.client.answer('GET /v1/company/:id/same-day', asked(of, query))

test('N-020 N-022 N-023 what else takes place that evening or that day, and what looks like the same event', async () => {
  const [club, other] = [
    await newSiteShop(server, { type: 'association' }),
    await newSiteShop(server, { name: 'Foyer rural' }),
  ]
  const event = async (of: Owner, title: string, start: string, end: string) => {
    const dates = [{ start: `${start}:00+02:00`, end: `${end}:00+02:00`, preview: false, enabled: true }]
    return await scheduled(of, { kind: 'dates', dates }, { title, categoryId: 10 })
  }
  await event(other, 'Loto du foyer', '2027-05-15T20:00', '2027-05-15T23:00')
  const own = await event(club, 'Bal des pompiers', '2027-05-15T21:00', '2027-05-16T02:00')
  const off = await event(other, 'Veillée annulée', '2027-05-15T19:00', '2027-05-15T20:00')
  await changeState(other, off, { state: 'cancelled' })
  await event(other, 'Brocante du matin', '2027-05-15T08:00', '2027-05-15T12:00')

  const evening = { start: '2027-05-15T19:00:00+02:00' }
  const answer = await sameDay(club, evening)
  expect(answer).toMatchObject({
    count: 2,
    text: 'Ce soir-là à Clichy\u00a0: 2 autres événements',
    likely: null,
    likelyText: '',
  })
  expect(answer.items.map(({ title, business, start }) => [title, business, start])).toEqual([
    ['Loto du foyer', 'Foyer rural', '2027-05-15T20:00:00+02:00'],
    ['Bal des pompiers', expect.any(String), '2027-05-15T21:00:00+02:00'],
  ])
  expect(answer.items[0]?.url).toMatch(/\/clichy-92110\/foyer-rural\/loto-du-foyer-\d+$/)
  expect((await sameDay(club, { ...evening, except: own })).text).toBe('Ce soir-là à Clichy\u00a0: 1 autre événement')
  expect((await sameDay(club, { start: '2027-05-15T10:00:00+02:00' })).text).toBe(
    'Ce jour-là à Clichy\u00a0: 3 autres événements',
  )
  expect((await sameDay(club, { start: '2027-05-16T04:00:00+02:00' })).count).toBe(3)
  expect((await sameDay(club, { start: '2027-05-22T18:00:00+02:00' })).text).toBe('Rien d’autre ce soir-là à Clichy')

  const like = await sameDay(club, { ...evening, title: 'Grand loto, au foyer' })
  expect([like.likely?.title, like.likelyText]).toEqual([
    'Loto du foyer',
    'Cela ressemble à «\u00a0Loto du foyer\u00a0» de Foyer rural, samedi à 20\u00a0h.',
  ])
  expect((await sameDay(club, { start: '2027-05-16T19:00:00+02:00', title: 'Loto du foyer' })).likely).toBeNull()
  const refused = await refusedDay(club, { start: 'samedi' })
  expect([refused.status, refused.error?.fields]).toEqual([400, { start: 'form_data_error' }])
  await sql`update rate_windows set used = 120 where name = 'same-day'`.execute(server.db)
  expect((await refusedDay(club, evening)).status).toBe(429)
})

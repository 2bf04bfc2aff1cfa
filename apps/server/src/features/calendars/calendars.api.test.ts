import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { multipart } from '@parvis/client/client'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { fixedTime, instantCalls, ok, type ServerInstant, updateForm } from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { numberOf, run } from '../../db/database.ts'

const pages = new Map<string, string | Buffer>()
/** What happens while a calendar is being read, before it answers. */
let meanwhile = async (): Promise<void> => undefined
const feeds = untilFileEnds(
  createServer(({ url = '' }, response) => {
    void meanwhile().then(() => response.end(pages.get(url) ?? ''))
  }),
)
await new Promise<void>((done) => feeds.listen(0, '127.0.0.1', done))
const origin = `http://127.0.0.1:${(feeds.address() as AddressInfo).port}`

const server = testApp({ OUTGOING_ORIGINS: origin, RATE_LIMITS: 'strict' })
const { list, newInstant } = instantCalls(server)
let owner: Owner
let path: string

beforeEach(async () => {
  meanwhile = async () => undefined
  await server.setClock('2027-03-01T10:00:00+01:00')
  owner = await newOwner(server, { type: 'association', category: 'culture' })
  await newInstant(await newOwner(server))
  await run(server.db)`
      update companies set profile_picture = (select name from stored_files where kind = 'public' limit 1)
    where id = ${owner.companyId}`
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

const at = () => ({ params: { id: owner.companyId }, token: owner.token })
const put = async (fields: Record<string, unknown> = {}) =>
  await server.client.answer('PUT /v1/company/:id/calendar', {
    ...at(),
    body: { url: `${origin}${path}`, categoryId: '2', ...fields },
  })
const read = async (body: { accept?: boolean } = {}) => {
  await run(server.db)`delete from rate_windows where name = 'calendar-read'`
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

test('N-013 ten readings of one file move no version and copy no picture', async () => {
  const long = `a${'😀'.repeat(600)}`
  const more = [`LOCATION:${long}`, `DESCRIPTION:${'<b></b>'.repeat(1_000)}${long.repeat(8)}`]
  const over = { uid: 'o', day: '20270101', more: ['DTEND;TZID=Europe/Paris:20270228T200000'] }
  write({ more: ['RRULE:FREQ=WEEKLY;COUNT=5'] }, { uid: long, title: 'Concert de printemps', more }, over)
  await subscribe()
  const files = async () => await numberOf(server.ownerDb)`select count(*)::int from stored_files`
  const before = [await files(), ...(await list(owner)).map(({ version }) => version)]
  expect(before).toHaveLength(3)
  for (let reading = 0; reading < 10; reading += 1) await read()
  expect([await files(), ...(await list(owner)).map(({ version }) => version)]).toEqual(before)
})

test('N-008 N-009 H-009 zones become hours of Paris, a whole day and a missing end are said; texts are plain, the town is the business’s', async () => {
  const raw = (uid: string, ...lines: string[]) => [
    'BEGIN:VEVENT',
    `UID:${uid}@club`,
    `SUMMARY:${uid} du foyer rural`,
    ...lines,
    'END:VEVENT',
  ]
  pages.set(
    path,
    [
      'BEGIN:VCALENDAR',
      ...raw('Zoulou', 'DTSTART:20270312T190000Z', 'DTEND:20270312T210000Z'),
      ...raw('New York', 'DTSTART;TZID=America/New_York:20270315T140000'),
      ...raw('Windows', 'DTSTART;TZID=Romance Standard Time:20270316T200000', 'LOCATION:Salle des fêtes'),
      ...raw('Journée', 'DTSTART;VALUE=DATE:20270317', 'DESCRIPTION:<b>Repas</b> <script>alert(1)</script>à midi'),
      ...raw('Printemps', 'DTSTART;TZID=Europe/Paris:20270328T023000', 'DTEND;TZID=Europe/Paris:20270328T031500'),
      ...raw('Illisible', 'DTSTART:20270318T190000Z', 'DURATION:2H'),
      ...raw('Nocturne', 'DTSTART;TZID=Europe/Paris:20270319T230000', 'RRULE:FREQ=DAILY;COUNT=2'),
      ...raw('Nocturne', 'RECURRENCE-ID;VALUE=DATE:20270320', 'DTSTART:20270320T200000'),
      ...raw('Interminable', 'DTSTART:20270301T190000Z', 'DTEND:20270501T190000Z'),
      ...raw('Éternel', 'DTSTART:20270301T200000', 'DURATION:P9999999999D'),
      'END:VCALENDAR',
    ].join('\r\n'),
  )
  await subscribe()
  const read = (await list(owner)).map(({ instantInformation: { title, longDescription }, schedule, address }) => ({
    title,
    dates: schedule?.dates.map(({ start, end }) => `${start.slice(0, 16)} – ${end.slice(11, 16)}`),
    longDescription,
    address,
  }))
  const of = (word: string) => read.find(({ title }) => title.startsWith(word))
  expect(of('Zoulou')?.dates).toEqual(['2027-03-12T20:00 – 22:00'])
  expect(of('New York')?.dates).toEqual(['2027-03-15T19:00 – 20:00'])
  expect(of('Windows')).toMatchObject({
    dates: ['2027-03-16T20:00 – 21:00'],
    address: { address: 'Salle des fêtes', city: 'Clichy' },
  })
  expect(of('Journée')?.dates).toEqual(['2027-03-17T00:00 – 23:59'])
  expect(of('Printemps')?.dates).toEqual(['2027-03-28T03:30 – 04:15'])
  expect(of('Journée')?.longDescription).not.toMatch(/<script|<b>/)
  expect(of('Illisible')?.dates).toEqual(['2027-03-18T20:00 – 21:00'])
  expect(of('Nocturne')?.dates).toEqual(['2027-03-19T23:00 – 00:00', '2027-03-20T20:00 – 21:00'])
  expect([of('Interminable'), of('Éternel')]).toEqual([undefined, undefined])
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
  await newInstant(owner, { title: 'Loto du foyer rural' }, [fixedTime('2027-03-12')])
  await run(server.db)`update companies set zip_code = '31000', city = 'Toulouse' where id = ${owner.companyId}`
  const located = (title: string, place: string) => ({ uid: title, title, more: [`LOCATION:Salle\\, ${place}`] })
  write({}, located('Tournoi de pétanque', '13001 Marseille'), located('Concert de printemps', '31500 Toulouse'))
  await subscribe()
  ok(await put({ publish: true }))
  const whys = (await list(owner)).map(({ fromCalendar, publication }) => [fromCalendar?.why, publication.state])
  expect(whys).toEqual(
    expect.arrayContaining([
      ['like', 'draft'],
      ['elsewhere', 'draft'],
      [null, 'published'],
    ]),
  )
})

test('N-020 the seventh reading of an hour is refused, and the seventh address', async () => {
  write({})
  await subscribe()
  const ask = async () =>
    (await server.client.answer('POST /v1/company/:id/calendar/read', { ...at(), body: {} })).status
  for (let reading = 0; reading < 6; reading += 1) expect(await ask()).toBe(200)
  expect(await ask()).toBe(429)
  const move = async (to: number) => (await put({ url: `${origin}${path}?${to}` })).status
  for (let to = 2; to <= 6; to += 1) expect(await move(to)).toBe(200)
  expect([await move(7), await move(6)]).toEqual([429, 200])
})

test('N-005 N-006 N-007 a hostile file costs its own reading: a rule without end, 2,001 events, a name that cannot be kept, one that never ends to parse; 300 exceptions of six rules do not', async () => {
  write({ more: ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'] })
  ok(await put())
  await server.runJobs()
  expect(['read', 'failing']).toContain((await calendar()).state)
  write(...Array.from({ length: 2_001 }, (_, at) => ({ uid: `${at}` })))
  expect(await read()).toMatchObject({ state: 'failing', reason: 'too_large' })
  write({ uid: 'n\0l' })
  expect(await read()).toMatchObject({ state: 'read', events: 1 })
  write({ uid: 'b', title: 'Toutes les secondes', more: ['RRULE:FREQ=SECONDLY'] })
  expect(await read()).toMatchObject({ leftOut: [{ why: 'répétition non comprise' }] })
  const more = ['RRULE:FREQ=DAILY', `EXDATE;TZID=Europe/Paris:${Array(300).fill('20270201T200000').join(',')}`]
  write(...uids.map((uid) => ({ uid, more })))
  expect(await read()).toMatchObject({ state: 'read' })
})

test('N-009 a line that is folded in the middle of a letter keeps its accent', async () => {
  write({ title: 'Fête du foyer rural' })
  pages.set(path, Buffer.from(`${pages.get(path)}`.replace('ê', 'Ã\r\n ª'), 'latin1'))
  await subscribe()
  expect((await only()).instantInformation.title).toBe('Fête du foyer rural')
})

test('N-008 an event of more than 31 days, or that ends before it starts, is left out, and said; a bad word is refused beside its field', async () => {
  const more = (day: string) => [`DTEND;TZID=Europe/Paris:${day}T200000`]
  write({ title: 'Exposition', more: more('20270413') }, { title: 'Inversée', uid: 'i', more: more('20270301') })
  ok(await put())
  expect(JSON.stringify(await read())).toMatch(/Exposition.*31 jours.*Inversée.*avant de commencer/)
  expect((await put({ publish: 'x' })).error?.fields).toEqual({ publish: 'form_data_error' })
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
    let isRead = false
    const killing = killReaders(() => isRead)
    const interrupted = await read()
    isRead = true
    await killing
    expect(interrupted).toMatchObject({ state: 'failing', text: 'Ce calendrier n’a pas pu être lu.', events: 2 })
    expect(await read()).toMatchObject({ state: 'read', events: 2 })
    const titles = (await list(owner)).map(({ instantInformation }) => instantInformation.title)
    expect(titles.toSorted()).toEqual(['Concert d’été', 'Loto du foyer rural'])
  },
)

async function killReaders(until: () => boolean): Promise<void> {
  while (!until()) {
    for (const pid of readers()) process.kill(pid, 'SIGKILL')
    await new Promise((done) => setImmediate(done))
  }
}

/** The processes of this one that read a calendar. */
const readers = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('calendar-file'))
    .map(Number)

type Model = { uid: string; title: string; day: string; isOff: boolean; isByHand: boolean; ours: string }

const uids = ['a', 'b', 'c', 'd', 'e', 'f']
const kinds = ['retitle', 'move', 'cancel', 'hand', 'delete'] as const
const change = fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(uids.length - 1) })

/** One change, in the calendar or by hand; a model that was deleted by hand is answered no more. */
async function act(one: Model, kind: (typeof kinds)[number], step: number): Promise<Model | undefined> {
  if (kind === 'retitle') return { ...one, title: `Soirée ${one.uid} renommée ${step}` }
  if (kind === 'move') return { ...one, day: `202706${10 + step}` }
  if (kind === 'cancel') return { ...one, isOff: !one.isOff }
  const instant = await named(one.ours)
  if (kind === 'hand') {
    const ours = `À la main ${one.uid} ${step}`
    await save(instant, { title: ours, publication: 'now' })
    return { ...one, ours, isByHand: true }
  }
  const params = { id: instant.instantInformation.id }
  ok(await server.client.answer('DELETE /v1/instants/:id', { params, token: owner.token }))
  return undefined
}

async function named(title: string): Promise<ServerInstant> {
  const found = (await list(owner)).find(({ instantInformation }) => instantInformation.title === title)
  if (!found) throw new Error(`${title} is not there`)
  return found
}

test('N-013 N-014 N-015 N-016 N-017 after any sequence of changes in the calendar and by hand, each event is once what both say', async () => {
  const property = fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 14 }), async (changes) => {
    owner = await newOwner(server, { type: 'association', category: 'culture' })
    await run(server.db)`
      update companies set profile_picture = (select name from stored_files where kind = 'public' limit 1)
      where id = ${owner.companyId}`
    const models = uids.map((uid, nth): Model => {
      const title = `Soirée numéro ${nth} du club`
      return { uid, title, day: `2027050${nth + 1}`, isOff: false, isByHand: false, ours: title }
    })
    // What was deleted by hand stays in the calendar, and is never made again.
    const upstream = new Map(models.map((one) => [one.uid, one]))
    const publish = () =>
      write(...[...upstream.values()].map(({ isOff, ...one }) => ({ ...one, more: isOff ? ['STATUS:CANCELLED'] : [] })))
    publish()
    await subscribe()
    ok(await put({ publish: true }))
    const here = new Map(upstream)
    for (const [step, { kind, at: nth }] of changes.entries()) {
      const one = here.get(uids[nth] ?? '')
      if (!one) continue
      const changed = await act(one, kind, step)
      if (changed) upstream.set(one.uid, changed)
      publish()
      await read()
      if (changed)
        here.set(one.uid, { ...changed, ours: changed.isByHand || changed.isOff ? changed.ours : changed.title })
      else here.delete(one.uid)
      const wanted = [...here.values()].map(({ ours, isOff }) => `${ours} ${isOff ? 'cancelled' : 'planned'}`)
      const found = (await list(owner)).map((it) => `${it.instantInformation.title} ${it.eventState.state}`)
      expect(new Set(found), `${step} ${kind} ${one.uid}`).toEqual(new Set(wanted))
      expect(found).toHaveLength(wanted.length)
    }
    for (const { ours, day } of [...here.values()].filter(({ isOff }) => !isOff))
      expect((await named(ours)).schedule?.dates.map(({ start }) => start.slice(0, 10).replaceAll('-', ''))).toEqual([
        day,
      ])
  })
  await fc.assert(property, { numRuns: 6, seed: 20_270_301 })
}, 120_000)

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { testApp } from '@parvis/harness/server/test-app'
import { instantCalls, ok, type ServerInstant } from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { scheduleCalls } from '@parvis/harness/town/schedules'
import { beforeEach, expect, test } from 'vitest'
import { run } from '../../db/database.ts'
import { dueReadings } from './read-calendar.ts'

/** The file, how its host answers, and what the readings asked. */
let [file, status] = ['', 200]
const asked: (string | undefined)[] = []
const feed = untilFileEnds(
  createServer(({ headers }, response) => {
    asked.push(headers['if-none-match'])
    const isKnown = status === 200 && headers['if-none-match'] === '"1"'
    response.writeHead(isKnown ? 304 : status, { etag: '"1"' })
    response.end(isKnown ? '' : file)
  }),
)
await new Promise<void>((done) => feed.listen(0, '127.0.0.1', done))
const origin = `http://127.0.0.1:${(feed.address() as AddressInfo).port}`

const server = testApp({ OUTGOING_ORIGINS: origin, RATE_LIMITS: 'relaxed' })
const { list, newInstant } = instantCalls(server)
const { putSchedule } = scheduleCalls(server)
let owner: Owner

beforeEach(async () => {
  status = 200
  asked.length = 0
  await server.setClock('2027-03-01T10:00:00+01:00')
  owner = await newOwner(server, { type: 'association', category: 'culture' })
  await newInstant(await newOwner(server))
  await run(server.db)`
    update companies set profile_picture = (select name from stored_files where kind = 'public' limit 1)
    where id = ${owner.companyId}`
})

const at = () => ({ params: { id: owner.companyId }, token: owner.token })
const follow = async (publish: boolean, url = `${origin}/a.ics`) =>
  await server.client.answer('PUT /v1/company/:id/calendar', { ...at(), body: { url, categoryId: '2', publish } })
const calendar = async () =>
  ok<{ calendar: { state: string; reason: string | null; text: string } }>(
    await server.client.answer('GET /v1/company/:id/calendar', at()),
  ).calendar
const read = async () => {
  ok(await server.client.answer('POST /v1/company/:id/calendar/read', { ...at(), body: {} }))
  await server.runJobs()
  return await calendar()
}
/** A concert, at 20 h of Paris. */
const write = (...more: string[]) => {
  const event = ['UID:a@club', 'SUMMARY:Concert du foyer rural', 'DTSTART;TZID=Europe/Paris:20270312T200000', ...more]
  file = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
}
const weekly = 'RRULE:FREQ=WEEKLY;COUNT=3'
const publish = async () => {
  ok(await follow(false))
  await server.runJobs()
  ok(await follow(true))
}
/** The file is another one, whatever its ETag. */
const changed = async (...more: string[]) => {
  write(...more)
  await run(server.db)`update calendars set etag = null where calendars.company_id = ${owner.companyId}`
  return await read()
}
const only = async (): Promise<ServerInstant> => {
  const [instant] = await list(owner)
  if (!instant) throw new Error('no instant')
  return instant
}
const dates = async () => (await only()).schedule?.dates.map(({ start, state }) => `${start.slice(5, 10)} ${state}`)
const owned = async () => (await only()).fromCalendar?.owned

test('N-014 N-015 N-017 one occurrence taken out of a published event is cancelled alone, stays the calendar’s, and is planned when it is back', async () => {
  write(weekly)
  await publish()
  const ids = (await only()).schedule?.dates.map(({ id }) => id)
  const without = 'EXDATE;TZID=Europe/Paris:20270319T200000'
  for (const _ of [1, 2]) {
    await changed(weekly, without)
    expect((await dates())?.toSorted()).toEqual(['03-12 planned', '03-19 cancelled', '03-26 planned'])
    expect(await owned()).toEqual([])
  }
  await changed(weekly)
  expect((await dates())?.toSorted()).toEqual(['03-12 planned', '03-19 planned', '03-26 planned'])
  expect((await only()).schedule?.dates.map(({ id }) => id)?.toSorted()).toEqual(ids?.toSorted())
})

test('N-015 N-017 an occurrence taken out is cancelled among dates that a hand changed, the others staying as the hand left them', async () => {
  write(weekly)
  await publish()
  const instant = await only()
  const moved = instant.schedule?.dates.map(({ id, start, end }) => ({
    id,
    start: start.replace('-03-26T', '-03-27T'),
    end: end.replace('-03-26T', '-03-27T'),
  }))
  ok(await putSchedule(owner, instant.instantInformation.id, { kind: 'dates', dates: moved, publication: 'now' }))
  expect(await owned()).toEqual(['dates'])
  await changed(weekly, 'EXDATE;TZID=Europe/Paris:20270319T200000')
  expect((await dates())?.toSorted()).toEqual(['03-12 planned', '03-19 cancelled', '03-27 planned'])
  expect(await owned()).toEqual(['dates'])
})

test('N-017 an untouched draft that its calendar cancels is deleted, and one without a date left', async () => {
  write()
  ok(await follow(false))
  await server.runJobs()
  expect((await only()).publication.state).toBe('draft')
  await changed('STATUS:CANCELLED')
  expect(await list(owner)).toEqual([])
  await changed(weekly)
  expect(await dates()).toHaveLength(3)
  const days = ['12', '19', '26'].map((day) => `202703${day}T200000`)
  await changed(weekly, `EXDATE;TZID=Europe/Paris:${days.join(',')}`)
  expect(await list(owner)).toEqual([])
})

test('N-003 N-004 a file that has not changed is asked by its ETag and writes nothing; what fails says why, keeps what was read, and mends itself', async () => {
  write(weekly)
  await publish()
  const { version } = await only()
  expect(await read()).toMatchObject({ state: 'read', reason: null, events: 1 })
  expect([asked.at(-1), (await only()).version]).toEqual(['"1"', version])
  status = 503
  expect(await read()).toMatchObject({ state: 'failing', reason: 'silent', events: 1 })
  status = 404
  expect(await read()).toMatchObject({
    state: 'failing',
    reason: 'refused',
    text: 'Cette adresse n’est pas publique.',
  })
  status = 200
  file = '<!doctype html>'
  expect(await read()).toMatchObject({ reason: 'not_a_calendar', text: 'Cette adresse ne mène pas à un calendrier.' })
  ok(await follow(true))
  expect((await only()).version).toBe(version)
  write(weekly)
  expect(await read()).toMatchObject({ state: 'read', reason: null })
  expect((await only()).version).toBe(version)
})

test('N-003 an hour later it is read again without being asked', async () => {
  write()
  await publish()
  write('LOCATION:Salle des fêtes')
  await run(server.db)`update calendars set etag = null`
  await server.setClock('2027-03-01T11:10:00+01:00')
  await dueReadings.run(server.deps)
  await server.runJobs()
  expect((await only()).address.address).toBe('Salle des fêtes')
})

test('N-001 the hosts of the product and a domain that a business proved are no calendar to follow', async () => {
  await run(server.db)`
    insert into custom_domains (company_id, name, canonical, shown, token, state)
    values (${owner.companyId}, 'fournil-exemple.fr', 'fournil-exemple.fr', 'fournil-exemple.fr', 'x', 'proven')`
  const { webDomain } = server.deps.config.links
  for (const host of [webDomain, `boutique.${webDomain}`, 'fournil-exemple.fr'])
    expect((await follow(false, `https://${host}/a.ics`)).error?.fields, host).toEqual({ url: 'calendar_own_error' })
})

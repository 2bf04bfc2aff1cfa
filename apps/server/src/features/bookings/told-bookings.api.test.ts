import { testApp } from '@parvis/harness/server/test-app'
import { bookingCalls } from '@parvis/harness/town/bookings'
import { scheduleCalls } from '@parvis/harness/town/schedules'
import { newSiteShop, newVisitor, siteCalls, sitePages } from '@parvis/harness/town/site-visitors'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

const server = testApp({ RATE_LIMITS: 'relaxed' })
const { book, desk, evening, people, ticket, withdraw } = bookingCalls(server)
const { changeState } = scheduleCalls(server)
const site = siteCalls(server)
const open = sitePages(server)
const pathOf = (url: string) => new URL(url).pathname

/** Pushes whose words hold this, as they left: one row a browser. */
async function pushesWith(words: string) {
  await server.runJobs()
  const { rows } = await sql<{ recipient: string }>`
    select recipient from outbox where kind = 'push' and concat(payload, text) like ${`%${words}%`}`.execute(server.db)
  return rows.map(({ recipient }) => recipient)
}

test('J-025 J-027 J-028 J-029 what is left is one number on the page, in its data, the calendar and the news, within two seconds', async () => {
  const event = await evening({ capacity: 2 })
  const { data } = await book(newVisitor(), event)
  const path = pathOf(data.instant.url)
  const calendarOf = async () => (await open(`${path}.ics`)).html
  const sequence = /SEQUENCE:(\d+)/
  await vi.waitFor(async () => {
    const { html, text } = await open(path)
    expect(text).toContain('Il reste 1 place')
    expect(html).toContain('"maximumAttendeeCapacity":2,"remainingAttendeeCapacity":1')
    expect((await calendarOf()).replace(/\r\n /g, '')).toContain('2 places. Il en restait 1 le')
  }, 2_000)
  const before = sequence.exec(await calendarOf())?.[1]
  await book(newVisitor(), event)
  await vi.waitFor(async () => {
    const { html, text } = await open(path)
    expect(text).toContain('Complet')
    expect(html).toContain('"remainingAttendeeCapacity":0')
  }, 2_000)
  expect(sequence.exec(await calendarOf())?.[1]).toBe(before)
})

test('J-017 J-018 a cancelled date tells who holds a place, once, and keeps it; planned again, the list moves', async () => {
  const event = await evening({ capacity: 1 })
  const [holder, next] = [newVisitor(), newVisitor()]
  const held = (await book(holder, event)).data
  const waiting = (await book(next, event, { wait: 1 })).data
  for (const who of [holder, next]) await site.subscribe(who)
  await changeState(event.owner, event.id, { state: 'cancelled' })
  await changeState(event.owner, event.id, { state: 'cancelled' })
  const told = await pushesWith('Annulé')
  expect([told.length, new Set(told).size, (await ticket(holder, held)).state]).toEqual([2, 2, 'held'])
  expect((await ticket(holder, held)).dateState).toBe('cancelled')
  await withdraw(holder, held)
  expect((await ticket(next, waiting)).state).toBe('waiting')
  await changeState(event.owner, event.id, { state: 'planned' })
  await vi.waitFor(async () => expect((await ticket(next, waiting)).state).toBe('offered'), 10_000)
  expect(await pushesWith('Une place s’est libérée')).toHaveLength(1)
})

test('J-023 J-030 J-034 the list of a date: names, seats, codes and no phone; a hostile name runs in no spreadsheet', async () => {
  const event = await evening({ capacity: 5 })
  await server.client.call('POST /v1/instants/:id/bookings/people', {
    params: { id: event.id },
    token: event.owner.token,
    body: { date: event.date, name: '=HYPERLINK("http://x.fr")', seats: 2, note: '@SUM(A1)<script>' },
  })
  await book(newVisitor(), event)
  const answer = await server.app.inject({
    url: `/v1/instants/${event.id}/bookings/export?date=${event.date}`,
    headers: { authorization: `Bearer ${event.owner.token}` },
  })
  const [head = '', ...lines] = answer.body
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  expect([head.replaceAll('"', ''), lines.length]).toEqual(['Date;Prénom;Places;État;Code;Réservé le;Venu le;Note', 2])
  expect(answer.body.split(/[;\r\n]/).filter((cell) => /^"?[=@+-]/.test(cell))).toEqual([])
  expect(JSON.stringify(await people(event))).not.toMatch(/phone|\+33/)
})

test('J-024 the owner is told once that a date is full', async () => {
  const owner = await newSiteShop(server, { type: 'association' })
  const event = await evening({ capacity: 1, owner })
  const who = newVisitor()
  const { data } = await book(who, event)
  await withdraw(who, data)
  await book(newVisitor(), event)
  expect((await desk(event)).dates[0]).toMatchObject({ taken: 1, left: 0 })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notices where notices.key like ${`filled-${event.date}-%`}`.execute(server.db)
  expect(rows[0]?.count).toBe(1)
})

test('J-010 without script a booking is a form that leads to its ticket', async () => {
  const event = await evening({ capacity: 1 })
  const who = newVisitor()
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  const fields = new URLSearchParams({ date: event.date, firstName: 'Julie', seats: '1' }).toString()
  const sent = await site.call(who, 'POST', `/instants/${event.id}/bookings`, { json: fields, headers: form })
  expect([sent.status, sent.headers.location]).toEqual([303, expect.stringMatching(/\/mes-places\/\d+$/)])
})

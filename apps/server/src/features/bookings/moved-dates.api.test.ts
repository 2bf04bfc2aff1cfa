import { testApp } from '@parvis/harness/server/test-app'
import { bookingCalls, type Evening } from '@parvis/harness/town/bookings'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { scheduleCalls } from '@parvis/harness/town/schedules'
import { newVisitor, siteCalls, type Visitor } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { bookingTasks } from '../site/residents/booking-tasks.ts'

const server = testApp({ RATE_LIMITS: 'relaxed' })
const { accept, book, desk, evening, people, ticket, visitors, withdraw } = bookingCalls(server)
const { call, get, post, remove, subscribe } = siteCalls(server)
const { changeState } = scheduleCalls(server)
const { pushes } = conversationCalls(server)

const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function holder(event: Evening, more: object = {}) {
  const who = newVisitor()
  const { data } = await book(who, event, more)
  return { who, id: data.id, code: data.code, endpoint: await subscribe(who) }
}

/** Does what is due; what was pushed to that browser, oldest first. */
async function told(endpoint: string): Promise<string[]> {
  for (const task of bookingTasks) await task.run(server.deps)
  await server.runJobs()
  const sent = (await pushes()).filter(({ to }) => to.includes(endpoint)).toReversed()
  return sent.map(({ payload }) =>
    (payload as { notification: { body: string } }).notification.body.replaceAll(/\s/g, ' '),
  )
}

const came = async ({ id, owner, date }: Evening, body: { id?: number; code?: string; came?: boolean }) =>
  await server.client.answer('POST /v1/instants/:id/bookings/came', {
    params: { id },
    token: owner.token,
    body: { date, ...body },
  })

test('J-005 J-017 J-018 J-019 postponed without a date a booking waits, with one it moves there: told each time, reminded of the new evening alone', async () => {
  const event = await evening({ capacity: 2 })
  const [mine, other] = [await holder(event), await holder(event)]
  const waiting = await holder(event, { wait: 1 })
  const dateId = Number(event.date)
  await changeState(event.owner, event.id, { state: 'postponed', dateId, message: 'Salle prise' })
  expect(await told(mine.endpoint)).toEqual([expect.stringMatching(/^Reporté/)])
  expect(await ticket(mine.who, mine)).toMatchObject({ state: 'held', dateState: 'postponed', code: mine.code })
  // Nobody new comes, and what is given back is offered to nobody.
  expect((await book(newVisitor(), event)).code).toBe('BOOKING_CLOSED')
  await withdraw(other.who, other)
  expect((await ticket(waiting.who, waiting)).state).toBe('waiting')

  const newStart = `${dayAhead(17)} 19:00`
  await changeState(event.owner, event.id, { state: 'postponed', dateId, newStart })
  expect(await ticket(mine.who, mine)).toMatchObject({
    state: 'held',
    code: mine.code,
    start: expect.stringContaining(`${dayAhead(17)}T19:00`),
  })
  expect((await ticket(waiting.who, waiting)).state).toBe('offered')
  expect(await told(mine.endpoint)).toHaveLength(2)
  expect((await told(waiting.endpoint)).length).toBe(3)
  // The evening that was first announced comes and goes in silence.
  await server.setClock(`${dayAhead(9)}T18:30:00Z`)
  expect(await told(mine.endpoint)).toHaveLength(2)
  await server.setClock(`${dayAhead(16)}T18:30:00Z`)
  expect((await told(mine.endpoint)).slice(2)).toHaveLength(1)
})

test('J-007 J-009 who waits for two and takes one that is left has it at once; who wants more than is left keeps what they have', async () => {
  const event = await evening({ capacity: 2 })
  const [first, pair, third] = visitors(3) as [Visitor, Visitor, Visitor]
  await book(first, event)
  const { data } = await book(pair, event, { seats: 2, wait: 1 })
  expect([data.state, data.position]).toEqual(['waiting', 1])
  const one = await book(pair, event, { seats: 1 })
  expect(one.data).toMatchObject({ id: data.id, state: 'held', seats: 1, code: expect.stringMatching(/^\d{4}$/) })
  const more = await book(pair, event, { seats: 2 })
  expect([more.status, more.code, (more.error as { details?: object }).details]).toEqual([
    409,
    'BOOKING_FULL',
    { left: 0, waiting: 0 },
  ])
  expect(await ticket(pair, data)).toMatchObject({ state: 'held', seats: 1 })
  const listed = await book(third, event, { seats: 2, wait: 1 })
  const again = await book(third, event, { seats: 1 })
  expect([listed.data.state, again.code]).toEqual(['waiting', 'BOOKING_FULL'])
})

test('J-016 given back and booked again, it is the same booking with a new code, at the end of the line', async () => {
  const event = await evening({ capacity: 1 })
  const [one, two] = visitors(2) as [Visitor, Visitor]
  const first = (await book(one, event)).data
  await withdraw(one, first)
  const again = (await book(one, event)).data
  expect([again.id, again.state]).toEqual([first.id, 'held'])
  const next = (await book(two, event, { wait: 1 })).data
  await withdraw(one, again)
  expect((await ticket(two, next)).state).toBe('offered')
  const last = (await book(one, event, { wait: 1, firstName: 'Noa' })).data
  expect(last).toMatchObject({ id: first.id, state: 'waiting', position: 1 })
  expect((await accept(two, next)).data.state).toBe('held')
  expect((await people(event)).map(({ name, state }) => [name, state])).toEqual([
    ['Julie', 'held'],
    ['Noa', 'waiting'],
  ])
})

test('J-021 J-016 who came is marked by code or by hand, once, taken back, and gives nothing back; who waits has not come', async () => {
  const event = await evening({ capacity: 1 })
  const [mine, other] = [await holder(event), await evening()]
  const waiting = await holder(event, { wait: 1 })
  const stranger = (await book(newVisitor(), other)).data
  const marked = await came(event, { code: ` ${mine.code} ` })
  const again = await came(event, { id: mine.id })
  expect([marked.data.state, again.data.cameAt]).toEqual(['came', marked.data.cameAt])
  expect((await ticket(mine.who, mine)).allowed).toEqual([])
  expect((await withdraw(mine.who, mine)).code).toBe('BOOKING_ENDED')
  expect((await book(mine.who, event, { seats: 2 })).code).toBe('BOOKING_ENDED')
  const undone = await came(event, { id: mine.id, came: false })
  expect(undone.data).toMatchObject({ state: 'held', cameAt: null, code: mine.code })
  const refused = [
    await came(event, { id: waiting.id }),
    await came(event, { id: stranger.id }),
    await came({ ...event, date: other.date }, { id: stranger.id }),
    await came(event, {}),
  ]
  expect(refused.map(({ status, error }) => [status, error?.code])).toEqual([
    [409, 'BOOKING_ENDED'],
    [404, 'BOOKING_NOT_FOUND'],
    [400, 'VALIDATION'],
    [400, 'VALIDATION'],
  ])
  expect((await desk(event)).dates[0]?.taken).toBe(1)
})

test('J-019 J-021 « Venu » days before, by mistake, and taken back: reminded as the others, of the evening that it moved to', async () => {
  const event = await evening()
  const { endpoint, id } = await holder(event)
  await came(event, { id })
  const newStart = `${dayAhead(17)} 19:00`
  await changeState(event.owner, event.id, { state: 'postponed', dateId: Number(event.date), newStart })
  await server.setClock(`${dayAhead(9)}T18:30:00Z`)
  await came(event, { id, came: false })
  expect(await told(endpoint)).toHaveLength(1)
  await came(event, { id })
  await server.setClock(`${dayAhead(16)}T18:30:00Z`)
  expect(await told(endpoint)).toHaveLength(1)
  await came(event, { id, came: false })
  expect((await told(endpoint)).slice(1)).toEqual([expect.stringMatching(/^Demain à 19 h : /)])
})

test('W-069 J-012 « Tout effacer » gives a seat to come to the next of the list, and leaves a nameless line', async () => {
  const event = await evening({ capacity: 1 })
  const [mine, next] = [await holder(event), await holder(event, { wait: 1 })]
  const erased = await remove(mine.who, '/me')
  expect(erased.status).toBe(200)
  expect((await ticket(next.who, next)).state).toBe('offered')
  expect((await people(event)).map(({ state }) => state)).toEqual(['offered'])
})

test('J-031 joined, the better of two bookings of one date stays, whichever device had it', async () => {
  for (const better of ['one', 'other'] as const) {
    const event = await evening({ capacity: 1 })
    const [one, other] = visitors(2) as [Visitor, Visitor]
    const [holds, waits] = better === 'one' ? [one, other] : [other, one]
    const held = (await book(holds, event)).data
    await book(waits, event, { wait: 1 })
    const { data } = await post<{ code: string }>(one, '/transfers')
    expect((await post(other, '/transfers/claim', { code: data.code })).status).toBe(200)
    expect((await people(event)).map(({ id, state }) => [id, state])).toEqual([[held.id, 'held']])
    expect((await ticket(one, held)).state).toBe('held')
  }
})

test('J-025 J-029 the seats of a page are read with the booking that this browser holds, and without a cookie with none', async () => {
  const event = await evening({ capacity: 3 })
  const mine = await holder(event)
  const seats = async (who: Visitor) =>
    (await get<{ dates: { left: number; mine: number | null }[] }>(who, `/instants/${event.id}/bookings`)).data.dates
  expect(await seats(mine.who)).toMatchObject([{ left: 2, mine: mine.id }])
  expect(await seats(newVisitor())).toMatchObject([{ left: 2, mine: null }])
  await withdraw(mine.who, mine)
  expect(await seats(mine.who)).toMatchObject([{ left: 3, mine: null }])
  expect((await call(null, 'GET', '/instants/999999/bookings')).status).toBe(404)
})

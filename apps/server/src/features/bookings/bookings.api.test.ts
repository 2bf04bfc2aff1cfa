import { testApp } from '@parvis/harness/server/test-app'
import { openTransaction } from '@parvis/harness/sql/open-transaction'
import { type Booking, bookingCalls, type Evening } from '@parvis/harness/town/bookings'
import { fixedTime, instantCalls } from '@parvis/harness/town/instants'
import { newSiteShop, newVisitor, siteCalls, type Visitor } from '@parvis/harness/town/site-visitors'
import { runQuery } from '@parvis/postgres'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { bookingTasks } from '../site/residents/booking-tasks.ts'

const server = testApp({ RATE_LIMITS: 'relaxed' })
const { accept, book, desk, evening, people, save, ticket, visitors, withdraw } = bookingCalls(server)
const site = siteCalls(server)
const { get, newInstant, remove, upcoming } = instantCalls(server)

const expire = async () => await bookingTasks.find(({ name }) => name === 'expire-offers')?.run(server.deps)
const residents = async () =>
  (await rowsOf<{ count: number }>(server.db)`select count(*)::int as count from users`)[0]?.count

/** A 503 says that the crowd is served in turns: the browser asks again. */
async function bookUnlessBusy(who: Visitor, event: Evening) {
  for (;;) {
    const answer = await book(who, event, { wait: 1 })
    if (answer.status !== 503) return answer
  }
}

/** What holds of a date whatever happened: its count is that of its rows, the list has no gap, codes differ, nobody waits who fits. */
async function expectSound(event: Evening): Promise<void> {
  const found = await desk(event, event.date)
  const [line] = found.dates
  const taking = (found.people ?? []).filter(({ state }) => state !== 'waiting')
  const waiting = (found.people ?? []).filter(({ state }) => state === 'waiting')
  const codes = taking.flatMap(({ code }) => code ?? [])
  expect(line?.taken).toBe(taking.reduce((sum, { seats }) => sum + seats, 0))
  expect(line?.left).toBe(Math.max(0, (line?.capacity ?? 0) - (line?.taken ?? 0)))
  expect(waiting.map(({ position }) => position)).toEqual(waiting.map((_, at) => at + 1))
  expect(new Set(codes).size).toBe(codes.length)
  expect(waiting.filter(({ seats }) => seats <= (line?.left ?? 0))).toEqual([])
}

test('J-007 twenty taps of one browser: one booking, one seat, one code', async () => {
  const event = await evening()
  const who = newVisitor()
  const first = await book(who, event)
  const again = await Promise.all(Array.from({ length: 20 }, () => book(who, event)))
  expect(new Set(again.map(({ status, data }) => `${status} ${data.id} ${data.code}`))).toEqual(
    new Set([`200 ${first.data.id} ${first.data.code}`]),
  )
  expect((await desk(event)).dates[0]?.taken).toBe(1)
})

test('J-007 J-008 who holds more than one may take now keeps them, or fewer, and gets no more', async () => {
  const event = await evening({ perPerson: 4 })
  const who = newVisitor()
  const { data } = await book(who, event, { seats: 4 })
  await save(event, { capacity: 20, perPerson: 1 })
  expect((await book(who, event, { seats: 4 })).data).toEqual(data)
  expect((await book(who, event, { seats: 5 })).status).toBe(400)
  expect((await book(who, event, { seats: 3 })).data).toMatchObject({ id: data.id, seats: 3 })
  expect((await book(who, event, { seats: 4 })).status).toBe(400)
})

test('J-009 J-011 sixty at once for twenty seats: twenty hold, forty wait in order, nobody twice; the order is that of the locked row, whatever the clock wrote', async () => {
  const event = await evening()
  const answers = await Promise.all(visitors(60).map((who) => bookUnlessBusy(who, event)))
  expect(answers.filter(({ data }) => data.state === 'held')).toHaveLength(20)
  expect(answers.filter(({ data }) => data.state === 'waiting')).toHaveLength(40)
  await expectSound(event)
  const before = (await people(event)).filter(({ state }) => state === 'waiting').map(({ id }) => id)
  await run(server.db)`
      update bookings set booked_at = booked_at - make_interval(secs => random() * 9000) where subject = ${event.date}`
  expect((await people(event)).filter(({ state }) => state === 'waiting').map(({ id }) => id)).toEqual(before)
})

/** Locks the row of a date until it is disposed of. */
async function hold(event: Evening): Promise<AsyncDisposable> {
  const held = await openTransaction(server.ownerDb)
  await run(held.tx)`select from capacities where capacities.subject = ${event.date} for update`
  return held
}

/** Connections that wait for a lock. */
async function locked(): Promise<number> {
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  return (await runQuery(server.db, waiting)).length
}

test('J-011 whoever of a crowd waits for a turn is not looked up before it: PostgreSQL has four of them, and others are answered', async () => {
  const event = await evening()
  await book(newVisitor(), event)
  const unknown = (): Visitor => ({ cookies: new Map([['habitant-dev', 'a'.repeat(43)]]) })
  const statuses: number[] = []
  const tap = async (who: Visitor) => void statuses.push((await book(who, event, { wait: 1 })).status)
  const taps = await (async () => {
    await using _ = await hold(event)
    const four = visitors(4).map(tap)
    await vi.waitFor(async () => expect(await locked()).toBe(4))
    const fifth = tap(unknown())
    expect((await site.get(newVisitor(), `/instants/${event.id}/bookings`)).status).toBe(200)
    expect((await site.put(unknown(), '/me', { firstName: 'Julie' })).status).toBe(401)
    expect(statuses).toEqual([])
    return [...four, fifth]
  })()
  await Promise.all(taps)
  expect(statuses.sort((a, b) => a - b)).toEqual([200, 200, 200, 200, 401])
})

test('J-008 hostile numbers, dates and names are refused beside their field, and leave no resident behind', async () => {
  const event = await evening()
  const before = await residents()
  for (const seats of [0, 3, -1, 1.5, 1e9, '2e0', 'deux', null, [1]]) {
    const { status, error } = await book(newVisitor(), event, { seats: seats ?? 'null' })
    expect([seats, status, (error as { fields?: object } | undefined)?.fields]).toEqual([
      seats,
      400,
      { seats: 'seats_error' },
    ])
  }
  for (const date of ['', '0', `${event.date}-2027-03-12`, `${event.date}'`, '9'.repeat(40), '99999999999999999999']) {
    const { status, error } = await book(newVisitor(), { ...event, date })
    expect([date, status, (error as { fields?: object } | undefined)?.fields]).toEqual([
      date,
      400,
      { date: 'booking_date_error' },
    ])
  }
  expect((await book(newVisitor(), event, { firstName: '' })).status).toBe(400)
  expect(await residents()).toBe(before)
})

test('J-002 J-032 hostile settings are refused; an older version is too; the same again is not', async () => {
  const event = await evening()
  for (const capacity of [0, 501, -1, 2.5, 'vingt'])
    expect((await save(event, { capacity: capacity as number })).status).toBe(400)
  const body = { version: 0, capacity: 30 }
  const late = await server.client.answer('PUT /v1/instants/:id/bookings', {
    params: { id: event.id },
    token: event.owner.token,
    body,
  })
  expect([late.status, late.error?.code]).toEqual([409, 'NEWER_VERSION'])
  const { version } = await desk(event)
  expect((await save(event, { capacity: 20 })).status).toBe(200)
  expect((await desk(event)).version).toBe(version)
})

test('J-004 lowered, nobody loses a seat; raised, the list comes first', async () => {
  const event = await evening({ capacity: 3 })
  const [a, b, c, waiting] = visitors(4) as [Visitor, Visitor, Visitor, Visitor]
  for (const who of [a, b, c]) await book(who, event)
  const { data } = await book(waiting, event, { wait: 1 })
  await save(event, { capacity: 2 })
  expect((await desk(event)).dates[0]).toMatchObject({ taken: 3, left: 0 })
  await save(event, { capacity: 4 })
  expect((await ticket(waiting, data)).state).toBe('offered')
  expect((await book(newVisitor(), event)).code).toBe('BOOKING_FULL')
  await expectSound(event)
})

test('J-005 J-003 a date that goes, or its instant, ends what was booked; drafts and cancelled dates take nobody', async () => {
  const event = await evening()
  const who = newVisitor()
  const { data } = await book(who, event)
  expect((await remove(event.owner, event.id)).status).toBe(200)
  expect(await ticket(who, data)).toMatchObject({ state: 'ended', endedBy: 'owner', allowed: [] })
  expect((await book(newVisitor(), event)).code).toBe('INSTANT_NOT_FOUND')

  const other = await evening()
  const { version } = await get(other.owner, other.id)
  await server.client.call('POST /v1/instants/:id/state', {
    params: { id: other.id },
    token: other.owner.token,
    body: { version, state: 'cancelled' },
  })
  const refused = await book(newVisitor(), other)
  expect([refused.status, refused.code, refused.error]).toMatchObject([
    409,
    'BOOKING_CLOSED',
    { message: 'Cette date est annulée.' },
  ])
})

test('W-016 J-010 a ticket leads to its instant while that has a page: not while it is paused, and again once it is taken up', async () => {
  const event = await evening()
  const who = newVisitor()
  const { data } = await book(who, event)
  const pause = (paused: boolean) =>
    server.client.call('POST /v1/instants/:id/pause', {
      params: { id: event.id },
      token: event.owner.token,
      body: { paused },
    })
  await pause(true)
  const { instant, state } = await ticket(who, data)
  expect([instant.url, state]).toEqual(['', 'held'])
  await pause(false)
  expect((await ticket(who, data)).instant.url).toMatch(/\/degustation-du-samedi-\d+$/)
})

test('J-003 J-018 J-020 a date said full is booked again once it is planned, also where somebody was added or it was cancelled before', async () => {
  const event = await evening()
  const say = async (state: 'cancelled' | 'full' | 'planned') => {
    const { version } = await get(event.owner, event.id)
    const params = { id: event.id }
    await server.client.call('POST /v1/instants/:id/state', {
      params,
      token: event.owner.token,
      body: { version, state },
    })
  }
  await say('full')
  expect((await book(newVisitor(), event)).code).toBe('BOOKING_CLOSED')
  await server.client.call('POST /v1/instants/:id/bookings/people', {
    params: { id: event.id },
    token: event.owner.token,
    body: { date: event.date, name: 'Paul' },
  })
  await say('planned')
  expect((await book(newVisitor(), event)).data.state).toBe('held')
  for (const state of ['cancelled', 'full', 'planned'] as const) await say(state)
  expect((await book(newVisitor(), event)).data.state).toBe('held')
})

test('J-012 J-014 what is given back goes to the next whose number fits; unanswered it goes on, and a late yes is refused', async () => {
  const event = await evening({ capacity: 2 })
  const [holder, pair, single, last] = visitors(4) as [Visitor, Visitor, Visitor, Visitor]
  const held = (await book(holder, event)).data
  await book(newVisitor(), event)
  const two = (await book(pair, event, { wait: 1, seats: 2 })).data
  const one = (await book(single, event, { wait: 1 })).data
  const next = (await book(last, event, { wait: 1 })).data
  await withdraw(holder, held)
  expect([(await ticket(pair, two)).state, (await ticket(single, one)).state]).toEqual(['waiting', 'offered'])
  await run(server.db)`update bookings set answer_by = app_now() where id = ${one.id}`
  await expire()
  expect(await ticket(single, one)).toMatchObject({ state: 'ended', endedBy: 'clock' })
  expect((await ticket(last, next)).state).toBe('offered')
  expect((await accept(single, one)).code).toBe('BOOKING_ENDED')
  expect((await accept(last, next)).data.state).toBe('held')
  await expectSound(event)
})

test('J-020 J-022 by hand past the list and, asked twice, past the capacity; removed, that resident comes back no more', async () => {
  const event = await evening({ capacity: 1 })
  const who = newVisitor()
  await book(who, event)
  const called = { params: { id: event.id }, token: event.owner.token }
  const add = async (overCapacity?: boolean) =>
    await server.client.answer('POST /v1/instants/:id/bookings/people', {
      ...called,
      body: { date: event.date, name: 'Madame Petit', seats: 2, overCapacity },
    })
  expect((await add()).error?.code).toBe('BOOKING_FULL')
  expect((await add(true)).status).toBe(200)
  expect((await desk(event)).dates[0]).toMatchObject({ taken: 3, left: 0 })
  const [removed] = (await people(event)).filter(({ source }) => source === 'site')
  await server.client.call('DELETE /v1/instants/:id/bookings/people/:bookingId', {
    params: { id: event.id, bookingId: removed?.id ?? 0 },
    token: event.owner.token,
    body: { reason: 'Doublon' },
  })
  expect((await book(who, event, { wait: 1 })).code).toBe('BOOKING_ENDED')
})

test('J-021 the code of another date says which; thirty-one wrong ones in a minute are too many', async () => {
  const [event, other] = [await evening(), await evening()]
  const owner = event.owner
  const mine = { ...event, id: await newInstant(owner, {}, [fixedTime(dayAhead(11), '18:00', '20:00')]) }
  await save(mine, { capacity: 5 })
  mine.date = (await desk(mine)).dates[0]?.date ?? ''
  const { code } = (await book(newVisitor(), mine)).data
  const came = async (of: Evening, typed: string | null) =>
    await server.client.answer('POST /v1/instants/:id/bookings/came', {
      params: { id: of.id },
      token: of.owner.token,
      body: { date: of.date, code: typed ?? '' },
    })
  const wrong = await came(event, code)
  expect([wrong.status, wrong.error]).toMatchObject([404, { code: 'CODE_UNKNOWN', details: { date: mine.date } }])
  const { rateLimits } = server.deps.config
  Object.assign(server.deps.config, { rateLimits: 'strict' })
  const answers: number[] = []
  for (let tries = 0; tries < 31; tries++) answers.push((await came(other, '0000')).status)
  Object.assign(server.deps.config, { rateLimits })
  expect([answers.slice(0, 30).every((status) => status === 404), answers[30]]).toEqual([true, 429])
})

test('limits of strangers: four dates at one business, half of a date from one network, forty in an hour; thirty changes a minute', async () => {
  const { rateLimits } = server.deps.config
  const owner = await newSiteShop(server, { type: 'association' })
  const events = [
    await evening({ owner }),
    await evening({ owner }),
    await evening({ owner }),
    await evening({ owner }),
  ]
  const full = await evening({ capacity: 24 })
  const many = await evening({ capacity: 400 })
  Object.assign(server.deps.config, { rateLimits: 'strict' })
  const who = newVisitor()
  const codes: (string | undefined)[] = []
  const from = async (event: Evening, remoteAddress: string, as = newVisitor()) => {
    const json = { date: event.date, firstName: 'Inès' }
    return (await site.post<Booking>(as, `/instants/${event.id}/bookings`, json, { remoteAddress })).code
  }
  for (const event of events) codes.push(await from(event, '198.51.100.10', who))
  const half: (string | undefined)[] = []
  for (let tries = 0; tries < 13; tries++) half.push(await from(full, '198.51.100.20'))
  const hour: (string | undefined)[] = []
  for (let tries = 0; tries < 41; tries++) hour.push(await from(many, '198.51.100.30'))
  const minute: (string | undefined)[] = []
  const restless = newVisitor()
  for (let tries = 0; tries < 31; tries++) minute.push(await from(many, '198.51.100.40', restless))
  Object.assign(server.deps.config, { rateLimits })
  expect(codes).toEqual([undefined, undefined, undefined, 'PHONE_NEEDED'])
  expect(half.filter((code) => code !== undefined)).toEqual(['PHONE_NEEDED'])
  expect(hour.filter((code) => code !== undefined)).toEqual(['PROOF_NEEDED'])
  expect(minute.filter((code) => code !== undefined)).toEqual(['TOO_MANY_ATTEMPTS'])
})

test('J-001 J-026 an instant linked to the hours opens no seats; the next date of another says what is left, and full once none is', async () => {
  const event = await evening({ capacity: 1 })
  const linked = await newInstant(event.owner)
  const { version } = await get(event.owner, linked)
  const planned = await server.client.answer('PUT /v1/instants/:id/schedule', {
    params: { id: linked },
    token: event.owner.token,
    body: { version, kind: 'hours' },
  })
  expect(planned.status).toBe(200)
  const refused = await save({ id: linked, owner: event.owner }, { capacity: 5 })
  expect([refused.status, refused.error?.fields]).toEqual([400, { capacity: 'bookings_need_dates' }])
  await book(newVisitor(), event)
  const { data } = await upcoming(event.owner)
  const shown = (data as { id: number; title: string; seats: number; seatsLeft: number }[]).find(
    ({ id }) => id === event.id,
  )
  expect(shown).toMatchObject({ seats: 1, seatsLeft: 0, title: 'Complet\u00a0: Dégustation du samedi' })
  expect((await get(event.owner, event.id)).eventState.state).toBe('planned')
})

test('J-031 a date that two devices of one person hold is held once after they are joined, and a seat goes free', async () => {
  const event = await evening({ capacity: 2 })
  const [one, other] = visitors(2) as [Visitor, Visitor]
  await book(one, event)
  await book(other, event)
  const { data } = await site.post<{ code: string }>(one, '/transfers')
  expect((await site.post(other, '/transfers/claim', { code: data.code })).status).toBe(200)
  expect((await desk(event)).dates[0]).toMatchObject({ taken: 1, left: 1 })
  expect((await people(event)).filter(({ state }) => state === 'held')).toHaveLength(1)
})

const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const step = fc.oneof(
  fc.record({ act: fc.constant('book' as const), by: fc.nat(5), seats: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ act: fc.constantFrom('withdraw' as const, 'accept' as const), by: fc.nat(5) }),
  fc.record({ act: fc.constant('capacity' as const), to: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ act: fc.constant('expire' as const) }),
)

test('J-004 J-007 J-011 J-012 J-014 J-016 any sequence of booking, giving back, accepting, letting pass, more and fewer seats keeps the list sound', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const event = await evening({ capacity: 2 })
      const crowd = visitors(6)
      const bookings = new Map<number, { id: number }>()
      for (const one of steps) {
        if (one.act === 'capacity') await save(event, { capacity: one.to })
        else if (one.act === 'expire') {
          await run(server.db)`
      update bookings set answer_by = app_now() where subject = ${event.date} and state = 'offered'`
          await expire()
        } else {
          const who = crowd[one.by] as Visitor
          const known = bookings.get(one.by)
          const { status, data } =
            one.act === 'book'
              ? await book(who, event, { seats: one.seats, wait: 1 })
              : known
                ? await (one.act === 'accept' ? accept : withdraw)(who, known)
                : { status: 409, data: { id: 0 } }
          expect([200, 409]).toContain(status)
          if (status === 200) bookings.set(one.by, data)
        }
        await expectSound(event)
      }
    }),
    { numRuns: 25 },
  )
}, 240_000)

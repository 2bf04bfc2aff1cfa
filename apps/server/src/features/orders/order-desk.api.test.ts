import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls, dataOf, type Who } from '@parvis/harness/town/conversations'
import { agreedAt, type DeskOrder, deskCalls, deskNow, deskTime } from '@parvis/harness/town/order-calls'
import { newPerson } from '@parvis/harness/town/people'
import { newResident } from '@parvis/harness/town/site-visitors'
import { transaction } from '@parvis/postgres'
import { expect, test } from 'vitest'
import { rowOf, rowsOf, run } from '../../db/database.ts'
import { orderTasks, stripOrdersOf } from './index.ts'

const server = testApp({ RATE_LIMITS: 'relaxed' })
const { get, post, read, sayOk } = conversationCalls(server)
const { newShop, tryPlace, place, act, readOrder, desk, taken } = deskCalls(server)
const at = deskTime
const agreed = agreedAt
const runTask = async (name: string) => await orderTasks.find((task) => task.name === name)?.run(server.deps)

const saidOf = ({ status, error }: Awaited<ReturnType<typeof act>>) =>
  error ? [error.code, ...(error.details ? [error.details] : [])] : [status]
const refusedFrom = (state: string, verb: string) =>
  verb === 'withdraw' && ['preparing', 'ready'].includes(state) ? ['TOO_LATE'] : ['ORDER_ALREADY_PROCESSED', { state }]

test('Q-003 Q-038 every action from every state by both sides: table 4.1 and nothing else, saying the present state', async () => {
  const shop = await newShop({})
  const resident = await newResident(server)
  const { cookies: _, ...atBothSides } = resident
  const moves: Record<string, [Who, string, object?][]> = {
    asked: [],
    accepted: [[shop, 'validate', agreed()]],
    preparing: [
      [shop, 'validate', agreed()],
      [shop, 'step', { step: 'preparing' }],
    ],
    ready: [
      [shop, 'validate', agreed()],
      [shop, 'step', { step: 'ready' }],
    ],
    collected: [
      [shop, 'validate', agreed()],
      [shop, 'step', { step: 'collected' }],
    ],
    refused: [[shop, 'cancel', { cancelMessage: 'Rupture' }]],
    cancelled: [[resident, 'withdraw']],
  }
  const tried: [Who, string, object, readonly string[]][] = [
    [resident, 'change', { version: 1, orderContent: 'Trois flans' }, ['asked']],
    [shop, 'validate', agreed(), ['asked']],
    [shop, 'propose', { ...agreed(), version: 1 }, ['asked']],
    [resident, 'accept', { proposalId: 1 }, []],
    [shop, 'cancel', { cancelMessage: 'Rupture' }, ['asked']],
    [resident, 'withdraw', {}, ['asked', 'accepted']],
    [shop, 'step', { step: 'preparing' }, ['accepted']],
    [shop, 'step', { step: 'ready' }, ['accepted', 'preparing']],
    [shop, 'step', { step: 'collected' }, ['accepted', 'preparing', 'ready']],
    [shop, 'step', { step: 'not_collected' }, ['accepted', 'preparing', 'ready']],
    [shop, 'revoke', { reason: 'Four en panne' }, ['accepted', 'preparing', 'ready']],
  ]
  for (const [state, way] of Object.entries(moves))
    for (const [who, verb, body, from] of tried) {
      const { id } = await place(resident, shop)
      for (const [mover, move, sent] of way) await act(mover, id, move, sent)
      expect((await readOrder(shop, id)).state).toBe(state)
      const answer = await act(who, id, verb, body)
      const expected = from.includes(state) ? [200] : refusedFrom(state, verb)
      expect([state, verb, ...saidOf(answer)]).toEqual([state, verb, ...expected])
      // The other side has no such action, at the door of both.
      const other = who === shop ? atBothSides : shop
      if (verb !== 'accept') expect((await act(other, id, verb, body)).status).toBe(401)
    }
})

test('Q-028 an order handled at the desk is read, unless its resident wrote something else', async () => {
  const shop = await newShop({})
  const unreadOf = async (discussionId: string) => {
    const rows = await rowsOf<{ unread: number }>(server.db)`
      select company_unread as unread from discussions where id = ${discussionId}`
    return rows[0]?.unread
  }
  const first = await newResident(server)
  const handled = await place(first, shop)
  expect(await unreadOf(handled.discussionId)).toBe(1)
  await act(shop, handled.id, 'validate', agreed())
  expect(await unreadOf(handled.discussionId)).toBe(0)

  const second = await newResident(server)
  const other = await place(second, shop)
  await sayOk(second, other.discussionId, 'Avez-vous du seigle ?')
  await act(shop, other.id, 'cancel', { cancelMessage: 'Rupture' })
  expect(await unreadOf(other.discussionId)).toBe(2)
})

test('Q-111 an order sent while the shop is away gets one away message, with the time at which it will be read', async () => {
  const shop = await newShop()
  await run(server.db)`insert into away_messages (company_id, mode, text, version)
    values (${shop.companyId}, 'outside_hours', 'Nous vous répondrons {prochaine ouverture}.', 2)`
  const resident = await newResident(server)
  await server.setClock(at('22:00'))
  const { discussionId } = await place(resident, shop, at('15:00', 15))
  await place(resident, shop, at('16:00', 15))
  const sent = (await read(resident, discussionId)).filter(({ automatic }) => automatic)
  expect(sent.map(({ message }) => message.replaceAll('\u00A0', ' '))).toEqual([
    expect.stringContaining('Nous vous répondrons demain à partir de 9 h.'),
  ])
})

test('Q-013 Q-116 a request that expires is nobody’s answer: the conversation is still to be answered', async () => {
  const shop = await newShop()
  const resident = await newResident(server)
  const { id, discussionId } = await place(resident, shop)
  await server.setClock(at('14:45'))
  await runTask('expire-orders')
  const rows = await rowsOf<{ last_human: string; company_wrote_at: Date | null; excerpt: string }>(server.db)`
    select last_human, company_wrote_at, excerpt from discussions where id = ${discussionId}`
  expect(rows).toEqual([
    {
      last_human: 'resident',
      company_wrote_at: null,
      excerpt: expect.stringMatching(/^Le commerce n’a pas pu répondre/),
    },
  ])
  expect((await read(resident, discussionId))[0]?.message).toMatch(/^Le commerce n’a pas pu répondre/)
  expect(id).toBeGreaterThan(0)
})

test('Q-004 Q-013 accept, withdraw and expire at once: one winner, one message, one place given back, round after round', async () => {
  const shop = await newShop({})
  const resident = await newResident(server)
  for (let round = 0; round < 12; round += 1) {
    await server.setClock(deskNow)
    const { id, discussionId } = await place(resident, shop)
    const before = (await read(shop, discussionId)).length
    await server.setClock(at('15:00', 15))
    const body = agreed(at('16:00', 15))
    await Promise.all([
      act(shop, id, 'validate', body),
      act(resident, id, 'withdraw'),
      runTask('expire-orders'),
      runTask('expire-orders'),
    ])
    const { state, history } = await readOrder(shop, id)
    expect(['accepted', 'cancelled', 'expired']).toContain(state)
    // Accepted, then withdrawn, is allowed: two transitions, two messages.
    const steps = history.slice(1).map(({ what }) => what)
    expect((await read(shop, discussionId)).length - before).toBe(steps.length)
    expect(['validate', 'withdraw', 'expire', 'validate,withdraw']).toContain(steps.join())
    if (state === 'accepted') await act(shop, id, 'revoke', { reason: 'Fin du tour' })
    expect(await taken(shop)).toBe(0)
  }
})

test('Q-022 Q-023 ten orders at once for the last place of a quarter: one, the others 409 with the next three', async () => {
  const shop = await newShop({ slotsOn: true, capacity: 1 })
  const people = await Promise.all(Array.from({ length: 10 }, () => newResident(server)))
  for (const time of ['15:00', '15:15', '15:30']) {
    const answers = await Promise.all(people.map((who) => tryPlace(who, shop, at(time))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const full = answers.find(({ status }) => status === 409)
    expect(full?.error?.code).toBe('SLOT_FULL')
    expect((full?.error?.details as { slots?: unknown[] } | undefined)?.slots).toHaveLength(3)
  }
  expect(await taken(shop)).toBe(3)
})

test('Q-023 ten orders at once by one resident: three hold, the others 403 ORDER_LIMIT; places are those of live orders', async () => {
  const shop = await newShop({ slotsOn: true, capacity: 20 })
  const resident = await newResident(server)
  const answers = await Promise.all(Array.from({ length: 10 }, () => tryPlace(resident, shop)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ error }) => error?.code === 'ORDER_LIMIT')).toHaveLength(7)
  expect(await taken(shop)).toBe(3)
})

test('Q-008 with a ceiling of 20, a proposal of 18,50 as wished is accepted at once, 20,01 and another time are proposed', async () => {
  const shop = await newShop({})
  const resident = await newResident(server)
  const propose = async (changes: object) => {
    const { id } = await place(resident, shop, undefined, { maxTotal: '20' })
    return dataOf<DeskOrder>(await act(shop, id, 'propose', { ...agreed(), version: 1, ...changes })).state
  }
  expect(await propose({ total: '18,50' })).toBe('accepted')
  expect(await propose({ total: '20,01' })).toBe('proposed')
  expect(await propose({ total: '5', pickupDateTime: at('16:00') })).toBe('proposed')
})

test('Q-011 the code typed at the counter finds and closes the order; an unknown one is 404; it is free afterwards', async () => {
  const shop = await newShop({})
  const { id } = await place(await newResident(server), shop)
  await act(shop, id, 'validate', agreed())
  const { code } = await readOrder(shop, id)
  const collected = await post(shop, desk(shop, '/orders/collect'), { code })
  expect(dataOf<DeskOrder>(collected)).toMatchObject({ id, state: 'collected' })
  for (const typed of [code, '0', 'abcd', ''])
    expect((await post(shop, desk(shop, '/orders/collect'), { code: typed })).error?.code).toBe('CODE_UNKNOWN')
})

test('Q-012 undo: 59 s yes, 61 s no, never by another person, and the resident reads a correction', async () => {
  const shop = await newShop({})
  const resident = await newResident(server)
  const { id, discussionId } = await place(resident, shop)
  await act(shop, id, 'validate', agreed())
  await act(shop, id, 'step', { step: 'ready' })
  await server.setClock('2031-01-14T10:03:04+01:00')
  expect(dataOf<DeskOrder>(await act(shop, id, 'undo')).state).toBe('accepted')
  expect((await read(resident, discussionId))[0]?.message).toContain('pas encore prête')
  expect((await act(shop, id, 'undo')).error?.code).toBe('UNDO_TOO_LATE')
  await act(shop, id, 'step', { step: 'collected' })
  const other = await newPerson(server)
  await run(server.db)`insert into company_members (company_id, user_id) values (${shop.companyId}, ${other.userId})`
  expect((await act(other, id, 'undo')).error?.code).toBe('UNDO_TOO_LATE')
  await server.setClock('2031-01-14T10:04:10+01:00')
  expect((await act(shop, id, 'undo')).error?.code).toBe('UNDO_TOO_LATE')
})

test('Q-011 Q-012 a step taken back gives the order its code again, or another when a newer order has those digits', async () => {
  const shop = await newShop({})
  const accepted = async () => {
    const { id } = await place(await newResident(server), shop)
    await act(shop, id, 'validate', agreed())
    return await readOrder(shop, id)
  }
  const [first, second] = [await accepted(), await accepted()]
  await act(shop, first.id, 'step', { step: 'collected' })
  expect(dataOf<DeskOrder>(await act(shop, first.id, 'undo'))).toMatchObject({ state: 'accepted', code: first.code })
  await act(shop, first.id, 'step', { step: 'not_collected' })
  await run(server.db)`update orders set code = ${first.code} where id = ${second.id}`
  const undone = dataOf<DeskOrder>(await act(shop, first.id, 'undo'))
  expect([undone.state, undone.slot]).toEqual(['accepted', at('15:00')])
  expect(undone.code).toMatch(/^\d{4}$/)
  expect(undone.code).not.toBe(first.code)
  expect(await taken(shop)).toBe(2)
  const collected = await post(shop, desk(shop, '/orders/collect'), { code: first.code })
  expect(dataOf<DeskOrder>(collected).id).toBe(second.id)
})

test('Q-033 Q-034 what has ended is listed newest first, a hundred a page, of one day when it is asked', async () => {
  const shop = await newShop({})
  await run(server.db)`
    insert into orders (id, company_id, pickup_at, content, source, state)
    select 3000000 + rank, ${shop.companyId}, ${at('12:00', 10)}::timestamptz + rank / 2 * interval '1 hour',
      'Deux flans', 'counter', case rank % 3 when 0 then 'collected' when 1 then 'no_show' else 'refused' end::order_state
    from generate_series(0, 119) rank`
  const read = async (query: string) =>
    dataOf<{ orders: { id: number }[]; next: string | null }>(await get(shop, desk(shop, `/orders?view=past${query}`)))
  const first = await read('')
  const second = await read(`&before=${first.next}`)
  const ids = [...first.orders, ...second.orders].map(({ id }) => id)
  expect(ids).toEqual(Array.from({ length: 120 }, (_, rank) => 3_000_119 - rank))
  expect([first.orders.length, second.next]).toEqual([100, null])
  // From noon to midnight, two an hour.
  expect((await read('&day=2031-01-10')).orders).toHaveLength(24)
})

test('Q-017 Q-034 the day is closed at once; totals are exact in cents; a formula in the file is inert', async () => {
  const shop = await newShop({})
  const resident = await newResident(server)
  for (const total of ['9,10', '0,20']) {
    const { id } = await place(resident, shop)
    await act(shop, id, 'validate', { ...agreed(), total, orderContent: '=1+1' })
  }
  expect(dataOf(await post(shop, desk(shop, '/orders/close-day'), { day: '2031-01-14' }))).toEqual({ closed: 0 })
  await server.setClock(at('16:00'))
  const counts = dataOf<{ counts: { unclosed: number } }>(await get(shop, desk(shop, '/orders?view=unclosed'))).counts
  expect(counts.unclosed).toBe(2)
  const closing = () => post(shop, desk(shop, '/orders/close-day'), { day: '2031-01-14' })
  const closed = (await Promise.all([closing(), closing()])).map((answer) => dataOf<{ closed: number }>(answer).closed)
  expect([Math.min(...closed), Math.max(...closed)]).toEqual([0, 2])
  const totals = desk(shop, '/orders/totals?from=2031-01-14&to=2031-01-14&by=')
  expect(dataOf(await get(shop, `${totals}day`))).toEqual([{ from: '2031-01-14', orders: 2, cents: 930 }])
  expect(dataOf(await get(shop, `${totals}week`))).toEqual([{ from: '2031-01-13', orders: 2, cents: 930 }])
  const file = await server.app.inject({
    method: 'GET',
    url: desk(shop, '/orders/export?from=2031-01-14'),
    headers: { authorization: `Bearer ${shop.token}` },
  })
  expect(file.body).toContain("'=1+1")
  expect(file.headers['content-type']).toContain('text/csv')
})

test('Q-034 an order is found by any word of a name, with or without its accents, and by its code', async () => {
  const shop = await newShop({})
  const typed = { pickupDateTime: at('16:00'), orderContent: 'Une tarte' }
  const orders: Record<string, { id: number; code: string }> = {}
  for (const customerName of ['Hélène', 'Mme Dupont', 'Jean-Luc'])
    orders[customerName] = dataOf(await post(shop, desk(shop, '/orders'), { ...typed, customerName }))
  const found = async (q: string) => {
    const path = desk(shop, `/orders?view=day&day=2031-01-14&q=${encodeURIComponent(q)}`)
    return dataOf<{ orders: { customer: { name: string } }[] }>(await get(shop, path)).orders.map(
      (o) => o.customer.name,
    )
  }
  for (const q of ['Hélène', 'helene', 'HÉL', orders.Hélène?.code ?? '']) expect(await found(q), q).toEqual(['Hélène'])
  for (const q of ['Dupont', 'dup', 'mme dup']) expect(await found(q), q).toEqual(['Mme Dupont'])
  for (const q of ['jean', 'luc', 'Jean Luc']) expect(await found(q), q).toEqual(['Jean-Luc'])
  for (const q of ['upont', '%', '_', '.', 'Dupont Mme']) expect(await found(q), q).toEqual([])
})

test('Q-041 Q-034 W-069 photos and texts go in their time, and with their resident; the sums stay', async () => {
  const shop = await newShop({})
  const resident = await newResident(server)
  const { id } = await place(resident, shop)
  await act(shop, id, 'validate', agreed())
  await act(shop, id, 'step', { step: 'collected' })
  const totals = desk(shop, '/orders/totals?from=2031-01-01&to=2031-01-31&by=month')
  const sums = dataOf(await get(shop, totals))
  await transaction(server.db, (tx) => stripOrdersOf(tx, { residentId: resident.userId }))
  expect(await readOrder(shop, id)).toMatchObject({
    state: 'collected',
    customerOrderContent: null,
    customer: null,
    discussionId: null,
    history: [],
    total: 9,
  })
  expect(dataOf(await get(shop, totals))).toEqual(sums)

  const kept = await place(resident, shop)
  await act(shop, kept.id, 'cancel', { cancelMessage: 'Rupture' })
  await run(server.db)`update orders set picture = 'photo.webp' where id = ${kept.id}`
  const stored = async () =>
    await rowOf<{ picture: string | null; content: string }>(server.db)`
      select picture, content from orders where id = ${kept.id}`
  await server.setClock('2031-04-10T10:00:00+02:00')
  await runTask('forget-old-orders')
  expect(await stored()).toEqual({ picture: 'photo.webp', content: 'Deux flans' })
  await server.setClock('2031-04-20T10:00:00+02:00')
  await runTask('forget-old-orders')
  expect(await stored()).toEqual({ picture: null, content: 'Deux flans' })
  await server.setClock('2033-01-20T10:00:00+01:00')
  await runTask('forget-old-orders')
  expect(await stored()).toEqual({ picture: null, content: '' })
})

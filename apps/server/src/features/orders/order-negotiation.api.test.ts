import { testApp } from '@parvis/harness/server/test-app'
import { addMember } from '@parvis/harness/sql/people'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { agreedAt, type DeskOrder, deskCalls, deskTime } from '@parvis/harness/town/order-calls'
import { newPerson } from '@parvis/harness/town/people'
import { newResident } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp({ RATE_LIMITS: 'relaxed' })
const { get, post, read } = conversationCalls(server)
const { newShop, put, desk, place, tryPlace, act, readOrder, taken, startsOn } = deskCalls(server)
const at = deskTime

const whats = ({ history }: DeskOrder) => history.map(({ by, what }) => `${by} ${what}`)

test('Q-005 Q-006 Q-016 the second proposal replaces the first, which cannot be accepted any more; both stay in the history', async () => {
  const shop = await newShop({})
  const resident = await newResident(server)
  const { id } = await place(resident, shop)
  const first = dataOf<DeskOrder>(await act(shop, id, 'propose', { ...agreedAt(), version: 1, note: 'Sans noix' }))
  expect(first.proposal).toMatchObject({ total: 9, orderContent: 'Deux flans', note: 'Sans noix' })
  const again = { ...agreedAt(at('16:00')), total: '8', version: first.version }
  const second = dataOf<DeskOrder>(await act(shop, id, 'propose', again))
  const stale = await act(resident, id, 'accept', { proposalId: first.proposal?.id })
  expect([stale.status, stale.error?.code]).toEqual([409, 'ORDER_CHANGED'])
  expect(stale.error?.details).toMatchObject({ proposal: { id: second.proposal?.id, total: 8 } })
  expect((await act(shop, id, 'propose', again)).error?.code).toBe('ORDER_CHANGED')
  expect((await act(resident, id, 'accept', { proposalId: second.proposal?.id })).status).toBe(200)
  const steps = ['resident place', 'company propose', 'company propose', 'resident accept']
  for (const who of [shop, resident]) {
    const order = await readOrder(who, id)
    expect(order).toMatchObject({ state: 'accepted', total: 8 })
    expect(whats(order)).toEqual(steps)
  }
})

test('Q-006 propose and accept at once, round after round: never accepted at a price that was not shown', async () => {
  const shop = await newShop({})
  const resident = await newResident(server)
  for (let round = 0; round < 10; round += 1) {
    const { id } = await place(resident, shop)
    const { version, proposal } = dataOf<DeskOrder>(await act(shop, id, 'propose', { ...agreedAt(), version: 1 }))
    const [accepted, proposed] = await Promise.all([
      act(resident, id, 'accept', { proposalId: proposal?.id }),
      act(shop, id, 'propose', { ...agreedAt(), total: '19', version }),
    ])
    expect([accepted, proposed].filter(({ status }) => status === 200)).toHaveLength(1)
    const { state, total } = await readOrder(resident, id)
    expect([state, total]).toEqual(accepted.status === 200 ? ['accepted', 9] : ['proposed', null])
    await act(shop, id, accepted.status === 200 ? 'revoke' : 'cancel', { reason: 'Fin', cancelMessage: 'Fin' })
  }
})

test('Q-005 a request saved as it was is not changed: what the shop proposed stands, and nobody is told', async () => {
  const shop = await newShop({})
  const resident = await newResident(server)
  const { id, discussionId } = await place(resident, shop)
  const proposed = dataOf<DeskOrder>(await act(shop, id, 'propose', { ...agreedAt(at('16:00')), version: 1 }))
  const told = await read(shop, discussionId)
  const { customerPickupDateTime: pickupDateTime, customerOrderContent: orderContent } = await readOrder(resident, id)
  for (const same of [{}, { orderContent: '' }, { pickupDateTime, orderContent }]) {
    const saved = dataOf<DeskOrder>(await act(resident, id, 'change', { version: proposed.version, ...same }))
    expect([saved.version, saved.proposal]).toEqual([proposed.version, proposed.proposal])
  }
  expect(await read(shop, discussionId)).toEqual(told)
})

test('Q-006 what was proposed before the request changed cannot be accepted any more, and an acceptance names its proposal', async () => {
  const shop = await newShop({})
  const resident = await newResident(server)
  const { id } = await place(resident, shop)
  const proposed = dataOf<DeskOrder>(await act(shop, id, 'propose', { ...agreedAt(at('16:00')), version: 1 }))
  const unnamed = await act(resident, id, 'accept')
  expect([unnamed.status, unnamed.error?.fields]).toEqual([400, { proposalId: 'invalid' }])
  dataOf(await act(resident, id, 'change', { version: proposed.version, orderContent: 'Trois flans' }))
  for (const who of [resident, shop]) {
    const stale = await act(who, id, 'accept', { proposalId: proposed.proposal?.id })
    expect([stale.status, stale.error?.code]).toEqual([409, 'ORDER_CHANGED'])
  }
  expect(await readOrder(resident, id)).toMatchObject({ state: 'asked', customerOrderContent: 'Trois flans' })
})

test('Q-023 a request moves to a day with two others, never to one with three, and keeps its place then', async () => {
  const shop = await newShop({ slotsOn: true, capacity: 5 })
  const resident = await newResident(server)
  const { id } = await place(resident, shop)
  for (const time of ['15:00', '15:15']) await place(resident, shop, at(time, 15))
  const third = await place(resident, shop, at('15:00', 16))
  const moving = { version: 1, slot: at('15:00', 15) }
  expect((await act(resident, third.id, 'change', moving)).status).toBe(200)
  const refused = await act(resident, id, 'change', moving)
  expect([refused.status, refused.error?.code]).toEqual([403, 'ORDER_LIMIT'])
  expect(await readOrder(resident, id)).toMatchObject({ version: 1, slot: at('15:00') })
  expect(await taken(shop)).toBe(4)
  // Within its day it moves, to a quarter that is free.
  expect((await act(resident, third.id, 'change', { version: 2, slot: at('16:00', 15) })).status).toBe(200)
  const wrong = await act(resident, third.id, 'change', { version: 3, slot: at('16:05', 15) })
  expect([wrong.status, wrong.error?.fields]).toEqual([400, { slot: 'pickup_slot_error' }])
})

test('Q-007 the shop accepts for a resident who said yes: the history says by whom', async () => {
  const shop = await newShop({})
  const { id, discussionId } = await place(await newResident(server), shop)
  const { proposal } = dataOf<DeskOrder>(await act(shop, id, 'propose', { ...agreedAt(at('16:00')), version: 1 }))
  expect((await read(shop, discussionId))[0]?.message).toContain('Nous vous proposons')
  const accepted = dataOf<DeskOrder>(await act(shop, id, 'accept', { proposalId: proposal?.id }))
  expect(accepted.state).toBe('accepted')
  expect(whats(accepted).at(-1)).toBe('company accept')
})

test('U-021 the history says to the team who of them acted, and nothing of it to the resident', async () => {
  const shop = await newShop({})
  const resident = await newResident(server, { firstName: 'Paul' })
  const colleague = await newPerson(server, { firstName: 'Zoé' })
  await addMember(server.db, shop.companyId, colleague.userId, 'counter')
  const { id } = await place(resident, shop)
  dataOf(await act(colleague, id, 'validate', agreedAt()))
  dataOf(await act(shop, id, 'step', { step: 'preparing' }))
  const { history } = await readOrder(shop, id)
  expect(history.map(({ by, who }) => [by, who]).slice(-2)).toEqual([
    ['company', 'Zoé'],
    ['company', 'Marie'],
  ])
  expect(JSON.stringify(await readOrder(resident, id))).not.toMatch(/Zoé|"who"/)
})

test('Q-010 an accepted order is withdrawn until its time less the preparation, to the minute, and never once it is started', async () => {
  const shop = await newShop({ slotsOn: true, preparation: 30 })
  const resident = await newResident(server)
  const accepted = async () => {
    const { id } = await place(resident, shop)
    dataOf(await act(shop, id, 'validate', agreedAt()))
    return id
  }
  const [early, late, started] = [await accepted(), await accepted(), await accepted()]
  dataOf(await act(shop, started, 'step', { step: 'preparing' }))
  expect((await act(resident, started, 'withdraw')).error?.code).toBe('TOO_LATE')
  await server.setClock('2031-01-14T14:29:00+01:00')
  expect((await readOrder(resident, early)).allowed).toContain('withdraw')
  expect((await act(resident, early, 'withdraw')).status).toBe(200)
  await server.setClock(at('14:30'))
  expect((await readOrder(resident, late)).allowed).not.toContain('withdraw')
  const refused = await act(resident, late, 'withdraw')
  expect([refused.error?.code, refused.error?.message]).toEqual([
    'TOO_LATE',
    'Il est trop tard pour annuler ici. Écrivez au commerce ou appelez-le.',
  ])
})

test('Q-018 Q-040 in each state each action that is allowed succeeds; of ten identical steps one moves the order, the others 409 say where it is', async () => {
  const shop = await newShop({})
  const resident = await newResident(server)
  const { id, discussionId } = await place(resident, shop)
  expect((await readOrder(shop, id)).allowed).toEqual(['validate', 'propose', 'refuse'])
  expect((await readOrder(resident, id)).allowed).toEqual(['change', 'withdraw'])
  const ten = async (verb: string, body: object) =>
    await Promise.all(Array.from({ length: 10 }, () => act(shop, id, verb, body)))
  const ways: [string, object, string, string[]][] = [
    ['validate', agreedAt(), 'accepted', ['start', 'ready', 'collected', 'no_show', 'revoke']],
    ['step', { step: 'preparing' }, 'preparing', ['ready', 'collected', 'no_show', 'revoke', 'undo']],
    ['step', { step: 'ready' }, 'ready', ['collected', 'no_show', 'revoke', 'undo']],
    ['step', { step: 'collected' }, 'collected', ['undo']],
  ]
  for (const [verb, body, state, allowed] of ways) {
    const answers = await ten(verb, body)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { error } of answers.filter(({ status }) => status !== 200))
      expect([error?.code, error?.details]).toEqual(['ORDER_ALREADY_PROCESSED', { state }])
    expect(await readOrder(shop, id)).toMatchObject({ state, allowed })
  }
  // Asked, accepted, ready and collected: the preparation is told to nobody.
  expect(await read(shop, discussionId)).toHaveLength(4)
  const keyed = await place(resident, shop, at('16:00'))
  const headers = { 'idempotency-key': `desk-${keyed.id}` }
  const path = `/v1/clickAndCollect/order/${keyed.id}/validate`
  const send = () => post(shop, path, agreedAt(at('16:00')), headers)
  for (const { status, error } of await Promise.all(Array.from({ length: 10 }, send)))
    expect([200, 'IDEMPOTENCY_IN_PROGRESS']).toContain(error?.code ?? status)
  expect((await send()).status).toBe(200)
  expect(await read(shop, discussionId)).toHaveLength(6)
})

test('Q-025 Q-032 the shop is warned that a quarter is full, then passes it; an order of the counter counts in it and messages nobody', async () => {
  const shop = await newShop({ slotsOn: true, capacity: 1 })
  const resident = await newResident(server)
  const counter = { customerName: 'Simone', pickupDateTime: at('16:05'), orderContent: 'Une tarte', total: '12,50' }
  const typed = dataOf<DeskOrder>(await post(shop, desk(shop, '/orders'), counter))
  expect(typed).toMatchObject({
    state: 'accepted',
    customer: { name: 'Simone' },
    slot: at('16:00'),
    discussionId: null,
  })
  expect(typed.code).toMatch(/^\d{4}$/)
  expect(await startsOn(shop)).not.toContain('16:00')
  const { id } = await place(resident, shop)
  const body = { ...agreedAt(at('16:00')), version: 1 }
  const refused = await act(shop, id, 'propose', body)
  expect([refused.status, refused.error?.code]).toEqual([409, 'SLOT_FULL'])
  expect(refused.error?.message).toBe('Ce créneau est complet (1 sur 1). Le proposer quand même\u00A0?')
  expect(dataOf<DeskOrder>(await act(shop, id, 'propose', { ...body, overCapacity: true })).state).toBe('proposed')
  expect(await taken(shop)).toBe(2)
  for (const wrong of [{ customerName: ' ' }, { orderContent: '' }, { pickupDateTime: at('09:00') }, { total: 'abc' }])
    expect((await post(shop, desk(shop, '/orders'), { ...counter, ...wrong })).status).toBe(400)
  await act(shop, typed.id, 'step', { step: 'collected' })
  const totals = desk(shop, '/orders/totals?from=2031-01-14&to=2031-01-14')
  expect(dataOf(await get(shop, totals))).toEqual([{ from: '2031-01-14', orders: 1, cents: 1_250 }])
})

test('Q-001 Q-024 what a resident asks is read back by both, the ceiling by them alone; a lost quarter is said with the next three', async () => {
  const shop = await newShop({ slotsOn: true, capacity: 1 })
  const [resident, other] = [await newResident(server), await newResident(server)]
  const more = { slot: at('15:00'), flexible: true, maxTotal: '20' }
  const { id } = await place(resident, shop, '', more)
  expect(await readOrder(resident, id)).toMatchObject({ flexible: true, maxTotal: 20, slot: at('15:00') })
  expect(await readOrder(shop, id)).toMatchObject({
    flexible: true,
    maxTotal: null,
    customerOrderContent: 'Deux flans',
  })
  const lost = await tryPlace(other, shop, '', { slot: at('15:00') })
  expect([lost.status, lost.error?.code]).toEqual([409, 'SLOT_FULL'])
  const next = ['15:15', '15:30', '15:45'].map((time) => ({ start: at(time), left: 1 }))
  expect(lost.error?.details).toEqual({ slots: next })
  expect(lost.error?.message).toContain('Ce créneau vient d’être pris.')
})

test('Q-021 closing today takes today’s quarters away in the next answer, without a save of the order settings', async () => {
  const shop = await newShop({ slotsOn: true })
  expect(await startsOn(shop)).toContain('15:00')
  dataOf(await post(shop, desk(shop, '/hours/exceptions'), { kind: 'closed', from: '2031-01-14', to: '2031-01-14' }))
  expect(await startsOn(shop)).toEqual([])
  expect(await startsOn(shop, '2031-01-15')).toContain('15:00')
})

test('Q-035 Q-037 no-shows are counted per shop; click-and-collect turned off refuses new orders and lets the running ones end', async () => {
  const [shop, other] = [await newShop({}), await newShop({})]
  const resident = await newResident(server)
  const missed = await place(resident, shop)
  await act(shop, missed.id, 'validate', agreedAt())
  await act(shop, missed.id, 'step', { step: 'not_collected' })
  const [here, there] = [await place(resident, shop), await place(resident, other)]
  expect((await readOrder(shop, here.id)).customer?.noShows).toBe(1)
  expect((await readOrder(other, there.id)).customer?.noShows).toBe(0)
  expect((await readOrder(resident, here.id)).customer).toBeNull()
  await act(shop, here.id, 'validate', agreedAt())
  await run(server.db)`update companies set cac_active = false where id = ${shop.companyId}`
  expect((await tryPlace(resident, shop)).error?.code).toBe('CAC_NOT_AVAILABLE')
  for (const step of ['preparing', 'ready', 'collected']) dataOf(await act(shop, here.id, 'step', { step }))
  expect((await put(shop, desk(shop, '/order-settings'), { version: 1, preparation: 10 })).status).toBe(200)
})

test('Q-033 a page holds a hundred orders by time, and the next one goes on where it ended', async () => {
  const shop = await newShop({})
  await run(server.db)`
    insert into orders (id, company_id, pickup_at, content, source, state)
    select 2000000 + rank, ${shop.companyId}, ${at('12:00')}::timestamptz + rank / 3 * interval '1 minute',
      'Deux flans', 'counter', 'accepted'
    from generate_series(0, 129) rank`
  type Page = { orders: { id: number }[]; next: string | null; counts: { day: number } }
  const path = desk(shop, '/orders?view=day')
  const first = dataOf<Page>(await get(shop, path))
  const second = dataOf<Page>(await get(shop, `${path}&before=${first.next}`))
  expect([first.orders.length, second.orders.length, second.next, first.counts.day]).toEqual([100, 30, null, 130])
  const ids = [...first.orders, ...second.orders].map(({ id }) => id)
  expect(ids).toEqual(Array.from({ length: 130 }, (_, rank) => 2_000_000 + rank))
  expect((await get(shop, `${path}&before=hier`)).error?.fields).toEqual({ before: 'invalid' })
})

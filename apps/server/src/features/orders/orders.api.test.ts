import { isUuidV4 } from '@parvis/domain/kernel/ids'
import { testApp } from '@parvis/harness/server/test-app'
import { type Conversation, conversationCalls, dataOf, type Who } from '@parvis/harness/town/conversations'
import { deskCalls } from '@parvis/harness/town/order-calls'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { newResident, type Resident } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp()
const { readOrder } = deskCalls(server)
const { addDevice, block, get, list, open, post, pushes, read } = conversationCalls(server)

type Placed = { id: number; discussionId: string }

const pickupDateTime = '2035-06-15 18:30'
const baguettes = { pickupDateTime, orderContent: 'Deux baguettes' }

/** A shop whose plan and settings allow click-and-collect. */
async function newShop(options: Parameters<typeof newOwner>[1] = {}): Promise<Owner> {
  const shop = await newOwner(server, { membership: 'premium', ...options })
  await run(server.db)`update companies set cac_active = true where id = ${shop.companyId}`
  return shop
}
/** A coupon and its minimum have no field on the site: the app's door alone takes them. */
const tryOrder = (who: Resident, { companyId }: Owner, changes: object = {}) =>
  post(who, `/v1/${'minOrder' in changes ? 'app' : 'site'}/companies/${companyId}/orders`, { ...baguettes, ...changes })
const place = async (who: Resident, shop: Owner, changes: object = {}) =>
  dataOf<Placed>(await tryOrder(who, shop, changes))
const getOrder = (who: Who, id: number | string) => get(who, `/v1/clickAndCollect/order/${id}`)
const act = (who: Who, id: number | string, verb: 'validate' | 'cancel' | 'step', body: object) =>
  post(who, `/v1/clickAndCollect/order/${id}/${verb}`, body)
const validate = (who: Who, id: number | string, changes: object = {}) =>
  act(who, id, 'validate', { ...baguettes, total: '12,50', ...changes })
const cancel = (who: Who, id: number | string, cancelMessage = 'Plus de farine') =>
  act(who, id, 'cancel', { cancelMessage })

async function newOrder() {
  const shop = await newShop()
  const resident = await newResident(server)
  return { shop, resident, ...(await place(resident, shop)) }
}

test('O-004 O-005 O-007 O-020 C-039 an order is read by its company and its resident, and is a message of theirs', async () => {
  const shop = await newShop()
  const resident = await newResident(server)
  const { id, discussionId } = await place(resident, shop, { couponMessage: '-10 %', minOrder: '20' })
  expect(isUuidV4(discussionId)).toBe(true)
  for (const who of [shop, resident]) {
    expect(await readOrder(who, id)).toMatchObject({
      id,
      customerPickupDateTime: '2035-06-15T18:30:00+02:00',
      customerOrderContent: 'Deux baguettes',
      couponMessage: '-10 %',
      minOrder: 20,
      status: 'pending',
      total: null,
      discussionId,
    })
  }
  const [message] = await read(shop, discussionId)
  expect(message).toMatchObject({ senderId: String(resident.userId), order: { id, status: 'pending' } })
  for (const part of ['Deux baguettes', '15 juin 2035 à 18:30', '-10 %']) expect(message?.message).toContain(part)
  const again = await place(resident, shop)
  expect(again.discussionId).toBe(discussionId)
  expect(await readOrder(shop, again.id)).toMatchObject({ couponMessage: '', minOrder: 0 })
})

test('O-005 the pickup is read with any zone', async () => {
  const shop = await newShop()
  const resident = await newResident(server)
  for (const sent of ['2035-06-15T16:30:00Z', '2035-06-15T18:30:00+02:00', '2035-06-15T18:30']) {
    const { id } = await place(resident, shop, { pickupDateTime: sent })
    expect(await readOrder(shop, id)).toMatchObject({ customerPickupDateTime: '2035-06-15T18:30:00+02:00' })
  }
})

test('O-021 an order needs click-and-collect, active and in the plan', async () => {
  const resident = await newResident(server)
  const inactive = await newOwner(server, { membership: 'premium' })
  const shops = [inactive, await newShop({ membership: 'basic' }), await newShop({ type: 'association' })]
  for (const shop of [...shops, await newShop({ membership: 'freemium' })]) {
    expect((await tryOrder(resident, shop)).error?.code).toBe('CAC_NOT_AVAILABLE')
    expect(await list(shop)).toEqual([])
  }
  expect((await tryOrder(resident, { ...inactive, companyId: '7b0e6f3a-5c1d-4e2f-9a8b-0c1d2e3f4a5b' })).status).toBe(
    404,
  )
})

test.each([
  ['a past pickup', { pickupDateTime: '2020-01-01 10:00' }, 'pickupDateTime'],
  ['an impossible pickup', { pickupDateTime: '2035-02-30 10:00' }, 'pickupDateTime'],
  ['no pickup', { pickupDateTime: undefined }, 'pickupDateTime'],
  ['a content of spaces', { orderContent: ' \u200B ' }, 'orderContent'],
  ['a null content', { orderContent: null }, 'orderContent'],
  ['a bad minimum', { minOrder: 'beaucoup' }, 'minOrder'],
])('O-020 an order with %s is refused and leaves nothing', async (_label, changes, field) => {
  const shop = await newShop()
  const refused = await tryOrder(await newResident(server), shop, changes)
  expect(refused.error?.code).toBe('VALIDATION')
  expect(Object.keys(refused.error?.fields ?? {})).toEqual([field])
  expect(await list(shop)).toEqual([])
})

test('O-010 O-011 O-012 O-019 C-041 validating keeps the total, follows in the thread and tells the resident', async () => {
  const { shop, resident, id, discussionId } = await newOrder()
  await addDevice(resident, 'device-of-a-validated-order')
  const changes = { orderContent: 'Deux baguettes, un flan', pickupDateTime: '2035-06-15 19:00', total: '12,5' }
  expect((await validate(shop, id, changes)).data).toEqual({ discussionId })
  expect(await readOrder(resident, id)).toMatchObject({ status: 'validated', total: 12.5 })
  const [told, order] = await read(resident, discussionId)
  expect(told?.senderId).toBe(shop.companyId)
  for (const part of ['Deux baguettes, un flan', '15 juin 2035 à 19:00', '12,50']) expect(told?.message).toContain(part)
  expect(order?.order).toEqual({ id, status: 'validated', step: null })

  await server.runJobs()
  const sent = (await pushes()).filter(({ to }) => to === 'device-of-a-validated-order')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.payload).toMatchObject({
    key: `message-${told?.id}`,
    data: { topic: 'discussion', id: discussionId },
  })
})

test('O-013 C-040 cancelling tells the reason', async () => {
  const { shop, resident, id, discussionId } = await newOrder()
  expect((await cancel(shop, id)).data).toEqual({ discussionId })
  expect(await readOrder(resident, id)).toMatchObject({
    status: 'cancelled',
    total: null,
    cancelMessage: 'Plus de farine',
  })
  const [told] = await read(resident, discussionId)
  expect(told?.message).toContain('Plus de farine')
})

test.each([
  ['total', [undefined, '', 'abc', '-1', '12 €', 'Infinity', '1,234', true]],
  ['orderContent', [undefined, '', '  ', 'a'.repeat(5_001)]],
  ['pickupDateTime', [undefined, '', 'demain', '31/12/2035 18:00', '2020-01-01 10:00']],
])('O-008 O-009 O-010 a validation with a bad %s is refused, the order stays pending', async (field, values) => {
  const { shop, id } = await newOrder()
  for (const value of values) {
    const refused = await validate(shop, id, { [field]: value })
    expect(refused.error?.code).toBe('VALIDATION')
    expect(Object.keys(refused.error?.fields ?? {})).toEqual([field])
  }
  expect(await readOrder(shop, id)).toMatchObject({ status: 'pending', total: null })
})

test('O-014 a cancellation without its reason is refused, the order stays pending', async () => {
  const { shop, id } = await newOrder()
  for (const reason of ['', '   ', '\u200B']) {
    const refused = await cancel(shop, id, reason)
    expect(refused.error).toMatchObject({ code: 'VALIDATION', fields: { cancelMessage: 'cancel_reason_error' } })
  }
  expect((await act(shop, id, 'cancel', {})).status).toBe(400)
  expect(await readOrder(shop, id)).toMatchObject({ status: 'pending' })
})

test('O-009 the current minute is not past', async () => {
  const { shop, id } = await newOrder()
  const minute = Math.ceil(Date.now() / 60_000) * 60_000
  const at = (milliseconds: number) => new Date(milliseconds).toISOString()
  await server.setClock(at(minute + 40_000))
  const late = await validate(shop, id, { pickupDateTime: at(minute - 1_000) })
  const now = await validate(shop, id, { pickupDateTime: at(minute) })
  await server.setClock(null)
  expect([late.status, now.status]).toEqual([400, 200])
})

test('O-015 O-016 C-042 someone else’s order is 401 ORDER_NOT_ALLOWED, an unknown one 404', async () => {
  const { resident, id } = await newOrder()
  const [other, stranger] = [await newShop(), await newResident(server)]
  for (const who of [other, stranger]) {
    for (const refused of [await getOrder(who, id), await validate(who, id), await cancel(who, id)]) {
      expect([refused.status, refused.error?.code]).toEqual([401, 'ORDER_NOT_ALLOWED'])
    }
    expect((await get(who, '/v1/authentication/session')).status).toBe(200)
  }
  expect((await validate(resident, id)).error?.code).toBe('ORDER_NOT_ALLOWED')
  for (const unknown of [await getOrder(other, 999), await validate(other, 999), await cancel(other, 999)]) {
    expect([unknown.status, unknown.error?.code]).toEqual([404, 'ORDER_NOT_FOUND'])
  }
  for (const malformed of ['abc', '0', '-1', '1.5', '99999999999999999999']) {
    expect((await getOrder(other, malformed)).status).toBe(404)
  }
})

test('O-017 O-019 C-042 a processed order is 409 for both calls and nothing changes', async () => {
  const { shop, resident, id, discussionId } = await newOrder()
  await validate(shop, id)
  const before = await read(resident, discussionId)
  for (const refused of [await validate(shop, id, { total: 99 }), await cancel(shop, id)]) {
    expect([refused.status, refused.error?.code]).toEqual([409, 'ORDER_ALREADY_PROCESSED'])
  }
  expect(await read(resident, discussionId)).toEqual(before)
  expect(await readOrder(shop, id)).toMatchObject({ status: 'validated', total: 12.5 })
})

test('O-017 C-041 of simultaneous decisions exactly one wins, and tells once (T21)', async () => {
  for (let round = 0; round < 5; round++) {
    const { shop, resident, id, discussionId } = await newOrder()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? validate(shop, id) : cancel(shop, id))),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await readOrder(shop, id)).status).toBe(winner % 2 ? 'validated' : 'cancelled')
    const told = (await read(resident, discussionId)).filter(({ senderId }) => senderId === shop.companyId)
    expect(told).toHaveLength(1)
  }
})

test('O-020 orders at the same moment share one conversation; ids are random (AMB-142)', async () => {
  const shop = await newShop()
  const resident = await newResident(server)
  const orders = await Promise.all(Array.from({ length: 6 }, () => place(resident, shop)))
  expect(new Set(orders.map(({ discussionId }) => discussionId)).size).toBe(1)
  const ids = orders.map(({ id }) => id).sort((a, b) => a - b)
  for (const [n, id] of ids.entries()) {
    expect(Number.isSafeInteger(id) && id > 0).toBe(true)
    expect(id - (ids[n - 1] ?? 0)).toBeGreaterThan(1_000)
  }
  const [conversation] = await list(shop)
  expect(conversation?.newMessage).toBe(6)
})

test('O-001 O-019 after a validation: ready, then collected, each answer saying what is allowed; the documented status stays validated', async () => {
  const { shop, resident, id, discussionId } = await newOrder()
  expect((await act(shop, id, 'step', { step: 'ready' })).status).toBe(409)
  const allowed = async (who: Who) => (await readOrder(who, id)).allowed
  expect(await allowed(shop)).toEqual(['validate', 'propose', 'refuse'])
  await validate(shop, id)
  expect(await allowed(shop)).toEqual(['start', 'ready', 'collected', 'no_show', 'revoke'])
  expect(await allowed(resident)).toEqual(['withdraw'])
  expect((await act(resident, id, 'step', { step: 'ready' })).error?.code).toBe('ORDER_NOT_ALLOWED')
  expect((await act(shop, id, 'step', { step: 'lost' })).error?.fields).toEqual({ step: 'invalid' })
  expect((await act(shop, 999_999, 'step', { step: 'lost' })).error?.code).toBe('ORDER_NOT_FOUND')
  expect((await act(shop, id, 'step', { step: 'ready' })).data).toEqual({ discussionId })
  expect(await readOrder(resident, id)).toMatchObject({ status: 'validated', step: 'ready' })
  const both = await Promise.all([
    act(shop, id, 'step', { step: 'collected' }),
    act(shop, id, 'step', { step: 'not_collected' }),
  ])
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  // Both steps were of this person: the one that won may still be taken back.
  expect(await allowed(shop)).toEqual(['undo'])
  expect((await read(resident, discussionId)).find(({ order }) => order)?.order?.status).toBe('validated')
})

test('O-020 nothing is ordered in a blocked conversation; an order placed before is still decided', async () => {
  const { shop, resident, id, discussionId } = await newOrder()
  await block(resident, discussionId)
  expect((await tryOrder(resident, shop)).error?.code).toBe('DISCUSSION_BLOCKED')
  expect((await validate(shop, id)).status).toBe(200)
})

test('C-040 the same key decides once and answers the same (T22)', async () => {
  const { shop, resident, id, discussionId } = await newOrder()
  const headers = { 'idempotency-key': 'decision-1' }
  const send = (total: string) =>
    post(shop, `/v1/clickAndCollect/order/${id}/validate`, { ...baguettes, total }, headers)
  const answers = await Promise.all([send('5'), send('5'), send('5')])
  const later = await send('5')
  expect(later).toMatchObject({ status: 200, data: { discussionId } })
  for (const { status, error } of answers) if (status !== 200) expect(error?.code).toBe('IDEMPOTENCY_IN_PROGRESS')
  expect((await send('6')).error?.code).toBe('IDEMPOTENCY_MISMATCH')
  expect((await read(resident, discussionId)).filter(({ senderId }) => senderId === shop.companyId)).toHaveLength(1)
})

test('C-042 a resident who goes away takes their orders and conversation along, the company’s list stays sane', async () => {
  const { shop, resident, id, discussionId } = await newOrder()
  const stays = await newResident(server)
  await open(stays, shop, 'Bonjour')
  await run(server.db)`delete from users where users.id = ${resident.userId}`
  expect((await getOrder(shop, id)).error?.code).toBe('ORDER_NOT_FOUND')
  expect((await validate(shop, id)).error?.code).toBe('ORDER_NOT_FOUND')
  expect((await get(shop, `/v1/discussions/${discussionId}/messages`)).error?.code).toBe('DISCUSSION_NOT_FOUND')
  expect((await list(shop)).map(({ excerpt }: Conversation) => excerpt)).toEqual(['Bonjour'])
})

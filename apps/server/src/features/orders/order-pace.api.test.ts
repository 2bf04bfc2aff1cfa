import { ordersFieldTexts } from '@parvis/domain/orders/orders.refusals.fr'
import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls, dataOf } from '@parvis/harness/town/conversations'
import { deskCalls, deskTime } from '@parvis/harness/town/order-calls'
import { newResident } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp({ RATE_LIMITS: 'relaxed' })
const { get, post } = conversationCalls(server)
const { newShop, put, desk, tryPlace, startsOn } = deskCalls(server)
const at = deskTime

test('Q-036 settings: every border is kept, what is beyond is 400, a stale version 409, and the defaults leave today’s behaviour', async () => {
  const shop = await newShop({})
  const path = desk(shop, '/order-settings')
  const { version, ...defaults } = dataOf<Record<string, unknown>>(await get(shop, path))
  expect(defaults).toMatchObject({
    slotsOn: false,
    alertMinutes: 10,
    preparation: 30,
    horizon: 14,
    cutOff: null,
    capacity: null,
    instruction: '',
    photoAllowed: false,
    minimum: 0,
  })
  expect(defaults.reasons).toHaveLength(4)
  const kept = [
    { preparation: 0, horizon: 1, capacity: 1, alertMinutes: 5, reasons: [] },
    { preparation: 1_440, horizon: 60, capacity: 99, alertMinutes: 30, instruction: 'a'.repeat(200), minimum: 4.35 },
    {
      capacity: null,
      reasons: Array.from({ length: 8 }, (_, rank) => `Motif ${rank}`),
      cutOff: { days: 1, time: '18:00' },
    },
  ]
  let read = version
  for (const changes of kept) {
    const saved = dataOf<Record<string, unknown>>(await put(shop, path, { version: read, ...changes }))
    expect(saved).toMatchObject(changes)
    read = saved.version
  }
  const refused = [
    [{ preparation: 1_441 }, 'preparation_error'],
    [{ preparation: -1 }, 'preparation_error'],
    [{ preparation: 'une heure' }, 'preparation_error'],
    [{ horizon: 0 }, 'horizon_error'],
    [{ horizon: 61 }, 'horizon_error'],
    [{ capacity: 0 }, 'capacity_error'],
    [{ capacity: 100 }, 'capacity_error'],
    [{ alertMinutes: 7 }, 'alert_minutes_error'],
    [{ instruction: 'a'.repeat(201) }, 'instruction_error'],
    [{ reasons: Array.from({ length: 9 }, () => 'Motif') }, 'reasons_error'],
    [{ cutOff: { days: 1, time: '24:00' } }, 'cut_off_error'],
    [{ minimum: -1 }, 'minimum_error'],
    [{ minimum: 12.345 }, 'minimum_error'],
  ] as const
  for (const [changes, key] of refused) {
    const { status, error } = await put(shop, path, { version: read, ...changes })
    const fields = Object.fromEntries(Object.keys(changes).map((name) => [name, key]))
    expect([status, error?.fields, error?.message]).toEqual([400, fields, ordersFieldTexts[key]])
  }
  expect((await put(shop, path, { version, preparation: 45 })).error?.code).toBe('NEWER_VERSION')
})

test('Q-039 with slots on a time that is no quarter, or none that can be prepared, is refused beside its field with the next three; without slots it is taken', async () => {
  const [shop, plain] = [await newShop({ slotsOn: true, preparation: 30 }), await newShop({})]
  const resident = await newResident(server)
  const next = (times: string[]) => ({ slots: times.map((time) => ({ start: at(time), left: null })) })
  const wishes: [string, object, string, string[]][] = [
    [at('15:05'), {}, 'pickupDateTime', ['15:15', '15:30', '15:45']],
    // Open, but sooner than an order is prepared.
    ['', { slot: at('10:30') }, 'slot', ['10:45', '11:00', '11:15']],
    ['', { slot: at('20:00') }, 'slot', []],
  ]
  for (const [pickup, more, field, times] of wishes) {
    const { status, error } = await tryPlace(resident, shop, pickup, more)
    expect([status, error?.code, error?.fields]).toEqual([400, 'VALIDATION', { [field]: 'pickup_slot_error' }])
    expect(error?.message).toContain('Ce n’est pas un créneau libre. Prochains créneaux\u00A0: ')
    if (times.length > 0) expect(error?.details).toEqual(next(times))
  }
  // After the closing, those of the morning that follows, with their day.
  const evening = await tryPlace(resident, shop, at('20:00'))
  expect(evening.error?.details).toMatchObject({ slots: [{ start: at('09:00', 15) }, {}, {}] })
  expect(evening.error?.message).toMatch(/15 janvier/)
  expect((await tryPlace(resident, plain, at('15:05'))).status).toBe(200)
  expect((await tryPlace(resident, plain, at('20:00'))).status).toBe(200)
})

test('Q-026 Q-039 a pause at noon until 12:30: the first quarter is then plus preparation, and it ends by itself', async () => {
  const shop = await newShop({ slotsOn: true })
  const resident = await newResident(server)
  await server.setClock(at('12:00'))
  const path = desk(shop, '/orders/pause')
  // The last one is past the end of the next open day.
  for (const until of [undefined, '', 'plus tard', at('11:59'), at('19:01', 15)]) {
    const refused = await put(shop, path, until === undefined ? {} : { until })
    expect([refused.status, refused.error?.fields]).toEqual([400, { until: 'pause_end_error' }])
  }
  const paused = dataOf<{ pausedUntil: string; pauseEnds: object }>(await put(shop, path, { until: at('12:30') }))
  expect(paused.pausedUntil).toBe(at('12:30'))
  expect(paused.pauseEnds).toEqual({ closing: at('19:00'), tomorrow: at('09:00', 15) })
  expect((await startsOn(shop))[0]).toBe('13:00')
  const during = await tryPlace(resident, shop, at('12:15'))
  expect([during.status, during.error?.code, during.error?.message]).toEqual([
    403,
    'ORDERS_PAUSED',
    expect.stringContaining('reprend les commandes à 12'),
  ])
  await server.setClock(at('12:30'))
  expect(dataOf(await get(shop, desk(shop, '/order-settings')))).toMatchObject({ pausedUntil: null })
  expect((await tryPlace(resident, shop, at('13:15'))).status).toBe(200)

  dataOf(await put(shop, path, { until: at('19:00', 15) }))
  expect(await startsOn(shop)).toEqual([])
  await server.client.call('DELETE /v1/company/:id/orders/pause', { token: shop.token, params: { id: shop.companyId } })
  expect((await startsOn(shop))[0]).toBe('13:15')
})

test('Q-036 AMB-10 as a form sends them, reasons and ids are JSON, and an empty last hour is none', async () => {
  const shop = await newShop({ cutOff: { days: 1, time: '18:00' } })
  const path = desk(shop, '/order-settings')
  const { version } = dataOf<{ version: number }>(await get(shop, path))
  const form = { version: String(version), reasons: '["Rupture"]', cutOff: '', slotsOn: '0' }
  expect(dataOf(await put(shop, path, form))).toMatchObject({ reasons: ['Rupture'], cutOff: null, slotsOn: false })
  expect((await post(shop, desk(shop, '/orders/seen'), { ids: '[1]' })).status).toBe(200)
})

test('Q-036 O-021 a plan without click-and-collect sets nothing of orders, and its pause neither', async () => {
  const shop = await newShop({})
  await run(server.db)`update companies set membership = 'basic' where id = ${shop.companyId}`
  const refused = [
    await get(shop, desk(shop, '/order-settings')),
    await put(shop, desk(shop, '/order-settings'), { version: 2, preparation: 45 }),
    await put(shop, desk(shop, '/orders/pause'), { until: at('12:30') }),
    await post(shop, desk(shop, '/orders'), {
      customerName: 'Simone',
      pickupDateTime: at('16:00'),
      orderContent: 'Tarte',
    }),
  ]
  for (const { status, error } of refused) expect([status, error?.code]).toEqual([403, 'CAC_NOT_AVAILABLE'])
})

test('Q-027 a rush of 20 minutes until 13:00 moves the quarters, and at 13:00 they are back; without an end 400', async () => {
  const shop = await newShop({ slotsOn: true })
  await server.setClock(at('11:59'))
  const path = desk(shop, '/orders/rush')
  expect((await startsOn(shop))[0]).toBe('12:30')
  expect((await put(shop, path, { minutes: 20 })).error?.fields).toEqual({ until: 'pause_end_error' })
  expect((await put(shop, path, { minutes: 0, until: at('13:00') })).status).toBe(400)
  dataOf(await put(shop, path, { minutes: 20, until: at('13:00') }))
  expect((await startsOn(shop))[0]).toBe('13:00')
  await server.setClock(at('12:59'))
  expect((await startsOn(shop))[0]).toBe('14:00')
  await server.setClock(at('13:00'))
  expect((await startsOn(shop))[0]).toBe('13:45')
})

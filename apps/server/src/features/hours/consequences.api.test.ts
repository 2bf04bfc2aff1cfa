import { testApp } from '@parvis/harness/server/test-app'
import { bookingCalls } from '@parvis/harness/town/bookings'
import { instantCalls, ok, recurrentTime } from '@parvis/harness/town/instants'
import { newOwner } from '@parvis/harness/town/people'
import { scheduleCalls } from '@parvis/harness/town/schedules'
import { newResident, newSiteShop, newVisitor, siteHeaders } from '@parvis/harness/town/site-visitors'
import { expect, test } from 'vitest'
import { run } from '../../db/database.ts'

const server = testApp()
const everyDay = [1, 2, 3, 4, 5, 6, 7]

test('H-024 what a closure or a cut would touch is listed, orders of the counter and what is scheduled too; nothing is changed', async () => {
  const { client } = server
  await server.setClock('2027-07-20T10:00:00+02:00')
  const [shop, resident] = [await newOwner(server), await newResident(server)]
  const params = { id: shop.companyId }
  const of = { params, token: shop.token }
  await run(server.db)`
    update companies set membership = 'premium', cac_active = true where companies.id = ${shop.companyId}`
  const { version } = await client.call('GET /v1/company/:id/hours', of)
  const week = [{ days: everyDay, start: '08:00', end: '19:00', enabled: true }]
  await client.call('PUT /v1/company/:id/hours/week', { ...of, body: { version, week } })
  const asked = await client.call('POST /v1/site/companies/:id/orders', {
    params,
    headers: siteHeaders(resident),
    body: { pickupDateTime: '2027-08-05 11:00', orderContent: 'Un pain' },
  })
  const counter = await client.call('POST /v1/company/:id/orders', {
    ...of,
    body: { customerName: 'Simone', pickupDateTime: '2027-08-06 11:00', orderContent: 'Une tarte' },
  })
  const [broadcast] = await client.call('POST /v1/company/:id/scheduled-broadcasts', {
    ...of,
    body: { message: 'Soldes', sendAt: '2027-08-10 09:00' },
  })
  const before = await client.call('GET /v1/company/:id/hours', of)

  type Entry = { from: string; to?: string; kind: 'closed' | 'cut'; closesAt?: string }
  const touched = (entry: Entry) => client.call('POST /v1/company/:id/hours/consequences', { ...of, body: entry })
  const cut = (from: string, closesAt: string) => touched({ from, kind: 'cut', closesAt })
  const none = { orders: [], requests: [], instants: [], bookings: [], scheduledMessages: [], scheduledBroadcasts: [] }
  const scheduledBroadcasts = [broadcast?.id]
  expect(await touched({ from: '2027-08-03', to: '2027-08-18', kind: 'closed' })).toEqual({
    ...none,
    orders: [counter.id],
    requests: [asked.id],
    scheduledBroadcasts,
  })
  expect(await cut('2027-08-10', '10:00')).toEqual(none)
  expect(await cut('2027-08-10', '08:30')).toEqual({ ...none, scheduledBroadcasts })
  expect(await cut('2027-08-06', '10:30')).toEqual({ ...none, orders: [counter.id] })
  await client.call('POST /v1/clickAndCollect/order/:id/propose', {
    params: { id: asked.id },
    token: shop.token,
    body: { version: 1, pickupDateTime: '2027-08-07 11:00', orderContent: 'Un pain', total: 1 },
  })
  expect(await cut('2027-08-05', '10:30')).toEqual(none)
  expect(await cut('2027-08-07', '10:30')).toEqual({ ...none, requests: [asked.id] })
  const after = await client.call('GET /v1/company/:id/hours', of)
  expect({ ...after, now: before.now }).toEqual(before)
})

test('H-024 the weekly instants named are those held on a day that closes: not those over by then, nor left out', async () => {
  await server.setClock('2027-07-20T10:00:00+02:00')
  const shop = await newOwner(server, { membership: 'premium' })
  const { scheduled, setWeek } = scheduleCalls(server)
  await setWeek(shop, [{ days: [2, 3, 4, 5, 6], start: '08:00', end: '19:00' }])
  const tuesdays = async (more: object, pausesWhenClosed = true) =>
    await scheduled(shop, {
      kind: 'weekly',
      weekly: [{ days: [2], start: '14:00', end: '16:00', ...more }],
      pausesWhenClosed,
    })
  const always = await tuesdays({})
  const fromTheTenth = await tuesdays({ from: '2027-08-10' })
  await tuesdays({ until: '2027-08-02' })
  const leftOut = await tuesdays({ except: ['2027-08-03', '2027-08-10'] })
  await tuesdays({}, false)
  const link = await scheduled(shop, { kind: 'hours' })
  const old = await instantCalls(server).newInstant(shop, {}, [recurrentTime('all_tuesdays')])

  const hidden = async (from: string, to: string) => {
    const entry = { params: { id: shop.companyId }, token: shop.token, body: { from, to, kind: 'closed' } as const }
    return (await server.client.call('POST /v1/company/:id/hours/consequences', entry)).instants
  }
  expect(await hidden('2027-08-03', '2027-08-09')).toEqual([always, link, old])
  expect(await hidden('2027-08-03', '2027-08-11')).toEqual([always, fromTheTenth, link, old])
  expect(await hidden('2027-08-17', '2027-08-18')).toEqual([always, fromTheTenth, leftOut, link, old])
  expect(await hidden('2027-08-01', '2027-08-02')).toEqual([])
})

test('H-024 J-005 seats booked on a weekly date that a closure hides are named, and no later change of the instant takes them away', async () => {
  await server.setClock('2027-07-20T10:00:00+02:00')
  const owner = await newSiteShop(server, { membership: 'premium' })
  const { scheduled, setWeek } = scheduleCalls(server)
  await setWeek(owner, [{ days: everyDay, start: '08:00', end: '19:00' }])
  const id = await scheduled(owner, { kind: 'weekly', weekly: [{ days: [2], start: '14:00', end: '16:00' }] })
  const { book, desk, save, ticket } = bookingCalls(server)
  await save({ id, owner }, { capacity: 5 })
  const date = (await desk({ id, owner })).dates[0]?.date ?? ''
  const [first, second] = [newVisitor(), newVisitor()]
  const { data } = await book(first, { id, owner, date })
  await book(second, { id, owner, date })
  const of = { params: { id: owner.companyId }, token: owner.token }
  const day = { from: date.slice(-10), kind: 'closed' as const }
  const { instants, bookings } = await server.client.call('POST /v1/company/:id/hours/consequences', {
    ...of,
    body: day,
  })
  expect([instants, bookings.length, bookings.includes(data.id)]).toEqual([[id], 2, true])
  await server.client.call('POST /v1/company/:id/hours/exceptions', { ...of, body: day })
  ok(await instantCalls(server).update(owner, id, { title: 'Un autre titre' }))
  expect((await ticket(first, data)).state).toBe('held')
  expect((await desk({ id, owner }, date)).people?.length).toBe(2)
})

import { instantOfParis } from '@parvis/domain/kernel/paris-time'
import { testApp } from '@parvis/harness/server/test-app'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { fixedTime, instantCalls } from '@parvis/harness/town/instants'
import type { Owner } from '@parvis/harness/town/people'
import { scheduleCalls } from '@parvis/harness/town/schedules'
import { newSiteShop, newVisitor, siteCalls } from '@parvis/harness/town/site-visitors'
import { transaction } from '@parvis/postgres'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'
import type { PushMessage, PushResult } from '../../gateways/push/push.ts'
import { periodicTasks } from '../../work.ts'
import { enqueueFanOut } from './push-fan-out.ts'

const server = testApp()
const { follow, post: placeOrder, put, subscribe, write } = siteCalls(server)
const { post, say } = conversationCalls(server)
const { newInstant } = instantCalls(server)
const { scheduled, changeState } = scheduleCalls(server)

/** Each test uses later days of its own: what one test holds back is never due in another. */
let month = 0
const dayOf = (days = 0) =>
  `${2029 + Math.floor((month - 1) / 12)}-${String(((month - 1) % 12) + 1).padStart(2, '0')}-${10 + days}`
const at = (time: string, days = 0) =>
  server.setClock(instantOfParis(Temporal.PlainDateTime.from(`${dayOf(days)}T${time}`)).toString())
const noon = async () => {
  month += 1
  await at('12:00')
}

const association = () => newSiteShop(server, { type: 'association' })
const tell = async (sender: Owner, message: string) => {
  const { status, error } = await post(sender, `/v1/company/${sender.companyId}/broadcast`, { message })
  if (status !== 200) throw new Error(error?.message)
}

type Push = {
  to: string
  text: string
  payload: {
    notification?: { title: string; body: string; tag: string; silent: boolean }
    headers?: object
    data?: object
  }
}

/** Does all that is due now; the pushes to that endpoint, oldest first. */
async function pushesTo(endpoint: string): Promise<Push[]> {
  for (const name of ['deferred-notices', 'deferred-messages', 'due-notifications'])
    await periodicTasks.find((task) => task.name === name)?.run(server.deps)
  await server.runJobs()
  const { data } = await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'push' } })
  return (data as Push[]).filter(({ to }) => to.includes(endpoint)).toReversed()
}
const textsTo = async (endpoint: string) =>
  (await pushesTo(endpoint)).map(({ text }) => text.split('\n').slice(1).join('\n'))

async function follower(senders: readonly Owner[], mode = 'now', settings: object = {}) {
  const who = newVisitor()
  for (const { companyId } of senders) await follow(who, companyId, { mode })
  if (Object.keys(settings).length > 0) await put(who, '/settings', settings)
  return { who, endpoint: await subscribe(who) }
}

test('W-089 W-093 rules 2 to 5: none is listed only, a summary at its hour, the night held, the second news of four hours in the summary', async () => {
  await noon()
  const sender = await association()
  const [now, digest, none] = [
    await follower([sender]),
    await follower([sender], 'digest'),
    await follower([sender], 'none'),
  ]
  await tell(sender, 'Un')
  expect([await textsTo(now.endpoint), await textsTo(digest.endpoint), await textsTo(none.endpoint)]).toEqual([
    ['Un'],
    [],
    [],
  ])
  await at('14:00')
  await tell(sender, 'Deux')
  expect(await textsTo(now.endpoint)).toEqual(['Un'])
  await at('18:01')
  expect(await textsTo(now.endpoint)).toEqual(['Un', 'Deux'])
  const [, summary] = [undefined, ...(await pushesTo(digest.endpoint))]
  expect(summary?.payload.notification).toMatchObject({ title: '2 nouveautés', tag: 'resume' })
  expect(summary?.payload.notification?.body).toMatch(/Deux\n.*Un$/)
  expect(summary?.payload.headers).toMatchObject({ ttl: 36_000, urgency: 'low', topic: 'resume' })
  await at('22:00')
  await tell(sender, 'Tard')
  expect(await textsTo(now.endpoint)).toHaveLength(2)
  await at('08:01', 1)
  expect(await textsTo(now.endpoint)).toEqual(['Un', 'Deux', 'Tard'])
  expect(await textsTo(none.endpoint)).toEqual([])
})

test('Y-015 the end of an alert that the night held comes without a sound too', async () => {
  await noon()
  const hall = await association()
  const { endpoint } = await follower([hall])
  await at('22:00')
  const said = { title: 'Mairie', body: 'Terminée', data: { topic: 'alert' }, navigate: 'http://parvis.localhost/' }
  const end = { ...said, key: `end-${hall.companyId}`, isSilent: true }
  const { companyId } = hall
  await transaction(server.db, (tx) => enqueueFanOut(tx, { ...end, kind: 'alert', class: 'change', companyId }))
  expect(await pushesTo(endpoint)).toEqual([])
  await at('08:01', 1)
  expect((await pushesTo(endpoint)).map(({ payload }) => payload.notification)).toMatchObject([{ silent: true }])
})

test('W-091 ten senders at the same second ring three times, the other seven wait in one summary', async () => {
  await noon()
  const senders = await Promise.all(Array.from({ length: 10 }, association))
  const { endpoint } = await follower(senders)
  await Promise.all(senders.map((sender, n) => tell(sender, `Nouvelle ${n}`)))
  expect(await pushesTo(endpoint)).toHaveLength(3)
  await at('18:01')
  const all = await pushesTo(endpoint)
  expect(all).toHaveLength(4)
  expect(all[3]?.payload.notification?.title).toBe('7 nouveautés')
  expect(all[3]?.payload.notification?.body).toMatch(/et 4 autres$/)
})

test('W-092 W-094 five held news and a message at night are two pushes in the morning', async () => {
  await noon()
  const senders = await Promise.all(Array.from({ length: 5 }, association))
  const { who, endpoint } = await follower(senders)
  const [shop] = senders
  const { uuid } = (await write(who, shop?.companyId ?? '', 'Bonjour')).data
  await at('13:00')
  await say(shop as Owner, uuid, 'Bonjour, oui')
  expect(await textsTo(endpoint)).toEqual(['Bonjour, oui'])
  await at('23:00')
  for (const sender of senders) await tell(sender, 'Demain')
  await say(shop as Owner, uuid, 'Et aussi')
  await say(shop as Owner, uuid, 'Bonne nuit')
  expect(await textsTo(endpoint)).toHaveLength(1)
  await at('08:01', 1)
  const all = await pushesTo(endpoint)
  expect(all.map(({ payload }) => payload.notification?.title)).toContain('5 nouveautés')
  expect(all.map(({ text }) => text).join()).toContain('Bonne nuit')
  expect(all).toHaveLength(3)
})

test('W-094 inside the quiet hours a message rings within two hours of the resident’s own last one', async () => {
  await noon()
  const shop = await association()
  const { who, endpoint } = await follower([shop])
  await at('22:30')
  const { uuid } = (await write(who, shop.companyId, 'Encore ouvert ?')).data
  await say(shop, uuid, 'Oui, jusqu’à 23 h')
  expect(await textsTo(endpoint)).toEqual(['Oui, jusqu’à 23 h'])
})

test('W-093 what is held is dropped when its business is followed no more or stopped, or its instant paused; a pause holds on', async () => {
  await noon()
  const [left, stopped, kept] = [await association(), await association(), await association()]
  const { who, endpoint } = await follower([left, stopped, kept], 'digest')
  for (const sender of [left, stopped, kept]) await tell(sender, sender.companyId)
  await pushesTo(endpoint)
  await follow(who, left.companyId, { follows: 0 })
  await run(server.db)`
    update companies set suspended_at = ${new Date()}, suspension_reason = 'Vérification'
    where id = ${stopped.companyId}`
  await put(who, '/settings', { pausedUntil: `${dayOf()} 20:00` })
  await at('18:01')
  expect(await textsTo(endpoint)).toEqual([])
  await at('20:01')
  expect(await textsTo(endpoint)).toEqual([kept.companyId])
})

test('W-080 W-093 a decision on an order that a pause held is one when it leaves: to its ticket, urgent, whatever was said since', async () => {
  await noon()
  const shop = await newSiteShop(server, { membership: 'digital' })
  await run(server.db)`update companies set cac_active = true where id = ${shop.companyId}`
  const { who, endpoint } = await follower([shop])
  const asked = { pickupDateTime: `${dayOf(2)} 18:30`, orderContent: 'Un flan', firstName: 'Zoé' }
  const order = await placeOrder<{ id: number; discussionId: string }>(
    who,
    `/companies/${shop.companyId}/orders`,
    asked,
  )
  const { id, discussionId } = order.data
  await put(who, '/settings', { pausedUntil: `${dayOf()} 20:00` })
  const decision = { ...asked, total: '4,50' }
  expect((await post(shop, `/v1/clickAndCollect/order/${id}/validate`, decision)).status).toBe(200)
  await say(shop, discussionId, 'À samedi')
  expect(await textsTo(endpoint)).toEqual([])
  await at('20:01')
  const [push, ...more] = await pushesTo(endpoint)
  expect([push?.payload.headers, more]).toEqual([
    expect.objectContaining({ urgency: 'high', topic: `order-${id}` }),
    [],
  ])
  expect(JSON.stringify(push?.payload)).toContain(`/mes-commandes/${id}`)
})

test.each([
  ['cancelled', 'cancelled'],
  ['postponed without a date', 'postponed'],
])('W-093 P4 an instant %s after it was held for the summary is in none', async (_, state) => {
  await noon()
  const sender = await association()
  const { endpoint } = await follower([sender], 'digest')
  const notificationDate = `${dayOf()} 12:10`
  const gone = await newInstant(sender, { title: 'Annulé depuis', notificationDate }, [fixedTime(dayOf(2))])
  const kept = await newInstant(sender, { title: 'Toujours', notificationDate }, [fixedTime(dayOf(2))])
  await at('12:11')
  expect(await textsTo(endpoint)).toEqual([])
  await run(server.db)`update instants set event_state = ${state} where instants.id = ${gone}`
  await at('18:01')
  expect(kept).toBeGreaterThan(gone)
  expect(await textsTo(endpoint)).toEqual([expect.not.stringContaining('Annulé depuis')])
})

test('W-097 a worker that dies with claimed summaries: nobody is told twice, what it lost is counted as unsent, the rest leaves', async () => {
  await noon()
  const sender = await association()
  const people = [await follower([sender], 'digest'), await follower([sender], 'digest')]
  await tell(sender, 'Avant la panne')
  for (const { endpoint } of people) expect(await pushesTo(endpoint)).toEqual([])
  await at('18:01')
  const held = periodicTasks.find(({ name }) => name === 'deferred-notices')
  const { gateways } = server.deps
  const dying = { ...server.deps, gateways: { ...gateways, push: { send: () => Promise.reject(new Error('killed')) } } }
  await expect(held?.run(dying)).rejects.toThrow('killed')
  await tell(sender, 'Après la panne')
  await at('18:10')
  for (const { endpoint } of people) expect(await textsTo(endpoint)).toEqual([])
  const counted = async () =>
    await rowsOf<{ unsent: number; sent: number }>(server.db)`
      select unsent_count as unsent, sent_count as sent from push_campaigns
      where company_id = ${sender.companyId} order by id`
  await periodicTasks.find(({ name }) => name === 'push-close')?.run(server.deps)
  expect((await counted())[0]).toEqual({ unsent: 2, sent: 0 })
  await at('18:01', 1)
  for (const { endpoint } of people) expect(await textsTo(endpoint)).toEqual(['Après la panne'])
})

test('W-097 a summary that no push service took is sent again for a quarter of an hour, five times, then counted as failed', async () => {
  await noon()
  const [sender, other] = [await association(), await association()]
  const [{ endpoint }, given] = [await follower([sender], 'digest'), await follower([other], 'digest')]
  await tell(sender, 'Marché de Noël')
  await tell(other, 'Loto')
  await pushesTo(endpoint)
  const held = periodicTasks.find(({ name }) => name === 'deferred-notices')
  const away = (lost: string) => {
    const { gateways } = server.deps
    const send = async (batch: readonly PushMessage[]) =>
      (await gateways.push.send(batch.filter(({ token }) => !token.includes(lost)))) &&
      batch.map(({ token }): PushResult => (token.includes(lost) ? 'retry' : 'sent'))
    return { ...server.deps, gateways: { ...gateways, push: { send } } }
  }
  await at('18:01')
  await held?.run(away('https'))
  for (const time of ['18:03', '18:06', '18:11', '18:20']) {
    await at(time)
    await held?.run(away(given.endpoint))
  }
  expect([await textsTo(endpoint), await textsTo(given.endpoint)]).toEqual([['Marché de Noël'], []])
  await at('20:00')
  expect([await textsTo(endpoint), await textsTo(given.endpoint)]).toEqual([['Marché de Noël'], []])
  await periodicTasks.find(({ name }) => name === 'push-close')?.run(server.deps)
  const counted = await rowsOf(server.db)`
    select sent_count as sent, failed_count as failed from push_campaigns
    where company_id in (${sender.companyId}, ${other.companyId}) order by id`
  expect(counted).toEqual([
    { sent: 1, failed: 0 },
    { sent: 0, failed: 1 },
  ])
})

test('W-096 the reach says what then happens: now, the morning, the summary, nobody', async () => {
  await noon()
  const sender = await association()
  const loud = [await follower([sender]), await follower([sender])]
  await follower([sender], 'digest')
  await follower([sender], 'none')
  await follow(newVisitor(), sender.companyId)
  const whose = { token: sender.token, params: { id: sender.companyId } }
  const reach = (at?: string) =>
    server.client.call('GET /v1/company/:id/reach', { ...whose, query: { kind: 'broadcast', ...(at && { at }) } })
  expect(await reach()).toMatchObject({
    followers: 5,
    now: 2,
    later: [],
    digest: { count: 1 },
    silent: 2,
  })
  expect(await reach(`${dayOf()} 22:00`)).toMatchObject({
    now: 0,
    later: [{ at: expect.stringContaining(`${dayOf(1)}T08:00`), count: 2 }],
    silent: 2,
  })
  await tell(sender, 'Un')
  for (const { endpoint } of loud) expect(await pushesTo(endpoint)).toHaveLength(1)
  expect(await reach()).toMatchObject({ now: 0, digest: { count: 3 } })
})

test('W-078 W-080 a message is of its conversation, cut at 120 characters, or only said to be new', async () => {
  await noon()
  const shop = await association()
  const { who, endpoint } = await follower([shop])
  const { uuid } = (await write(who, shop.companyId, 'Bonjour')).data
  await say(shop, uuid, 'a'.repeat(200))
  await pushesTo(endpoint)
  await put(who, '/settings', { hideExcerpts: 1 })
  await say(shop, uuid, 'Secret')
  const [long, hidden] = await pushesTo(endpoint)
  expect(long?.payload.notification?.body).toHaveLength(120)
  expect(long?.payload.notification?.tag).toBe(uuid.replaceAll('-', ''))
  expect(long?.payload.headers).toMatchObject({ ttl: 259_200, urgency: 'normal', topic: uuid.replaceAll('-', '') })
  expect(hidden?.payload.notification?.body).toBe('Nouveau message')
})

const evening = (days: number, start: string, end: string) => ({
  kind: 'dates',
  dates: [{ start: `${dayOf(days)} ${start}`, end: `${dayOf(days)} ${end}` }],
})
const callOff = async (sender: Owner, id: number) => {
  const { status, error } = await changeState(sender, id, { state: 'cancelled', notifyFollowers: true })
  if (status !== 200) throw new Error(error?.message)
}
const reachOfChange = async (sender: Owner, instantId: number) =>
  await server.client.call('GET /v1/company/:id/reach', {
    token: sender.token,
    params: { id: sender.companyId },
    query: { kind: 'change', instantId },
  })

test.each([
  ['a date', 'begins before the next summary', (days: number) => evening(days, '16:00', '17:00')],
  [
    'a weekly hour',
    'comes back before it',
    (days: number) => ({
      kind: 'weekly',
      weekly: [{ days: [1, 2, 3, 4, 5, 6, 7], start: '16:00', end: '17:00', from: dayOf(days) }],
    }),
  ],
])(
  'RES-17 H-116 W-096 rule 3: a change of %s that %s rings who asked for the summary, a later one waits',
  async (_one, _two, schedule) => {
    await noon()
    const sender = await association()
    const { endpoint } = await follower([sender], 'digest')
    const [soon, later] = [await scheduled(sender, schedule(0)), await scheduled(sender, schedule(1))]
    expect([await reachOfChange(sender, soon), await reachOfChange(sender, later)]).toMatchObject([
      { now: 1, digest: { count: 0 } },
      { now: 0, digest: { count: 1 } },
    ])
    await callOff(sender, later)
    expect(await pushesTo(endpoint)).toEqual([])
    await callOff(sender, soon)
    expect(await pushesTo(endpoint)).toMatchObject([{ payload: { data: { instantId: String(soon) } } }])
  },
)

test('RES-17 H-116 rule 4: at night a change rings only when what it changes begins before the quiet hours end', async () => {
  await noon()
  const sender = await association()
  const { endpoint } = await follower([sender])
  const [early, late] = [
    await scheduled(sender, evening(1, '07:00', '09:00')),
    await scheduled(sender, evening(1, '10:00', '11:00')),
  ]
  await at('22:00')
  await callOff(sender, late)
  expect(await pushesTo(endpoint)).toEqual([])
  await callOff(sender, early)
  expect(await pushesTo(endpoint)).toHaveLength(1)
})

test('W-080 an instant is worth telling until it ends, half an hour at least; its change is urgent and replaces it', async () => {
  await noon()
  const sender = await association()
  const { endpoint } = await follower([sender], 'now', { dailyCap: null })
  const id = await newInstant(sender, { notificationDate: `${dayOf()} 12:10` }, [fixedTime(dayOf(), '11:00', '13:40')])
  await at('12:10')
  const headers = async () => (await pushesTo(endpoint)).map(({ payload }) => payload.headers)
  expect(await headers()).toMatchObject([{ ttl: expect.closeTo(5400, -2), urgency: 'normal', topic: `instant-${id}` }])
  await at('13:30')
  await callOff(sender, id)
  expect((await headers())[1]).toMatchObject({ ttl: 1800, urgency: 'high', topic: `instant-${id}` })
})

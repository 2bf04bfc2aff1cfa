import { instantOfParis } from '@parvis/domain/kernel/paris-time'
import { slugOf } from '@parvis/domain/towns/slug'
import { testApp } from '@parvis/harness/server/test-app'
import { bookingCalls, type Evening } from '@parvis/harness/town/bookings'
import { conversationCalls } from '@parvis/harness/town/conversations'
import { instantCalls } from '@parvis/harness/town/instants'
import { scheduleCalls } from '@parvis/harness/town/schedules'
import {
  newSiteShop,
  newVisitor,
  residentHost,
  siteCalls,
  sitePages,
  type Visitor,
} from '@parvis/harness/town/site-visitors'
import { transaction } from '@parvis/postgres'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { run } from '../../db/database.ts'
import { eraseAccounts } from '../account/index.ts'
import { duePublications } from '../instants/index.ts'
import { noticesTask } from '../notices/index.ts'
import { changeSuspension } from '../operator/index.ts'
import { bookingTasks } from './residents/booking-tasks.ts'

const server = testApp({ RATE_LIMITS: 'relaxed' })
const { book, desk, evening, people, save, ticket, withdraw } = bookingCalls(server)
const { call, follow, subscribe } = siteCalls(server)
const { changeState } = scheduleCalls(server)
const { pushes } = conversationCalls(server)
const open = sitePages(server)

/** The day from which an evening is counted. */
const today = Temporal.Now.plainDateISO('UTC')
/** So many days from today, at an hour of Paris. */
const go = async (days: number, time: string) =>
  await server.setClock(instantOfParis(today.add({ days }).toPlainDateTime(Temporal.PlainTime.from(time))).toString())

let shops = 0
async function shownEvening(saved: Parameters<typeof evening>[0] = {}) {
  const name = `Salle ${++shops}`
  const event = await evening({ owner: await newSiteShop(server, { type: 'association', name }), ...saved })
  const shop = `/clichy-92110/${slugOf(name)}`
  return { ...event, shop, page: `${shop}/degustation-du-samedi-${event.id}` }
}

/** A person who has a seat, or waits for one, and is told by push. */
async function booked(event: Evening, wait: 0 | 1 = 0) {
  const who = newVisitor()
  const { data } = await book(who, event, { wait })
  return { who, id: data.id, endpoint: await subscribe(who) }
}
const stateOf = async ({ who, id }: { who: Visitor; id: number }) => (await ticket(who, { id })).state

/** Does what is due; what was pushed to that browser, oldest first. */
async function told(endpoint: string): Promise<string[]> {
  for (const task of bookingTasks) await task.run(server.deps)
  await server.runJobs()
  const sent = (await pushes()).filter(({ to }) => to.includes(endpoint)).toReversed()
  return sent.map(({ payload }) =>
    (payload as { notification: { body: string } }).notification.body.replaceAll(/\s/g, ' '),
  )
}

const asIs = async (url: string) =>
  (await server.app.inject({ url, headers: { host: residentHost } })).body
    .replaceAll('\r\n ', '')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
const cookiesOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

test('J-010 without script the form leads to the ticket, and back to it once the seat is given back; full, one button joins the list', async () => {
  const event = await shownEvening({ capacity: 1 })
  const send = async (who: Visitor, path: string, fields: Record<string, string>) =>
    await call(who, 'POST', path, {
      json: new URLSearchParams(fields).toString(),
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    })
  const who = newVisitor()
  const taken = await send(who, `/instants/${event.id}/bookings`, { date: event.date, firstName: 'Julie', seats: '1' })
  expect(taken.status).toBe(303)
  const at = new URL(String(taken.headers.location), 'http://x').pathname
  expect(at).toMatch(/^\/mes-places\/\d+$/)
  const shown = await open(at, { cookie: cookiesOf(who) })
  expect(shown.text).toMatch(/Place réservée.*Je ne viens plus/)
  const late = await call(newVisitor(), 'POST', `/instants/${event.id}/bookings`, {
    json: new URLSearchParams({ date: event.date, firstName: 'Noa', seats: '1' }).toString(),
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(late.status).toBe(409)
  const given = await send(who, `/bookings/${at.split('/').at(-1)}/withdraw`, {})
  expect([given.status, new URL(String(given.headers.location), 'http://x').pathname]).toEqual([303, at])
  expect((await open(at, { cookie: cookiesOf(who) })).text).toContain('merci d’avoir prévenu')
})

test('J-015 J-017 J-018 cancelled, the list stands still; planned again it moves; each is told once, at night too', async () => {
  const event = await shownEvening({ capacity: 2 })
  const [holder, other, waiting] = [await booked(event), await booked(event), await booked(event, 1)]
  await go(8, '23:30')
  await changeState(event.owner, event.id, { state: 'cancelled', message: 'Salle fermée' })
  await changeState(event.owner, event.id, { state: 'cancelled', message: 'Salle fermée' })
  expect(await ticket(other.who, other)).toMatchObject({
    state: 'held',
    dateState: 'cancelled',
    dateMessage: 'Salle fermée',
    promise: 'Vous n’avez rien à faire.',
  })
  const page = (await open(`/mes-places/${other.id}`, { cookie: cookiesOf(other.who) })).text
  expect(page).toMatch(/Date annulée\. Salle fermée Vous n’avez rien à faire\./)
  expect(page).not.toContain('Place réservée')
  expect((await open('/mes-abonnements', { cookie: cookiesOf(other.who) })).text).toContain(
    'Date annulée. Salle fermée',
  )
  await withdraw(holder.who, holder)
  expect(await stateOf(waiting)).toBe('waiting')
  for (const { endpoint } of [other, waiting])
    expect(await told(endpoint)).toEqual([expect.stringMatching(/^Annulé : Dégustation du samedi/)])
  await changeState(event.owner, event.id, { state: 'planned' })
  expect([await stateOf(other), await stateOf(waiting)]).toEqual(['held', 'offered'])
  expect((await told(other.endpoint)).slice(1)).toEqual([expect.stringMatching(/^De nouveau prévu : /)])
  expect((await told(waiting.endpoint)).slice(1)).toEqual([
    expect.stringMatching(/^De nouveau prévu : /),
    expect.stringMatching(/^Une place s’est libérée : .* Répondez avant demain à 9 h/),
  ])
})

test('J-017 H-116 who follows and has a seat is told of the change once, other followers by the notice', async () => {
  const event = await shownEvening()
  const holder = await booked(event)
  const reader = newVisitor()
  for (const who of [holder.who, reader]) await follow(who, event.owner.companyId)
  const other = await subscribe(reader)
  await go(8, '12:00')
  await changeState(event.owner, event.id, { state: 'cancelled', message: 'Salle fermée', notifyFollowers: true })
  expect(await told(holder.endpoint)).toEqual([expect.stringMatching(/^Annulé : Dégustation du samedi, /)])
  expect(await told(other)).toEqual([expect.stringMatching(/^Annulé : Dégustation du samedi.*Salle fermée/)])
})

test('J-015 from the closing on nothing is offered, and the list says so', async () => {
  const event = await shownEvening({ capacity: 1, closesMinutes: 60 })
  const [holder, waiting] = [await booked(event), await booked(event, 1)]
  await go(10, '17:00')
  await withdraw(holder.who, holder)
  expect(await ticket(waiting.who, waiting)).toMatchObject({ state: 'waiting', promise: 'La liste est close.' })
  expect(await told(waiting.endpoint)).toEqual([])
})

test('J-019 reminded the day before at six, once, whatever runs twice; who gave it back is left in peace', async () => {
  const event = await shownEvening()
  const [holder, gone] = [await booked(event), await booked(event)]
  await withdraw(gone.who, gone)
  await go(9, '17:59')
  expect(await told(holder.endpoint)).toEqual([])
  await go(9, '18:00:10')
  const reminders = bookingTasks.filter(({ name }) => name === 'remind-bookings')
  await Promise.all([...reminders, ...reminders].map((task) => task.run(server.deps)))
  expect(await told(holder.endpoint)).toEqual([expect.stringMatching(/^Demain à 18 h : Dégustation du samedi\./)])
  expect(await told(gone.endpoint)).toEqual([])
})

const suspend = async ({ owner }: Evening, on: boolean) =>
  await transaction(server.db, (tx) =>
    changeSuspension(tx, owner.companyId, { on, reason: on ? 'Contrôle' : '', by: 'support' }),
  )

test('J-003 J-015 while a business is suspended its list stands still: nothing is offered, no offer runs out; lifted, it moves', async () => {
  const event = await shownEvening({ capacity: 2 })
  const [holder, other, first, second] = [
    await booked(event),
    await booked(event),
    await booked(event, 1),
    await booked(event, 1),
  ]
  await withdraw(other.who, other)
  expect(await told(first.endpoint)).toHaveLength(1)
  await suspend(event, true)
  await withdraw(holder.who, holder)
  await go(8, '12:00')
  expect(await told(second.endpoint)).toEqual([])
  expect(await ticket(first.who, first)).toMatchObject({ state: 'offered' })
  await suspend(event, false)
  await go(8, '12:01')
  expect(await told(second.endpoint)).toEqual([expect.stringMatching(/^Une place/)])
  expect(await ticket(first.who, first)).toMatchObject({ state: 'ended' })
})

test('J-003 J-015 while an instant is paused, or to be published, its list stands still too, until it is shown', async () => {
  const event = await shownEvening({ capacity: 1 })
  const pause = async (paused: boolean) =>
    await server.client.call('POST /v1/instants/:id/pause', {
      params: { id: event.id },
      token: event.owner.token,
      body: { paused },
    })
  const holder = await booked(event)
  const [first, second, third] = [await booked(event, 1), await booked(event, 1), await booked(event, 1)]
  await pause(true)
  await withdraw(holder.who, holder)
  expect(await told(first.endpoint)).toEqual([])
  await pause(false)
  expect(await told(first.endpoint)).toEqual([expect.stringMatching(/^Une place/)])
  await pause(true)
  await go(8, '12:00')
  expect(await ticket(first.who, first)).toMatchObject({ state: 'offered' })
  await pause(false)
  await go(8, '12:01')
  expect(await told(second.endpoint)).toEqual([expect.stringMatching(/^Une place/)])
  await run(server.ownerDb)`
    update instants set publication = 'scheduled', publish_at = app_now(), is_enabled = false where instants.id = ${event.id}`
  await withdraw(second.who, second)
  expect(await told(third.endpoint)).toEqual([])
  await duePublications.run(server.deps)
  expect(await told(third.endpoint)).toEqual([expect.stringMatching(/^Une place/)])
})

test('J-003 J-019 of a suspended business nobody is reminded; given back before the evening, its people are', async () => {
  const event = await shownEvening()
  const holder = await booked(event)
  await suspend(event, true)
  await go(9, '18:00:10')
  expect(await told(holder.endpoint)).toEqual([])
  await suspend(event, false)
  expect(await told(holder.endpoint)).toEqual([expect.stringMatching(/^Demain à 18 h : /)])
})

test('J-005 the seats of a business that is erased go with it, and who holds or waits is told, once', async () => {
  const event = await shownEvening({ inDays: 40, capacity: 1 })
  const [holder, waiting] = [await booked(event), await booked(event, 1)]
  await server.client.call('DELETE /v1/account', { token: event.owner.token })
  await go(31, '12:00')
  await eraseAccounts(server.deps)
  await eraseAccounts(server.deps)
  const removed = [expect.stringMatching(/^Annulé : Dégustation du samedi, /)]
  expect([await told(holder.endpoint), await told(waiting.endpoint)]).toEqual([removed, removed])
})

test('J-025 J-027 J-029 page, card, agenda and data say what is left, then full', async () => {
  const event = await shownEvening({ capacity: 3 })
  const numbers = async () => {
    const { html } = await open(event.page)
    const [, found = ''] = /"remainingAttendeeCapacity":(\d+)/.exec(html) ?? []
    return [/"maximumAttendeeCapacity":(\d+)/.exec(html)?.[1], found]
  }
  const says = async (words: string) => {
    for (const path of [event.page, event.shop, `/clichy-92110/agenda/${today.add({ days: 10 })}`])
      await expect.poll(async () => (await open(path)).text, { timeout: 2_000 }).toContain(words)
  }
  await book(newVisitor(), event)
  await says('Il reste 2 places')
  expect(await numbers()).toEqual(['3', '2'])
  await book(newVisitor(), event)
  await says('Il reste 1 place')
  const last = newVisitor()
  const { data } = await book(last, event)
  await says('Complet')
  expect(await numbers()).toEqual(['3', '0'])
  await withdraw(last, data)
  await says('Il reste 1 place')
  await go(10, '18:00')
  await expect.poll(async () => (await open(event.page)).text, { timeout: 2_000 }).toContain('Réservations closes')
})

test('J-028 calendar and feed say what stays true, and no booking moves their version', async () => {
  const event = await shownEvening({ capacity: 20 })
  await save(event, { capacity: 20 })
  const read = async () => {
    const [ics, atom] = [await asIs(`${event.page}.ics`), await asIs(`${event.shop}/flux.xml`)]
    return { words: ics, moved: [/SEQUENCE:\d+/.exec(ics)?.[0], /<updated>[^<]+/g.exec(atom)?.[0]], atom }
  }
  const before = await read()
  await book(newVisitor(), event, { seats: 2 })
  // Each page is forgotten when the event of the booking arrives: one may be drawn anew before the other is.
  const says = async (part: 'words' | 'atom', text: RegExp) =>
    await expect.poll(async () => (await read())[part], { timeout: 5_000 }).toMatch(text)
  await says('words', /20 places\. Il en restait 18 le \d+(er)? \S+ à \d+ h/)
  await says('atom', /20 places\. Il en restait 18 le /)
  expect((await read()).moved).toEqual(before.moved)
})

test('J-023 J-030 J-034 the list names nobody’s phone; hostile names, notes and reasons stay text in list, file, ticket and notice', async () => {
  const event = await shownEvening({ capacity: 4 })
  const attack = '<img src=x onerror=alert(1)>'
  const who = newVisitor()
  expect((await book(newVisitor(), event, { firstName: attack })).status).toBe(400)
  const { data } = await book(who, event)
  const endpoint = await subscribe(who)
  await server.client.call('POST /v1/instants/:id/bookings/people', {
    params: { id: event.id },
    token: event.owner.token,
    body: { date: event.date, name: 'Madame Petit', note: '=HYPERLINK("http://x")' },
  })
  for (const person of await people(event))
    expect(Object.keys(person).filter((key) => /phone|mail|user|device|address/i.test(key))).toEqual([])
  const file = await server.app.inject({
    url: `/v1/instants/${event.id}/bookings/export?date=${event.date}`,
    headers: { authorization: `Bearer ${event.owner.token}` },
  })
  const [head, ...lines] = file.body.replace('\ufeff', '').replaceAll('"', '').trim().split('\r\n')
  expect(head).toBe('Date;Prénom;Places;État;Code;Réservé le;Venu le;Note')
  expect(lines).toHaveLength(2)
  expect(lines.flatMap((line) => line.split(';')).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
  const [booking] = (await people(event)).filter(({ source }) => source === 'site')
  await server.client.call('DELETE /v1/instants/:id/bookings/people/:bookingId', {
    params: { id: event.id, bookingId: booking?.id ?? 0 },
    token: event.owner.token,
    body: { reason: attack },
  })
  const { html } = await open(`/mes-places/${data.id}`, { cookie: cookiesOf(who) })
  expect(html).toContain('&lt;img src=x')
  expect(html).not.toContain('<img src=x')
  expect(await told(endpoint)).toEqual([expect.stringContaining('Annulé : Dégustation du samedi')])
})

test('J-033 « Mes abonnements » lists what one holds, the next first', async () => {
  const [soon, later] = [await shownEvening({ inDays: 3 }), await shownEvening({ inDays: 12 })]
  const who = newVisitor()
  const [second, first] = [(await book(who, later)).data, (await book(who, soon)).data]
  const { html, text } = await open('/mes-abonnements', { cookie: cookiesOf(who) })
  expect(text).toContain('Mes commandes et mes places')
  expect(html.indexOf(`/mes-places/${first.id}"`)).toBeGreaterThan(0)
  expect(html.indexOf(`/mes-places/${first.id}"`)).toBeLessThan(html.indexOf(`/mes-places/${second.id}"`))
})

test('J-018 L-011 the link of a mail opens the page of one booking in any browser, acts by POST alone, and opens no identity', async () => {
  const event = await shownEvening({ capacity: 1 })
  const holder = await booked(event)
  const waiting = newVisitor()
  const { data } = await book(waiting, event, { wait: 1 })
  const email = `attente-${event.id}@exemple.fr`
  await follow(waiting, event.owner.companyId, { email, rhythm: 'daily' })
  const mails = async () => {
    await server.runJobs()
    const found = await server.client.answer('GET /v1/dev/outbox', { query: { kind: 'email', to: email } })
    return found.data as { text: string }[]
  }
  const confirm = /\/v1\/email\/confirm\?\S+/.exec((await mails())[0]?.text ?? '')?.[0] ?? ''
  await server.app.inject({ method: 'POST', url: confirm, headers: { host: residentHost } })
  await withdraw(holder.who, holder)
  const url = /\/v1\/email\/booking\?\S+/.exec((await mails())[0]?.text ?? '')?.[0] ?? ''
  const click = async (method: 'GET' | 'POST', body?: string) =>
    await server.app.inject({
      method,
      url,
      headers: { host: residentHost, 'content-type': 'application/x-www-form-urlencoded' },
      ...(body && { payload: body }),
    })
  const page = await click('GET')
  expect([page.statusCode, page.headers['set-cookie']]).toEqual([200, undefined])
  expect(page.body).toMatch(/Je viens.*Je ne viens plus/s)
  expect((await ticket(waiting, data)).state).toBe('offered')
  const accepted = await click('POST', 'act=accept&page=1')
  expect(accepted.body).toContain('Place réservée')
  expect(accepted.headers['set-cookie']).toBeUndefined()
  expect((await ticket(waiting, data)).state).toBe('held')
  expect((await desk(event)).dates[0]).toMatchObject({ taken: 1, left: 0 })
  await changeState(event.owner, event.id, { state: 'cancelled', message: 'Salle <fermée>' })
  const { body } = await click('GET')
  expect(body).toContain('<strong>Date annulée. Salle &lt;fermée&gt;</strong> Vous n’avez rien à faire.')
  expect(body).not.toMatch(/Place réservée|Montrez ce code/)
})

test('J-024 the owner is told once, on their device, that a date is full', async () => {
  const owner = await newSiteShop(server, { type: 'association' })
  // Without hours no minute is quieter than another.
  await run(server.db)`delete from opening_hours where company_id = ${owner.companyId}`
  const endpoint = 'https://fcm.googleapis.com/fcm/send/filled'
  const subscription = { endpoint, keys: { p256dh: 'p', auth: 'a' } }
  await server.client.call('POST /v1/account/devices', { token: owner.token, body: { subscription } })
  const event = await evening({ capacity: 1, owner })
  const who = newVisitor()
  const { data } = await book(who, event)
  await withdraw(who, data)
  await book(newVisitor(), event)
  expect((await desk(event)).dates[0]).toMatchObject({ taken: 1, left: 0 })
  for (let twice = 0; twice < 2; twice++) await noticesTask.run(server.deps)
  const told = (await server.client.call('GET /v1/dev/outbox', { query: { kind: 'push' } })).filter(({ to }) =>
    to.includes(endpoint),
  )
  expect(told.map(({ text }) => text)).toEqual([expect.stringMatching(/complet/i)])
  expect(JSON.stringify(told)).toContain(`/instants/${event.id}/places`)
})

test('J-003 J-008 a date that is over is closed, one that never was is none of the instant’s', async () => {
  const event = await evening()
  const { newInstant } = instantCalls(server)
  const daily = { id: await newInstant(event.owner), owner: event.owner }
  await save(daily, { capacity: 5 })
  const date = (await desk(daily)).dates[0]?.date ?? ''
  await go(10, '20:30')
  for (const one of [event, { ...daily, date }]) {
    const late = await book(newVisitor(), one)
    expect([one.date, late.status, late.code]).toEqual([one.date, 409, 'BOOKING_CLOSED'])
  }
  for (const none of ['0', `${event.date}-2020-01-01`, `${date.split('-')[0]}-1970-13-45`, '1-2', '99999999'])
    expect((await book(newVisitor(), { ...event, date: none })).status).toBe(400)
  await go(0, '10:00')
})

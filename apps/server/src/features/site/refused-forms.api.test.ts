import { testApp } from '@parvis/harness/server/test-app'
import { bookingCalls } from '@parvis/harness/town/bookings'
import { agreedAt, deskCalls, deskTime } from '@parvis/harness/town/order-calls'
import {
  newResident,
  newSiteShop,
  newVisitor,
  residentHost,
  residentOrigin,
  siteCalls,
  siteHeaders,
  type Visitor,
} from '@parvis/harness/town/site-visitors'
import { beforeEach, expect, test } from 'vitest'

const server = testApp({ RATE_LIMITS: 'relaxed' })
const { get, post, put } = siteCalls(server)
const { newShop, act, tryPlace } = deskCalls(server)
const at = deskTime
beforeEach(() => server.setClock(null))

/** A form as a browser without script sends it. */
async function send(who: Visitor, path: string, fields: Record<string, string>) {
  const { statusCode, headers, body } = await server.app.inject({
    method: 'POST',
    url: `/v1/site${path}`,
    headers: {
      ...siteHeaders(who),
      host: residentHost,
      origin: residentOrigin,
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams(fields).toString(),
  })
  return { status: statusCode, location: headers.location, html: body }
}

/** A resident whose request waits at a shop with one place in each quarter. */
async function waiting() {
  const shop = await newShop({ slotsOn: true, capacity: 1 }, newSiteShop)
  const who = newVisitor()
  const typed = { slot: at('15:00'), orderContent: 'Deux flans', firstName: 'Julie' }
  const { id } = (await post<{ id: number }>(who, `/companies/${shop.companyId}/orders`, typed)).data
  const read = async () =>
    (await get<{ version: number; slot: string; customerOrderContent: string }>(who, `/orders/${id}`)).data
  return { shop, who, id, read }
}

test('Q-024 W-051 without script a request that moves to a lost quarter keeps what was typed, offers the next three, and goes there', async () => {
  const { shop, who, id, read } = await waiting()
  await tryPlace(await newResident(server), shop, at('16:00'))
  const typed = { version: '1', orderContent: 'Trois flans & une tarte' }
  const lost = await send(who, `/orders/${id}/change`, { ...typed, slot: at('16:00') })
  expect(lost.status).toBe(409)
  expect(lost.html).toContain('Ce créneau vient d’être pris.')
  expect(lost.html).toContain('Trois flans &amp; une tarte</textarea>')
  for (const time of ['16:15', '16:30', '16:45']) expect(lost.html).toContain(`<option value="${at(time)}"`)
  expect(await read()).toMatchObject({ version: 1, slot: at('15:00') })
  const moved = await send(who, `/orders/${id}/change`, { ...typed, slot: at('16:15') })
  expect([moved.status, moved.location]).toEqual([303, `${residentOrigin}/mes-commandes/${id}`])
  expect(await read()).toMatchObject({ slot: at('16:15'), customerOrderContent: 'Trois flans & une tarte' })
})

test('Q-006 W-051 without script a form that has become old is sent again as it stands now, and leads to the ticket', async () => {
  const { shop, who, id, read } = await waiting()
  await act(shop, id, 'propose', { ...agreedAt(at('15:15')), version: 1 })
  const old = await send(who, `/orders/${id}/change`, { version: '1', orderContent: 'Quatre flans' })
  expect([old.status, old.html]).toEqual([409, expect.stringContaining('Quatre flans</textarea>')])
  const [, version = ''] = /name="version" value="(\d+)"/.exec(old.html) ?? []
  expect(old.html).toContain(`href="/mes-commandes/${id}"`)
  expect((await send(who, `/orders/${id}/change`, { version, orderContent: 'Quatre flans' })).status).toBe(303)
  expect(await read()).toMatchObject({ customerOrderContent: 'Quatre flans' })
  const accepted = await send(who, `/orders/${id}/accept`, { proposalId: '1' })
  expect([accepted.status, accepted.html]).toEqual([409, expect.stringContaining(`href="/mes-commandes/${id}"`)])
})

test('W-053 without script what is wrong in the settings is shown to be typed again, never hidden', async () => {
  const who = newVisitor()
  await send(who, '/me', { _method: 'PUT', firstName: 'Julie' })
  const wrong: [string, Record<string, string>, string][] = [
    ['/me', { town: 'Nulle part' }, 'town'],
    ['/me', { firstName: '1' }, 'firstName'],
    ['/settings', { quietFrom: '21:00', quietTo: '25:00' }, 'quietTo'],
    ['/settings', { quietFrom: 'tard', quietTo: '08:00' }, 'quietFrom'],
    ['/settings', { digestAt: '6 h' }, 'digestAt'],
    ['/settings', { pausedUntil: 'bientôt' }, 'pausedUntil'],
    ['/settings', { pausedUntil: '2020-01-01' }, 'pausedUntil'],
  ]
  for (const [path, fields, field] of wrong) {
    const { status, html } = await send(who, path, { _method: 'PUT', ...fields })
    expect([field, status]).toEqual([field, 400])
    expect(html).toMatch(new RegExp(`<label for="${field}">[^<]+</label><input(?![^>]*hidden)[^>]* name="${field}"`))
    expect(html).toContain('href="/reglages"')
  }
})

test('W-053 W-089 a pause until a day that is over is refused at its field; one that has ended is shown no more', async () => {
  await server.setClock(at('10:00'))
  const who = newVisitor()
  const pause = async (pausedUntil: string) => await put(who, '/settings', { pausedUntil })
  const message = 'Choisissez aujourd’hui ou un jour à venir'
  expect((await pause('2031-01-13')).error).toMatchObject({ fields: { pausedUntil: 'invalid' }, message })
  expect((await pause('2031-01-14')).data).toMatchObject({ pausedUntil: '2031-01-14T23:59:59+01:00' })
  await server.setClock(at('00:00', 15))
  expect((await get<object>(who, '/me')).data).toMatchObject({ settings: { pausedUntil: null } })
})

test('W-053 a town that is not one says how it is written', async () => {
  const { html } = await send(newVisitor(), '/me', { _method: 'PUT', town: 'Clichy' })
  expect(html).toContain('<p>Choisissez une commune de la liste, avec son code postal\u00a0: Clichy 92110</p>')
})

test('W-048 W-051 without script a refused reply, or a place that is not known here, leads on', async () => {
  const { companyId } = await newSiteShop(server)
  const who = newVisitor()
  const { uuid } = (await post<{ uuid: string }>(who, `/companies/${companyId}/messages`, { message: 'Un' })).data
  const reply = async (message: string) => await send(who, `/conversations/${uuid}/messages`, { message })
  for (const message of ['Deux', 'Trois']) expect((await reply(message)).status).toBe(303)
  expect(await reply('Quatre')).toMatchObject({
    status: 403,
    html: expect.stringContaining(`href="/mes-messages/${uuid}"`),
  })
  const gone = '/conversations/00000000-0000-4000-8000-000000000000/messages'
  for (const unknown of [await send(who, '/bookings/7/accept', {}), await send(who, gone, { message: 'Un' })])
    expect(unknown).toMatchObject({ status: 404, html: expect.stringContaining('href="/transfert"') })
  const headers = { ...siteHeaders(who), host: residentHost }
  const page = await server.app.inject({ url: '/mes-places/7', headers })
  expect([page.statusCode, page.body]).toEqual([404, expect.stringContaining('href="/transfert"')])
})

test('W-048 J-003 without script a refused first message, follow or booking leads back to its business', async () => {
  const owner = await newSiteShop(server, { type: 'association', name: 'Salle des fêtes' })
  const { id } = await bookingCalls(server).evening({ owner })
  const company = `/companies/${owner.companyId}`
  const acts = [`${company}/messages`, `${company}/follow`, `/instants/${id}/bookings`]
  const answers = await Promise.all(
    acts.map((path) => send(newVisitor(), path, { firstName: '1', source: '1'.repeat(99) })),
  )
  expect(answers.map(({ status, html }) => [status, html.includes('href="/clichy-92110/salle-des-fetes"')])).toEqual(
    acts.map(() => [400, true]),
  )
})

test('W-060 W-051 without script two taps order once; the form of that page with other words orders again', async () => {
  const shop = await newShop({ slotsOn: true }, (of) => newSiteShop(of, { name: 'Four à pain', membership: 'premium' }))
  const page = await server.app.inject({ url: '/clichy-92110/four-a-pain/commander', headers: { host: residentHost } })
  const [, once = ''] = /name="once" value="([^"]+)"/.exec(page.body) ?? []
  const order = async (orderContent: string) => {
    const typed = { once, orderContent, slot: at('15:00'), firstName: 'Julie' }
    return (await send(newVisitor(), `/companies/${shop.companyId}/orders`, typed)).location
  }
  const tapped = await Promise.all(['Deux flans', 'Deux flans', 'Trois flans'].map(order))
  expect([tapped[0], new Set(tapped).size]).toEqual([expect.stringContaining('/mes-commandes/'), 2])
  expect(tapped[1]).toBe(tapped[0])
})

test('W-049 W-052 without script two taps withdraw an order, and erase a conversation, as one does', async () => {
  const { who, id } = await waiting()
  const { uuid } = (
    await post<{ uuid: string }>(who, `/companies/${(await newSiteShop(server)).companyId}/messages`, { message: 'Un' })
  ).data
  const onceOf = async (url: string, action: string) => {
    const { body } = await server.app.inject({ url, headers: { ...siteHeaders(who), host: residentHost } })
    return new RegExp(`action="/v1/site${action}".*?name="once" value="([^"]+)"`).exec(body)?.[1] ?? ''
  }
  for (const [page, act, _method = 'POST'] of [
    [`/mes-commandes/${id}`, `/orders/${id}/withdraw`],
    [`/mes-messages/${uuid}`, `/conversations/${uuid}`, 'DELETE'],
  ] as const) {
    const typed = { _method, once: await onceOf(page, act) }
    for (const status of [303, 303]) expect(await send(who, act, typed)).toMatchObject({ status })
  }
})

test('W-062 a first name of 51 letters is refused in words by what asks for one, as one of a letter is', async () => {
  const { companyId } = await newShop({}, newSiteShop)
  for (const path of [`/companies/${companyId}/messages`, `/companies/${companyId}/orders`]) {
    const typed = { message: 'Bonjour', pickupDateTime: at('15:00'), orderContent: 'Deux flans' }
    const { status, html } = await send(newVisitor(), path, { ...typed, firstName: 'e'.repeat(51) })
    expect([status, html.includes('Votre prénom a de 2 à 50 lettres')]).toEqual([400, true])
  }
})

import { slugOf } from '@parvis/domain/towns/slug'
import { testApp } from '@parvis/harness/server/test-app'
import { foundCell } from '@parvis/harness/sql/found'
import { fixedTime, instantCalls } from '@parvis/harness/town/instants'
import { agreedAt, deskCalls, deskNow, deskTime } from '@parvis/harness/town/order-calls'
import { scheduleCalls } from '@parvis/harness/town/schedules'
import { newSiteShop, newVisitor, siteCalls, sitePages, type Visitor } from '@parvis/harness/town/site-visitors'
import { beforeEach, describe, expect, test } from 'vitest'
import { changed, rowsOf, run } from '../../db/database.ts'
import { readVapidKeys } from '../../signing-keys.queries.ts'
import { duePublications } from '../instants/index.ts'

const server = testApp()
const open = sitePages(server)
const visits = siteCalls(server)
const { newInstant } = instantCalls(server)
const { scheduled, changeState } = scheduleCalls(server)
const { newShop, act, readOrder } = deskCalls(server)
beforeEach(() => server.setClock(null))

const cookieOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const privately = (who: Visitor, path: string) => open(path, { cookie: cookieOf(who) })

test('W-046 W-047 what the followed publish and write to all is listed whether or not it rang, and unseen until it is shown', async () => {
  const who = newVisitor()
  const shops = [await newSiteShop(server), await newSiteShop(server), await newSiteShop(server)]
  for (const [index, shop] of shops.entries())
    await visits.follow(who, shop.companyId, { mode: (['now', 'digest', 'none'] as const)[index] })
  const [quiet, , silenced] = shops
  if (!quiet || !silenced) throw new Error('three shops')
  await newInstant(quiet, { title: 'Pain du dimanche' }, [fixedTime('2030-05-04')])
  await newInstant(silenced, { title: 'Brioche sans bruit' }, [fixedTime('2030-05-05')])
  const me = await visits.get<{ follows: { companyId: string; unseen: number }[] }>(who, '/me')
  const unseen = new Map(me.data.follows.map((follow) => [follow.companyId, follow.unseen]))
  expect([unseen.get(quiet.companyId), unseen.get(silenced.companyId)]).toEqual([1, 1])
  const page = await privately(who, '/mes-abonnements')
  for (const words of ['Pain du dimanche', 'Brioche sans bruit', '1 nouveauté']) expect(page.text).toContain(words)
  const news = await visits.get<{ title: string; url: string }[]>(who, '/news')
  expect(news.data.map(({ title }) => title)).toEqual(['Brioche sans bruit', 'Pain du dimanche'])
  const after = await visits.get<{ follows: { unseen: number }[] }>(who, '/me')
  expect(after.data.follows.map((follow) => follow.unseen)).toEqual([0, 0, 0])
  expect((await open('/mes-abonnements')).text).toContain('Vous ne suivez encore personne.')
})

test('W-046 W-047 H-116 H-121 what was published later, and a change that was told, are news of their moment, unseen until they are shown', async () => {
  const at = (time: string) => server.setClock(`2027-03-${time}:00+01:00`)
  await at('01T10:00')
  const shop = await newSiteShop(server, { membership: 'premium' })
  const who = newVisitor()
  const later = { publication: '2027-03-10 09:00' }
  const when = { kind: 'dates', dates: [{ start: '2027-05-12 14:00', end: '2027-05-12 18:00' }] }
  const concert = await scheduled(shop, when, { title: 'Concert', categoryId: 1 })
  await scheduled(shop, { ...when, ...later }, { title: 'Atelier', categoryId: 1 })
  // Written long before it is published.
  await run(server.db)`
      update instants set created_at = created_at - interval '40 days' where company_id = ${shop.companyId}`
  await at('02T10:00')
  await visits.follow(who, shop.companyId, { mode: 'none' })
  await visits.get(who, '/news')
  const unseen = async () => {
    const me = await visits.get<{ follows: { unseen: number }[] }>(who, '/me')
    return me.data.follows[0]?.unseen
  }
  await at('10T08:59')
  expect(await unseen()).toBe(0)
  await at('10T09:01')
  await duePublications.run(server.deps)
  expect(await unseen()).toBe(1)
  expect(
    (await changeState(shop, concert, { state: 'cancelled', message: 'Pluie.', notifyFollowers: true })).status,
  ).toBe(200)
  expect(await unseen()).toBe(2)
  expect((await privately(who, '/mes-abonnements')).text).toContain('Changement')
  const { data } = await visits.get<{ kind: string; title: string; text: string; url: string }[]>(who, '/news')
  expect(data.map(({ kind, title }) => [kind, title])).toEqual([
    ['change', 'Concert'],
    ['instant', 'Atelier'],
    ['instant', 'Concert'],
  ])
  expect([data[0]?.text, data[0]?.url]).toEqual([
    expect.stringMatching(/^Annulé\s: Concert.*Pluie\.$/),
    expect.stringMatching(new RegExp(`/concert-${concert}$`)),
  ])
  expect(await unseen()).toBe(0)
})

test('W-104 W-051 W-031 the ticket of an accepted order stays readable while its shop is suspended; a shop without orders says so', async () => {
  const shop = await newShop({}, newSiteShop)
  const who = newVisitor()
  const typed = { pickupDateTime: deskTime('15:00'), orderContent: 'Deux flans', firstName: 'Julie' }
  const { id } = (await visits.post<{ id: number }>(who, `/companies/${shop.companyId}/orders`, typed)).data
  await act(shop, id, 'validate', agreedAt())
  const set = (change: object) =>
    rowsOf(server.db)`update companies set ${changed(change)} where companies.id = ${shop.companyId}`
  await set({ suspended_at: new Date(), suspension_reason: 'Contrefaçon signalée' })
  const name = await foundCell<string>(server.db)`
    select companies.name from companies where companies.id = ${shop.companyId}`
  const ticket = await privately(who, `/mes-commandes/${id}`)
  for (const words of ['Julie · mardi 14 janvier, 15 h', 'Acceptée', 'Deux flans', name])
    expect(ticket.text).toContain(words)
  await set({ suspended_at: null, suspension_reason: null, cac_active: false })
  const closed = await open(`/clichy-92110/${slugOf(name)}/commander`)
  expect([closed.status, closed.text]).toEqual([
    404,
    expect.stringContaining(`${name} ne prend pas de commande en ligne en ce moment.`),
  ])
})

test('W-052 15.1 withdrawn and accepted at once: one end, the same on both sides; withdrawn, it is said to be over', async () => {
  const shop = await newShop({}, newSiteShop)
  await server.setClock(deskNow)
  const who = newVisitor()
  for (let round = 0; round < 6; round += 1) {
    const typed = { pickupDateTime: deskTime('15:00'), orderContent: 'Deux flans', firstName: 'Julie' }
    const placed = await visits.post<{ id: number }>(who, `/companies/${shop.companyId}/orders`, typed)
    const { id } = placed.data
    const tries = [() => visits.post(who, `/orders/${id}/withdraw`), () => act(shop, id, 'validate', agreedAt())]
    const answers = await Promise.all((round % 2 ? tries : tries.toReversed()).map((start) => start()))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
    const there = await readOrder(shop, id)
    const here = await visits.get<{ state: string }>(who, `/orders/${id}`)
    expect(here.data.state).toBe(there.state)
    expect(['accepted', 'cancelled']).toContain(there.state)
    if (there.state === 'accepted') await visits.post(who, `/orders/${id}/withdraw`)
    const ticket = await privately(who, `/mes-commandes/${id}`)
    expect(ticket.text).toContain('Annulée')
    const again = await act(shop, id, 'validate', agreedAt())
    expect(again.status).toBe(409)
  }
})

test('W-053 every setting is a form that saves without a script, and is there at the next visit', async () => {
  const who = newVisitor()
  const shop = await newSiteShop(server)
  await visits.follow(who, shop.companyId)
  const form = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
  const send = async (path: string, fields: Record<string, string>) => {
    const answer = await visits.call(who, 'POST', path, { json: new URLSearchParams(fields).toString(), headers: form })
    return [answer.status, answer.headers.location]
  }
  const saved = [303, 'http://parvis.localhost:3000/reglages#enregistre']
  const quiet = { _method: 'PUT', quietFrom: '22:00', quietTo: '07:00', dailyCap: '5', digestAt: '19:00' }
  expect(await send('/settings', quiet)).toEqual(saved)
  expect(await send('/settings', { _method: 'PUT', pausedUntil: '2030-01-01' })).toEqual(saved)
  expect(await send('/me', { _method: 'PUT', firstName: 'Julie' })).toEqual(saved)
  const me = await visits.get<{ firstName: string; settings: object }>(who, '/me')
  expect(me.data).toMatchObject({
    firstName: 'Julie',
    settings: { quietFrom: '22:00', quietTo: '07:00', dailyCap: 5, digestAt: '19:00' },
  })
  const { html, text } = await privately(who, '/reglages')
  for (const part of ['Tout emporter', 'Tout effacer', 'Résumé du soir', 'Passer sur un autre téléphone'])
    expect(text + html, part).toContain(part)
  expect(html).toContain('value="22:00"')
})

test('W-060 a first act whose answer was lost is retried under its key: one resident, one message, a cookie of its own', async () => {
  const shop = await newSiteShop(server)
  const tell = async (who: Visitor, key: string, message = 'Avez-vous du seigle ?') =>
    await visits.call<{ uuid: string }>(who, 'POST', `/companies/${shop.companyId}/messages`, {
      json: { message },
      headers: { 'idempotency-key': key },
    })
  const [lost, retried] = [newVisitor(), newVisitor()]
  const [one, two] = [await tell(lost, 'cle-perdue'), await tell(retried, 'cle-perdue')]
  expect([one.status, two.status, two.data.uuid]).toEqual([200, 200, one.data.uuid])
  expect(retried.cookies.size).toBeGreaterThan(0)
  expect(cookieOf(retried)).not.toBe(cookieOf(lost))
  const rows = await rowsOf<{ people: number; texts: number }>(server.db)`
    select count(distinct discussions.resident_id)::int as people, count(messages.id)::int as texts
    from discussions join messages on messages.discussion_id = discussions.id
    where discussions.company_id = ${shop.companyId}`
  expect(rows).toEqual([{ people: 1, texts: 1 }])
  expect((await tell(newVisitor(), 'cle-perdue', 'Autre texte')).code).toBe('IDEMPOTENCY_MISMATCH')
  const both = await Promise.all([newVisitor(), newVisitor()].map((who) => tell(who, 'deux-onglets')))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(new Set(both.map(({ data }) => data.uuid)).size).toBe(1)
})

test('W-062 15.14 the shop reads a first name or « Un habitant », never a phone; an empty one erases it', async () => {
  const shop = await newSiteShop(server)
  const label = async () => {
    const { token, companyId } = shop
    return (await server.client.call('GET /v1/chat/discussion', { token, query: { companyId } as never }))[0] as
      | { label: string }
      | undefined
  }
  const who = newVisitor()
  await visits.write(who, shop.companyId, 'Bonjour')
  expect((await label())?.label).toBe('Un habitant')
  await visits.put(who, '/me', { firstName: 'Julie' })
  expect((await label())?.label).toBe('Julie')
  expect(JSON.stringify(await label())).not.toMatch(/\+33|06 /)
  await visits.put(who, '/me', { firstName: '' })
  expect([(await label())?.label, (await visits.put(who, '/me', { firstName: '<b>' })).code]).toEqual([
    'Un habitant',
    'VALIDATION',
  ])
})

test('W-070 the calls of the app stay: a token is needed, a cookie is nothing there, any text is a device', async () => {
  const who = newVisitor()
  const shop = await newSiteShop(server)
  await visits.write(who, shop.companyId, 'Bonjour')
  for (const path of ['/v1/app/discussions', '/v1/clickAndCollect/order/1', '/v1/app/follows']) {
    const headers = { cookie: cookieOf(who) }
    const { statusCode } = await server.app.inject({ url: path, headers })
    expect([401, 404], path).toContain(statusCode)
  }
  const device = await server.client.answer('POST /v1/app/devices', {
    token: shop.token,
    body: { platform: 'web', token: 'n’importe quel texte' },
  })
  expect([device.status, device.headers['set-cookie']]).toEqual([200, undefined])
})

test('W-071 two processes that start at once make one pair of keys, sealed; the restored database has the same', async () => {
  const key = Buffer.alloc(32, 7)
  const pairs = await Promise.all([readVapidKeys(server.db, key), readVapidKeys(server.db, key)])
  expect(pairs[0]).toEqual(pairs[1])
  expect(await readVapidKeys(server.db, key)).toEqual(pairs[0])
  const rows = await rowsOf<{ row: string }>(server.db)`
      select signing_keys::text as row from signing_keys where signing_keys.purpose = 'push'`
  expect([rows.length, rows[0]?.row.includes(pairs[0]?.privateKey ?? '?')]).toEqual([1, false])
  await expect(readVapidKeys(server.db, Buffer.alloc(32, 8))).rejects.toThrow('autre SECRET_KEY')
})

test('W-074 W-075 15.13 one endpoint is one row whatever its keys; only a push service is kept; past 20 the oldest goes', async () => {
  const who = newVisitor()
  const endpoint = await visits.subscribe(who)
  const swapped = { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'DGv6ra1nlYgDCS1FRnbzlw' }, endpoint }
  expect((await visits.post(who, '/push', { subscription: swapped })).status).toBe(200)
  const kept = async () =>
    await rowsOf<{ token: string }>(server.db)`select token from devices where token like ${`%${endpoint}%`}`
  expect((await kept()).map(({ token }) => Object.keys(JSON.parse(token)))).toEqual([['endpoint', 'keys']])
  for (const wrong of ['http://updates.push.services.mozilla.com/x', 'https://mal.example/x', 'x'])
    expect((await visits.post(who, '/push', { subscription: { ...swapped, endpoint: wrong } })).code).toBe('VALIDATION')
  const known = async (of: string) =>
    (await visits.get<{ pushKnown: boolean }>(who, `/me?endpoint=${encodeURIComponent(of)}`)).data.pushKnown
  expect(await known(endpoint)).toBe(true)
  await visits.remove(who, '/push', { endpoint })
  expect(await known(endpoint)).toBe(false)
  const many = []
  for (let n = 0; n < 21; n++) many.push(await visits.subscribe(who))
  expect([await known(many[0] ?? ''), await known(many[20] ?? '')]).toEqual([false, true])
})

test('W-084 W-119 the manifest and the worker are whole; pages answer GET and HEAD, 304 and nothing else', async () => {
  const manifest = JSON.parse((await open('/application.webmanifest')).html)
  expect(manifest).toMatchObject({
    id: '/',
    start_url: '/mes-abonnements',
    display: 'standalone',
    lang: 'fr',
    name: 'Parvis',
  })
  expect(manifest.icons.map(({ sizes, purpose }: { sizes: string; purpose: string }) => `${sizes} ${purpose}`)).toEqual(
    ['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable'],
  )
  expect(manifest.shortcuts.map(({ name }: { name: string }) => name)).toEqual(['Agenda', 'Mes abonnements'])
  for (const { src } of manifest.icons) expect((await open(src)).status).toBe(200)
  const sent = async (method: 'GET' | 'HEAD' | 'POST' | 'OPTIONS' | 'PROPFIND', headers: Record<string, string> = {}) =>
    await server.app.inject({ method, url: '/clichy-92110', headers: { host: 'parvis.localhost:3000', ...headers } })
  const get = await sent('GET')
  const etag = String(get.headers.etag)
  expect((await sent('HEAD')).headers.etag).toBe(etag)
  expect([(await sent('HEAD')).body, (await sent('GET', { 'if-none-match': etag })).statusCode]).toEqual(['', 304])
  for (const method of ['POST', 'OPTIONS', 'PROPFIND'] as const)
    expect((await sent(method)).statusCode, method).toBe(405)
  for (const coding of ['br', 'gzip']) {
    const { headers } = await sent('GET', { 'accept-encoding': coding })
    expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'Accept-Encoding'])
  }
})

test('W-107 W-106 a page names no other origin than its pictures’, in its policy and in what it loads', async () => {
  const shop = await newSiteShop(server, { name: 'Fournil sans tiers' })
  const answer = await server.app.inject({
    url: '/clichy-92110/fournil-sans-tiers',
    headers: { host: 'parvis.localhost:3000' },
  })
  const policy = String(answer.headers['content-security-policy']).split('; ')
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]),
  )
  expect(policy.find((part) => part.startsWith('style-src'))).toMatch(/^style-src 'self' 'sha256-[\w+/]+=*'$/)
  expect(answer.body.match(/<style/g)).toHaveLength(1)
  for (const [, rel = ''] of answer.body.matchAll(/<a [^>]*href="https:\/\/[^"]+"([^>]*)>/g))
    expect(rel).toContain('noreferrer')
  expect(shop.companyId).toBeTruthy()
})

test('W-118 W-069 the export of a resident holds what is kept about them, and nothing else', async () => {
  const who = newVisitor()
  const shop = await newSiteShop(server)
  await visits.follow(who, shop.companyId, { source: 'partage' })
  await visits.write(who, shop.companyId, 'Bonjour')
  await visits.subscribe(who)
  const answer = await visits.get<Record<string, unknown>>(who, '/export')
  expect(Object.keys(answer.data).sort()).toMatchInlineSnapshot(`
    [
      "bookings",
      "conversations",
      "counters",
      "devices",
      "firstName",
      "follows",
      "letters",
      "orders",
      "phone",
      "push",
      "settings",
    ]
  `)
  const { follows, conversations, devices, push, settings, counters } = answer.data as Record<string, object[]> & {
    conversations: { messages: object[] }[]
    counters: { limits: { name: string; used: number }[]; notifications: object[] }
  }
  const keys = (rows: readonly object[] = []) => Object.keys(rows[0] ?? {}).sort()
  expect(keys(follows)).toEqual(['company', 'mode', 'seenUntil', 'since', 'source'])
  expect(keys(conversations)).toEqual(['company', 'createdAt', 'messages'])
  expect(keys(conversations[0]?.messages)).toEqual(['fromCompany', 'image', 'sentAt', 'text'])
  expect([keys(devices), keys(push)]).toEqual([
    ['createdAt', 'lastSeenAt', 'name'],
    ['platform', 'token'],
  ])
  expect(settings).toEqual({
    town: '92024',
    quietFrom: '21:00',
    quietTo: '08:00',
    dailyCap: 3,
    digestAt: '18:00',
    pausedUntil: null,
    hideExcerpts: false,
  })
  expect(counters.limits.map(({ name }) => name)).toContain('new-conversations')
  expect(counters.notifications).toEqual([])
  const text = JSON.stringify(answer.data)
  for (const secret of who.cookies.values()) if (secret.length > 8) expect(text).not.toContain(secret)
  for (const kept of ['partage', 'Bonjour', 'quiet']) expect(text).toContain(kept)
})

test('W-118 the export holds each order with its photo, its ceiling, its proposals and its history, and no note of the shop', async () => {
  const shop = await newShop({}, newSiteShop)
  const who = newVisitor()
  const typed = { pickupDateTime: deskTime('15:00'), orderContent: 'Deux flans', firstName: 'Julie', maxTotal: '12.50' }
  const { id, discussionId } = (
    await visits.post<{ id: number; discussionId: string }>(who, `/companies/${shop.companyId}/orders`, typed)
  ).data
  expect(await act(shop, id, 'propose', { ...agreedAt(deskTime('16:00')), version: 1, note: 'Nature' })).toMatchObject({
    status: 200,
  })
  const note = { params: { id: discussionId }, token: shop.token, body: { text: 'Client pressé' } }
  await server.client.answer('POST /v1/discussions/:id/notes', note)
  const { data } = await visits.get<{ orders: Record<string, unknown>[]; settings: object }>(who, '/export')
  expect(Object.keys(data.orders[0] ?? {}).filter((key) => /_/.test(key))).toEqual([])
  expect(data.orders).toEqual([
    expect.objectContaining({
      company: expect.any(String),
      content: 'Deux flans',
      maxTotal: 12.5,
      picture: null,
      proposals: [expect.objectContaining({ content: 'Deux flans', total: 9, note: 'Nature' })],
      history: [
        { at: expect.any(String), by: 'resident', what: 'place' },
        { at: expect.any(String), by: 'company', what: 'propose' },
      ],
    }),
  ])
  expect(JSON.stringify(data)).not.toContain('Client pressé')
})

describe('W-083 the worker must go', () => {
  const without = testApp({ RESIDENT_WORKER: 'off' })
  test('W-083 its address answers one that removes itself and its caches, never kept', async () => {
    const read = sitePages(without)
    const gone = await read('/sw.js')
    expect([gone.cache, gone.html.includes('unregister'), gone.html.includes('caches.delete')]).toEqual([
      'no-cache',
      true,
      true,
    ])
    const usual = await open('/sw.js')
    expect([usual.cache, usual.html.includes('showNotification')]).toEqual(['no-cache', true])
  })
})

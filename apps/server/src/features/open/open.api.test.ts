import { testApp } from '@parvis/harness/server/test-app'
import { fixedTime, instantCalls } from '@parvis/harness/town/instants'
import type { Owner } from '@parvis/harness/town/people'
import { hoursCalls, hoursLine, scheduleCalls } from '@parvis/harness/town/schedules'
import { newSiteShop } from '@parvis/harness/town/site-visitors'
import { beforeAll, expect, test } from 'vitest'
import { run } from '../../db/database.ts'
import { writeCursor } from './cursor.ts'

const server = testApp()
const { newInstant, remove, get } = instantCalls(server)
const { scheduled, changeState } = scheduleCalls(server)
const town = 'clichy-92110'
const strict = testApp({ RATE_LIMITS: 'strict' })

beforeAll(async () => {
  await server.setClock('2030-01-01T09:00:00+01:00')
})

type Item = { id: string | number; removed?: true; [field: string]: unknown }
type List = { licence: { name: string; credit: string }; items: Item[]; after: string; more: boolean }

const read = async (path: string, headers: Record<string, string> = {}) =>
  await server.app.inject({ method: 'GET', url: `/v1/open${path}`, headers: { host: 'localhost:3000', ...headers } })

/** What changed becomes old enough to be given, and no page is in memory any more. */
async function settle() {
  await run(server.ownerDb)`update open_changes set changed_at = changed_at - make_interval(secs => 11)`
}

async function list(path: string): Promise<List> {
  const { statusCode, body } = await read(path)
  expect([statusCode, body.slice(0, 200)]).toEqual([200, expect.any(String)])
  return JSON.parse(body).data
}

const setOpen = async (owner: Owner, open: unknown) =>
  await server.client.answer('PUT /v1/company/:id/open-data', {
    params: { id: owner.companyId },
    token: owner.token,
    body: { open },
  })

async function openClub(name: string) {
  const owner = await newSiteShop(server, { name, type: 'association', membership: 'digital' })
  expect((await setOpen(owner, true)).status).toBe(200)
  return owner
}

/** Reads to the end from a cursor, page by page of that size. */
async function walk(path: string, after = '', size = 50) {
  const items: Item[] = []
  for (let from = after; ; ) {
    const page = await list(`${path}&size=${size}${from ? `&after=${from}` : ''}`)
    items.push(...page.items)
    from = page.after
    if (!page.more) return { items, after: from }
  }
}
const ids = ({ items }: { items: Item[] }) => items.map(({ id, removed }) => (removed ? `-${id}` : id))

test('F-001 F-002 F-003 F-004 anybody reads, from any site, with the licence and a validator', async () => {
  await openClub('Licence')
  await settle()
  const answer = await read(`/businesses?town=${town}&size=49`, {
    authorization: 'Bearer nobody',
    cookie: 'a=b',
    origin: 'https://club.example',
  })
  expect([answer.statusCode, answer.headers['access-control-allow-origin'], answer.headers.vary]).toEqual([
    200,
    '*',
    'Accept-Encoding',
  ])
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=60, stale-while-revalidate=60',
    link: '<https://www.etalab.gouv.fr/licence-ouverte-open-licence>; rel="license"',
    'access-control-expose-headers': 'ETag, Retry-After, Link',
  })
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  const again = await read(`/businesses?town=${town}&size=49`, { 'if-none-match': String(answer.headers.etag) })
  expect([again.statusCode, again.body, again.headers['access-control-allow-origin']]).toEqual([304, '', '*'])
  const refused = await read('/businesses?town=nulle-part')
  expect([refused.statusCode, refused.json().error.code, refused.headers['access-control-allow-origin']]).toEqual([
    404,
    'NOT_FOUND',
    '*',
  ])
  const preflight = await server.app.inject({
    method: 'OPTIONS',
    url: '/v1/open/events',
    headers: { origin: 'https://club.example' },
  })
  expect([preflight.statusCode, preflight.headers['access-control-allow-methods']]).toEqual([204, 'GET, HEAD, OPTIONS'])
})

test('F-005 F-006 F-017 the word of an owner opens and closes, once; a member below a manager reads it', async () => {
  const shop = await newSiteShop(server, { name: 'Fermé' })
  const before = await server.client.call('GET /v1/company/:id/open-data', {
    params: { id: shop.companyId },
    token: shop.token,
  })
  expect(before).toMatchObject({ open: false, chosen: null })
  expect((await read(`/businesses/${shop.companyId}`)).statusCode).toBe(404)
  expect((await setOpen(shop, true)).data).toMatchObject({
    open: true,
    chosen: true,
    embeds: { hours: expect.stringContaining('data-parvis="clichy-92110/ferme" data-vue="horaires"') },
  })
  expect((await read(`/businesses/${shop.companyId}`)).json().data.business).toMatchObject({ name: 'Fermé', town })
  await settle()
  const first = await walk(`/businesses?town=${town}`)
  expect(ids(first)).toContain(shop.companyId)
  await setOpen(shop, true)
  await settle()
  expect(ids(await walk(`/businesses?town=${town}`, first.after))).not.toContain(shop.companyId)
  await setOpen(shop, false)
  await settle()
  const gone = await walk(`/businesses?town=${town}`, first.after)
  expect(ids(gone)).toEqual([`-${shop.companyId}`])
  expect((await walk(`/businesses?town=${town}`, gone.after)).items).toEqual([])
  expect((await setOpen(shop, 'peut-être')).error).toMatchObject({
    code: 'VALIDATION',
    fields: { open: 'form_data_error' },
  })
})

test('F-007 F-008 hours move a business, whose phone is given by its id only', async () => {
  const club = await openClub('Horaires')
  await settle()
  const { after } = await walk(`/businesses?town=${town}`)
  await hoursCalls(server).setWeek(club, [hoursLine([2, 3, 4, 5, 6], '18:00', '02:00')])
  await settle()
  const [item] = (await walk(`/businesses?town=${town}`, after)).items
  expect(item).toMatchObject({ id: club.companyId, hours: { osm: 'Tu-Sa 18:00-26:00' } })
  expect(Object.keys(item ?? {})).not.toContain('phone')
  const { business } = (await read(`/businesses/${club.companyId}`)).json().data
  expect(Object.keys(business)).toEqual(expect.arrayContaining(['phone', 'email', 'text']))
})

test('F-009 F-010 F-011 F-013 an event with its dates and states, by town and by business', async () => {
  const club = await openClub('Chorale')
  const dates = ['2030-01-05', '2030-01-06'].map((day) => ({
    start: `${day}T18:00:00+01:00`,
    end: `${day}T20:00:00+01:00`,
    preview: false,
    enabled: true,
  }))
  const id = await scheduled(club, { kind: 'dates', dates }, { title: 'Concert de chœurs', categoryId: 10 })
  await settle()
  const first = await walk(`/events?business=${club.companyId}`)
  expect(first.items).toMatchObject([
    {
      id,
      title: 'Concert de chœurs',
      category: { slug: 'musical' },
      state: 'planned',
      more: false,
      dates: [{ state: 'planned', start: dates[0]?.start }, { formerStart: null }],
    },
  ])
  await changeState(club, id, { state: 'cancelled' })
  await settle()
  const [changed] = (await walk(`/events?town=${town}`, first.after)).items
  expect(changed).toMatchObject({
    id,
    state: 'cancelled',
    title: 'Concert de chœurs',
    dates: [{ state: 'cancelled' }, { state: 'cancelled' }],
  })
  expect((await read('/events')).json().error.fields).toEqual({ town: 'form_data_error' })
  expect((await read(`/events?town=${town}&business=${club.companyId}`)).statusCode).toBe(400)
  expect((await read('/events?town=nulle-part-1')).statusCode).toBe(404)
  await server.setClock('2030-03-01T09:00:00+01:00')
  expect(ids(await walk(`/events?business=${club.companyId}`))).toEqual([])
  expect(ids(await walk(`/events?business=${club.companyId}`, first.after))).toEqual([])
})

test('F-012 F-013 plain texts of 3,000 letters at the most without a bidi mark; of exactly one town or business, which exists', async () => {
  const owner = await openClub('Salle des textes')
  const long = `<p>Un <b>atelier</b> \u202eouvert\u202c ${'à tous '.repeat(400)}</p>`
  const id = await newInstant(owner, { longDescription: long, categoryId: 10 }, [fixedTime('2030-01-20')])
  await settle()
  const { items } = await list(`/events?business=${owner.companyId}`)
  const text = String(items.find((item) => item.id === id)?.text)
  expect(text).toMatch(/^Un atelier ouvert à tous/)
  expect(text.length).toBeLessThanOrEqual(3_000)
  expect(text).not.toMatch(/[<>\u202a-\u202e\u2066-\u2069]/)
  for (const path of ['/events', `/events?town=${town}&business=${owner.companyId}`])
    expect((await read(path)).statusCode).toBe(400)
  for (const path of ['/events?town=nulle-part-99999', '/events?business=00000000-0000-4000-8000-000000000000'])
    expect((await read(path)).statusCode).toBe(404)
})

test('F-018 a cursor that was cut, or of another list, is refused', async () => {
  const { after } = await list(`/businesses?town=${town}&size=48`)
  for (const bad of [`${after}x`, after.slice(0, -1), after.slice(0, 3), '-1'])
    expect((await read(`/businesses?town=${town}&after=${bad}`)).json().error, bad).toMatchObject({
      code: 'VALIDATION',
      fields: { after: 'form_data_error' },
    })
  expect((await read(`/events?town=${town}&after=${after}`)).statusCode).toBe(400)
})

test('F-014 F-015 F-016 F-017 any history of changes, read by the cursor, equals what stands', async () => {
  const clubs = [await openClub('Premier'), await openClub('Second')]
  const known = new Map<string | number, Item>()
  let [after, seed] = ['', 7]
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % below
  }
  const made: { id: number; club: Owner }[] = []
  for (let step = 0; step < 40; step++) {
    const club = clubs[random(2)] as Owner
    const which = made[random(Math.max(1, made.length))]
    const act = random(6)
    if (act <= 1 || !which)
      made.push({
        club,
        id: await newInstant(club, { title: `Fête numéro ${step}`, categoryId: 5 }, [fixedTime('2030-01-20')]),
      })
    else if (act === 2) await changeState(which.club, which.id, { state: random(2) ? 'full' : 'planned' })
    else if (act === 3) {
      await remove(which.club, which.id)
      made.splice(made.indexOf(which), 1)
    } else await setOpen(club, random(3) > 0)
    if (random(3) > 0) continue
    await settle()
    const delta = await walk(`/events?town=${town}`, after, 1 + random(4))
    after = delta.after
    for (const item of delta.items) {
      if (item.removed) known.delete(item.id)
      else known.set(item.id, item)
    }
    const byId = (items: Iterable<Item>) =>
      [...items].sort((a, b) => Number(a.id) - Number(b.id)).map((item) => ({ ...item, updatedAt: '' }))
    const present = await walk(`/events?town=${town}`, '', 50 - (step % 40))
    expect(byId(known.values()), `step ${step}`).toEqual(byId(present.items.filter(({ removed }) => !removed)))
  }
})

test('F-019 F-020 the same events as OpenAgenda gives them', async () => {
  const club = await openClub('Ronde')
  const date = (day: number, more = {}) => ({
    start: `2030-02-0${day}T18:00:00+01:00`,
    end: `2030-02-0${day}T20:00:00+01:00`,
    preview: false,
    enabled: true,
    ...more,
  })
  const lone = await scheduled(
    club,
    { kind: 'dates', dates: [date(1), date(2)] },
    { title: 'Grand bal', categoryId: 5 },
  )
  const moved = await scheduled(club, { kind: 'dates', dates: [date(3)] }, { title: 'Loto du club', categoryId: 5 })
  const run = await scheduled(
    club,
    { kind: 'dates', dates: [date(4, { end: '2030-02-06T12:00:00+01:00' })] },
    { title: 'Salon du livre', categoryId: 5 },
  )
  const { schedule } = await get(club, lone)
  await changeState(club, lone, { state: 'cancelled', dateId: schedule?.dates[0]?.id })
  await changeState(club, moved, {
    state: 'postponed',
    newStart: '2030-03-03T18:00:00+01:00',
    newEnd: '2030-03-03T20:00:00+01:00',
  })
  await settle()
  const page = (await read(`/events?business=${club.companyId}&format=openagenda`)).json()
  expect(Object.keys(page)).toEqual(['total', 'events', 'sort', 'after'])
  const of = (id: number) => page.events.find(({ uid }: { uid: number }) => uid === id)
  expect(of(lone)).toMatchObject({
    status: 1,
    timings: [{ begin: date(2).start }],
    title: { fr: 'Grand bal' },
    location: { insee: '92024' },
  })
  expect(of(moved)).toMatchObject({ status: 2, timings: [{ begin: '2030-03-03T18:00:00+01:00' }] })
  expect(of(run).timings).toEqual([
    { begin: '2030-02-04T18:00:00+01:00', end: '2030-02-05T00:00:00+01:00' },
    { begin: '2030-02-05T00:00:00+01:00', end: '2030-02-06T00:00:00+01:00' },
    { begin: '2030-02-06T00:00:00+01:00', end: '2030-02-06T12:00:00+01:00' },
  ])
  await remove(club, run)
  await settle()
  const removed = (
    await read(`/events?business=${club.companyId}&format=openagenda&removed=1&after[]=${page.after[0]}`)
  ).json()
  expect(removed).toMatchObject({ total: 1, events: [{ uid: run, removed: true }] })
  expect((await read(`/events?business=${club.companyId}&format=autre`)).statusCode).toBe(400)
})

test('F-010 F-011 F-020 of what is full, cancelled or postponed, the state that its owner said; of what is over, its last date', async () => {
  const club = await openClub('Ciné-club')
  const date = (day: string) => ({ start: `${day}T18:00:00+01:00`, end: `${day}T20:00:00+01:00` })
  const dates = [date('2030-02-11'), date('2030-02-12')]
  const states = ['full', 'cancelled', 'postponed'] as const
  const ids: number[] = []
  for (const state of states) {
    const id = await scheduled(club, { kind: 'dates', dates }, { title: `Projection ${state}`, categoryId: 5 })
    expect((await changeState(club, id, { state })).status).toBe(200)
    ids.push(id)
  }
  await settle()
  const { events } = (await read(`/events?business=${club.companyId}&format=openagenda`)).json()
  const told = ids.map((id) => events.find(({ uid }: { uid: number }) => uid === id))
  expect(told.map(({ status, timings }) => [status, timings.length])).toEqual([
    [5, 2],
    [6, 2],
    [4, 2],
  ])
  await server.setClock('2030-02-20T09:00:00+01:00')
  const { items } = await list(`/events?business=${club.companyId}&size=49`)
  expect(items.map((item) => [item.state, item.dates])).toEqual(
    states.map((state) => [state, [expect.objectContaining({ start: dates[1]?.start })]]),
  )
})

test('F-018 a cursor of more than thirteen months is too old to go on from', async () => {
  const { after } = await list(`/businesses?town=${town}&size=47`)
  const old = writeCursor('business', { at: (Date.now() - 400 * 86_400_000) * 1_000, id: 'a' })
  expect((await read(`/businesses?town=${town}&after=${old}`)).json().error.fields).toEqual({ after: 'cursor_expired' })
  expect((await read(`/businesses?town=${town}&after=${after}`)).statusCode).toBe(200)
})

test('F-003 the examples of /v1/docs are played as they stand, and answer what it says', async () => {
  await openClub('Exemple')
  await settle()
  const page = await server.app.inject({ url: '/v1/docs' })
  const samples = [...page.body.matchAll(/<pre class="sample">curl '([^']+)'<\/pre>/g)].map(([, url]) =>
    (url ?? '').replaceAll('&amp;', '&'),
  )
  expect(samples).toHaveLength(3)
  for (const url of samples) {
    const { pathname, search } = new URL(url)
    const { statusCode, body } = await read(`${pathname.replace('/v1/open', '')}${search}`)
    expect([url, statusCode]).toEqual([url, 200])
    expect(Object.keys(JSON.parse(body).data)).toEqual(['licence', 'items', 'after', 'more'])
  }
})

test('F-021 an address has 120 calls a minute, an IPv6 /64 as one, a /56 twice as many; others go on', async () => {
  const from = async (remoteAddress: string, path = 'businesses/5e0b7f0a-1111-4222-8333-444455556666') =>
    await strict.app.inject({
      url: `/v1/open/${path}`,
      headers: { host: 'localhost:3000' },
      remoteAddress,
    })
  const fill = async (addressOf: (n: number) => string, count: number) => {
    for (let n = 0; n < count; n++) expect((await from(addressOf(n))).statusCode, `call ${n}`).toBe(404)
  }
  await fill(() => '203.0.113.9', 120)
  const refused = await from('203.0.113.9')
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect(refused.headers['access-control-allow-origin']).toBe('*')
  await fill(() => '203.0.113.10', 1)
  // What is in memory is given all the same, also with a parameter that is not read.
  for (const [address, more] of [
    ['203.0.113.10', ''],
    ['203.0.113.9', '&removed=1'],
  ] as const)
    expect((await from(address, `events?town=${town}${more}`)).statusCode).toBe(200)
  await fill((n) => `2001:db8:a:100::${(n + 1).toString(16)}`, 120)
  expect((await from('2001:db8:a:100:ffff::1')).statusCode).toBe(429)
  await fill((n) => `2001:db8:a:101::${(n + 1).toString(16)}`, 119)
  await fill(() => '2001:db8:a:102::1', 1)
  expect((await from('2001:db8:a:103::1')).statusCode).toBe(429)
  await fill(() => '2001:db8:a:200::1', 1)
})

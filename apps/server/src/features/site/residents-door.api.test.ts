import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { htmlFaults } from '../../../../../harness/server/html-faults.ts'
import { testApp } from '../../../../../harness/server/test-app.ts'
import { editForm, updateCompany } from '../../../../../harness/town/companies.ts'
import { instantCalls } from '../../../../../harness/town/instants.ts'
import { newOwner } from '../../../../../harness/town/people.ts'
import { changed, rowsOf, run } from '../../db/database.ts'

const server = testApp()
const host = 'parvis.localhost:3000'
const origin = `http://${host}`

const open = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url, headers: { host, accept: 'text/html', ...headers } })

/** A call of a browser on the residents' site, with the cookie that it was given. */
async function act(method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body?: object, cookie = '', from = origin) {
  const answer = await server.app.inject({
    method,
    url: `/v1/site${path}`,
    headers: { host, origin: from, cookie, 'content-type': 'application/json' },
    ...(body && { payload: body }),
  })
  const set = [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0])
  return {
    status: answer.statusCode,
    data: answer.json().data,
    code: answer.json().error?.code,
    cookie: set.join('; '),
  }
}

async function newShop(name: string) {
  const owner = await newOwner(server)
  await updateCompany(server, owner, editForm({ name }))
  return owner
}

test('W-005 W-020 W-030 W-039 W-055 every kind of page is valid HTML, complete without script', async () => {
  const owner = await newShop('Fournil des pages')
  const id = await instantCalls(server).newInstant(owner)
  const paths = [
    '/',
    '/clichy-92110',
    '/clichy-92110/annuaire',
    '/clichy-92110/agenda',
    '/clichy-92110/services',
    '/clichy-92110/fournil-des-pages',
    `/x/y/z-${id}`,
    '/clichy-92110/fournil-des-pages/ecrire',
    '/clichy-92110/fournil-des-pages/affiche',
    '/mes-abonnements',
    '/reglages',
    '/transfert',
    '/installer',
    '/signaler',
    '/aide',
    '/rien',
  ]
  for (const path of paths) {
    const first = await open(path)
    const page = first.statusCode === 301 ? await open(String(first.headers.location)) : first
    expect([200, 404], path).toContain(page.statusCode)
    expect(await htmlFaults(path, page.body)).toEqual([])
    expect(Buffer.byteLength(page.body), path).toBeLessThan(50_000)
  }
})

test('W-012 W-016 W-020 W-026 W-029 W-055 W-105 the states of pages are valid HTML too: premium, own domain, stopped, gone, empty, refused', async () => {
  const shop = await newShop('Fournil des états')
  const [stopped, gone] = [await newShop('Fournil arrêté'), await newShop('Fournil parti')]
  const id = await instantCalls(server).newInstant(shop, { title: 'Grande dégustation' })
  const change = (values: object, of = shop.companyId) =>
    rowsOf(server.db)`update companies set ${changed(values)} where companies.id = ${of}`
  await change({ membership: 'digital', subdomain: 'etats', cac_active: true, identity_status: 'verified' })
  await change({ suspended_at: new Date(), suspension_reason: 'Fraude', suspended_by: 'team' }, stopped.companyId)
  await run(server.ownerDb)`delete from companies where companies.id = ${gone.companyId}`
  const fiche = '/clichy-92110/fournil-des-etats'
  const states: [string, number, Record<string, string>?][] = [
    ['/', 200, { host: `etats.${host}` }],
    [`/grande-degustation-${id}`, 200, { host: `etats.${host}` }],
    ['/annuaire', 404, { host: `etats.${host}` }],
    ['/clichy-92110/fournil-arrete', 404],
    ['/clichy-92110/fournil-parti', 410],
    ['/clichy-92110/annuaire?q=introuvable', 200],
    ['/clichy-92110/annuaire?ouvert=1', 200],
    ['/clichy-92110/annuaire/fleuriste', 200],
    ['/clichy-92110/agenda?categorie=boulangerie', 200],
    ['/saint-denis-les-bourg-01000', 200],
    ['/01000', 200],
    ['/paris', 200],
    ['/?q=zzzz', 200],
    [`${fiche}/commander`, 200],
    [`${fiche}/inconnu-999999`, 404],
    ['/q/zzzzzzzz', 404],
    ['/signalement/zzzzzzzz', 404],
    ['/mes-commandes', 200],
    ['/mes-messages', 200],
    ['/mes-commandes/1', 404],
    ['/hors-ligne', 200],
    ...['/mentions-legales', '/conditions', '/confidentialite', '/accessibilite'].map((one): [string, number] => [
      one,
      200,
    ]),
  ]
  for (const [path, status, headers] of states) {
    const page = await open(path, headers)
    expect([path, page.statusCode]).toEqual([path, status])
    expect(await htmlFaults(path, page.body)).toEqual([])
  }
  const refused = await server.app.inject({
    method: 'POST',
    url: `/v1/site/companies/${shop.companyId}/messages`,
    headers: { host, origin, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ message: ' ' }).toString(),
  })
  expect(refused.statusCode).toBe(400)
  expect(await htmlFaults('a refused form', refused.body)).toEqual([])
})

test('P5 W-059 an association, which has an address of its own on every plan, is followed from it', async () => {
  const club = await newShop('Club des ponts')
  await run(server.db)`
    update companies set type = 'association', category = 'culture', subdomain = 'club-des-ponts'
    where companies.id = ${club.companyId}`
  const follow = async () =>
    await server.app.inject({
      method: 'POST',
      url: `/v1/site/companies/${club.companyId}/follow`,
      headers: { host, origin: `http://club-des-ponts.${host}`, 'content-type': 'application/json' },
      payload: { follows: 1 },
    })
  expect((await follow()).statusCode).toBe(200)
  await run(server.db)`
    update companies set suspended_at = ${new Date()}, suspension_reason = 'Contenu'
    where companies.id = ${club.companyId}`
  expect((await follow()).statusCode).toBe(403)
})

test('W-012 W-059 a browser lets a premium address follow with the cookie, and nothing else; another origin is told nothing', async () => {
  const shop = await newShop('Fournil des ponts')
  await run(server.db)`
    update companies set membership = 'digital', subdomain = 'ponts' where companies.id = ${shop.companyId}`
  const ask = async (method: 'OPTIONS' | 'POST', path: string, from: string) => {
    const url = `/v1/site/companies/${shop.companyId}/${path}`
    const headers = { host, origin: from, ...(method === 'POST' && { 'content-type': 'application/json' }) }
    const answer = await server.app.inject({
      method,
      url,
      headers,
      ...(method === 'POST' && { payload: { follows: 1 } }),
    })
    const granted = answer.headers['access-control-allow-origin']
    return [answer.statusCode, granted, answer.headers['access-control-allow-credentials']]
  }
  const premium = `http://ponts.${host}`
  expect(await ask('OPTIONS', 'follow', premium)).toEqual([204, premium, 'true'])
  expect(await ask('POST', 'follow', premium)).toEqual([200, premium, 'true'])
  expect(await ask('OPTIONS', 'messages', premium)).toEqual([405, undefined, undefined])
  for (const other of ['http://evil.example', `https://ponts.${host}`, `http://ponts.${host}.evil.example`, 'null'])
    expect((await ask('OPTIONS', 'follow', other)).slice(1), other).toEqual([undefined, undefined])
  expect((await ask('POST', 'follow', `http://personne.${host}`))[0]).toBe(403)
})

async function listeningPort(): Promise<number> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  return (server.app.server.address() as AddressInfo).port
}

test('W-117 W-118 a resident has eight live streams at most: the ninth ends the oldest, another resident keeps theirs', async () => {
  const shop = await newShop('Fournil en direct')
  const cookies = [0, 1].map(
    async () => (await act('POST', `/companies/${shop.companyId}/follow`, { follows: 1 })).cookie,
  )
  const [mine = '', other = ''] = await Promise.all(cookies)
  const port = await listeningPort()
  const ended: number[] = []
  const opened: { destroy(): void }[] = []
  const stream = (n: number, cookie: string) =>
    new Promise<void>((resolve, reject) => {
      const asked = get({ port, host: '127.0.0.1', path: '/v1/site/events', headers: { host, cookie } }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode}`))
        answer.on('end', () => ended.push(n)).once('data', () => resolve())
      })
      asked.on('error', reject)
      opened.push(asked)
    })
  await stream(0, other)
  for (let n = 1; n <= 10; n++) await stream(n, mine)
  await expect.poll(() => ended).toEqual([1, 2])
  for (const one of opened) one.destroy()
})

test('W-117 T02 an address has forty live streams of residents: the forty-first is refused, and let in once one has ended', async () => {
  const shop = await newShop('Fournil très suivi')
  const port = await listeningPort()
  const opened: { destroy(): void }[] = []
  onTestFinished(() => {
    for (const one of opened) one.destroy()
  })
  const stream = (cookie: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = get({ port, host: '127.0.0.1', path: '/v1/site/events', headers: { host, cookie } }, (answer) => {
        answer.once('data', () => resolve(answer.statusCode))
      })
      opened.push(asked.on('error', reject))
    })
  const cookies: string[] = []
  for (let n = 0; n < 6; n++)
    cookies.push((await act('POST', `/companies/${shop.companyId}/follow`, { follows: 1 })).cookie)
  for (let n = 0; n < 40; n++) expect(await stream(cookies[Math.floor(n / 8)] ?? ''), `${n}`).toBe(200)
  expect(await stream(cookies[5] ?? '')).toBe(429)
  for (const one of opened.splice(0, 8)) one.destroy()
  await expect.poll(async () => await stream(cookies[5] ?? '')).toBe(200)
})

test('W-056 W-057 W-059 W-061 X-010 a resident is made by the first act, known by its cookie alone', async () => {
  const shop = await newShop('Fournil suivi')
  for (const forged of ['https://evil.example', 'null', '', `${origin}.evil.example`, `${origin}/`]) {
    const other = await act('POST', `/companies/${shop.companyId}/follow`, { follows: 1 }, '', forged)
    expect([forged, other.status, other.code, other.cookie]).toEqual([forged, 403, 'FORBIDDEN', ''])
  }
  for (const forged of ['habitant-dev=', 'habitant-dev=%00', `habitant-dev=${'a'.repeat(4000)}`, 'habitant=1'])
    expect((await act('GET', '/me', undefined, forged)).data, forged.slice(0, 20)).toEqual({ hasIdentity: false })
  const followed = await act('POST', `/companies/${shop.companyId}/follow`, { follows: 1 })
  expect(followed.data).toEqual({ followersCount: 1, isFollowed: true, mode: 'now' })
  const me = await act('GET', '/me', undefined, followed.cookie)
  expect(me.data.follows.map(({ companyId }: { companyId: string }) => companyId)).toEqual([shop.companyId])
  expect((await act('GET', '/conversations', undefined, 'habitant-dev=inconnu')).code).toBe('SESSION_UNKNOWN')
  expect((await act('GET', '/conversations')).code).toBe('TOKEN_NOT_FOUND')
  const erased = await act('DELETE', '/me', {}, followed.cookie)
  expect(erased.data).toEqual({ erased: true, laterAt: null })
  expect((await act('GET', '/me', undefined, followed.cookie)).data).toEqual({ hasIdentity: false })
})

test('W-003 W-110 the residents’ host serves no portal, and the same bytes to everybody', async () => {
  expect((await open('/login')).statusCode).toBe(404)
  expect((await open('/v1/company/ownership')).statusCode).toBe(404)
  const [plain, known] = [
    await open('/clichy-92110'),
    await open('/clichy-92110', { cookie: 'habitant-dev=x; habitant=1' }),
  ]
  expect(known.body).toBe(plain.body)
  expect(known.headers['set-cookie']).toBeUndefined()
})

import { api } from '@parvis/domain/api'
import { type Endpoint, methodOf, pathOf } from '@parvis/domain/kernel/contract'
import { aimedCall } from '@parvis/harness/fuzz/aimed-call'
import { type AuthorizationFixture, authorizationFixture } from '@parvis/harness/fuzz/authorization-fixture'
import { beyond, type Cost, costOf } from '@parvis/harness/server/cost'
import { testApp } from '@parvis/harness/server/test-app'
import { fillBusiness, fillTown } from '@parvis/harness/sql/fill-town'
import { newSiteShop, newVisitor, residentHost, residentOrigin, siteCalls } from '@parvis/harness/town/site-visitors'
import { beforeAll, expect, test } from 'vitest'
import { createDatabase, rowsOf, run } from '../../db/database.ts'
import { keysOfPages, type PageKind } from './hosts/plain-address.ts'

/** As long as an address may be. */
const fullQuery = (keys: readonly string[]) => keys.map((key) => `${key}=${'pain%20'.repeat(200)}`).join('&')
/** From the largest that a call takes on. */
const fullTexts = [100_000, 30_000, 4_000].map((letters) => 'Un mot de plus. '.repeat(letters / 16))

const server = testApp()
let fixture: AuthorizationFixture
let instantId = 0
let code = ''

/** Clichy with five hundred businesses and 40,000 publications, and one business with all that its plan and the caps allow. */
beforeAll(async () => {
  fixture = await authorizationFixture(server)
  const shop = await newSiteShop(server, { name: 'La Salle', type: 'association', membership: 'digital' })
  await using db = createDatabase({ url: server.ownerUrl, size: 1, queryTimeoutMs: 60_000 })
  await fillTown(db, { zip: '92110', city: 'Clichy', town: '92024', businesses: 500, publications: 40_000 })
  await fillBusiness(db, shop.companyId, { zip: '92110', city: 'Clichy' })
  await run(db)`update companies set subdomain = 'la-salle', identity_status = 'verified' where id = ${shop.companyId}`
  await run(db)`insert into qr_codes (code, company_id, label) values ('abcd2345', ${shop.companyId}, 'Vitrine')`
  await run(db)`vacuum analyze`
  const found = await rowsOf<{ id: number }>(db)`
      select min(id) as id from instants where company_id = ${shop.companyId}`
  instantId = found[0]?.id ?? 0
  code = 'abcd2345'
}, 120_000)

const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
const town = '/clichy-92110'
const fiche = `${town}/la-salle`

/** Where each kind of public page stands, on the residents' host and on that of a business: a kind without a row does not compile. */
const pages: Record<PageKind, { resident: () => string[]; own?: () => string[] }> = {
  home: { resident: () => ['/'] },
  word: { resident: () => ['/92110', '/paris', '/aide', '/confidentialite'] },
  sitemap: {
    resident: () => ['/robots.txt', '/sitemap.xml', `/sitemaps${town}.xml`],
    own: () => ['/robots.txt', '/sitemap.xml'],
  },
  town: { resident: () => [town] },
  directory: {
    resident: () => [`${town}/annuaire`, `${town}/annuaire/boulangerie`, `${town}/annuaire?page=2&q=maison`],
  },
  agenda: {
    resident: () => [
      `${town}/agenda`,
      `${town}/agenda?page=20`,
      `${town}/agenda/${soon}`,
      `${town}/agenda?categorie=musical`,
    ],
  },
  services: { resident: () => [`${town}/services`] },
  sheet: { resident: () => [`${town}/affiche`, `${fiche}/affiche`] },
  calendar: { resident: () => [`${town}/agenda.ics`, `${fiche}/agenda.ics`], own: () => ['/agenda.ics'] },
  news: { resident: () => [`${town}/flux.xml`, `${fiche}/flux.xml`], own: () => ['/flux.xml'] },
  business: { resident: () => [fiche], own: () => ['/'] },
  fragment: {
    resident: () => [`${fiche}/carte?vue=horaires`, `${fiche}/carte?vue=agenda`, `${town}/agenda/carte`],
  },
  acts: { resident: () => [`${town}/actes`, `${town}/actes/flux.xml`] },
  alerts: { resident: () => [`${town}/alertes`] },
  instant: {
    resident: () => [`${fiche}/concert-1-${instantId}`, `${fiche}/concert-1-${instantId}.ics`],
    own: () => [`/concert-1-${instantId}`],
  },
}

const slowest = (costs: readonly Cost[]) =>
  costs
    .toSorted((a, b) => b.all - a.all)
    .slice(0, 10)
    .map(({ name, all, turn, status }) => `${name} ${status}: ${all.toFixed(1)} ms, ${turn.toFixed(1)} in a turn`)

test('W-123 W-124 S1 S2 S8 each page, feed and file of each host costs a stranger 100 ms of processor at most in a town of 40,000 publications, 20 in a turn', async () => {
  const costs: Cost[] = []
  const play = async (host: string, path: string, keys: readonly string[]) => {
    const accepted = { host, accept: 'text/html', 'accept-encoding': 'br' }
    costs.push(await costOf(server, `${host}${path}`, { url: path, headers: accepted }))
    if (keys.length > 0)
      costs.push(
        await costOf(server, `${host}${path} full`, {
          url: `${path.split('?')[0]}?${fullQuery(keys)}`,
          headers: accepted,
        }),
      )
  }
  for (const [kind, { resident, own }] of Object.entries(pages)) {
    for (const path of resident()) await play(residentHost, path, keysOfPages[kind as PageKind])
    for (const path of own?.() ?? []) await play(`la-salle.${residentHost}`, path, [])
  }
  costs.push(await costOf(server, 'code', { url: `/q/${code}`, headers: { host: residentHost } }))
  for (const path of ['/sw.js', '/nulle-part', '/clichy-92110/personne'])
    costs.push(await costOf(server, path, { url: path, headers: { host: residentHost } }))
  if (process.env.SHOW_COSTS) console.log(slowest(costs).join('\n'))
  expect(beyond(costs)).toEqual([])
  const found = costs.filter(
    ({ name }) => !/ full$|nulle-part|personne|sw\.js|code$|:3000\/paris$|:3000\/92110$/.test(name),
  )
  expect(found.filter(({ status }) => status !== 200)).toEqual([])
}, 600_000)

/** Whoever comes without an account: nobody, or a resident, as whom one touch makes a browser known. */
const open = ['public', 'visitor', 'anyone', 'signature', 'resident']
const endpoints = Object.values(api)
  .flatMap((contract) => Object.values(contract) as Endpoint[])
  .filter(({ access, streamed }) => open.includes(String(access)) && !streamed)

/** As it is meant, then with a full query and the largest body that it takes. */
async function costsOfCall(endpoint: Endpoint, cookie: string): Promise<Cost[]> {
  const { url, json } = aimedCall(endpoint, fixture)
  const name = endpoint.call
  // Through a proxy, as strangers come: some calls answer this machine alone.
  const proxied = { 'x-forwarded-for': '203.0.113.7' }
  const headers = pathOf(endpoint).startsWith('/v1/site')
    ? { host: residentHost, origin: residentOrigin, cookie, ...proxied }
    : proxied
  const call = { method: methodOf(endpoint) as 'GET', headers }
  const costs = [await costOf(server, name, { ...call, url, ...(json && { payload: json }) })]
  const full = `${url}&${fullQuery(['q', 'zip', 'zipCode', 'cityCodes', 'siren', 'x'])}`
  for (const text of json ? fullTexts : ['']) {
    const filled = json && { payload: { ...json, message: text, text, description: text, q: text } }
    const cost = await costOf(server, `${name} full`, { ...call, url: full, ...filled })
    costs.push(cost)
    if (cost.status !== 413) break
  }
  return costs
}

test('X-010 W-124 S1 S15 each call and form that needs no session costs 100 ms of processor at most with a full query and a full body, 20 in a turn', async () => {
  const costs: Cost[] = []
  const who = newVisitor()
  await siteCalls(server).follow(who, fixture.b.companyId)
  const cookie = [...who.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  for (const endpoint of endpoints) costs.push(...(await costsOfCall(endpoint, cookie)))
  if (process.env.SHOW_COSTS) console.log(slowest(costs).join('\n'))
  expect(costs.length).toBeGreaterThan(40)
  expect(beyond(costs)).toEqual([])
}, 600_000)

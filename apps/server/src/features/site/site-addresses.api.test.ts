import { testApp } from '@parvis/harness/server/test-app'
import { editForm, settingsOf, updateCompany } from '@parvis/harness/town/companies'
import { fixedTime, instantCalls } from '@parvis/harness/town/instants'
import type { Owner } from '@parvis/harness/town/people'
import { newSiteShop, residentHost, residentOrigin, sitePages } from '@parvis/harness/town/site-visitors'
import { beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { run } from '../../db/database.ts'

const server = testApp()
const open = sitePages(server)
const { newInstant, update } = instantCalls(server)
beforeEach(() => server.setClock(null))

const leads = async (path: string, headers?: Record<string, string>) => {
  const { status, location } = await open(path, headers)
  return [status, location.replace(residentOrigin, '')]
}
const rename = async (shop: Owner, fields: Parameters<typeof editForm>[0]) => {
  const { status, error } = await updateCompany(server, shop, editForm(fields))
  expect([status, error]).toEqual([200, undefined])
}
const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
const premium = (name: string) => ({ host: `${name}.${residentHost}` })

test('W-001 W-004 the residents’ host is that of the settings, its default elsewhere when it is free, and an error when it is written wrong', () => {
  const read = (env: Record<string, string>) =>
    readConfig({
      DATABASE_URL: 'postgres://x@localhost/x',
      PARVIS_DATA: '/tmp/parvis-none',
      LOG_LEVEL: 'silent',
      ...env,
    })
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://pro.exemple.fr',
    WEB_DOMAIN: 'exemple.fr',
    SECRET_KEY: '5f'.repeat(32),
    ALLOW_EMBEDDED_PROVIDERS: '1',
  }
  expect(read({ NODE_ENV: 'development', PORT: '3007' }).residentUrl).toBe('http://parvis.localhost:3007')
  expect(read(production).residentUrl).toBe('https://exemple.fr')
  expect(read({ ...production, PUBLIC_URL: 'https://exemple.fr' }).residentUrl).toBeUndefined()
  for (const RESIDENT_URL of ['x', 'https://pro.exemple.fr', 'ftp://exemple.fr', 'https://exemple.fr/chemin'])
    expect(() => read({ ...production, RESIDENT_URL }), RESIDENT_URL).toThrow('RESIDENT_URL')
})

test('W-002 the host decides, without its case, port and final dot; what a proxy forwards changes no byte', async () => {
  const page = await open('/clichy-92110')
  expect(page.status).toBe(200)
  const sent = { host: 'CLICHY.PARVIS.LOCALHOST.:3000', 'x-forwarded-host': 'evil.example' }
  expect((await open('/', sent)).status).toBe(404)
  const forged = await open('/clichy-92110', { host: 'PARVIS.LOCALHOST.:3000', 'x-forwarded-host': 'evil.example' })
  expect(forged.html).toBe(page.html)
  expect((await open('/login', { host: '127.0.0.1:3000' })).html).not.toContain('/clichy-92110')
})

test('W-006 a postal code leads to its town or shows those that share it; another code of a town leads to its own', async () => {
  expect(await leads('/92110')).toEqual([302, '/clichy-92110'])
  expect(await leads('/75011')).toEqual([302, '/paris-11e-75011'])
  const shared = await open('/01000')
  expect([shared.status, /href="\/bourg-en-bresse-01000"/.test(shared.html)]).toEqual([200, true])
  expect(shared.html).toContain('href="/saint-denis-les-bourg-01000"')
  expect(await leads('/toulouse-31500/agenda')).toEqual([301, '/toulouse-31000/agenda'])
  for (const [city, town] of [
    ['paris', '/paris-20e-75020'],
    ['lyon', '/lyon-3e-69003'],
    ['marseille', '/marseille-1er-13001'],
  ] as const)
    expect((await open(`/${city}`)).html, city).toContain(`href="${town}"`)
  expect((await open('/99999')).status).toBe(404)
  await newSiteShop(server, { name: 'Fournil des mots' })
  for (const word of ['constructor', '__proto__', 'x/y'])
    expect((await open(`/clichy-92110/fournil-des-mots/${word}`)).status, word).toBe(404)
})

test('W-008 an address is the name as a slug, cut at a word, unique in its town, never a word of the site', async () => {
  const pathOf = async (name: string) => {
    const settings = await settingsOf(server, await newSiteShop(server, { name }))
    return String(settings.publicUrl).replace(`${residentOrigin}/clichy-92110/`, '')
  }
  expect(await pathOf('Boulangerie des Lilas')).toBe('boulangerie-des-lilas')
  expect(await pathOf('Boulangerie des Lilas')).toBe('boulangerie-des-lilas-2')
  expect(await pathOf('Agenda')).toBe('agenda-2')
  expect(await pathOf('Œuvre d’Ægir & Straße')).toBe('oeuvre-d-aegir-strasse')
  expect(await pathOf('★ ★ ★')).toBe('boulangerie')
  const long = await pathOf(`${'Marguerite '.repeat(9)}`.trim().slice(0, 80))
  expect([long.length <= 60, /^(marguerite-)*marguerite$/.test(long)]).toEqual([true, true])
})

test('W-009 after two renames each former address leads to the present one in one hop, and is given to nobody else', async () => {
  const shop = await newSiteShop(server, { name: 'Premier Nom' })
  await rename(shop, { name: 'Deuxième Nom' })
  await rename(shop, { name: 'Troisième Nom' })
  for (const former of ['premier-nom', 'deuxieme-nom'])
    await expect.poll(() => leads(`/clichy-92110/${former}`)).toEqual([301, '/clichy-92110/troisieme-nom'])
  const other = await settingsOf(server, await newSiteShop(server, { name: 'Premier Nom' }))
  expect(other.publicUrl).toBe(`${residentOrigin}/clichy-92110/premier-nom-2`)
  await rename(shop, { name: 'Troisième Nom', city: 'Asnières-sur-Seine', zipCode: '92600' })
  const moved = [301, '/asnieres-sur-seine-92600/troisieme-nom']
  for (const former of ['premier-nom', 'deuxieme-nom', 'troisieme-nom'])
    await expect.poll(() => leads(`/clichy-92110/${former}`)).toEqual(moved)
  await rename(shop, { name: 'Premier Nom' })
  await expect.poll(async () => (await open('/clichy-92110/premier-nom')).status).toBe(200)
  expect((await open('/clichy-92110/deuxieme-nom')).cache).toBe('public, max-age=0, s-maxage=30')
})

test('W-010 an instant is found by its id: another title, another business or another town before it leads to the right one', async () => {
  const shop = await newSiteShop(server, { name: 'Salle des dates' })
  const id = await newInstant(shop, { title: 'Fête du pain' }, [fixedTime('2030-05-04')])
  const path = `/clichy-92110/salle-des-dates/fete-du-pain-${id}`
  expect((await open(path)).status).toBe(200)
  const others = ['clichy-92110/salle-des-dates/autre', 'x/y/z', 'paris-11e-75011/rien/fete-du-pain']
  for (const wrong of others) expect(await leads(`/${wrong}-${id}`), wrong).toEqual([301, path])
  await update(shop, id, { title: 'Fête du levain' })
  await expect.poll(() => leads(path)).toEqual([301, `/clichy-92110/salle-des-dates/fete-du-levain-${id}`])
})

test('W-011 one plain form of each address: case, slashes, percent signs, empty keys and the first page', async () => {
  for (const [from, to] of [
    ['/Clichy-92110//', '/clichy-92110'],
    ['/clichy-92110/agenda/', '/clichy-92110/agenda'],
    ['/clichy-92110//agenda', '/clichy-92110/agenda'],
    ['/%63lichy-92110', '/clichy-92110'],
    ['/clichy-92110/annuaire?page=1', '/clichy-92110/annuaire'],
    ['/clichy-92110/annuaire?q=&ouvert=1', '/clichy-92110/annuaire?ouvert=1'],
  ]) {
    expect(await leads(String(from)), from).toEqual([301, to])
    expect((await open(String(from))).cache).toBe('public, max-age=86400')
  }
  const plain = await open('/clichy-92110/annuaire')
  expect((await open('/clichy-92110/annuaire?utm_source=x&fbclid=y')).html).toBe(plain.html)
})

test('W-013 W-014 the canonical address is the premium one while the plan gives it; a former subdomain leads on for twelve months', async () => {
  const shop = await newSiteShop(server, { name: 'Fournil premium', membership: 'premium' })
  const id = await newInstant(shop, { title: 'Brioche' }, [fixedTime('2030-05-04')])
  const fields = { name: 'Fournil premium' }
  await rename(shop, { ...fields, premium_subdomain: 'fournilun' })
  const [there, here] = [await open('/', premium('fournilun')), await open('/clichy-92110/fournil-premium')]
  expect([there.status, here.status]).toEqual([200, 200])
  for (const { html } of [there, here]) {
    expect(canonicalOf(html)).toBe(`http://fournilun.${residentHost}/`)
    expect(html).toContain(`"@id":"http://fournilun.${residentHost}/"`)
  }
  const instant = await open(`/clichy-92110/fournil-premium/brioche-${id}`)
  expect(canonicalOf(instant.html)).toBe(`http://fournilun.${residentHost}/brioche-${id}`)
  // A premium host has a sitemap of its own (W-086).
  await run(server.db)`update companies set identity_status = 'verified' where id = ${shop.companyId}`
  const map = (await open('/sitemap.xml', premium('fournilun'))).html
  const own = `http://fournilun.${residentHost}`
  expect([...map.matchAll(/<loc>([^<]*)/g)].map(([, loc]) => loc)).toEqual([`${own}/`, `${own}/brioche-${id}`])
  expect((await open('/robots.txt', premium('fournilun'))).html).toContain(`Sitemap: ${own}/sitemap.xml`)

  await rename(shop, { ...fields, premium_subdomain: 'fournildeux' })
  expect(await leads('/', premium('fournilun'))).toEqual([301, `http://fournildeux.${residentHost}/`])
  // Whoever subscribed to its calendar goes on, and nobody's query is kept with it.
  const calendar = [301, `http://fournildeux.${residentHost}/agenda.ics`]
  expect(await leads('/agenda.ics?categorie=x', premium('fournilun'))).toEqual(calendar)
  const other = await newSiteShop(server, { name: 'Autre', membership: 'premium' })
  const taken = await updateCompany(server, other, editForm({ name: 'Autre', premium_subdomain: 'fournilun' }))
  expect([taken.status, taken.error?.code]).toEqual([409, 'SUBDOMAIN_TAKEN'])
  const unknown = await open('/', premium('personne'))
  expect([unknown.status, unknown.html.includes(`href="${residentOrigin}/"`)]).toEqual([404, true])

  await run(server.db)`update companies set membership = 'freemium' where id = ${shop.companyId}`
  await rename(shop, fields)
  const down = await open('/', premium('fournildeux'))
  expect([down.status, down.location, down.cache]).toEqual([
    302,
    `${residentOrigin}/clichy-92110/fournil-premium`,
    'no-store',
  ])
  const path = `/brioche-${id}`
  expect(await leads(path, premium('fournildeux'))).toEqual([302, `/clichy-92110/fournil-premium${path}`])
})

test('W-085 W-086 a sitemap, a feed and a calendar are dated by the last change of what they show, not by their answer', async () => {
  await server.setClock('2035-03-02T10:00:00+01:00')
  const shop = await newSiteShop(server, { name: 'Fournil daté' })
  await run(server.db)`update companies set identity_status = 'verified' where id = ${shop.companyId}`
  const id = await newInstant(shop, { title: 'Tartelette' }, [fixedTime('2035-05-04')])
  const dated = async () => {
    const read = async (url: string) => {
      const { body, headers } = await server.app.inject({ url, headers: { host: residentHost } })
      return { body, at: new Date(headers['last-modified'] ?? 0).toISOString().slice(0, 10) }
    }
    const map = await read('/sitemaps/clichy-92110.xml')
    const [feed, calendar] = [await read('/clichy-92110/fournil-date/flux.xml'), await read('/clichy-92110/agenda.ics')]
    const own = await read('/clichy-92110/fournil-date/agenda.ics')
    return [
      new RegExp(`/tartelette[a-z-]*-${id}</loc><lastmod>(.{10})`).exec(map.body)?.[1],
      /\/clichy-92110<\/loc><lastmod>(.{10})/.exec(map.body)?.[1],
      map.at,
      feed.at,
      calendar.at,
      /DTSTAMP:(.{8})/.exec(own.body)?.[1],
    ]
  }
  await server.setClock('2035-03-04T10:00:00+01:00')
  await vi.waitFor(async () => expect(await dated()).toEqual([...Array<string>(5).fill('2035-03-02'), '20350302']))
  await update(shop, id, { title: 'Tartelette fine' })
  await vi.waitFor(async () => expect(await dated()).toEqual([...Array<string>(5).fill('2035-03-04'), '20350304']))
})

import { testApp } from '@parvis/harness/server/test-app'
import { editForm, updateCompany } from '@parvis/harness/town/companies'
import { fixedTime, instantCalls, recurrentTime } from '@parvis/harness/town/instants'
import { newOwner, type Owner } from '@parvis/harness/town/people'
import { newSiteShop, newVisitor, siteCalls, sitePages } from '@parvis/harness/town/site-visitors'
import ICAL from 'ical.js'
import { beforeAll, expect, test } from 'vitest'
import { rowsOf, run } from '../../db/database.ts'

const server = testApp()
const open = sitePages(server)
const visits = siteCalls(server)
const { newInstant } = instantCalls(server)
let shop: Owner

/** Tuesday 2 March 2027, half past ten: a bakery, an épicerie that opens later, an association and two town halls in Clichy. */
beforeAll(async () => {
  await server.setClock('2027-03-02T10:30:00+01:00')
  shop = await newSiteShop(server, { name: 'Fournil des Lilas', membership: 'premium' })
  await settle(shop, { name: 'Fournil des Lilas', description: '<p>Du levain, et rien d’autre.</p>' })
  await settle(await newSiteShop(server, { name: 'Au Bon Coin' }), {
    name: 'Au Bon Coin',
    category: 'epicerie',
    openingHours: JSON.stringify([{ daytype: 'all_tuesdays', startTime: '15:00', endTime: '19:00', enabled: true }]),
  })
  await newSiteShop(server, { name: 'Les Amis du Parc', type: 'association' })
})

async function settle(owner: Owner, fields: Parameters<typeof editForm>[0]): Promise<void> {
  const { status, error } = await updateCompany(server, owner, editForm(fields))
  expect([status, error]).toEqual([200, undefined])
}

const attribute = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
const cardsOf = (html: string) =>
  [...html.matchAll(/class="card business"[\s\S]*?<h3><a href="[^"]+">([^<]+)/g)].map(([, name]) => name)

test('W-021 each kind of page has its title, a description of 160 characters at most, Open Graph, icons and feeds', async () => {
  const id = await newInstant(shop, { title: 'Dégustation' }, [fixedTime('2027-03-09', '18:00', '20:00')])
  const titles: [path: string, title: string][] = [
    ['/clichy-92110/fournil-des-lilas', 'Fournil des Lilas, Boulangerie à Clichy'],
    [`/clichy-92110/fournil-des-lilas/degustation-${id}`, 'Dégustation — Fournil des Lilas'],
    ['/clichy-92110/agenda', 'Agenda de Clichy'],
    ['/arcueil-94110/agenda', 'Agenda d’Arcueil'],
    ['/le-treport-76470/agenda', 'Agenda du Tréport'],
    ['/les-lilas-93260/agenda', 'Agenda des Lilas'],
    ['/clichy-92110/annuaire/boulangerie', 'Boulangerie à Clichy'],
  ]
  const sizes = ['1200x600', '500x500']
  for (const [path, title] of titles) {
    const { html, status } = await open(path)
    expect([status, /<title>([^<]*)/.exec(html)?.[1]], path).toEqual([200, title])
    expect(attribute(html, 'description')?.length, path).toBeLessThanOrEqual(160)
    expect([attribute(html, 'og:locale'), attribute(html, 'theme-color')], path).toEqual(['fr_FR', '#FBFAF7'])
    expect(html).toContain('rel="icon"')
    expect(sizes, path).toContain(`${attribute(html, 'og:image:width')}x${attribute(html, 'og:image:height')}`)
    expect([attribute(html, 'og:image:alt'), attribute(html, 'og:image')], path).toEqual([
      expect.stringMatching(/./),
      expect.stringMatching(/^https?:\/\/.+\.(jpg|png)$/),
    ])
    expect(html, path).toContain('"@type":"BreadcrumbList"')
  }
  const usual = new URL(attribute((await open('/arcueil-94110/agenda')).html, 'og:image') ?? '').pathname
  expect(await open(usual)).toMatchObject({ status: 200 })
  const bakeries = (await open('/clichy-92110/annuaire/boulangerie')).html
  expect(attribute(bakeries, 'description')).toContain('Boulangerie à Clichy : 1 adresse, les ouvertes d’abord')
  const { html } = await open('/clichy-92110/fournil-des-lilas')
  expect([attribute(html, 'og:image:width'), attribute(html, 'og:image:height')]).toEqual(['1200', '600'])
  expect(html).toMatch(/rel="alternate" type="application\/atom\+xml" href="[^"]+\/flux.xml"/)
  const instant = (await open(`/clichy-92110/fournil-des-lilas/degustation-${id}`)).html
  expect(instant).toContain(`-${id}.ics" title="Agenda : Dégustation"`)
})

test('W-023 W-005 the home asks for the town by a plain form: one match leads there, several are listed, none is said', async () => {
  const { html, text } = await open('/')
  expect(html).toMatch(/<form [^>]*action="\/"[\s\S]*Votre commune ou code postal/)
  expect(text).toContain('Clichy (92110)')
  expect(await open('/?q=clichy 92110'.replace(' ', '%20'))).toMatchObject({ status: 302, location: '/clichy-92110' })
  expect((await open('/?q=clich')).text).toContain('Clichy (92110)')
  expect((await open('/?q=zzzz')).text).toContain('Aucune commune pour « zzzz »')
})

test('W-024 a town chosen by an act is the home of that browser, and « Changer de commune » leads back', async () => {
  const lea = newVisitor()
  await visits.follow(lea, shop.companyId)
  const cookie = [...lea.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(await open('/', { cookie })).toMatchObject({
    status: 302,
    location: '/clichy-92110',
    cache: 'private, no-store',
  })
  const town = await open('/clichy-92110', { cookie })
  expect(town.html).toMatch(/<header[\s\S]*href="\/\?changer=1"[^>]*>Changer de commune[\s\S]*<\/header>/)
  expect((await open('/?changer=1', { cookie })).status).toBe(200)
  expect((await open('/')).status).toBe(200)
})

test('W-025 a town’s home counts the day, shows what runs, what comes, who is there; what is cancelled is not counted', async () => {
  await newInstant(shop, { title: 'Marché du jour', type: 'event' }, [fixedTime('2027-03-02', '09:00', '12:00')])
  // A page that was kept is old for two seconds at most (W-120); the development clock empties the memory at once.
  await server.setClock('2027-03-02T10:30:00+01:00')
  const { text } = await open('/clichy-92110')
  expect(text).toMatch(/Aujourd’hui à Clichy : (aucun|\d+) rendez-vous, \d+ commerces? ouverts?/)
  const parts = ['Aujourd’hui à Clichy', 'En ce moment', 'Annuaire', 'Nouveaux', 'Recevoir l’agenda']
  const places = parts.map((part) => text.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
})

test('W-026 a town of nobody says so, invites a shop, shows the lively towns near, and is not indexed', async () => {
  const { status, text, html } = await open('/arcueil-94110')
  expect([status, /<meta name="robots" content="noindex"/.test(html)]).toEqual([200, true])
  expect(text).toContain('Personne n’est encore inscrit à Arcueil.')
  expect(html).toContain('/inscription')
  expect((await open('/asnieres-sur-seine-92600')).html).toContain('href="/clichy-92110"')
})

test('W-027 W-044 a directory of sixty: each business once over its pages, the open ones first, then by name; no page beyond', async () => {
  const rows = await rowsOf<{ id: string }>(server.db)`
    insert into companies (type, registry_code, name, category, membership, address, zip_code, city, town, completed_at)
    select 'commerce', 'site' || n, 'Atelier ' || lpad(n::text, 2, '0'), 'boulangerie', 'freemium', '1 rue', '69440', 'Mornant', '69141', app_now()
    from generate_series(1, 60) n returning id`
  await run(server.db)`insert into company_addresses (town, slug, company_id, is_current)
    select '69141', 'atelier-' || row_number() over (), id, true from companies where town = '69141'`
  await run(server.db)`insert into opening_hours (company_id, position, day_type, start_time, end_time, enabled)
    values (${rows[59]?.id}, 0, 'all_days', '09:00', '18:00', true)`
  const seen: (string | undefined)[] = []
  for (const page of ['', '?page=2', '?page=3'])
    seen.push(...cardsOf((await open(`/mornant-69440/annuaire${page}`)).html))
  expect([seen.length, new Set(seen).size, seen[0]]).toEqual([60, 60, 'Atelier 60'])
  const names = seen.slice(1).map((name) => name ?? '')
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)))
  for (const page of ['4', '999999', '99999999999999999999'])
    expect((await open(`/mornant-69440/annuaire?page=${page}`)).status).toBe(404)
  expect((await open('/mornant-69440/annuaire')).text).toContain(
    'Classement : ouverts d’abord, puis par ordre alphabétique. Aucun classement payant.',
  )
  expect((await open('/mornant-69440/agenda')).text).toContain('Aucun rendez-vous annoncé pour l’instant.')
  expect((await open('/mornant-69440/agenda')).text).toContain('Vous organisez quelque chose ?')
})

test('W-028 W-029 a search knows neither case, accents nor apostrophes, needs every word, and says why it found nothing', async () => {
  const found = async (query: string) =>
    cardsOf((await open(`/clichy-92110/annuaire?${new URLSearchParams(query)}`)).html)
  for (const query of ['q=epicerie', 'q=ÉPICERIE', 'q=bon coin', 'q=COIN', `q=bon coin${' '.repeat(60)}x`])
    expect(await found(query), query).toEqual(['Au Bon Coin'])
  expect(await found('q=levain rien')).toEqual(['Fournil des Lilas'])
  expect(await found('q=levain coin')).toEqual([])
  expect(await found('q=bon&ouvert=1')).toEqual([])
  expect(await found('type=association')).toEqual(['Les Amis du Parc'])
  const none = await open('/clichy-92110/annuaire?q=xyz')
  expect(none.text).toMatch(/Aucun résultat pour « xyz » ?\.? Effacer la recherche/)
  await server.setClock('2027-03-02T03:00:00+01:00')
  const night = await open('/clichy-92110/annuaire?ouvert=1')
  expect(night.text).toContain('Rien d’ouvert à cette heure. Premier à ouvrir :')
  expect(night.html).toMatch(/aria-current="true"[^>]*>Ouvert maintenant/)
  await server.setClock('2027-03-02T10:30:00+01:00')
  expect((await open('/clichy-92110/annuaire/fleuriste')).text).toContain('annuaire')
})

test('W-028 W-029 a search knows what is announced until it is over, and the words of a need; with nothing here, it leads to the towns around', async () => {
  const found = async (query: string) => await open(`/clichy-92110/annuaire?${new URLSearchParams({ q: query })}`)
  const names = async (query: string) => cardsOf((await found(query)).html)
  await newInstant(shop, { title: 'Œufs de Pâques à l’hôtel' }, [fixedTime('2027-03-27', '10:00', '12:00')])
  await server.setClock('2027-03-20T10:30:00+01:00')
  for (const query of ['oeufs', 'PAQUES', 'paque levain', 'hotel oeuf'])
    expect(await names(query)).toEqual(['Fournil des Lilas'])
  expect((await found('paques')).text).toContain('Œufs de Pâques à l’hôtel')
  expect(await names('paques coin')).toEqual([])
  expect(await names('croissant')).toEqual(['Fournil des Lilas'])
  await server.setClock('2027-03-28T10:30:00+01:00')
  expect(await names('paques')).toEqual([])
  await server.setClock('2027-03-02T10:30:00+01:00')
  expect((await open('/clichy-92110')).html).toContain(
    '<form class="search" action="/clichy-92110/annuaire" method="get">',
  )
  const near = await open('/asnieres-sur-seine-92600/annuaire?q=paques')
  expect(near.html).toMatch(/href="\/clichy-92110\/annuaire\?q=paques">Chercher à Clichy</)
})

test('W-042 the agenda of a day has its events first; what comes back each week or each day is folded under them', async () => {
  await server.setClock('2027-03-08T08:00:00+01:00')
  await newInstant(shop, { title: 'Formule du lundi' }, [recurrentTime('all_mondays', '11:00', '14:00')])
  await newInstant(shop, { title: 'Concert du soir', categoryId: 10 }, [fixedTime('2027-03-08', '20:00', '22:00')])
  await newInstant(shop, { title: 'Vente de la journée' }, [fixedTime('2027-03-08', '09:00', '18:00')])
  await server.setClock('2027-03-08T08:01:00+01:00')
  for (const path of ['/clichy-92110/agenda/2027-03-08', '/clichy-92110/agenda']) {
    const { html } = await open(path)
    const places = ['Concert du soir', 'Vente de la journée', '<details>', 'Formule du lundi'].map((part) =>
      html.indexOf(part),
    )
    expect(places, path).toEqual(places.toSorted((a, b) => a - b))
    expect(Math.min(...places)).toBeGreaterThan(0)
    expect(html).toMatch(/<summary>(Tous les jours|Chaque semaine)/)
  }
  await server.setClock('2027-03-02T10:35:00+01:00')
})

test('W-049 W-055 what a shop typed is set as French is: unbreakable before its signs, one way for hours; fields stay as they are', async () => {
  const title = 'Venez : « galette » offerte ! Rendez-vous à 16:30'
  const id = await newInstant(shop, { title }, [fixedTime('2027-03-10', '14:00', '18:00')])
  const { html } = await open(`/clichy-92110/fournil-des-lilas/x-${id}`).then(({ location }) => open(location))
  expect(html).toContain('>Venez\u00a0: «\u00a0galette\u00a0» offerte\u00a0! Rendez-vous à 16\u00a0h\u00a030</h1>')
  for (const path of [
    '/',
    '/clichy-92110',
    '/clichy-92110/annuaire?q=xyz',
    '/clichy-92110/agenda',
    '/aide',
    '/signaler',
  ]) {
    const body = (await open(path)).html.replace(/^[\s\S]*<body|<(script|textarea)[\s\S]*?<\/\1>/g, '')
    expect(body.match(/>[^<>]*(?: [:;!?»]|« )[^<>]*</)?.[0], path).toBeUndefined()
  }
})

test('W-031 W-036 W-037 W-038 W-045 W-101 the acts and lines of a page are those of the business: orders, phone, site, services', async () => {
  await run(server.db)`
      update companies set cac_active = true, cac_description = 'Retrait au comptoir' where id = ${shop.companyId}`
  await server.setClock('2027-03-02T10:31:00+01:00')
  const bakery = await open('/clichy-92110/fournil-des-lilas')
  for (const words of [
    'Suivre et être averti',
    'Écrire',
    'Commander',
    'Appeler',
    'Retrait au comptoir',
    'Itinéraire',
    'www.fournil.fr',
  ])
    expect(bakery.text, words).toContain(words)
  expect(bakery.html).toContain('href="tel:+33145678901"')
  expect(bakery.html).toMatch(/href="https:\/\/www\.openstreetmap\.org\/[^"]*" rel="noreferrer"/)
  for (const [, src = ''] of bakery.html.matchAll(/<(?:img|script|source)[^>]* src(?:set)?="([^"]+)"/gi))
    expect(src).toMatch(/^(\/|http:\/\/(127\.0\.0\.1|parvis\.localhost))/)
  const club = await open('/clichy-92110/les-amis-du-parc')
  expect(club.text).toContain('Association')
  expect(club.text.slice(0, club.text.indexOf('Horaires'))).not.toContain('Commander')

  const hall = await newOwner(server, { name: 'Mairie de Clichy', type: 'mairie', category: 'mairie' })
  await settle(hall, { name: 'Mairie de Clichy', type: 'mairie', category: 'mairie' })
  const publish = (body: { type: 'LINK' | 'INTERNAL_PAGE'; label: string; content: string }) =>
    server.client.call('POST /v1/municipality/:id/service', {
      token: hall.token,
      params: { id: hall.companyId },
      body: { ...body, iconId: '1' },
    })
  await publish({ type: 'LINK', label: 'Piscine', content: 'https://piscine.exemple.fr' })
  expect((await open('/clichy-92110/mairie-de-clichy')).text).not.toContain('Piscine')
  await run(server.db)`update companies set identity_status = 'verified' where id = ${hall.companyId}`
  await server.setClock('2027-03-02T10:32:00+01:00')
  const official = await open('/clichy-92110/mairie-de-clichy')
  expect(official.text.indexOf('Piscine')).toBeGreaterThan(0)
  expect(official.text.indexOf('Piscine')).toBeLessThan(official.text.indexOf('Horaires'))
  expect((await open('/clichy-92110/services')).text).toContain('piscine.exemple.fr')
  await publish({ type: 'INTERNAL_PAGE', label: 'État civil', content: '<p>Sur rendez-vous.</p>' })
  await server.setClock('2027-03-02T10:33:00+01:00')
  const [, path = ''] =
    /href="(\/clichy-92110\/services\/etat-civil-\d+)"/.exec((await open('/clichy-92110/services')).html) ?? []
  const page = await open(path)
  // Everything can be reported where it is read (W-101).
  const from = encodeURIComponent(`http://parvis.localhost:3000${path}`)
  expect([page.text.includes('Sur rendez-vous.'), page.html.includes(`/signaler?adresse=${from}`)]).toEqual([
    true,
    true,
  ])
  expect(await open(path.replace('etat-civil', 'mariages'))).toMatchObject({ status: 301, location: path })
  await run(server.db)`update municipal_services set active = false where company_id = ${hall.companyId}`
  await server.setClock('2027-03-02T10:34:00+01:00')
  expect((await open('/clichy-92110/services')).text).toContain(
    'La mairie de Clichy n’a pas encore publié ses services.',
  )
  expect((await open('/ergue-gaberic-29500/services')).text).toContain(
    'La mairie de Ergué-Gabéric n’a pas encore publié ses services.',
  )
})

test('W-040 W-041 W-087 an instant is shared and put in a calendar without a script: its address, a file, a link; each page says its other ways', async () => {
  const id = await newInstant(shop, { title: 'Four ouvert' }, [fixedTime('2027-03-10', '14:00', '18:00')])
  const path = `/clichy-92110/fournil-des-lilas/four-ouvert-${id}`
  const { html, text } = await open(path)
  expect(text).toContain(`Partager : http://parvis.localhost:3000${path}`)
  const google = new URL(
    /href="(https:\/\/calendar\.google\.com[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '',
  )
  expect(google.searchParams.get('text')).toBe('Four ouvert')
  expect(google.searchParams.get('dates')).toBe('20270310T130000Z/20270310T170000Z')
  expect(google.searchParams.get('details')).toContain(path)
  expect(text).toMatch(/Apple ou Outlook \(\.ics\) : .+ Google Agenda : /)
  for (const page of ['/clichy-92110', '/clichy-92110/fournil-des-lilas', '/clichy-92110/agenda']) {
    const other = await open(page)
    for (const kind of ['webcal:', 'agenda.ics', 'flux.xml', 'affiche'])
      expect(other.html, `${page} ${kind}`).toContain(kind)
    for (const [, href = ''] of other.html.matchAll(
      /href="http:\/\/parvis\.localhost:3000(\/[^"]+\/(?:agenda\.ics|flux\.xml|affiche))"/g,
    ))
      expect((await open(href)).status, href).toBe(200)
  }
})

test('W-043 W-044 a day of the agenda, over both clock changes; the past leads back, no date is no page', async () => {
  await newInstant(shop, { title: 'Nuit courte' }, [fixedTime('2027-03-28', '01:30', '03:30')])
  await newInstant(shop, { title: 'Nuit longue' }, [fixedTime('2027-10-31', '01:30', '02:30')])
  expect((await open('/clichy-92110/agenda/2027-03-28')).text).toContain('1 h 30 – 3 h 30')
  expect((await open('/clichy-92110/agenda/2027-10-31')).text).toContain('Nuit longue')
  expect(await open('/clichy-92110/agenda/2027-03-01')).toMatchObject({ status: 301, location: '/clichy-92110/agenda' })
  for (const wrong of ['2027-02-30', '2028-03-01', 'demain', '2027-3-2'])
    expect((await open(`/clichy-92110/agenda/${wrong}`)).status, wrong).toBe(404)
  expect((await open('/clichy-92110/agenda/2028-02-29')).status).toBe(200)
  const empty = await open('/clichy-92110/agenda/2027-06-17')
  expect(empty.text).toContain('Rien d’annoncé ce jour-là.')
  expect(empty.text).toContain('Nuit longue')
  await newInstant(shop, { title: 'Tous les matins' }, [recurrentTime('all_days', '07:00', '08:00')])
  await server.setClock('2027-03-02T10:35:00+01:00')
  expect((await open('/clichy-92110/agenda')).text).toContain('Tous les jours')
})

test('W-085 ical.js makes one hour of the short night, and of each morning seven o’clock in Paris, over both clock changes', async () => {
  const { html } = await open('/clichy-92110/agenda.ics')
  const calendar = new ICAL.Component(ICAL.parse(html))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  const named = (title: string) => events.filter(({ summary }) => summary === title)
  const lengths = named('Nuit courte').map(({ startDate, endDate }) => endDate.toUnixTime() - startDate.toUnixTime())
  expect(lengths).toEqual([3_600])
  const seen = named('Tous les matins').flatMap((mornings) => {
    const days = mornings.iterator()
    return Array.from({ length: 300 }, () => days.next())
      .filter((next) => /-(03-2[78]|10-3[01])T/.test(String(next)))
      .map((next) => `${next} ${next.toJSDate().toISOString()}`)
  })
  expect(seen).toEqual([
    '2027-03-27T07:00:00 2027-03-27T06:00:00.000Z',
    '2027-03-28T07:00:00 2027-03-28T05:00:00.000Z',
    '2027-10-30T07:00:00 2027-10-30T05:00:00.000Z',
    '2027-10-31T07:00:00 2027-10-31T06:00:00.000Z',
  ])
})

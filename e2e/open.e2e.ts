import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, TestInfo } from '@playwright/test'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { dayIn, newInstant, onDay } from './instants.ts'
import { newOwner } from './people.ts'
import { expect, test } from './quiet.ts'
import { pageOf } from './residents.ts'

test.describe.configure({ timeout: 120_000 })

async function lookAtBothSizes(page: Page, info: TestInfo, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSideways(page)
    await info.attach(`${name}-${width}`, { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
  }
}

const compact = (day: string) => day.replaceAll('-', '')
const vevent = (title: string, day: string) =>
  `BEGIN:VEVENT\r\nUID:${title}@club\r\nSUMMARY:${title}\r\nDTSTART;TZID=Europe/Paris:${compact(day)}T200000\r\nEND:VEVENT\r\n`
const calendarOf = (events: string) => `BEGIN:VCALENDAR\r\n${events}END:VCALENDAR\r\n`

test('N-004 N-010 N-011 N-015 N-018 N-019 N-021 a club subscribes to its calendar, publishes what it holds, changes a title by hand, and stops', async ({
  page,
  request,
}, info) => {
  const days = [10, 11, 12, 13].map(dayIn)
  const titles = ['Loto du foyer rural', 'Tournoi de belote', 'Bal de printemps', 'Assemblée générale']
  const events = days.map((day, at) => vevent(titles[at] ?? '', day))
  let file = calendarOf(events.join('') + vevent('Bureau', dayIn(20)).replace('UID', 'RRULE:FREQ=SECONDLY\r\nUID'))
  await using calendars = createServer((_, answer) => answer.end(file))
  const { origin, port } = new URL(process.env.E2E_CALENDARS ?? '')
  await new Promise<void>((done) => calendars.listen(Number(port), '127.0.0.1', done))

  const club = await newOwner(request, { type: 'association', name: 'Foyer rural' })
  await openSignedIn(page, club, '/instants')
  await page.getByRole('link', { name: 'Mon calendrier' }).click()
  await page.getByRole('button', { name: 'S’abonner' }).click()
  await expect(page.getByText(/^Collez l’adresse de votre calendrier/)).toBeVisible()
  await lookAtBothSizes(page, info, 'subscribe')
  await page.getByLabel(/^Adresse de votre calendrier/).fill(`${origin}/club.ics`)
  await page.getByLabel(/^Catégorie de ces événements/).selectOption({ index: 2 })
  await page.getByRole('button', { name: 'S’abonner' }).click()
  await expect(page.getByText(/^Lu à .*\s:\s4 événements? à venir\.$/)).toBeVisible({ timeout: 30_000 })
  await page.getByText('Laissés de côté (1)').click()
  await expect(page.getByText(/Bureau.*répétition non comprise/)).toBeVisible()
  await lookAtBothSizes(page, info, 'read')

  await page.getByRole('button', { name: 'Publier ces 4 événements et les suivants sans me demander' }).click()
  await expect(page.getByText(/0 brouillon · 4 en ligne/)).toBeVisible()
  await page.getByRole('link', { name: 'Voir les instants' }).click()
  const card = page.getByRole('article', { name: 'Loto du foyer rural' })
  await expect(card.getByText('Du calendrier')).toBeVisible()
  await lookAtBothSizes(page, info, 'badge')
  await card.getByRole('link', { name: /^Modifier/ }).click()
  await expect(page.getByText('Ces textes viennent de votre calendrier.')).toBeVisible()
  await page.getByLabel(/^Titre/).fill('Grand loto du foyer')
  await expect(page.getByText('Modifié ici : votre calendrier ne change plus ces textes.')).toBeVisible()

  file = calendarOf(events.slice(0, 1).join(''))
  await page.goto('/mon-calendrier')
  await page.getByRole('button', { name: 'Lire maintenant' }).click()
  await expect(page.getByText('3 événements ont disparu d’un coup. Rien n’a été annulé ici.')).toBeVisible({
    timeout: 30_000,
  })
  await lookAtBothSizes(page, info, 'shrunk')
  await page.getByRole('button', { name: 'Attendre' }).click()
  await expect(page.getByText(/^Rien ne change ici/)).toBeVisible()
  await page.getByRole('button', { name: 'Les annuler' }).click()
  await expect(page.getByText(/^Lu à .*\s:\s1 événements? à venir\.$/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Se désabonner' }).click()
  await expect(page.getByText('Les événements déjà ici restent.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Se désabonner' }).click()
  await expect(page.getByRole('button', { name: 'S’abonner' })).toBeVisible()
})

test('N-022 N-023 while a date is typed: what else takes place that evening, and what looks like the same event; nothing without network', async ({
  page,
  request,
}, info) => {
  const fields = { city: 'Le Tréport', zipCode: '76470' }
  const other = await newOwner(request, { type: 'association', name: 'Foyer rural', fields })
  const day = dayIn(15)
  const times = [onDay(day, '20:00', '23:00')]
  await newInstant(request, other, { title: 'Loto du foyer', categoryId: 10, times, fields })
  const club = await newOwner(request, { type: 'association', name: 'Amicale', fields })
  await openSignedIn(page, club, '/createAgendaEvent')
  await page.getByLabel(/^Titre/).fill('Grand loto au foyer')
  await page.getByRole('button', { name: 'Ajouter une date' }).click()
  await page.getByLabel('Début, date').fill(day.split('-').toReversed().join('/'))
  await page.getByLabel('Début, heure').fill('19:00')
  await expect(page.getByText('Ce soir-là au Tréport : 1 autre événement')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Cela ressemble à « Loto du foyer » de Foyer rural, / })).toBeVisible()
  await page.getByRole('button', { name: 'Voir', exact: true }).click()
  await expect(page.getByText('· Foyer rural, 20 h')).toBeVisible()
  await lookAtBothSizes(page, info, 'same-day')
  await page.context().setOffline(true)
  await page.getByLabel('Début, heure').fill('18:00')
  await expect(page.getByText(/^Ce soir-là/)).toHaveCount(0)
  await page.context().setOffline(false)
})

test('F-005 F-006 F-023 an association is asked once whether others may reuse its events, and has codes for its own site', async ({
  page,
  request,
}, info) => {
  const club = await newOwner(request, { type: 'association', name: 'Harmonie' })
  await openSignedIn(page, club, '/company')
  const card = page
    .locator('section, article, div')
    .filter({ has: page.getByRole('heading', { name: 'Sur votre site et ailleurs' }) })
    .last()
  await card.scrollIntoViewIfNeeded()
  await expect(page.getByText('L’office de tourisme et la presse peuvent-ils reprendre vos événements ?')).toBeVisible()
  await lookAtBothSizes(page, info, 'question')
  await page.getByRole('button', { name: 'Non', exact: true }).click()
  await expect(page.getByText('Qui les a déjà reprises peut les garder.')).toBeVisible()
  await page.getByRole('switch', { name: 'Mes horaires et mes événements sont des données ouvertes' }).click()
  await expect(page.getByText('Qui les a déjà reprises peut les garder.')).toHaveCount(0)
  const hours = page.getByRole('region', { name: 'Mes horaires sur mon site' })
  await hours.getByRole('button', { name: 'Aperçu' }).click()
  await expect(hours.frameLocator('iframe').getByText('mardi').first()).toBeVisible()
  await expect(hours.getByText('data-vue="horaires"')).toBeVisible()
  await lookAtBothSizes(page, info, 'codes')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await hours.getByRole('button', { name: 'Copier le code' }).click()
  await expect(page.getByText('Code copié : collez-le dans une page de votre site.')).toBeVisible()
})

test('F-023 F-024 F-025 F-026 a page of another origin shows hours and a town’s agenda: sandboxed, as high as they are, without a cookie, few bytes', async ({
  page,
  request,
}, info) => {
  const club = await newOwner(request, { type: 'association', name: `Chorale ${Date.now().toString(36)}` })
  await newInstant(request, club, { title: 'Concert ouvert', times: [onDay(dayIn(1), '18:00', '20:00')] })
  const { origin, pathname } = new URL(await pageOf(request, club))
  const [, town, fiche] = pathname.split('/')
  const frame = (name: string, view: string) => `<div data-parvis="${name}" data-vue="${view}"></div>`
  const body = `<!doctype html><html lang="fr"><title>Voisins</title><meta name="viewport" content="width=device-width">
    <main><h1>Le site d’une autre association</h1>${frame(`${town}/${fiche}`, 'horaires')}${frame(town ?? '', 'agenda')}</main>
    <script async src="${origin}/carte.js"></script>`
  await using neighbour = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html; charset=utf-8').end(body),
  )
  await new Promise<void>((done) => neighbour.listen(0, '127.0.0.1', done))
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (sent) => {
    if (sent.url().startsWith(origin)) sizes.push(sent.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(`http://127.0.0.1:${(neighbour.address() as AddressInfo).port}/`)
  const [hours, agenda] = [page.locator('iframe').nth(0), page.locator('iframe').nth(1)]
  await agenda.scrollIntoViewIfNeeded()
  await expect(hours.contentFrame().getByText('Mardi').first()).toBeVisible()
  await expect(agenda.contentFrame().getByRole('heading', { name: /^Agenda de/ })).toBeVisible()
  for (const one of [hours, agenda]) {
    await expect(one).toHaveAttribute(
      'sandbox',
      'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    )
    await expect(one).toHaveAttribute('title', /^(Horaires|Agenda) : /)
    // No longer the height that it began with: its own.
    await expect.poll(async () => (await one.boundingBox())?.height).not.toBe(320)
    await expect(one.contentFrame().getByRole('link').first()).toHaveAttribute('rel', /noopener/)
  }
  // What another frame or window says moves nothing.
  const before = (await hours.boundingBox())?.height
  await page.evaluate(() => window.postMessage({ parvis: 900 }, '*'))
  expect((await hours.boundingBox())?.height).toBe(before)
  expect(await page.context().cookies()).toEqual([])
  expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(6_000)
  await lookAtBothSizes(page, info, 'embeds')
})

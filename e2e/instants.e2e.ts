import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { buyPlan, goByOwnClock } from './api.ts'
import { countEfforts } from './efforts.ts'
import { fillInstant, listInstants, newInstant, onDay, recordWrites, save } from './instants.ts'
import { newOwner, ownZip, scrollTo, signIn } from './people.ts'
import { newFollowers } from './residents.ts'

const card = (page: Page, title: string) => page.getByRole('article', { name: title })
const capText = "Vous avez atteint le nombre maximum d'instants que vous pouvez créer"

test('I-001 I-003 I-004 I-005 I-009 I-022 I-060 I-095 a baker publishes an offer of the day on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // A Friday, while the shop is open.
  await goByOwnClock(page)
  await page.clock.setFixedTime('2027-03-12T10:00:00+01:00')
  const owner = await newOwner(page.request)
  await signIn(page, owner, '/instants')
  await expect(page.getByRole('tab', { name: /Services 0\/3/ })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: /Offres/ }).click()
  await expect(page.getByText('Vous n’avez pas encore d’instant')).toBeVisible()
  await page.getByRole('button', { name: 'Ajouter une offre' }).first().click()
  await expect(page).toHaveURL(/\/createSpecialOffer$/)
  const writes = recordWrites(page)
  await fillInstant(page, 'Tartelettes du soir')
  await page.getByRole('button', { name: 'Aujourd’hui' }).click()
  await save(page)
  await expect(page).toHaveURL(/\/instants$/)
  await expect(card(page, 'Tartelettes du soir')).toContainText('En cours')
  await expect(page.getByRole('tab', { name: /Offres.* 1\/3/ })).toHaveAttribute('aria-selected', 'true')
  expect(writes.map(({ call }) => call)).toEqual(['POST /v1/instants'])
  const [stored] = await listInstants(page.request, owner)
  expect(stored).toMatchObject({ instantInformation: { categoryId: 9 }, notificationDate: null })
})

test('I-040 I-060 I-071 an offer of the day is published from the home page of a phone in 5 touches and 40 letters', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // A Friday: the shop closes at 19:30.
  await goByOwnClock(page)
  await page.clock.setFixedTime('2026-11-20T17:42:00+01:00')
  const owner = await newOwner(page.request)
  await newFollowers(owner, 2)
  await newInstant(page.request, owner, { title: 'Pain de seigle' })
  await signIn(page, owner, '/company')
  const efforts = await countEfforts(page)
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Publier' }).click()
  await page.getByLabel('Votre offre').click()
  await page.keyboard.type('Moins 20 % ce soir sur les invendus')
  await expect(page.getByLabel('Jusqu’à la fermeture, 19\u00a0h\u00a030')).toBeChecked()
  await expectAccessible(page)
  await expectNoSideways(page)
  await expect(
    page.getByText(/^Une notification partira dans 5\sminutes sur leur téléphone\. 2 abonnés\.$/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Publier et prévenir 2 abonnés' }).click()
  await expect(page).toHaveURL(/\/instants$/)
  await expect(card(page, 'Moins 20 % ce soir sur les invendus')).toContainText('20 novembre 2026 à 17:30 – 19:30')
  await expect(card(page, 'Moins 20 % ce soir sur les invendus')).toContainText(
    /Notification prévue le \d\d\/\d\d\/\d{4}/,
  )
  const { touches, letters } = await efforts()
  expect(touches).toBeGreaterThan(1)
  expect(touches).toBeLessThanOrEqual(5)
  expect(letters).toBeGreaterThan(30)
  expect(letters).toBeLessThanOrEqual(40)
  const [stored] = await listInstants(page.request, owner)
  expect(stored?.notificationDate).not.toBeNull()
  expect(stored?.instantInformation).toMatchObject({ categoryId: 9 })
})

test('I-026 I-060 AMB-73 the offer of the day leads to the whole form with what is written, and to the plans when full', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await signIn(page, owner, '/company')
  await page.getByRole('link', { name: 'Publier une offre' }).click()
  await page.getByRole('button', { name: 'Publier', exact: true }).click()
  await expect(page.locator('#field-title')).toContainText('Écrivez votre offre')
  await page.getByLabel('Votre offre').fill('Galette offerte. Pour deux baguettes achetées')
  await page.setViewportSize({ width: 390, height: 664 })
  await page.route('**/v1/instants', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Publier', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Connexion impossible' })).toBeInViewport()
  await page.getByLabel(/^Demain/).check()
  await page.getByRole('button', { name: 'Tous les réglages' }).click()
  await expect(page.getByLabel('Titre')).toHaveValue('Galette offerte')
  await expect(page.getByLabel('Description longue')).toHaveValue('Galette offerte. Pour deux baguettes achetées')
  await page.getByRole('link', { name: 'Instants' }).first().click()
  await page.getByRole('button', { name: 'Rester sur la page' }).click()
  await save(page)
  await expect(card(page, 'Galette offerte')).toBeVisible()
  for (const title of ['Pain de seigle', 'Pain de mie']) await newInstant(page.request, owner, { title, categoryId: 9 })
  await page.goto('/publier')
  await expect(page.getByText(capText)).toBeVisible()
})

test('I-095 X-031 an offer of the day begun the evening before leaves with the hours that its page shows', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  const evening = new Date('2035-03-13T18:00:00+01:00')
  await goByOwnClock(page)
  await page.clock.install({ time: evening })
  await signIn(page, owner, '/publier')
  await page.getByLabel('Votre offre').fill('Galette offerte. Pour deux baguettes achetées')
  await expect(page.getByLabel('Jusqu’à la fermeture, 19 h 30')).toBeChecked()
  await page.clock.runFor(1_000)
  await page.clock.setFixedTime(new Date('2035-03-14T09:05:00+01:00'))
  await page.reload()
  await expect(page.getByLabel('Votre offre')).toHaveValue(/^Galette offerte/)
  await expect(page.getByLabel('Jusqu’à la fermeture, 19 h 30')).toBeChecked()
  await page.getByRole('button', { name: 'Publier', exact: true }).click()
  await expect(page).toHaveURL(/\/instants$/)
  const [stored] = await listInstants(page.request, owner)
  expect(stored?.instantActivationTimes).toMatchObject([{ endDateTime: '2035-03-14T19:30:00+01:00' }])
})

test('I-095 AMB-146 a creation whose answer is lost is sent again whole, and made once', async ({ page }) => {
  const owner = await newOwner(page.request)
  for (const title of ['Pain de seigle', 'Pain de mie']) await newInstant(page.request, owner, { title })
  await signIn(page, owner, '/createService')
  await fillInstant(page, 'Fournée du soir')
  await page.getByLabel('Catégorie').selectOption('gourmand')
  await page.getByRole('button', { name: 'J’ai compris' }).click()
  await page.getByLabel('Utiliser mes horaires d’ouverture').check()
  await page.route(
    '**/v1/instants',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  const writes = recordWrites(page)
  await save(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Connexion impossible' })).toBeInViewport()
  await page.getByRole('link', { name: 'Instants' }).first().click()
  await page.getByRole('button', { name: 'Rester sur la page' }).click()
  await save(page)
  await expect(page).toHaveURL(/\/instants$/)
  await expect(card(page, 'Fournée du soir')).toContainText('Du mardi au samedi, 15:30 – 19:30')
  expect(writes.map(({ call }) => call)).toEqual(['POST /v1/instants', 'POST /v1/instants'])
  expect(await listInstants(page.request, owner)).toHaveLength(3)
})

test('I-010 I-011 I-012 I-013 I-014 I-017 I-097 a card is paused, deleted once confirmed, and leads to its form', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await newInstant(page.request, owner, { title: 'Pain de seigle' })
  await newInstant(page.request, owner, { title: 'Brioche tressée' })
  await signIn(page, owner, '/instants')
  const titles = page.getByRole('article')
  await expect(titles).toHaveCount(2)
  await expect(titles.first()).toHaveAccessibleName('Brioche tressée')
  const writes = recordWrites(page)
  await page.getByRole('button', { name: 'Mettre en pause « Brioche tressée »' }).click()
  await expect(card(page, 'Brioche tressée')).toContainText('En pause')
  expect(writes).toMatchObject([{ call: 'POST /v1/instants/N/pause', body: '{"paused":true}' }])
  await expect(page.getByRole('status').filter({ hasText: 'est en pause' })).toBeVisible()
  await expect(titles.first()).toHaveAccessibleName('Brioche tressée')
  await page.getByRole('status').getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'est de nouveau visible des habitants' })).toBeVisible()
  const pause = page.getByRole('button', { name: 'Mettre en pause « Brioche tressée »' })
  await expect(pause).toBeFocused()
  await pause.click()
  await expect(card(page, 'Brioche tressée')).toContainText('En pause')
  await page.reload()
  await expect(card(page, 'Brioche tressée')).toContainText('En pause')
  await expect(titles.first()).toHaveAccessibleName('Pain de seigle')
  const bin = page.getByRole('button', { name: 'Supprimer « Brioche tressée »' })
  await bin.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Brioche tressée')
  await page.keyboard.press('Escape')
  await expect(titles).toHaveCount(2)
  await expect(bin).toBeFocused()
  await bin.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).press('Enter')
  await expect(titles).toHaveCount(1)
  await expect(titles.locator(':focus')).toHaveCount(1)
  expect(writes.filter(({ call }) => call.startsWith('DELETE'))).toEqual([])
  await page.getByRole('status').getByRole('button', { name: 'Annuler' }).press('Enter')
  await expect(titles).toHaveCount(2)
  await expect(titles.locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Supprimer « Brioche tressée »' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(titles).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: 'Instant supprimé' })).toBeVisible()
  const deleted = page.waitForRequest((request) => request.method() === 'DELETE')
  await page.getByRole('link', { name: 'Pain de seigle', exact: true }).click()
  await expect(page).toHaveURL(/\/editService\/\d+$/)
  await deleted
  await expect.poll(async () => (await listInstants(page.request, owner)).length).toBe(1)
})

test('I-022 a duplicate opens as a new instant, its dates emptied', async ({ page }) => {
  const owner = await newOwner(page.request)
  await newInstant(page.request, owner, { title: 'Galette offerte', categoryId: 9, times: [onDay('2035-01-06')] })
  await signIn(page, owner, '/instants')
  await page.getByRole('tab', { name: /Offres/ }).click()
  await page.getByRole('button', { name: 'Dupliquer « Galette offerte »' }).click()
  await expect(page.getByLabel('Titre')).toHaveValue('Galette offerte')
  await expect(page.getByLabel('Début, date')).toHaveValue('')
  await save(page)
  await expect(page.getByRole('alert')).toContainText('Veuillez remplir les dates et heures')
  await page.getByLabel('Début, date').fill('07/01/2035')
  await save(page)
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('I-018 I-019 I-020 a full tab says so and leads to the plans; another still adds', async ({ page }) => {
  const owner = await newOwner(page.request)
  for (const title of ['Service un', 'Service deux', 'Service trois']) await newInstant(page.request, owner, { title })
  await signIn(page, owner, '/instants')
  await expect(page.getByRole('tab', { name: /Services 3\/3/ })).toBeVisible()
  await page.getByRole('button', { name: 'Ajouter un service' }).click()
  await expect(page.locator('[data-error="MAX_INSTANTS"]')).toContainText(capText)
  await expect(page).toHaveURL(/\/instants$/)
  await expect(page.getByRole('link', { name: 'Voir les offres' })).toHaveAttribute('href', '/subscription')
  await page.getByRole('tab', { name: /Événements/ }).click()
  await page.getByRole('button', { name: 'Ajouter un événement' }).first().click()
  await expect(page).toHaveURL(/\/createAgendaEvent$/)
})

test('I-006 I-007 I-008 I-021 the search keeps what holds the words, accents ignored', async ({ page }) => {
  const owner = await newOwner(page.request)
  await newInstant(page.request, owner, { title: "Promo d'été", times: [onDay('2027-03-12', '14:30', '18:00')] })
  await newInstant(page.request, owner, { title: 'Autre chose', fields: { zipCode: '75015', city: 'Paris' } })
  await signIn(page, owner, '/instants')
  await expect(card(page, "Promo d'été")).toContainText('12 mars 2027 à 14:30')
  for (const [typed, title] of [
    ["PROMO D'ETE", "Promo d'été"],
    ['75015', 'Autre chose'],
  ] as const) {
    await page.getByLabel('Rechercher').fill(typed)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(card(page, title)).toBeVisible()
  }
  await page.getByLabel('Rechercher').fill('assez LONGUE')
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('I-002 I-106 a town hall starts on its events', async ({ page }) => {
  await signIn(page, await newOwner(page.request, { type: 'mairie' }), '/instants')
  await expect(page.getByRole('tab', { name: /Événements/ })).toHaveAttribute('aria-selected', 'true')
})

test('X-020 X-012 the screens of instants fit every width and pass axe', async ({ page }) => {
  test.slow()
  const zipCode = ownZip()
  const owner = await newOwner(page.request, { fields: { zipCode } })
  await newInstant(page.request, owner, { title: 'Pain de seigle', fields: { zipCode } })
  await signIn(page, owner, '/instants')
  for (const path of ['/instants', '/createService', '/agenda']) {
    await page.goto(path)
    const content = page.locator('.leaflet-container, article').first()
    await scrollTo(page, content)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(content).toBeVisible()
      await expectNoSideways(page)
      await expectAccessible(page)
    }
  }
})

test('I-001 F29 a page of many instants answers with its first ones, and draws the others after; on the way back it stands where it was left', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const owner = await newOwner(page.request)
  await buyPlan(page.request, owner, 'digital')
  for (let n = 1; n <= 11; n += 1) await newInstant(page.request, owner, { title: `Atelier ${n}` })
  await signIn(page, owner, '/instants')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(11)
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  await link('Agenda').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible()
  await page.evaluate(() => {
    const drawn: number[] = []
    Object.assign(window, { drawn })
    const count = () => document.querySelectorAll('main article[data-state]').length
    new MutationObserver(() => count() > 0 && drawn.push(count())).observe(document.body, {
      childList: true,
      subtree: true,
    })
  })
  await link('Instants').click()
  await expect(cards).toHaveCount(11)
  expect(await page.evaluate(() => (window as unknown as { drawn: number[] }).drawn[0])).toBe(4)
  await cards.last().scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => window.scrollY)
  await page.getByRole('link', { name: 'Modifier « Atelier 1 »' }).click()
  await expect(page.getByLabel('Titre')).toBeVisible()
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
  // Of a page that was come back to, a tab chosen there is drawn as anywhere else.
  await page.getByRole('tab', { name: /Offres/ }).click()
  await expect(cards).toHaveCount(0)
  await page.evaluate(() => (window as unknown as { drawn: number[] }).drawn.splice(0))
  await page.getByRole('tab', { name: /Services/ }).click()
  await expect(cards).toHaveCount(11)
  expect(await page.evaluate(() => (window as unknown as { drawn: number[] }).drawn[0])).toBe(4)
})

import type { APIRequestContext, Locator, Page, Request } from '@playwright/test'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { openSignedIn, refuse } from './api.ts'
import { clientOf, newOwner, type Owner } from './people.ts'
import { expect, test } from './quiet.ts'

const municipalityError = 'Une erreur est survenue, merci de vérifier les informations du service'
const tiles = (page: Page) => page.getByRole('list', { name: /^Services, dans l’ordre/ }).getByRole('article')
const labels = (page: Page) => tiles(page).getByRole('heading')
const dialog = (page: Page) => page.getByRole('dialog')
const nameField = (page: Page) => dialog(page).getByLabel(/^Nom/)
const typeField = (page: Page) => dialog(page).getByLabel(/^Ce que voit/)
const addressField = (page: Page) => dialog(page).getByLabel(/^Adresse du site/)
const failure = (page: Page) => dialog(page).locator('[data-error="municipality"]')
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
const saveOrder = (page: Page) => page.getByRole('button', { name: 'Enregistrer l’ordre' })

/** A town hall with these services, in this order. */
async function newTownHall(request: APIRequestContext, names: readonly string[]): Promise<Owner> {
  const owner = await newOwner(request, { type: 'mairie', name: 'Mairie de Clichy' })
  const [icon] = await clientOf(request).call('GET /v1/municipality/icons', { token: owner.token })
  for (const label of names) {
    await clientOf(request).call('POST /v1/municipality/:id/service', {
      token: owner.token,
      params: { id: owner.companyId },
      body: { type: 'LINK', label, content: 'https://www.ville.fr', iconId: icon?.id, cityId: owner.companyId },
    })
  }
  return owner
}

const servicesOf = (request: APIRequestContext, hall: Owner) =>
  clientOf(request).call('GET /v1/municipality/:id/service', { token: hall.token, params: { id: hall.companyId } })

/** What a saved order sends. */
function orderIn(sent: Request) {
  const { idRankCouples = '', ...others } = Object.fromEntries(new URLSearchParams(sent.postData() ?? ''))
  return { idRankCouples: JSON.parse(idRankCouples) as unknown, ...others }
}

async function lookAtBothSizes(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSideways(page)
  }
}

test('V-002 V-003 V-004 V-009 V-015 V-016 V-018 V-019 V-020 V-021 services are added, changed and taken away', async ({
  page,
  request,
}) => {
  test.slow()
  const hall = await newTownHall(request, ['Piscine', 'Cantine', 'État civil'])
  const cityId = hall.companyId
  const icons = page.waitForResponse('**/v1/municipality/icons')
  await openSignedIn(page, hall, '/services')
  await expect(labels(page)).toHaveText(['Piscine', 'Cantine', 'État civil'])
  for (const name of ['Piscine', 'Cantine', 'État civil']) {
    for (const verb of ['Modifier', 'Supprimer'])
      await expect(page.getByRole('button', { name: `${verb} ${name}` })).toBeVisible()
  }
  await lookAtBothSizes(page)
  await page
    .getByRole('list', { name: /^Services/ })
    .getByRole('listitem')
    .last()
    .getByRole('button')
    .click()
  const shipped = ((await (await icons).json()) as { data: { id: number; tags: string; url: string }[] }).data
  const choices = dialog(page).getByRole('radio')
  await expect(choices).toHaveCount(shipped.length)
  for (const { tags, url } of shipped.slice(0, 3))
    await expect(dialog(page).getByAltText(tags, { exact: true })).toHaveAttribute('src', url)
  await expect(nameField(page)).toBeVisible()
  await expect(typeField(page)).toHaveValue('LINK')
  await expect(typeField(page).getByRole('option')).toHaveCount(2)
  await lookAtBothSizes(page)
  await save(page)
  await expect(failure(page)).toHaveText(municipalityError)
  await expect(dialog(page).getByText(municipalityError)).toHaveCount(1)
  await expect(dialog(page).getByText('Donnez un nom de 3 à 100 caractères')).toBeVisible()
  await expect(dialog(page).getByText('Choisissez une icône')).toBeVisible()
  await nameField(page).fill('Médiathèque')
  await dialog(page)
    .getByPlaceholder(/^Chercher/)
    .fill('livre')
  const [book] = shipped.filter(({ tags }) => tags.includes('livre'))
  await dialog(page)
    .getByRole('radio', { name: book?.tags ?? '', exact: true })
    .check({ force: true })
  await addressField(page).fill('www.ville.fr')
  await save(page)
  await expect(failure(page)).toHaveText(municipalityError)
  await addressField(page).fill('https://www.ville.fr/mediatheque')
  const added = page.waitForRequest(`**/v1/municipality/${cityId}/service`)
  await save(page)
  expect((await added).postDataJSON()).toEqual({
    type: 'LINK',
    label: 'Médiathèque',
    content: 'https://www.ville.fr/mediatheque',
    iconId: book?.id,
    cityId,
  })
  await expect(labels(page)).toHaveText(['Piscine', 'Cantine', 'État civil', 'Médiathèque'])

  const [pool, canteen] = await servicesOf(request, hall)
  await page.getByRole('button', { name: 'Modifier Cantine' }).click()
  await nameField(page).fill('Menus')
  await typeField(page).selectOption('INTERNAL_PAGE')
  await expect(addressField(page)).toHaveCount(0)
  await dialog(page).locator('[contenteditable="true"]').fill('Lundi : purée maison')
  await lookAtBothSizes(page)
  const changed = page.waitForRequest(`**/v1/municipality/service/${canteen?.id}/update`)
  await save(page)
  expect((await changed).postDataJSON()).toEqual({
    type: 'INTERNAL_PAGE',
    label: 'Menus',
    content: '<p>Lundi : purée maison</p>',
    iconId: canteen?.serviceIcon.id,
    cityId,
  })
  await expect(labels(page)).toHaveText(['Piscine', 'Menus', 'État civil', 'Médiathèque'])
  await expect(tiles(page).nth(1)).toContainText('Page')

  await page.getByRole('button', { name: 'Supprimer Piscine' }).click()
  const confirm = page.getByRole('dialog', { name: 'Supprimer « Piscine » ?' })
  await expect(confirm).toBeVisible()
  await lookAtBothSizes(page)
  const deleted = page.waitForRequest(`**/v1/municipality/service/${pool?.id}/delete`)
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  expect((await deleted).method()).toBe('POST')
  await expect(labels(page)).toHaveText(['Menus', 'État civil', 'Médiathèque'])
})

test('V-020 AMB-131 a service that a colleague has changed meanwhile is overwritten only after a question', async ({
  page,
  request,
}) => {
  const hall = await newTownHall(request, ['Piscine'])
  const [pool] = await servicesOf(request, hall)
  const changeElsewhere = (content: string) =>
    clientOf(request).call('POST /v1/municipality/service/:id/update', {
      token: hall.token,
      params: { id: pool?.id ?? 0 },
      body: { type: 'INTERNAL_PAGE', label: 'Piscine', content, iconId: pool?.serviceIcon.id, cityId: hall.companyId },
    })
  await openSignedIn(page, hall, '/services')
  await page.getByRole('button', { name: 'Modifier Piscine' }).click()
  await nameField(page).fill('La piscine')
  await changeElsewhere('<p>Fermée en août</p>')
  await save(page)
  const asked = page.getByRole('dialog', { name: 'Ce service a été modifié ailleurs' })
  await asked.getByRole('button', { name: 'Voir la version enregistrée' }).click()
  await expect(page.getByText('Fermée en août')).toBeVisible()
  await lookAtBothSizes(page)
  await page.getByRole('button', { name: 'Repartir de cette version' }).click()
  await expect(nameField(page)).toHaveValue('Piscine')
  await expect(dialog(page).locator('[contenteditable="true"]')).toHaveText('Fermée en août')

  await nameField(page).fill('La piscine')
  await changeElsewhere('<p>Fermée en juillet</p>')
  await save(page)
  await asked.getByRole('button', { name: 'Enregistrer la mienne' }).click()
  await expect(page.getByText('Le service est modifié')).toBeVisible()
  expect(await servicesOf(request, hall)).toMatchObject([{ label: 'La piscine', content: '<p>Fermée en août</p>' }])
})

test('V-005 V-006 V-007 V-008 V-021 V-025 services are swapped by dragging, and saved when asked', async ({
  page,
  request,
}) => {
  const hall = await newTownHall(request, ['Aide', 'Bal', 'Crèche'])
  await openSignedIn(page, hall, '/services')
  await expect(labels(page)).toHaveText(['Aide', 'Bal', 'Crèche'])
  const [help, ball, nursery] = await servicesOf(request, hall)
  await expect(saveOrder(page)).toHaveCount(0)
  await drag(page, 0, 2)
  await expect(labels(page)).toHaveText(['Crèche', 'Bal', 'Aide'])

  await refuse(page, '**/service/rearrange', 500, 'Une erreur est survenue')
  await saveOrder(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'L’ordre n’a pas été enregistré' })).toHaveAttribute(
    'data-error',
    '500',
  )
  await expect(saveOrder(page)).toBeVisible()
  await page.unroute('**/service/rearrange')
  const sent = page.waitForRequest(`**/v1/municipality/${hall.companyId}/service/rearrange`)
  await saveOrder(page).click()
  expect(orderIn(await sent)).toEqual({
    idRankCouples: [nursery, ball, help].map((service, index) => ({ id: service?.id, rank: index + 1 })),
    mairieId: hall.companyId,
  })
  await expect(saveOrder(page)).toHaveCount(0)
  await page.reload()
  await expect(labels(page)).toHaveText(['Crèche', 'Bal', 'Aide'])
})

test('V-005 V-007 V-008 the order is changed and saved with the keyboard alone', async ({ page, request }) => {
  const hall = await newTownHall(request, ['Aide', 'Bal', 'Crèche'])
  await openSignedIn(page, hall, '/services')
  await expect(labels(page)).toHaveText(['Aide', 'Bal', 'Crèche'])
  const [help, ball, nursery] = await servicesOf(request, hall)
  const earlier = page.getByRole('button', { name: 'Avancer Crèche' })
  await tabTo(page, earlier)
  for (const [order, place] of [
    [['Aide', 'Crèche', 'Bal'], 'Crèche, 2 sur 3'],
    [['Crèche', 'Aide', 'Bal'], 'Crèche, 1 sur 3'],
    [['Crèche', 'Aide', 'Bal'], 'Crèche, 1 sur 3'],
  ] as const) {
    await page.keyboard.press('Enter')
    await expect(labels(page)).toHaveText(order)
    await expect(page.getByRole('status').filter({ hasText: place })).toBeAttached()
    await expect(earlier).toBeFocused()
  }
  const later = page.getByRole('button', { name: 'Reculer Aide' })
  await tabTo(page, later)
  await page.keyboard.press('Space')
  await expect(labels(page)).toHaveText(['Crèche', 'Bal', 'Aide'])
  await expect(later).toBeFocused()
  await tabTo(page, saveOrder(page))
  const sent = page.waitForRequest('**/service/rearrange')
  await page.keyboard.press('Enter')
  expect(orderIn(await sent).idRankCouples).toEqual(
    [nursery, ball, help].map((service, index) => ({ id: service?.id, rank: index + 1 })),
  )
  await expect(saveOrder(page)).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('V-005 V-006 V-025 X-020 a service held under the finger goes where it is dropped; saving, and why it failed, are within reach', async ({
    page,
    request,
  }) => {
    await openSignedIn(page, await newTownHall(request, ['Aide', 'Bal', 'Crèche']), '/services')
    await expect(labels(page)).toHaveText(['Aide', 'Bal', 'Crèche'])
    await dragByTouch(page, 0, 1)
    await expect(labels(page)).toHaveText(['Bal', 'Aide', 'Crèche'])
    await expectAccessible(page)
    await expectNoSideways(page)
    await refuse(page, '**/service/rearrange', 500, 'Une erreur est survenue')
    await saveOrder(page).tap()
    await expect(page.getByRole('alert').filter({ hasText: 'L’ordre n’a pas été enregistré' })).toBeInViewport()
    await page.unroute('**/service/rearrange')
    const question = page.waitForEvent('dialog')
    const leaving = page.getByRole('link', { name: 'Messages' }).tap()
    await (await question).dismiss()
    await leaving
    await expect(page).toHaveURL(/\/services$/)
    await page.getByRole('button', { name: 'Annuler' }).tap()
    await expect(labels(page)).toHaveText(['Aide', 'Bal', 'Crèche'])
    await dragByTouch(page, 0, 1)
    const sent = page.waitForRequest('**/service/rearrange')
    await saveOrder(page).tap()
    await sent
    await expect(saveOrder(page)).toHaveCount(0)
    const back = page.waitForRequest('**/service/rearrange')
    await page.getByRole('status').getByRole('button', { name: 'Annuler' }).tap()
    await back
    await expect(labels(page)).toHaveText(['Aide', 'Bal', 'Crèche'])
  })
})

test('V-015 V-022 a service or a list that the server refuses says so, and keeps its status', async ({
  page,
  request,
}) => {
  const owner = await newTownHall(request, ['Piscine'])
  const path = /\/v1\/municipality\/[^/]+\/service$/
  await page.route(path, (route) => route.fulfill({ status: 500, json: { error: { code: 'X', message: 'Panne' } } }))
  await openSignedIn(page, owner, '/services')
  await expect(page.locator('[data-error="500"]').getByRole('alert')).toContainText('Panne', { timeout: 20_000 })
  await page.unroute(path)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(labels(page)).toHaveText(['Piscine'])
  const update = /\/v1\/municipality\/service\/\d+\/update$/
  await page.route(update, (route) => route.fulfill({ status: 400, json: { error: { code: 'X', message: 'Non' } } }))
  await page.getByRole('button', { name: 'Modifier Piscine' }).click()
  await nameField(page).fill('Piscine municipale')
  await save(page)
  await expect(dialog(page).locator('[data-error="400"]')).toHaveText(municipalityError)
  await expect(nameField(page)).toHaveValue('Piscine municipale')
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  await expect(dialog(page)).toHaveCount(0)

  await refuse(page, '**/v1/municipality/*/service', 500)
  await page.getByRole('button', { name: 'Ajouter un service' }).first().click()
  await nameField(page).fill('Stade')
  await addressField(page).fill('https://www.ville.fr/stade')
  await dialog(page).getByRole('radio').first().check({ force: true })
  await save(page)
  await expect(dialog(page).locator('[data-error="500"]')).toHaveText(municipalityError)
  await expect(labels(page)).toHaveText(['Piscine'])
})

test('V-001 a shop has no services to keep', async ({ page, request }) => {
  await openSignedIn(page, await newOwner(request), '/services')
  await expect(page).toHaveURL(/\/company$/)
})

/** The middle of what a tile is dragged by. */
async function holdOf(page: Page, rank: number): Promise<{ x: number; y: number }> {
  const { x, y, width } = (await tiles(page).nth(rank).boundingBox()) ?? { x: 0, y: 0, width: 0 }
  return { x: x + width / 2, y: y + 40 }
}

async function drag(page: Page, from: number, to: number): Promise<void> {
  const [start, end] = [await holdOf(page, from), await holdOf(page, to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y, { steps: 4 })
  await page.mouse.move(end.x, end.y, { steps: 12 })
  await page.mouse.up()
  await page.waitForFunction(hearsClicks)
}

/** Whether a click reaches the page: for 50 ms after a drop dnd-kit stops the one that the drop would cause. */
function hearsClicks(): boolean {
  let isHeard = false
  const hear = () => {
    isHeard = true
  }
  document.body.addEventListener('click', hear, { once: true })
  document.body.dispatchEvent(new MouseEvent('click'))
  document.body.removeEventListener('click', hear)
  return isHeard
}

/** A finger that rests on a tile until it lifts, then moves: the browser would scroll where the page does not hold it. */
async function dragByTouch(page: Page, from: number, to: number): Promise<void> {
  const [start, end] = [await holdOf(page, from), await holdOf(page, to)]
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  await touch('touchStart', start)
  await expect(tiles(page).nth(from)).toHaveAttribute('data-dragged', 'true')
  for (let step = 1; step <= 12; step += 1)
    await touch('touchMove', { x: end.x, y: start.y + ((end.y - start.y) * step) / 12 })
  await touch('touchEnd')
  await page.waitForFunction(hearsClicks)
}

/** Tabs until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab never reaches ${target}`)
}

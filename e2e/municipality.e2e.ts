import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { callAs, openSignedIn, refuse } from './api.ts'
import { newOwner, type Owner } from './people.ts'
import { expect, test } from './quiet.ts'

const municipalityError = 'Une erreur est survenue, merci de vérifier les informations du service'
const tiles = (page: Page) => page.getByRole('list', { name: /^Services, dans l’ordre/ }).getByRole('article')
const labels = (page: Page) => tiles(page).getByRole('heading')
const dialog = (page: Page) => page.getByRole('dialog')
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Enregistrer' }).click()
const saveOrder = (page: Page) => page.getByRole('button', { name: 'Enregistrer l’ordre' })

/** A town hall with these services, in this order. */
async function newTownHall(request: APIRequestContext, names: readonly string[]): Promise<Owner> {
  const owner = await newOwner(request, { type: 'mairie', name: 'Mairie de Clichy' })
  const [icon] = await callAs<{ id: number }[]>(request, owner, '/v1/municipality/icons', { method: 'GET' })
  for (const label of names) {
    await callAs(request, owner, `/v1/municipality/${owner.companyId}/service`, {
      data: { type: 'LINK', label, content: 'https://www.ville.fr', iconId: icon?.id, cityId: owner.companyId },
    })
  }
  return owner
}

test('V-002 V-003 V-004 V-009 V-015 V-016 V-018 V-019 V-020 V-021 services are added, changed and taken away', async ({
  page,
  request,
}) => {
  await openSignedIn(page, await newTownHall(request, ['Piscine', 'Cantine', 'État civil']), '/services')
  await expect(labels(page)).toHaveText(['Piscine', 'Cantine', 'État civil'])
  for (const name of ['Piscine', 'Cantine', 'État civil']) {
    for (const verb of ['Modifier', 'Supprimer'])
      await expect(page.getByRole('button', { name: `${verb} ${name}` })).toBeVisible()
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSideways(page)
  }
  const add = page
    .getByRole('list', { name: /^Services/ })
    .getByRole('listitem')
    .last()
    .getByRole('button')
  await add.click()
  await expect(dialog(page).getByRole('radio').first()).toBeAttached()
  await expectAccessible(page)
  await save(page)
  await expect(dialog(page).locator('[data-error="municipality"]')).toHaveText(municipalityError)
  await dialog(page).getByLabel(/^Nom/).fill('Médiathèque')
  await dialog(page)
    .getByPlaceholder(/^Chercher/)
    .fill('livre')
  await dialog(page).getByRole('radio').first().check({ force: true })
  await dialog(page)
    .getByLabel(/^Adresse du site/)
    .fill('www.ville.fr')
  await save(page)
  await expect(dialog(page).locator('[data-error="municipality"]')).toBeVisible()
  await dialog(page)
    .getByLabel(/^Adresse du site/)
    .fill('https://www.ville.fr/mediatheque')
  const added = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/service'))
  await save(page)
  const body = (await added).postData() ?? ''
  for (const name of ['type', 'label', 'content', 'iconId', 'cityId']) expect(body).toContain(name)
  await expect(labels(page)).toHaveText(['Piscine', 'Cantine', 'État civil', 'Médiathèque'])

  await page.getByRole('button', { name: 'Modifier Cantine' }).click()
  await dialog(page).getByLabel(/^Nom/).fill('Menus')
  await dialog(page)
    .getByLabel(/^Ce que voit/)
    .selectOption('INTERNAL_PAGE')
  await expect(dialog(page).getByLabel(/^Adresse du site/)).toHaveCount(0)
  await dialog(page).locator('[contenteditable="true"]').fill('Lundi : purée maison')
  await save(page)
  await expect(labels(page)).toHaveText(['Piscine', 'Menus', 'État civil', 'Médiathèque'])
  await expect(tiles(page).nth(1)).toContainText('Page')

  await page.getByRole('button', { name: 'Supprimer Piscine' }).click()
  const confirm = page.getByRole('dialog', { name: 'Supprimer « Piscine » ?' })
  await confirm.getByRole('button', { name: 'Supprimer' }).click()
  await expect(labels(page)).toHaveText(['Menus', 'État civil', 'Médiathèque'])
})

test('V-005 V-006 V-007 V-008 V-025 services are swapped by dragging or by buttons, and saved when asked', async ({
  page,
  request,
}) => {
  await openSignedIn(page, await newTownHall(request, ['Aide', 'Bal', 'Crèche']), '/services')
  await expect(labels(page)).toHaveText(['Aide', 'Bal', 'Crèche'])
  await expect(saveOrder(page)).toHaveCount(0)
  await drag(page, 0, 2)
  await expect(labels(page)).toHaveText(['Crèche', 'Bal', 'Aide'])
  await page.getByRole('button', { name: 'Reculer Crèche' }).click()
  await expect(labels(page)).toHaveText(['Bal', 'Crèche', 'Aide'])
  await page.getByRole('button', { name: 'Avancer Crèche' }).click()
  await expect(labels(page)).toHaveText(['Crèche', 'Bal', 'Aide'])

  await refuse(page, '**/service/rearrange', 500, 'Une erreur est survenue')
  await saveOrder(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'L’ordre n’a pas été enregistré' })).toHaveAttribute(
    'data-error',
    '500',
  )
  await expect(saveOrder(page)).toBeVisible()
  await page.unroute('**/service/rearrange')
  const sent = page.waitForRequest('**/service/rearrange')
  await saveOrder(page).click()
  const couples = new URLSearchParams((await sent).postData() ?? '').get('idRankCouples') ?? '[]'
  expect((JSON.parse(couples) as { rank: number }[]).map(({ rank }) => rank)).toEqual([1, 2, 3])
  await expect(saveOrder(page)).toHaveCount(0)
  await page.reload()
  await expect(labels(page)).toHaveText(['Crèche', 'Bal', 'Aide'])
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
  await dialog(page).getByLabel(/^Nom/).fill('Piscine municipale')
  await save(page)
  await expect(dialog(page).locator('[data-error="400"]')).toHaveText(municipalityError)
  await expect(dialog(page).getByLabel(/^Nom/)).toHaveValue('Piscine municipale')
})

test('V-001 a shop has no services to keep', async ({ page, request }) => {
  await openSignedIn(page, await newOwner(request), '/services')
  await expect(page).toHaveURL(/\/company$/)
})

async function drag(page: Page, from: number, to: number): Promise<void> {
  const middle = async (rank: number) => {
    const { x, y, width } = (await tiles(page).nth(rank).boundingBox()) ?? { x: 0, y: 0, width: 0 }
    return { x: x + width / 2, y: y + 40 }
  }
  const [start, end] = [await middle(from), await middle(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y, { steps: 4 })
  await page.mouse.move(end.x, end.y, { steps: 12 })
  await page.mouse.up()
}

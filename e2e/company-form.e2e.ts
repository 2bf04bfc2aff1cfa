import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { buyPlan, openSignedIn } from './api.ts'
import { clientOf, newOwner, type Owner, picture, scrollTo, signIn, upload, withoutStart } from './people.ts'
import { test } from './quiet.ts'
import { recordUpdates } from './record-updates.ts'
import { choosePicture } from './registration-steps.ts'

test.describe.configure({ timeout: 120_000 })

type Settings = {
  profileImage: string
  latitude: number
  longitude: number
  city: string
  cacActive: boolean
  cacDescription: string
  cacImagesPath: { rank: number; url: string }[]
}

const settingsOf = (page: Page, owner: Owner) =>
  clientOf(page.request).call('GET /v1/company/settings/:companyId', {
    token: owner.token,
    params: { companyId: owner.companyId },
  })
const saveButton = (page: Page) => page.getByRole('button', { name: 'Enregistrer ma fiche' })

async function saveForm(page: Page) {
  await saveButton(page).click()
  await expect(page).toHaveURL(/\/company$/)
}

test('E-003 E-004 E-006 the form has a section for each subject, filled with what is stored', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/editCompany')
  const front = page.getByRole('region', { name: 'Votre vitrine' })
  for (const name of ['Photo de couverture', 'Photo de profil'])
    await expect(front.getByLabel(name)).toHaveAttribute('type', 'file')
  await expect(front.getByLabel('Nom de l’établissement')).toHaveValue('Boulangerie Aux Deux Épis')
  await expect(front.getByLabel('Type')).toHaveValue('commerce')
  await expect(front.getByLabel('Catégorie')).toHaveValue('Boulangerie')
  const place = page.getByRole('region', { name: 'Où vous trouver' })
  await expect(place.getByLabel('Adresse')).toHaveValue('12 Rue de Paris')
  await expect(place.getByLabel('Code postal')).toHaveValue('92110')
  await expect(place.getByLabel('Ville')).toHaveValue('Clichy')
  await scrollTo(page, pinOf(place))
  const contact = page.getByRole('region', { name: 'Vous présenter, vous joindre' })
  await expect(contact.getByRole('textbox', { name: 'Description' })).toContainText('Pain au levain')
  await expect(contact.getByLabel('Site web', { exact: false }).first()).toHaveValue('https://www.deux-epis.fr')
  await expect(contact.getByLabel('Adresse e-mail')).toHaveValue('contact@deux-epis.fr')
  await expect(contact.getByLabel('Téléphone')).toHaveValue('01 45 67 89 01')
})

const pinOf = (place: Page | Locator) => place.getByRole('button', { name: /^Épingle/ })

test('E-012 E-013 E-014 E-016 the crop window zooms to three and turns once round; closed, it keeps the former picture; « back » closes it alone', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  const before = await settingsOf(page, owner)
  await signIn(page, owner, '/company')
  await page.getByRole('link', { name: 'Modifier ma fiche' }).first().click()
  const field = page.getByLabel('Photo de profil')
  const shown = page.locator('label', { has: field }).locator('img')
  await expect(shown).toHaveAttribute('src', before.profileImage ?? '')
  await field.setInputFiles(upload('photo.jpg', await picture(900, 900, '#224466')))
  const crop = page.getByRole('dialog')
  for (const [label, range] of Object.entries({ Zoom: ['1', '3', '0.1'], Rotation: ['0', '360', '1'] })) {
    const slider = crop.getByRole('slider', { name: label })
    for (const [index, name] of ['min', 'max', 'step'].entries())
      await expect(slider).toHaveAttribute(name, range[index] ?? '')
  }
  await crop.getByRole('button', { name: 'Tourner d’un quart' }).click()
  await expect(crop.getByRole('slider', { name: 'Rotation' })).toHaveValue('90')
  await expect(crop.getByRole('button', { name: 'Utiliser cette photo' })).toBeEnabled()
  await expect(crop.getByText('Faites glisser la photo')).toBeVisible()
  await crop.getByRole('button', { name: 'Annuler' }).click()
  await expect(crop).toBeHidden()
  await expect(shown).toHaveAttribute('src', before.profileImage ?? '')
  await page.getByLabel('Nom de l’établissement').fill('La Mie de Clichy')
  await field.setInputFiles(upload('photo.jpg', await picture(900, 900, '#224466')))
  await expect(crop).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(crop).toBeHidden()
  await expect(page).toHaveURL(/\/editCompany$/)
  await saveForm(page)
  expect((await settingsOf(page, owner)).profileImage).toBe(before.profileImage)
})

test('E-065 without coordinates the map shows Paris at zoom 17; a place gives it a pin at zoom 16', async ({
  page,
}) => {
  const tiles = await recordTiles(page)
  const owner = await newOwner(page.request)
  await page.route(`**/v1/company/settings/${owner.companyId}`, async (route) => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: Settings }
    await route.fulfill({ response: reply, json: { data: { ...data, latitude: null, longitude: null } } })
  })
  await signIn(page, owner, '/editCompany')
  const place = page.getByRole('region', { name: 'Où vous trouver' })
  await scrollTo(page, place.locator('[data-zoom="17"]'))
  await expect.poll(() => [...tiles]).toContain(tileAt({ latitude: 48.8566, longitude: 2.3522 }, 17))
  await expect(pinOf(place)).toHaveCount(0)
  await page.getByLabel('Adresse (*)', { exact: true }).fill('12 rue de Paris Clichy')
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().click()
  await expect(pinOf(place)).toBeVisible()
  await expect(place.locator('[data-zoom="16"]')).toBeVisible()
  await expect.poll(() => [...tiles]).toContain(tileAt({ latitude: 48.9045, longitude: 2.3064 }, 16))
})

/** The tiles that the map asks for, as zoom/x/y: where it truly stands. */
async function recordTiles(page: Page): Promise<Set<string>> {
  const asked = new Set<string>()
  await withoutStart(page)
  await page.route('**/v1/configuration', async (route) => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: object }
    await route.fulfill({ response: reply, json: { data: { ...data, tilesUrl: '/tuiles/{z}/{x}/{y}' } } })
  })
  await page.route('**/tuiles/**', (route) => {
    asked.add(new URL(route.request().url()).pathname.replace('/tuiles/', ''))
    return route.fulfill({ status: 204 })
  })
  return asked
}

/** The tile of a point in the usual grid of web maps (EPSG:3857). */
function tileAt({ latitude, longitude }: { latitude: number; longitude: number }, zoom: number): string {
  const count = 2 ** zoom
  const angle = (latitude * Math.PI) / 180
  const x = Math.floor(((longitude + 180) / 360) * count)
  const y = Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * count)
  return `${zoom}/${x}/${y}`
}

test('E-063 E-064 X-025 another city is looked up once it is complete; the pin goes to the first place found, and is saved', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  const asked: Record<string, string>[] = []
  const results = [{ location: { lat: 48.8932, lng: 2.2879 } }, { location: { lat: 43.3, lng: 5.4 } }]
  await page.route('**/v1/geo/geocode?*', (route) => {
    asked.push(Object.fromEntries(new URL(route.request().url()).searchParams))
    return route.fulfill({ json: { data: { results } } })
  })
  await page.clock.install()
  await signIn(page, owner, '/editCompany')
  const map = page.getByRole('region', { name: 'Où vous trouver' }).locator('[data-zoom]')
  await scrollTo(page, map)
  await page.getByLabel('Ville').fill('')
  await page.clock.fastForward(3_000)
  await page.getByLabel('Code postal').fill('9230')
  await page.getByLabel('Ville').fill('Levallois-Perret')
  await page.clock.fastForward(3_000)
  expect(asked).toEqual([])
  await page.getByLabel('Code postal').fill('92300')
  await page.clock.fastForward(3_000)
  await expect(map).toHaveAttribute('data-latitude', '48.8932')
  await expect(map).toHaveAttribute('data-longitude', '2.2879')
  expect(asked).toEqual([
    { address: '12 Rue de Paris', city: 'Levallois-Perret', zip: '92300', language: 'fr', region: 'fr' },
  ])
  await saveForm(page)
  expect(await settingsOf(page, owner)).toMatchObject({ latitude: 48.8932, longitude: 2.2879 })
})

test('E-063 saved before its look-up ends, a new address is found by the server, never left at the former point', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  const { latitude, longitude } = await settingsOf(page, owner)
  await page.route('**/v1/geo/geocode?*', (route) => route.abort())
  await signIn(page, owner, '/editCompany')
  await page.getByLabel('Code postal').fill('75015')
  await page.getByLabel('Ville').fill('Paris')
  await saveForm(page)
  const after = await settingsOf(page, owner)
  expect(after.city).toBe('Paris')
  expect([after.latitude, after.longitude]).not.toEqual([latitude, longitude])
})

const slots = ['#b4452c', '#2f6db4', '#d8a31a', '#3f8f52']

for (const width of [390, 1280]) {
  test(`E-007 E-009 E-020 E-057 E-058 E-060 a shop opens its click-and-collect with four pictures, at ${width} px`, {
    tag: width === 390 ? [] : '@matrix',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const owner = await newOwner(page.request)
    await openSignedIn(page, owner, '/editCompany')
    const sent = recordUpdates(page)
    const block = page.getByRole('region', { name: 'Les plus de votre offre' })
    await expect(saveButton(page)).toBeVisible()
    await expect(block).toHaveCount(0)
    await buyPlan(page.request, owner)
    await page.reload()
    await expect(block.getByLabel(/^Photo \d$/)).toHaveCount(0)
    await block.getByRole('switch', { name: 'Click and collect' }).click()
    await expect(block.getByLabel(/^Photo \d$/)).toHaveCount(4)
    await block.getByLabel('Comment commander').fill('Dix lettre')
    await saveButton(page).click()
    await expect(block.locator('[data-error="cac_format_error"]').first()).toBeVisible()
    await expect(block.getByRole('group', { name: /^Photos/ })).toHaveAccessibleDescription(
      /Ajoutez au moins une photo/,
    )
    await expectAccessible(page)
    await expectNoSideways(page)
    for (const [index, colour] of slots.entries())
      await choosePicture(page, `Photo ${index + 1}`, await picture(1200, 1400, colour))
    await saveButton(page).click()
    await expect(block.locator('[data-error="cac_format_error"]').first()).toBeVisible()
    expect(sent).toEqual([])
    await block.getByLabel('Comment commander').fill('Onze lettre')
    await saveForm(page)

    const first = await settingsOf(page, owner)
    expect(first).toMatchObject({ cacActive: true, cacDescription: 'Onze lettre' })
    expect(first.cacImagesPath.map(({ rank }) => rank)).toEqual([0, 1, 2, 3])
    for (const { rank, url } of first.cacImagesPath)
      expect(await storedPicture(page, url)).toEqual({ width: 800, height: 1000, colour: slots[rank] })

    await page.goto('/editCompany')
    await expect(block.locator('img')).toHaveCount(4)
    for (const { rank, url } of first.cacImagesPath)
      await expect(slotOf(block, rank).locator('img')).toHaveAttribute('src', url)
    await expectNoSideways(page)
    await slotOf(block, 1).getByRole('button', { name: 'Retirer' }).click()
    await expect(slotOf(block, 1).locator('img')).toHaveCount(0)
    await saveForm(page)
    expect((await settingsOf(page, owner)).cacImagesPath).toEqual(first.cacImagesPath.filter(({ rank }) => rank !== 1))
  })
}

const slotOf = (block: Locator, rank: number) => block.locator(`#field-cacImage-${rank}`)

/** Its sizes, and its colour in steps that JPEG does not cross. */
async function storedPicture(page: Page, url: string) {
  const image = sharp(await (await page.request.get(url)).body())
  const { width, height } = await image.metadata()
  const [red = 0, green = 0, blue = 0] = await image
    .extract({ left: 400, top: 500, width: 1, height: 1 })
    .raw()
    .toBuffer()
  const near = (colour: string) =>
    [red, green, blue].every(
      (value, index) => Math.abs(value - Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16)) < 12,
    )
  return { width, height, colour: slots.find(near) }
}

test('E-059 switched off, click-and-collect asks for nothing and keeps its pictures', async ({ page }) => {
  const owner = await newOwner(page.request)
  await buyPlan(page.request, owner)
  await openSignedIn(page, owner, '/editCompany')
  const block = page.getByRole('region', { name: 'Les plus de votre offre' })
  const toggle = block.getByRole('switch', { name: 'Click and collect' })
  await toggle.click()
  await choosePicture(page, 'Photo 4', await picture(800, 1000))
  await block.getByLabel('Comment commander').fill('Commandez avant midi')
  await saveForm(page)
  await page.goto('/editCompany')
  await toggle.click()
  await expect(block.getByLabel('Comment commander')).toHaveCount(0)
  await saveForm(page)
  const { cacActive, cacDescription, cacImagesPath } = await settingsOf(page, owner)
  expect([cacActive, cacDescription]).toEqual([false, 'Commandez avant midi'])
  expect(cacImagesPath.map(({ rank }) => rank)).toEqual([3])
})

test('E-069 X-012 a profile that is saved after its page was left takes nobody away from what they type since', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await signIn(page, owner, '/editCompany')
  await page.getByLabel('Nom de l’établissement').fill('La Mie de Clichy')
  const answered = Promise.withResolvers<void>()
  await page.route('**/update-settings-and-openingHours', async (route) => {
    await answered.promise
    await route.continue()
  })
  await saveButton(page).click()
  // While it is being saved, nothing can be typed that would not be.
  await expect(page.locator('form [inert]').getByLabel('Nom de l’établissement')).toHaveCount(1)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Messages' }).click()
  await expect(page).toHaveURL(/\/messages/)
  answered.resolve()
  await expect(page.getByText('Votre fiche a été mise à jour')).toBeVisible()
  await expect(page).toHaveURL(/\/messages/)
})

import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { newOwner, picture, signIn, upload } from './people.ts'
import { choosePicture } from './registration-steps.ts'

test.describe.configure({ timeout: 120_000 })

test('P-002 to P-010 P-018 P-019 P-020 P-028 the page shows the whole profile', async ({ page }) => {
  const owner = await newOwner(page.request, { fields: { website: '' } })
  await signIn(page, owner)
  await expect(page.getByRole('heading', { level: 1, name: owner.name })).toBeVisible()
  await expect(page.getByText('Boulangerie', { exact: true })).toBeVisible()
  await expect(page.getByText('0 abonné', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Modifier ma fiche' })).toHaveAttribute('href', '/editCompany')
  await expect(page.getByRole('link', { name: 'Voir mon site' })).toHaveCount(0)
  await expect(page.getByText('Pain au levain et viennoiseries maison')).toBeVisible()
  await expect(page.getByRole('row', { name: /mardi/i })).toContainText('07:00-13:00, 15:30-19:30')
  await expect(page.getByRole('row', { name: /lundi/i })).toContainText('Fermé')
  await expect(page.getByRole('link', { name: '01 45 67 89 01' })).toHaveAttribute('href', 'tel:+33145678901')
  await expect(page.getByRole('link', { name: 'contact@deux-epis.fr' })).toHaveAttribute(
    'href',
    'mailto:contact@deux-epis.fr',
  )
  await expect(page.getByRole('link', { name: 'Itinéraire' })).toHaveAttribute('href', /openstreetmap.*48\.9/)
  await expect(page.locator('[data-zoom="16"]')).toBeVisible()
})

test('P-012 every line in pause shows a temporary closing', async ({ page }) => {
  const paused = JSON.stringify([{ daytype: 'all_days', startTime: '09:00', endTime: '18:00', enabled: false }])
  await signIn(page, await newOwner(page.request, { fields: { openingHours: paused } }))
  await expect(page.getByText('Temporairement fermé').first()).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(0)
})

test('P-021 P-022 a phone is invited to the app of the city after ten seconds, once', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.clock.install()
  const owner = await newOwner(page.request)
  await signIn(page, owner)
  await expect(page.getByRole('heading', { name: owner.name })).toBeVisible()
  const invitation = page.getByRole('dialog', { name: 'Parvis est aussi sur votre téléphone' })
  await expect(invitation).toBeHidden()
  await page.clock.fastForward(10_500)
  await expect(invitation).toBeVisible()
  await expect(invitation.getByRole('link')).toHaveAttribute('href', /clichy/)
  await invitation.getByRole('button', { name: 'Rester sur le site' }).click()
  await expect(invitation).toBeHidden()
})

test('E-001 E-002 E-024 E-026 E-027 a change is checked on saving, then seen on the page', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/editCompany')
  const name = page.getByLabel('Nom de l’établissement')
  await expect(name).toHaveValue('Boulangerie Aux Deux Épis')
  const save = page.getByRole('button', { name: 'Enregistrer ma fiche' })
  await name.fill('Ab')
  await page.getByLabel('Code postal').fill('7500')
  await expect(page.locator('[data-error]')).toHaveCount(0)
  await save.click()
  await expect(page.getByRole('alert')).toHaveText('Le nom doit contenir au moins 3 caractères')
  await expect(name).toBeFocused()
  await expect(page.getByLabel('Code postal')).toHaveAttribute('aria-invalid', 'true')
  await name.fill('La Mie de Clichy')
  await expect(page.locator('[data-error]')).toHaveCount(0)
  await page.getByLabel('Code postal').fill('92110')
  await save.click()
  await expect(page.getByText('Votre fiche a été mise à jour')).toBeVisible()
  await expect(page).toHaveURL(/\/company$/)
  await expect(page.getByRole('heading', { level: 1, name: 'La Mie de Clichy' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('business'))).toBeNull()
})

test('E-011 E-012 E-015 on a phone, a large photo lying on its side is turned, cropped and saved', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await newOwner(page.request), '/editCompany')
  // As phones write it: 12 megapixels, lying, with an EXIF mark that says to turn it.
  const photo = await sharp(await picture(4000, 3000, '#3b6ea5'))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Photo de couverture').setInputFiles(upload('IMG_0001.jpg', photo))
  const crop = page.getByRole('dialog')
  await crop.getByLabel('Rotation').fill('90')
  await crop.getByRole('button', { name: 'Recadrer' }).click()
  await expect(crop).toBeHidden()
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'Enregistrer ma fiche' }).click()
  await expect(page).toHaveURL(/\/company$/)
  const cover = await page.locator('main header img').first().getAttribute('src')
  const stored = await sharp(await (await page.request.get(cover ?? '')).body()).metadata()
  expect([stored.width, stored.height]).toEqual([1200, 600])
})

test('E-018 E-021 a picture too small says the sizes and opens no window', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/editCompany')
  await page.getByLabel('Photo de profil').setInputFiles(upload('small.jpg', await picture(499, 600)))
  await expect(page.locator('[data-error="error_size_picture"]')).toContainText('500 x 500')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('E-025 E-075 a lost connection keeps what was typed, and the next try saves it', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/editCompany')
  const name = page.getByLabel('Nom de l’établissement')
  await name.fill('La Mie de Clichy')
  await choosePicture(page, 'Photo de profil', await picture(900, 900, '#224466'))
  const update = '**/update-settings-and-openingHours'
  await page.route(update, (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: 'Enregistrer ma fiche' }).click()
  await expect(page.getByRole('alert')).toContainText('Connexion impossible')
  await expect(name).toHaveValue('La Mie de Clichy')
  await page.unroute(update)
  await page.getByRole('button', { name: 'Enregistrer ma fiche' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'La Mie de Clichy' })).toBeVisible()
})

test('E-073 E-074 E-075 the refusals of the server have their own words', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/editCompany')
  await expect(page.getByLabel('Nom de l’établissement')).toHaveValue(/Deux Épis/)
  const messages = { 415: 'over_sized_image_error', 404: 'data_format_error', 500: 'server_error' }
  for (const [status, key] of Object.entries(messages)) {
    const update = '**/update-settings-and-openingHours'
    await page.route(update, (route) =>
      route.fulfill({ status: Number(status), json: { error: { code: 'X', message: 'Y' } } }),
    )
    await page.getByRole('button', { name: 'Enregistrer ma fiche' }).click()
    await expect(page.locator(`[role="alert"][data-error="${key}"]`)).toBeVisible()
    await page.unroute(update)
  }
})

test('E-007 E-010 E-023 an association has a web address, no click-and-collect, and keeps its type', async ({
  page,
}) => {
  await signIn(page, await newOwner(page.request, { type: 'association' }), '/editCompany')
  await expect(page.getByLabel('Mon adresse web')).toBeAttached()
  await expect(page.getByLabel('Click and collect')).toHaveCount(0)
  await expect(page.getByLabel('Type')).toBeDisabled()
})

test('E-008 P-008 a web address that is turned on leads from the page to the site', async ({ page }) => {
  await signIn(page, await newOwner(page.request, { type: 'association' }), '/editCompany')
  const subdomain = `asso-${Date.now()}`
  await page.getByRole('switch', { name: 'Mon adresse web' }).click()
  await page.getByLabel('Sous-domaine').fill(subdomain)
  await page.getByRole('button', { name: 'Enregistrer ma fiche' }).click()
  await expect(page.getByRole('link', { name: 'Voir mon site' })).toHaveAttribute('href', new RegExp(subdomain))
})

test('E-005 E-066 E-068 E-070 E-072 hours are completed, refused, paused and saved', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/editCompany')
  const save = page.getByRole('button', { name: 'Enregistrer ma fiche' })
  await page.getByLabel('Ouverture de l’horaire 1').fill('9')
  await page.getByLabel('Fermeture de l’horaire 1').fill('09:04')
  await expect(page.getByLabel('Ouverture de l’horaire 1')).toHaveValue('09:00')
  await save.click()
  await expect(page.locator('[data-error="opening hours error"]').first()).toBeVisible()
  await page.getByLabel('Fermeture de l’horaire 1').fill('09:05')
  await page.getByRole('button', { name: 'Mettre l’horaire 2 en pause' }).click()
  await save.click()
  await expect(page.getByRole('row', { name: /mardi/i })).toContainText('09:00-09:05')
  await expect(page.getByRole('row', { name: /mardi/i })).not.toContainText('15:30')
})

for (const width of widths) {
  test(`X-020 the company and its form fit ${width} px and pass axe`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const owner = await newOwner(page.request)
    await signIn(page, owner)
    await expect(page.getByRole('heading', { level: 1, name: owner.name })).toBeVisible()
    await expect(page.locator('[data-zoom]')).toBeVisible()
    await expectNoSideways(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Modifier ma fiche' }).click()
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible()
    await page.getByLabel('Nom de l’établissement').fill('Ab')
    await page.getByRole('button', { name: 'Enregistrer ma fiche' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectNoSideways(page)
    await expectAccessible(page)
  })
}

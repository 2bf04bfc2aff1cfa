import { expect, type Page } from '@playwright/test'
import { newShop } from './conversations.ts'
import { endSessionElsewhere, pressIfThere, signInAgain } from './faults.ts'
import { fillInstant } from './instants.ts'
import { runOperatorTool } from './operator-tool.ts'
import { clientOf, newOwner, type Owner, picture, signIn } from './people.ts'
import { test } from './quiet.ts'
import { choosePicture } from './registration-steps.ts'

test.describe.configure({ timeout: 120_000 })

const name = (page: Page) => page.getByLabel('Nom de l’établissement')
const saveButton = (page: Page) => page.getByRole('button', { name: 'Enregistrer ma fiche' })

const settingsOf = (page: Page, owner: Owner) =>
  clientOf(page.request).call('GET /v1/company/settings/:companyId', {
    token: owner.token,
    params: { companyId: owner.companyId },
  })

test('E-025 E-075 a lost connection keeps texts and photo, and the next try saves all of it', async ({ page }) => {
  const owner = await newOwner(page.request)
  const before = await settingsOf(page, owner)
  await signIn(page, owner, '/editCompany')
  await name(page).fill('La Mie de Clichy')
  await page.getByRole('textbox', { name: 'Description' }).fill('Des pains anciens, pétris à la main')
  await choosePicture(page, 'Photo de profil', await picture(900, 900, '#224466'))
  const update = '**/update-settings-and-openingHours'
  await page.route(update, (route) => route.abort('connectionreset'))
  await saveButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Connexion impossible')
  expect(await settingsOf(page, owner)).toEqual(before)
  await page.unroute(update)
  let go = () => undefined as unknown
  const held = new Promise((resolve) => {
    go = () => resolve(undefined)
  })
  await page.route(update, async (route) => {
    await held
    await route.continue()
  })
  await saveButton(page).click()
  await expect(page.getByRole('progressbar', { name: 'Envoi en cours' })).toBeVisible()
  go()
  await expect(page.getByRole('heading', { level: 1, name: 'La Mie de Clichy' })).toBeVisible()
  const after = await settingsOf(page, owner)
  expect(after.description).toContain('Des pains anciens, pétris à la main')
  expect(after.profileImage).not.toBe(before.profileImage)
})

test('AMB-39 what was typed is there again after signing in, asks before it replaces what was saved since, and goes', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await signIn(page, owner, '/editCompany')
  await name(page).fill('La Mie de Clichy')
  await endSessionElsewhere(page, owner)
  await pressIfThere(saveButton(page))
  const back = await signInAgain(page, owner)
  await page.goto('/editCompany')
  await expect(name(page)).toHaveValue('La Mie de Clichy')
  await expect(page.getByText(/Votre brouillon du .+ est de retour/)).toBeVisible()
  await expect(page.getByText('gardés sur cet appareil jusqu’à l’enregistrement')).toBeVisible()
  await clientOf(page.request).call('POST /v1/company/:id/update-settings-and-openingHours', {
    token: back.token,
    params: { id: owner.companyId },
    body: { companyId: owner.companyId, name: 'Le Fournil du Marché' },
  })
  await saveButton(page).click()
  await page.getByRole('button', { name: 'Voir la version enregistrée' }).click()
  await expect(page.getByRole('dialog')).toContainText('Le Fournil du Marché')
  expect((await settingsOf(page, back)).name).toBe('Le Fournil du Marché')
  await page.getByRole('button', { name: 'Enregistrer la mienne' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'La Mie de Clichy' })).toBeVisible()
  await page.goto('/editCompany')
  await expect(name(page)).toHaveValue('La Mie de Clichy')
  await expect(page.getByText(/Votre brouillon/)).toHaveCount(0)
})

test('AMB-39 leaving a changed form asks first; an unchanged one lets go', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/editCompany')
  const back = page.getByRole('main').getByRole('link', { name: 'Mon établissement' })
  const questions: string[] = []
  let answer = false
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    return answer ? dialog.accept() : dialog.dismiss()
  })
  await back.click()
  await expect(page).toHaveURL(/\/company$/)
  expect(questions).toEqual([])
  await page.getByRole('link', { name: 'Modifier ma fiche' }).click()
  await name(page).fill('La Mie de Clichy')
  await back.click()
  await expect.poll(() => questions).toEqual(['Vos modifications ne sont pas enregistrées. Quitter cette page ?'])
  await expect(page).toHaveURL(/\/editCompany$/)
  await expect(name(page)).toHaveValue('La Mie de Clichy')
  answer = true
  await back.click()
  await expect(page).toHaveURL(/\/company$/)
  await page.getByRole('link', { name: 'Modifier ma fiche' }).click()
  await page.getByRole('button', { name: 'Repartir de la fiche enregistrée' }).click()
  await expect(name(page)).toHaveValue('Boulangerie Aux Deux Épis')
})

/** Settings, a card among others, windows: each with a field where something is typed. */
const typedElsewhere = [
  { path: '/commandes/reglages', field: 'Consigne pour vos clients' },
  { path: '/messages/reglages', open: 'Ajouter', field: 'Nom court' },
  { path: '/horaires', field: 'Message aux habitants' },
  { path: '/commandes', open: 'Commande au comptoir', field: 'Contenu' },
  { path: '/equipe', open: 'Inviter', field: 'Son numéro de mobile' },
  { path: '/alertes', open: 'Alerter', field: 'Titre', isOfHall: true },
  { path: '/actes', open: 'Publier un acte', field: 'Objet', isOfHall: true },
]

test('U-042 leaving settings, a quick reply, a closure, a window, an alert or an act where something was typed asks first', async ({
  page,
}) => {
  const shop = await newShop(page.request)
  // The official hall of a town where no other journey has one.
  const fields = { zipCode: '56100', city: 'Lorient' }
  const hall = await newOwner(page.request, { type: 'mairie', name: 'Mairie de Lorient', fields })
  runOperatorTool('identity', hall.companyId, 'verified')
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    return dialog.type() === 'confirm' ? dialog.dismiss() : dialog.accept()
  })
  for (const { path, open, field, isOfHall } of typedElsewhere) {
    await test.step(path, async () => {
      await signIn(page, isOfHall ? hall : shop, path)
      await page.locator('nav a[href="/company"]:visible').first().click()
      await expect(page).toHaveURL(/\/company$/)
      await page.goBack()
      if (open) await page.getByRole('main').getByRole('button', { name: open }).first().click()
      const typed = page.getByLabel(field)
      await typed.fill('0612345678')
      questions.length = 0
      await page.evaluate(() => history.forward())
      await expect.poll(() => questions.join()).toMatch(/^Vos modifications ne sont pas enregistrées\.[^,]+$/)
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await expect(typed).toHaveValue(/^06/)
    })
  }
})

test('AMB-39 A-039 an instant being written comes back after a reload with its photo, and goes when it is begun anew', async ({
  page,
}) => {
  page.on('dialog', (question) => question.accept())
  await signIn(page, await newOwner(page.request), '/createService')
  await fillInstant(page, 'Fournée du soir')
  const title = page.getByLabel('Titre')
  const photo = page.locator('#field-picture img')
  await expect(photo).toBeVisible()
  await page.reload()
  await expect(page.getByText('Ce que vous aviez commencé est de retour.')).toBeVisible()
  await expect(title).toHaveValue('Fournée du soir')
  await expect(photo).toBeVisible()
  await page.getByRole('button', { name: 'Recommencer' }).click()
  await expect(title).toHaveValue('')
  await page.reload()
  await expect(title).toHaveValue('')
  await expect(page.getByText('Ce que vous aviez commencé est de retour.')).toHaveCount(0)
})

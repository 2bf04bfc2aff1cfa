import { expect, type Request, test } from '@playwright/test'
import { fillInstant, listInstants, save } from './instants.ts'
import { newOwner, signIn } from './people.ts'
import { confirmCode, fillAccount, fillProfile } from './registration-steps.ts'

test.describe.configure({ timeout: 180_000 })

test('R-025 R-029 R-030 R-034 R-037 R-041 R-070 R-080 R-081 each step asks what it must and sends the calls in their order', async ({
  page,
}) => {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/')) calls.push(request)
  })
  const sent = (path: string) => calls.find((request) => new URL(request.url()).pathname.endsWith(path))
  const position = (path: string) => calls.findIndex((request) => new URL(request.url()).pathname.endsWith(path))

  await page.goto('/inscription/commerce')
  for (const step of ['Création du compte', 'Informations professionnelles', 'Vérification']) {
    await expect(page.getByText(step).first()).toBeVisible()
  }
  const { phone } = await fillAccount(page, 'commerce')
  expect(sent('/syntheticProAccount/cities')?.headers().authorization).toBeUndefined()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByRole('dialog', { name: 'Votre code par SMS' })).toBeVisible()
  await confirmCode(page, phone)
  await expect(page.getByRole('heading', { name: 'Présentez-vous aux habitants' })).toBeVisible()

  expect(await page.evaluate(() => [localStorage.getItem('token')?.length, localStorage.getItem('step')])).toEqual([
    43,
    '2',
  ])
  const profile = sent('/profile/update')?.postData() ?? ''
  for (const key of [
    'first_name',
    'last_name',
    'phone',
    'date_of_birth',
    'gender',
    'email',
    'zip_code',
    'city',
    'app_id',
  ]) {
    expect(profile).toContain(key)
  }
  expect(profile).toContain('WEB_APP')
  expect(sent('/company/subscription')?.postData()).toContain('freemium')
  const order = ['/start-session', '/profile/update', '/company/ownership', '/company/subscription'].map(position)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order[0]).toBeGreaterThan(0)

  for (const label of ['Photo de profil', 'Photo de couverture', 'Recto', 'Verso', 'Catégorie', 'Adresse e-mail']) {
    await expect(page.getByLabel(label).first()).toBeAttached()
  }
  await expect(page.getByText(/gérant|responsable/i).first()).toBeVisible()
  await fillProfile(page, { category: 'Boulangerie' })
  const before = calls.length
  await page.getByRole('button', { name: 'Suivant' }).click()
  await expect(page.getByRole('heading', { name: 'Félicitations' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('step'))).toBe('3')
  expect(calls.slice(before).some((request) => request.url().includes('/update-settings-and-openingHours'))).toBe(true)
})

test('R-066 another city asks its zip, cut to five digits', async ({ page }) => {
  await page.goto('/inscription')
  await page.getByLabel('Votre ville').fill('autre')
  await page.getByRole('option', { name: /autre ville/i }).click()
  const zip = page.getByLabel('Code postal')
  await zip.pressSequentially('292001')
  await expect(zip).toHaveValue('29200')
})

test('R-102 R-103 R-104 I-096 the last step opens the form of each kind over itself, closed once one is saved', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await signIn(page, owner, '/inscription')
  const dialog = page.getByRole('dialog')
  for (const [name, form] of [
    ['Ajouter un service', 'Nouveau service'],
    ['Ajouter un événement', 'Nouvel événement'],
    ['Ajouter une offre spéciale', 'Nouvelle offre spéciale'],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog', { name: form }).getByLabel('Titre')).toBeVisible()
    if (form !== 'Nouvelle offre spéciale') await dialog.getByRole('button', { name: 'Fermer', exact: true }).click()
  }
  await fillInstant(page, 'Tartelettes du soir')
  await page.getByRole('button', { name: 'Demain' }).click()
  await save(page)
  await page.getByRole('button', { name: 'Non' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('status')).toContainText('Votre instant est publié')
  await expect(page).toHaveURL(/\/inscription$/)
  expect(await listInstants(page.request, owner)).toMatchObject([
    { instantInformation: { title: 'Tartelettes du soir', categoryId: 9 } },
  ])
})

test('AMB-40 a form over the last step closes at once when nothing was typed, asks first when something was', async ({
  page,
}) => {
  await page.route('**/v1/company/settings/*', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: object }
    await route.fulfill({ response: answer, json: { data: { ...data, latitude: null, longitude: null } } })
  })
  await signIn(page, await newOwner(page.request), '/inscription')
  const open = () => page.getByRole('button', { name: 'Ajouter un service' }).click()
  const form = page.getByRole('dialog', { name: 'Nouveau service' })
  const close = () => form.getByRole('button', { name: 'Fermer', exact: true }).click()
  // The address of a company without a point is looked up by the form itself: that is not typing.
  const located = page.waitForResponse(/\/v1\/geo\/geocode/)
  await open()
  await located
  await close()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await open()
  await form.getByLabel('Titre').fill('Fournée')
  await close()
  await page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' }).getByRole('button', { name: 'Rester' }).click()
  await expect(form.getByLabel('Titre')).toHaveValue('Fournée')
  await close()
  await page.getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

import { expect, type Page, type Request, test } from '@playwright/test'
import { fillInstant, listInstants, save } from './instants.ts'
import { newOwner, newRegistered, signIn } from './people.ts'
import { confirmCode, fillAccount, fillProfile } from './registration-steps.ts'

test.describe.configure({ timeout: 180_000 })

test('R-021 R-025 R-029 R-030 R-034 R-037 R-041 R-042 R-070 R-080 R-081 each step asks what it must and sends the calls in their order', async ({
  page,
}) => {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/')) calls.push(request)
  })
  const sent = (path: string) => calls.find((request) => new URL(request.url()).pathname.endsWith(path))
  const position = (path: string) => calls.findIndex((request) => new URL(request.url()).pathname.endsWith(path))

  await page.goto('/inscription/commerce')
  await expectSteps(page, 1)
  const { phone } = await fillAccount(page, 'commerce')
  expect(sent('/syntheticProAccount/cities')?.headers().authorization).toBeUndefined()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByRole('dialog', { name: 'Votre code par SMS' })).toBeVisible()
  await confirmCode(page, phone)
  await expect(page.getByRole('heading', { name: 'Présentez-vous aux habitants' })).toBeVisible()
  await expectSteps(page, 2)

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
  const after = () => calls.slice(before).map((request) => `${request.method()} ${new URL(request.url()).pathname}`)
  const update = after().findIndex((call) => /^POST .*\/update-settings-and-openingHours$/.test(call))
  expect(update).toBeGreaterThanOrEqual(0)
  const companyId = after()[update]?.split('/').at(-2)
  await expect.poll(() => after().slice(update)).toContain(`GET /v1/company/settings/${companyId}`)
})

/** Three named steps, the current one marked, whatever the width of the screen. */
async function expectSteps(page: Page, current: number): Promise<void> {
  const steps = page.getByRole('list', { name: 'Étapes de l’inscription' }).getByRole('listitem')
  await expect(steps).toHaveText([/Création du compte/, /Informations professionnelles/, /Vérification/])
  for (const step of await steps.all()) await expect(step).toBeVisible()
  const marks = await steps.evaluateAll((items) => items.map((item) => item.getAttribute('aria-current')))
  expect(marks).toEqual([1, 2, 3].map((step) => (step === current ? 'step' : null)))
}

test('R-031 the first company of the list is the one that the next calls work on', async ({ page }) => {
  const [first, second] = [await newRegistered(page.request), await newRegistered(page.request)]
  const headers = { authorization: `Bearer ${second.token}` }
  const theirs = (await (await page.request.get('/v1/company/ownership', { headers })).json()) as { data: unknown[] }
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.route('**/v1/company/ownership', async (route) => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: unknown[] }
    await route.fulfill({ json: { data: [...data, ...theirs.data] } })
  })
  await page.goto('/inscription')
  await fillAccount(page, 'commerce', { phone: first.phone })
  await page.getByRole('button', { name: 'Continuer' }).click()
  await confirmCode(page, first.phone)
  await expect(page.getByRole('heading', { name: 'Présentez-vous aux habitants' })).toBeVisible()
  const settings = calls.filter((path) => path.startsWith('/v1/company/settings/'))
  expect(new Set(settings)).toEqual(new Set([`/v1/company/settings/${first.companyId}`]))
  const order = ['/v1/profile/update', '/v1/company/ownership', settings[0] ?? ''].map((path) => calls.indexOf(path))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order[0]).toBeGreaterThan(0)
  // The page may be asking again.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

const textboxes = ['Description', 'Adresse e-mail', 'Téléphone', 'Code postal', 'Ville', 'Site web']

test('R-078 R-079 the second step asks all that a page needs', async ({ page }) => {
  await signIn(page, await newRegistered(page.request), '/inscription')
  for (const label of ['Photo de profil', 'Photo de couverture', 'Recto', 'Verso']) {
    await expect(page.getByLabel(label)).toHaveAttribute('type', 'file')
  }
  for (const name of textboxes) await expect(page.getByRole('textbox', { name }).first(), name).toBeEditable()
  for (const name of ['Catégorie', 'Adresse (*)'])
    await expect(page.getByRole('combobox', { name }), name).toBeEditable()
  await expect(page.getByRole('checkbox', { name: 'Je n’ai pas de site web' })).toBeEnabled()
  await page.getByRole('button', { name: /^lundi\s: Ajouter$/ }).click()
  await expect(page.getByLabel('lundi, plage 1, ouverture')).toBeEditable()
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

test('R-015 R-016 R-017 R-018 R-019 what a mailing knows of the business waits in the second step', async ({
  page,
}) => {
  const business = 'procompanyname=Le Fournil&proemail=pro@fournil.fr&prophone=0145678901'
  await page.goto(`/inscription?${business}&procity=Levallois&prozipcode=92300`)
  const { phone } = await fillAccount(page, 'commerce')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await confirmCode(page, phone)
  await expect(page.getByLabel('Nom de l’établissement')).toHaveValue('Le Fournil')
  await expect(page.getByLabel('Adresse e-mail')).toHaveValue('pro@fournil.fr')
  await expect(page.getByLabel('Téléphone')).toHaveValue(/01 ?45 ?67 ?89 ?01/)
  await expect(page.getByLabel('Ville')).toHaveValue('Levallois')
  await expect(page.getByLabel('Code postal')).toHaveValue('92300')
})

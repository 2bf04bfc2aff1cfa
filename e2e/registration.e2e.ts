import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { type BusinessType, newOwner, newPhone, newRegistered, newSiret, picture, signIn, upload } from './people.ts'
import { confirmCode, fillAccount, fillProfile, pieceTaken } from './registration-steps.ts'

// The machine that runs the journeys may be busy: a whole registration is long.
test.describe.configure({ timeout: 180_000 })

const types: [BusinessType, string][] = [
  ['commerce', 'Boulangerie'],
  ['entreprise', 'Boulangerie'],
  ['association', 'Sport'],
  ['mairie', 'Mairie'],
]

for (const [type, category] of types) {
  test(`R-007 R-008 R-022 R-036 R-100 R-105 U-108 registers a ${type} from the first page to its own, with one cookie`, async ({
    page,
    baseURL,
  }) => {
    const calls: string[] = []
    const foreign: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith('http') && !request.url().startsWith(baseURL ?? '')) foreign.push(request.url())
      if (request.method() === 'POST') calls.push(new URL(request.url()).pathname)
    })
    await page.goto(`/inscription/${type}`)
    const { phone } = await fillAccount(page, type)
    await page.getByRole('button', { name: 'Continuer' }).click()
    await confirmCode(page, phone)
    await expect(page.getByRole('heading', { name: 'Présentez-vous aux habitants' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('step'))).toBe('2')
    await fillProfile(page, { category })
    await page.getByRole('button', { name: 'Suivant' }).click()
    await expect(page.getByRole('heading', { name: 'Félicitations' })).toBeVisible()
    await expect(page.getByText('Votre dossier est en cours de vérification')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('step'))).toBe('3')
    await page.getByRole('link', { name: 'Voir mon établissement' }).click()
    await expect(page).toHaveURL(/\/company$/)
    await expect(page.getByRole('heading', { name: 'Le Fournil de Marie' })).toBeVisible()
    expect(calls.filter((path) => !path.includes('settings') && !path.includes('error-report'))).toEqual([
      '/v1/authentication/send-activation-code',
      '/v1/authentication/start-session',
      '/v1/profile/update',
      '/v1/company/subscription',
    ])
    expect((await page.context().cookies()).map(({ httpOnly }) => httpOnly)).toEqual([true])
    expect(foreign).toEqual([])
  })
}

test('U-102 U-D22 creating an account accepts the terms that the sentence above names, after its subscription', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await page.route('**/v1/legal', async (route) => {
    const { data } = await (await route.fetch()).json()
    const current = { ...data.current, terms: { version: 3, effectiveOn: '2026-10-01' } }
    await route.fulfill({ json: { data: { ...data, current } } })
  })
  await page.route('**/v1/legal/acceptances', (route) => route.fulfill({ json: { data: {} } }))
  await page.goto('/inscription')
  const sentence = page.getByText('En créant votre compte, vous acceptez les')
  await expect(sentence).toHaveText(
    'En créant votre compte, vous acceptez les conditions d’utilisation du 1er octobre 2026 et avez lu la politique de confidentialité.',
  )
  await expect(sentence.getByRole('link')).toHaveText(['conditions d’utilisation', 'politique de confidentialité'])
  await expectAccessible(page)
  const { phone } = await fillAccount(page, 'commerce')
  await page.getByRole('button', { name: 'Continuer' }).click()
  const accepted = page.waitForRequest('**/v1/legal/acceptances')
  await confirmCode(page, phone)
  expect((await accepted).postDataJSON()).toMatchObject({ kind: 'terms', version: 3, companyId: expect.any(String) })
  await expect(page.getByRole('heading', { name: 'Présentez-vous aux habitants' })).toBeVisible()
  expect(sent.slice(-2)).toEqual(['/v1/company/subscription', '/v1/legal/acceptances'])
})

test('R-068 R-110 R-111 an empty first step is refused in the quoted words, field by field', async ({ page }) => {
  await page.goto('/inscription')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByRole('alert')).toContainText('Veuillez remplir tous les champs')
  await expect(page.getByLabel('Prénom')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Prénom')).toBeFocused()
  await expect(page.locator('[data-error="siret_empty_error"]')).toHaveText('Merci de saisir votre numéro SIRET')
  await expect(page.locator('#field-first_name [data-error]')).toHaveText('Indiquez votre prénom')
  await expect(page.getByRole('heading', { name: 'Votre commerce', exact: true })).toBeVisible()
  await page.getByLabel('Prénom').fill('Marie')
  await expect(page.getByLabel('Prénom')).not.toHaveAttribute('aria-invalid')
})

test('R-003 R-005 R-006 R-024 the type of the address chooses the words and the number asked', async ({ page }) => {
  await page.goto('/inscription/xyz?useremail=a@b.fr')
  await expect(page).toHaveURL(/\/inscription\/commerce\?useremail=/)
  await expect(page.getByLabel('Numéro SIRET')).toBeVisible()
  await page.getByRole('link', { name: 'Association' }).click()
  await expect(page).toHaveURL(/\/inscription\/association\?useremail=/)
  await expect(page.getByLabel('Numéro RNA')).toBeVisible()
  await expect(page.getByLabel('Adresse e-mail')).toHaveValue('a@b.fr')
})

test('R-012 R-014 R-020 the link of a mailing fills the form, NULL is ignored', async ({ page }) => {
  await page.goto('/inscription?userzipcode=75015&prosiret=73282932000074&username=NULL&userfirstname=Marie')
  await expect(page.getByLabel('Numéro SIRET')).toHaveValue('732 829 320 00074')
  await expect(page.getByLabel('Votre ville')).toHaveValue(/75015/)
  await expect(page.getByLabel('Prénom')).toHaveValue('Marie')
  await expect(page.getByLabel('Nom (*)', { exact: true })).toHaveValue('')
})

test('R-043 R-044 R-051 R-055 the registry is asked once the number is whole, and a used one stops', async ({
  page,
}) => {
  const owner = await newRegistered(page.request)
  const settings = await page.request.get(`/v1/company/settings/${owner.companyId}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  const { data } = (await settings.json()) as { data: { siren: string } }
  let lookups = 0
  page.on('request', (request) => {
    if (request.url().includes('/v1/company/siren')) lookups += 1
  })
  await page.goto('/inscription')
  await page.getByLabel('Numéro SIRET').fill('9999000040001')
  expect(lookups).toBe(0)
  await page.getByLabel('Numéro SIRET').fill('99990000400014')
  await expect(page.getByText('Boulangerie des Lilas')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('businessByCode'))).toContain('Boulangerie des Lilas')
  await fillAccount(page, 'commerce', { siren: data.siren })
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.locator('[data-error="code_used"]').first()).toContainText(
    'Ce numéro RNA ou SIREN/SIRET est déjà utilisé',
  )
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('R-051 R-055 the number typed again has its own business, not that of the number between', async ({ page }) => {
  await page.route('**/v1/company/siren?*', (route) => {
    const siren = new URL(route.request().url()).searchParams.get('siren')
    const name = siren === '99990000400014' ? 'Boulangerie des Lilas' : 'Garage du Pont'
    return route.fulfill({ json: { data: { name, siren, address: '', zipCode: '', city: '', category: '' } } })
  })
  await page.goto('/inscription')
  const number = page.getByLabel('Numéro SIRET')
  for (const [siren, name] of [
    ['99990000400014', 'Boulangerie des Lilas'],
    ['73282932000074', 'Garage du Pont'],
    ['99990000400014', 'Boulangerie des Lilas'],
  ] as const) {
    await number.fill(siren)
    await expect(page.getByText(name)).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('businessByCode'))).toContain(name)
  }
})

test('R-027 R-028 the code window tells empty, short and wrong codes, and closing keeps the form', async ({ page }) => {
  await page.goto('/inscription')
  await fillAccount(page, 'commerce')
  await page.getByRole('button', { name: 'Continuer' }).click()
  const valid = page.getByRole('button', { name: 'Valider mon code' })
  await valid.click()
  await expect(page.locator('[data-error="code_empty_error"]')).toBeVisible()
  await page.getByLabel('Code reçu par SMS').fill('123')
  await valid.click()
  await expect(page.locator('[data-error="code_length_error"]')).toBeVisible()
  await page.getByLabel('Code reçu par SMS').fill('abcde')
  await valid.click()
  await expect(page.getByText('Merci de saisir un code valide')).toBeVisible()
  await page.getByRole('button', { name: 'Fermer' }).click()
  await expect(page.getByLabel('Prénom')).toHaveValue('Marie')
})

test('R-072 R-074 a refused phone and a broken server are told in the quoted words', async ({ page }) => {
  const path = '**/v1/authentication/send-activation-code'
  const answer = (status: number) =>
    page.route(path, (route) => route.fulfill({ status, json: { error: { code: 'X', message: 'Y' } } }))
  await page.goto('/inscription')
  await fillAccount(page, 'commerce')
  await answer(400)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByRole('alert')).toHaveText('Merci de vérifier votre numéro de téléphone')
  await page.unroute(path)
  await answer(500)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByRole('alert')).toHaveText('Une erreur est survenue, merci de vérifier vos données')
})

test('R-076 R-077 a refused registration is told in the quoted words, and reloads after a 409', async ({ page }) => {
  await page.clock.install()
  const path = '**/v1/company/subscription'
  await page.route(path, (route) => route.fulfill({ status: 500, json: { error: { code: 'X', message: 'Y' } } }))
  await page.goto('/inscription')
  const { phone } = await fillAccount(page, 'commerce')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await confirmCode(page, phone)
  await expect(page.getByRole('alert')).toHaveText('Une erreur est survenue, merci de vérifier vos donner et rééssayer')
  await page.unroute(path)
  await page.route(path, (route) => route.fulfill({ status: 409, json: { error: { code: 'X', message: 'Y' } } }))
  // The phone is proven: no second code.
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByRole('alert')).toHaveText('Une erreur est survenue, merci de recharger la page')
  const reloaded = page.waitForEvent('load')
  await page.clock.fastForward(3_100)
  await reloaded
})

test('R-032 R-033 an owner who registers again lands on the company page, told about the app', async ({ page }) => {
  const owner = await newOwner(page.request)
  await page.goto('/inscription')
  await fillAccount(page, 'commerce', { phone: owner.phone, siren: newSiret() })
  // A slow network: this answer, which the next page waits for, comes once the page that asked first is gone.
  await page.route('**/v1/authentication/session', async (route) => {
    if (route.request().method() === 'GET')
      await expect(page.getByRole('heading', { name: 'Inscrivez votre commerce' })).toBeHidden()
    await route.continue()
  })
  let registered = false
  page.on('request', (request) => {
    registered ||= request.url().includes('/v1/company/subscription')
  })
  await page.getByRole('button', { name: 'Continuer' }).click()
  await confirmCode(page, owner.phone)
  await expect(page).toHaveURL(/\/company$/)
  await expect(
    page.getByText('Vous possédez déjà un établissement. Utilisez l’application mobile pour le mettre à jour.'),
  ).toBeVisible()
  expect(registered).toBe(false)
})

test('R-038 R-039 R-108 R-114 an unfinished registration resumes on another browser, with only the six keys', async ({
  page,
}) => {
  await signIn(page, await newRegistered(page.request), '/inscription')
  await expect(page.getByRole('heading', { name: 'Présentez-vous aux habitants' })).toBeVisible()
  await page.getByLabel('Nom de l’établissement').fill('Le Fournil de Marie')
  await page.reload()
  await expect(page.getByLabel('Nom de l’établissement')).toHaveValue('Le Fournil de Marie')
  await expect(page.getByText(/Votre brouillon du .+ est de retour/)).toBeVisible()
  const allowed = ['token', 'step', 'user', 'confirmationCode', 'business', 'businessByCode']
  const kept = await page.evaluate(() => Object.keys(localStorage))
  expect(kept.filter((key) => !allowed.includes(key))).toEqual([])
})

test('R-080 R-081 what is typed while a photo is still being decoded is kept, and so is the photo', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const decode = window.createImageBitmap.bind(window)
    const allowed = new Promise((resolve) => window.addEventListener('decode', resolve))
    window.createImageBitmap = (async (...given: Parameters<typeof decode>) => {
      await allowed
      return await decode(...given)
    }) as typeof decode
  })
  await signIn(page, await newRegistered(page.request), '/inscription')
  await page.getByLabel('Recto').setInputFiles(upload('recto.jpg', await picture(900, 600)))
  await page.getByLabel('Nom de l’établissement').fill('Le Fournil de Marie')
  await page.getByLabel('Verso').setInputFiles(upload('verso.jpg', await picture(900, 600)))
  await page.evaluate(() => window.dispatchEvent(new Event('decode')))
  for (const side of ['Recto', 'Verso']) await expect(pieceTaken(page, side)).toBeVisible()
  await expect(page.getByLabel('Nom de l’établissement')).toHaveValue('Le Fournil de Marie')
})

test('R-036 R-105 the first page of the company is reached at once, while the portal still asks what is owned', async ({
  page,
}) => {
  await signIn(page, await newRegistered(page.request), '/inscription')
  await fillProfile(page, { category: 'Boulangerie' })
  const answered = Promise.withResolvers<void>()
  await page.route('**/v1/company/ownership', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Suivant' }).click()
  await page.getByRole('link', { name: 'Voir mon établissement' }).click()
  await expect(page).toHaveURL(/\/company$/)
  answered.resolve()
  await expect(page.getByRole('heading', { name: 'Le Fournil de Marie' })).toBeVisible()
})

test('R-040 a finished registration shows the last step, all done', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/inscription')
  await expect(page.getByRole('heading', { name: 'Félicitations' })).toBeVisible()
  await expect(page.getByText('(terminée)')).toHaveCount(3)
})

test('R-106 R-107 the last step opens and closes the plans, and links to their page', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/inscription')
  const plans = page.getByText('Découvrir nos offres')
  const buy = page.getByRole('button', { name: 'Acheter PREMIUM' })
  await plans.click()
  await expect(buy).toBeVisible()
  await plans.click()
  await expect(buy).toBeHidden()
  await plans.click()
  await page.getByRole('link', { name: 'Voir la page des offres' }).click()
  await expect(page).toHaveURL(/\/subscription$/)
})

test('R-106 a town hall is sold nothing', async ({ page }) => {
  await signIn(page, await newOwner(page.request, { type: 'mairie' }), '/inscription')
  await expect(page.getByRole('button', { name: 'Ajouter un événement' })).toBeVisible()
  await expect(page.getByText('Découvrir nos offres')).toHaveCount(0)
})

test('R-083 R-084 R-099 an empty second step flags every field, both sides of the card, and calls nothing', async ({
  page,
}) => {
  await signIn(page, await newRegistered(page.request), '/inscription')
  let saved = false
  page.on('request', (request) => {
    saved ||= request.url().includes('update-settings')
  })
  await page.getByRole('button', { name: 'Suivant' }).click()
  await expect(page.getByRole('alert')).toHaveText('Veuillez remplir tous les champs')
  for (const field of ['id-card-front', 'id-card-back', 'coverImage', 'profileImage', 'email', 'phoneNumber']) {
    await expect(page.locator(`#field-${field} [data-error="required_data_error"]`)).toBeVisible()
  }
  await expect(page.locator('#field-openingHours [data-error="opening hours error"]')).toBeVisible()
  await expect(page.getByRole('button', { name: /Retour|Précédent/ })).toHaveCount(0)
  // Each field says what it awaits, and the bar how many are left and which is next.
  await expect(page.locator('#field-coverImage [data-error]')).toHaveText('Ajoutez une photo de couverture')
  const left = page.getByText(/^Encore \d+ champs/)
  await expect(left).toContainText('photo de couverture, photo de profil…')
  await left.getByRole('button', { name: 'photo de profil' }).click()
  await expect(page.getByLabel('Photo de profil')).toBeFocused()
  expect(saved).toBe(false)
})

test('R-026 the first visit loads nothing of the signed-in part', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto('/inscription')
  await page.getByLabel('Prénom').waitFor()
  const signedIn = /shell-|pages-|rich-text|leaflet|crop-modal|signed-in-layout|registration-profile-step/
  expect(loaded.filter((path) => signedIn.test(path))).toEqual([])
})

for (const width of widths) {
  test(`X-020 both steps of the registration fit ${width} px and pass axe`, {
    tag: width === 390 ? [] : '@matrix',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/inscription')
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectNoSideways(page)
    await expectAccessible(page)
    await fillAccount(page, 'commerce', { phone: newPhone() })
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await signIn(page, await newRegistered(page.request), '/inscription')
    await page.getByRole('button', { name: 'Suivant' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectNoSideways(page)
    await expectAccessible(page)
  })
}

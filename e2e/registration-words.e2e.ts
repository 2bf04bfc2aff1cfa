import { expect, type Page, test } from '@playwright/test'
import { newPhone, newRegistered, openAs } from './people.ts'
import { fillAccount } from './registration-steps.ts'

const code = (page: Page) => page.getByLabel('Code reçu par SMS')
const goOn = (page: Page) => page.getByRole('button', { name: 'Continuer' }).click()

/** As a real installation answers: another code after half a minute, each good for ten. */
const answerCode = (page: Page) =>
  page.route('**/v1/authentication/send-activation-code', (route) =>
    route.fulfill({ json: { data: { phone: '+33600000000', expiresIn: 600, retryAfter: 30 } } }),
  )

test('R-063 a birth date is typed as the hint says, with any separator; three sentences say what is wrong', async ({
  page,
}) => {
  await page.goto('/inscription')
  const field = page.getByLabel('Date de naissance')
  for (const typed of ['22/11/1980', '22.11.1980', '22-11-1980', '22111980']) {
    await field.fill('')
    await field.pressSequentially(typed)
    await expect(field).toHaveValue('22/11/1980')
  }
  await fillAccount(page, 'commerce')
  const wrong: [string, RegExp][] = [
    ['1990', /^Écrivez le jour, le mois et l’année/],
    ['31/02/1990', /^Cette date n’existe pas/],
    ['01/01/1890', /^Cette date n’existe pas/],
    ['01/01/2020', /^Vous devez avoir au moins 18 ans$/],
  ]
  for (const [typed, sentence] of wrong) {
    await field.fill(typed)
    await goOn(page)
    await expect(page.locator('#field-date_of_birth [data-error="birth_date_error"]')).toHaveText(sentence)
  }
})

test('R-006 R-054 R-056 a number that cannot exist has its own sentence, once; a town hall is not asked for a Kbis', async ({
  page,
}) => {
  await page.goto('/inscription/mairie')
  await expect(page.getByText('Les 14 chiffres de votre avis de situation SIRENE')).toBeVisible()
  await expect(page.getByText('Kbis')).toHaveCount(0)
  await page.goto('/inscription/commerce')
  const siret = page.getByLabel('Numéro SIRET')
  await goOn(page)
  await expect(page.locator('#field-siren [data-error="siret_empty_error"]')).toBeVisible()
  await siret.fill('73282932100074')
  await expect(page.locator('#field-siren [data-error]')).toHaveText('Le numéro SIRET est invalide')
  await expect(page.getByText('Merci de saisir votre numéro SIRET')).toHaveCount(0)
  await expect(page.getByText('Numéro RNA ou SIRET invalide')).toHaveCount(0)
  await page.goto('/inscription/association')
  await goOn(page)
  await expect(page.getByRole('alert').getByRole('link', { name: 'Numéro RNA (ou SIRET)' })).toBeVisible()
  await page.getByLabel('Numéro RNA').fill('W12')
  await goOn(page)
  await expect(page.locator('#field-siren [data-error]')).toHaveText('Le numéro RNA est invalide')
})

test('R-025 R-027 R-028 R-073 the code can be typed at once, is sent again with a word, and is told to be old', async ({
  page,
}) => {
  await page.clock.install()
  await answerCode(page)
  await page.goto('/inscription')
  await fillAccount(page, 'commerce')
  await goOn(page)
  await expect(code(page)).toBeFocused()
  const resend = page.getByRole('button', { name: /^Renvoyer le code dans \d+ s$/ })
  await expect(resend).toBeDisabled()
  await page.clock.fastForward('11:00')
  await code(page).fill('00000')
  await page.getByRole('button', { name: 'Valider mon code' }).click()
  await expect(page.locator('[data-error="code_expired"]')).toHaveText('Ce code a expiré. Demandez-en un nouveau.')
  await page.getByRole('button', { name: 'Renvoyer le code', exact: true }).click()
  await expect(page.getByText('Un nouveau code vient de vous être envoyé.')).toBeVisible()
  await expect(code(page)).toHaveValue('')
  await page.route('**/v1/authentication/start-session', (route) =>
    route.fulfill({ status: 429, json: { error: { code: 'TOO_MANY_ATTEMPTS', message: 'x' } } }),
  )
  await code(page).fill('00000')
  await page.getByRole('button', { name: 'Valider mon code' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
  await expect(page.getByRole('button', { name: 'Valider mon code' })).toBeDisabled()
  await page.getByRole('button', { name: 'Fermer' }).click()
  await page.route('**/v1/authentication/send-activation-code', (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'PHONE_BLOCKED', message: 'x' } } }),
  )
  await goOn(page)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Votre accès est bloqué, merci de contacter notre équipe')
  await expect(alert.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
})

test('A-011 A-035 a landline at sign-in is told to be a mobile, and a code is sent again with a word', async ({
  page,
}) => {
  await page.clock.install()
  await answerCode(page)
  await page.goto('/login')
  const phone = page.getByLabel('Votre numéro de mobile')
  const ask = page.getByRole('button', { name: 'Recevoir mon code' })
  await phone.fill('01 45 67 89 01')
  await ask.click()
  await expect(page.locator('#field-phone [data-error="phone_not_mobile"]')).toHaveText(/Saisissez un numéro de mobile/)
  await phone.fill(newPhone())
  await ask.click()
  await expect(code(page)).toBeFocused()
  await expect(page.getByRole('button', { name: /^Renvoyer le code dans/ })).toBeDisabled()
  await page.clock.fastForward('05:00')
  await page.getByRole('button', { name: 'Renvoyer le code', exact: true }).click()
  await expect(page.getByText('Un nouveau code vient de vous être envoyé.')).toBeVisible()
})

test('R-090 R-099 R-110 on a phone an empty trade is marked like any field, and the one button is at the bottom', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const owner = await newRegistered(page.request)
  await openAs(page, owner, '/inscription')
  const next = page.getByRole('button', { name: 'Suivant' })
  await expect(next).toBeVisible()
  const below = await next.evaluate((button) => innerHeight - button.getBoundingClientRect().bottom)
  expect(below).toBeLessThan(24)
  await next.click()
  await expect(page.getByLabel('Catégorie')).toHaveAttribute('aria-invalid', 'true')
  for (const label of ['Catégorie', 'Nom de l’établissement'])
    await expect(page.getByLabel(label)).toHaveCSS('border-top-color', 'rgb(179, 38, 30)')
})

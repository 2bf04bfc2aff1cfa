import { expect, type Page, test } from '@playwright/test'
import { confirmCode, fillAccount } from './registration-steps.ts'

const sendCode = '/v1/authentication/send-activation-code'

test('R-023 the first step asks six things of the person, the city with its zip code', async ({ page }) => {
  await page.goto('/inscription')
  const labels = ['Prénom', 'Nom (*)', 'Téléphone mobile', 'Date de naissance', 'Adresse e-mail', 'Votre ville']
  for (const label of labels) await expect(page.getByLabel(label, { exact: label === 'Nom (*)' })).toBeVisible()
  const typed = page.locator('form').locator('input:visible:not([type=radio]):not([type=checkbox])')
  // The six, and the number of the business.
  await expect(typed).toHaveCount(labels.length + 1)
  await fillAccount(page, 'commerce')
  await expect(page.getByLabel('Votre ville')).toHaveValue('Clichy (92110)')
})

test('R-065 a city typed and not chosen is refused, and typing over the chosen one drops it', async ({ page }) => {
  await page.goto('/inscription')
  await fillAccount(page, 'commerce')
  const asked = countCalls(page, sendCode)
  for (const typed of ['Atlantide', 'Clichy', '92110']) {
    await page.getByLabel('Votre ville').fill(typed)
    await page.getByRole('button', { name: 'Continuer' }).click()
    await expect(page.locator('p[data-error="city_required_error"]')).toHaveText('Merci de choisir votre ville')
  }
  expect(asked()).toBe(0)
  await page.getByLabel('Votre ville').fill('92110')
  await page.getByRole('option', { name: 'Clichy (92110)' }).click()
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByRole('dialog', { name: 'Votre code par SMS' })).toBeVisible()
  expect(asked()).toBe(1)
})

test('R-075 a phone refused by the profile asks to verify it, and the first step stays', async ({ page }) => {
  await page.route('**/v1/profile/update', (route) =>
    route.fulfill({ status: 422, json: { error: { code: 'PHONE_MISMATCH', message: 'Y' } } }),
  )
  const registered = countCalls(page, '/v1/company/subscription')
  await page.goto('/inscription')
  const { phone } = await fillAccount(page, 'commerce')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await confirmCode(page, phone)
  await expect(page.getByRole('alert')).toHaveText('Merci de vérifier votre numéro de téléphone')
  await expect(page.getByLabel('Prénom')).toHaveValue('Marie')
  expect(registered()).toBe(0)
})

test('R-109 a stored value that is missing at reload is recorded under its own code', async ({ page }) => {
  await rememberNotFound(page)
  await page.goto('/inscription')
  const { phone } = await fillAccount(page, 'commerce')
  await page.getByRole('button', { name: 'Continuer' }).click()
  await confirmCode(page, phone)
  await expect(page.getByRole('heading', { name: 'Présentez-vous aux habitants' })).toBeVisible()
  for (const [key, code] of Object.entries({ step: 'STEP', user: 'USER', business: 'BUSINESS' })) {
    await page.evaluate(
      (names) => {
        for (const name of names) localStorage.setItem(name, localStorage.getItem(name) ?? '{}')
      },
      [key, 'businessByCode'],
    )
    await page.reload()
    expect(await notFound(page)).not.toContain(`${code}_NOT_FOUND`)
    await page.evaluate((name) => localStorage.removeItem(name), key)
    await page.reload()
    expect(await notFound(page)).toContain(`${code}_NOT_FOUND`)
  }
  // The code of the SMS is never kept once it served.
  expect(await notFound(page)).toContain('CODE_NOT_FOUND')
})

/** Keeps what the page recorded since it loaded: the wizard puts back at once what the server knows. */
async function rememberNotFound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded: string[] = []
    Object.assign(window, { recorded })
    const note = () => recorded.push(...(document.documentElement?.dataset.notFound ?? '').split(' '))
    new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ['data-not-found'] })
  })
}

async function notFound(page: Page): Promise<unknown> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return await page.evaluate(() => Reflect.get(window, 'recorded'))
}

function countCalls(page: Page, path: string): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls += 1
  })
  return () => calls
}

import { expect, type Page } from '@playwright/test'
import { clientOf, newOwner, signIn } from './people.ts'
import { test } from './quiet.ts'
import { recordUpdates } from './record-updates.ts'

test.describe.configure({ timeout: 120_000 })

const saveButton = (page: Page) => page.getByRole('button', { name: 'Enregistrer ma fiche' })
const description = (page: Page) => page.getByRole('textbox', { name: 'Description' })

/** Label → wrong values, each with its key. */
const wrong: [string, [string, string][]][] = [
  [
    'Nom de l’établissement',
    [
      ['', 'required_data_error'],
      ['Ab', 'business_name_format_error'],
    ],
  ],
  [
    'Adresse (*)',
    [
      ['', 'required_data_error'],
      ['1 rue', 'address_format_error'],
      // Long enough, but not chosen from the list.
      ['12 Rue de Paris bis', 'address_format_error'],
    ],
  ],
  [
    'Ville',
    [
      ['', 'required_data_error'],
      ['Pau', 'city_format_error'],
    ],
  ],
  [
    'Code postal',
    [
      ['', 'required_data_error'],
      ['7500', 'zipCode_format_error'],
      ['99123', 'zipCode_format_error'],
    ],
  ],
  [
    'Site web',
    [
      ['', 'site_format_error'],
      ['ftp://site.fr', 'site_format_error'],
    ],
  ],
  [
    'Adresse e-mail',
    [
      ['', 'email_format_error'],
      ['a@b', 'email_format_error'],
    ],
  ],
  ['Téléphone', [['12345', 'phone_number_error']]],
]

test('E-030 E-033 E-034 E-035 E-037 E-038 E-039 E-040 E-041 E-042 E-043 E-044 E-045 E-046 E-048 E-049 E-053 E-054 E-061 E-079 each wrong field has its key and its sentence, and nothing is sent', async ({
  page,
}) => {
  const sent = recordUpdates(page)
  await signIn(page, await newOwner(page.request), '/editCompany')
  const alert = page.getByRole('main').getByRole('alert')
  const expectRefused = async (field: ReturnType<Page['locator']>, key: string) => {
    await saveButton(page).click()
    await expect(alert).toHaveAttribute('data-error', key)
    await expect(alert).toContainText(/\p{L}{3}/u)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }
  for (const [label, values] of wrong) {
    const field = page.getByLabel(label, { exact: label.endsWith('(*)') }).first()
    const right = await field.inputValue()
    for (const [value, key] of values) {
      await field.fill(value)
      await expectRefused(field, key)
      if (key === 'city_format_error') await expect(alert).toContainText(/ville.*4/i)
    }
    await field.fill(right)
  }
  await description(page).fill('')
  await expectRefused(description(page), 'required_data_error')
  await description(page).fill('Treize signes')
  await expectRefused(description(page), 'description_format_error')
  expect(sent).toEqual([])
})

test('E-036 E-066 without any hours nothing is sent, and the form says what is missing', async ({ page }) => {
  const sent = recordUpdates(page)
  await signIn(page, await newOwner(page.request), '/editCompany')
  const alert = page.getByRole('main').getByRole('alert')
  const remove = page.getByRole('button', { name: /^Retirer .*, plage/ })
  await expect(remove.first()).toBeVisible()
  for (let left = await remove.count(); left > 0; left -= 1) await remove.first().click()
  await saveButton(page).click()
  await expect(alert).toHaveAttribute('data-error', 'required_data_error')
  await expect(page.locator('p[data-error="opening hours error"]')).toBeVisible()
  expect(sent).toEqual([])
})

test('E-047 E-050 E-051 E-052 E-055 the fields help while one types', async ({ page }) => {
  const owner = await newOwner(page.request)
  await signIn(page, owner, '/editCompany')
  await description(page).fill('Pains')
  await expect(page.locator('[data-error="description_format_error"]')).toBeVisible()
  await description(page).fill('Pains !')
  await expect(page.locator('[data-error="description_format_error"]')).toHaveCount(0)
  await description(page).fill('Pains au levain, cuits sur place')

  const website = page.getByLabel('Site web').first()
  for (const [typed, kept] of [
    ['https://site.fr', 'https://site.fr'],
    ['www.site.fr', 'http://www.site.fr'],
    ['site.fr', 'http://site.fr'],
  ] as const) {
    await website.fill(typed)
    await website.blur()
    await expect(website).toHaveValue(kept)
  }
  await page.getByLabel('Je n’ai pas de site web').check()
  await expect(website).toBeDisabled()
  await expect(website).toHaveValue('')

  await expect(page.getByRole('main').getByText('France', { exact: true })).toBeVisible()
  const phone = page.getByLabel('Téléphone')
  await phone.fill('0612345678')
  await phone.blur()
  await expect(phone).toHaveValue('06 12 34 56 78')
  const asked = page.waitForRequest('**/update-settings-and-openingHours')
  await saveButton(page).click()
  const body = (await asked).postDataBuffer()?.toString('latin1') ?? ''
  expect(body).toMatch(/name="phoneNumber"\s+0612345678\s/)
  expect(body).toMatch(/name="website"\s+--/)
  await expect(page).toHaveURL(/\/company$/)
  const { token, companyId } = owner
  const stored = await clientOf(page.request).call('GET /v1/company/settings/:companyId', {
    token,
    params: { companyId },
  })
  expect(stored.website).toBeNull()
})

import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { callAs, openSignedIn } from './api.ts'
import { newSuperAdmin } from './operator-tool.ts'
import { newOwner, type Owner } from './people.ts'
import { expect, test } from './quiet.ts'

type Stats = { profiles: { count: number }[]; companies: { id: string; name: string; type: string }[] }

test.describe.configure({ mode: 'serial' })

let admin: Owner

test.beforeAll(async ({ request }) => {
  admin = await newSuperAdmin(request)
})

const card = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
const numbersOf = async (page: Page) => {
  await page.getByText('Voir les nombres').click()
  const cells = await page.getByRole('tabpanel').locator('td').allTextContents()
  return cells.map(Number).reverse()
}

test('T-001 T-002 T-004 T-007 T-008 T-009 T-010 T-012 T-013 a super admin reads the figures of the town', async ({
  page,
  request,
}) => {
  await openSignedIn(page, admin, '/company')
  await page.getByRole('link', { name: 'Statistiques' }).click()
  await expect(page).toHaveURL(/\/stats$/)
  await expect(page.getByLabel('Code postal')).toHaveValue('92110')
  await expect(card(page, 'Inscriptions')).toBeVisible()
  const { profiles, companies } = await callAs<Stats>(request, admin, '/v1/stats?zipCode=92110', { method: 'GET' })
  // Other journeys go on registering in the same town meanwhile.
  const shown = Number((await card(page, 'Inscriptions').locator('dd').textContent())?.replaceAll(/\s/g, ''))
  expect(shown).toBeGreaterThan(0)
  expect(shown).toBeLessThanOrEqual(profiles.reduce((sum, { count }) => sum + count, 0))
  for (const name of ['Commerces', 'Associations', 'Entreprises']) await expect(card(page, name)).toContainText(/\d/)

  await expect(page.getByLabel('Période').getByRole('option')).toHaveText(
    [30, 60, 90, 120, 150].map((days) => `${days} jours`),
  )
  await expect(page.getByLabel('Période')).toHaveValue('30')
  expect(await numbersOf(page)).toHaveLength(30)
  await expect(page.getByRole('img', { name: /^Inscriptions par jour : courbe sur 30 jours/ })).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSideways(page)
  }
  await page.getByRole('tab', { name: 'Cumul' }).click()
  await page.getByLabel('Période').selectOption('60')
  const total = await numbersOf(page)
  expect(total).toHaveLength(60)
  expect(total.toSorted((a, b) => a - b)).toEqual(total)

  await page.getByRole('tab', { name: /^Mairies/ }).click()
  await page.getByRole('searchbox').fill('mairie de clichy')
  await expect(page.getByRole('cell', { name: 'Mairie de Clichy' }).first()).toBeVisible()
  await expectAccessible(page)
  expect(companies.some(({ id }) => id === admin.companyId)).toBe(true)
  await expect(page.getByRole('link', { name: 'Contacter l’équipe' })).toHaveAttribute('href', /^mailto:/)
})

test('T-011 twenty businesses a page, as many as wanted', async ({ page }) => {
  await page.route('**/v1/stats?zipCode=92110', async (route) => {
    const reply = await route.fetch()
    const answer = (await reply.json()) as { data: Stats }
    const shops = Array.from({ length: 25 }, (_, rank) => ({
      ...answer.data.companies[0],
      id: `shop-${rank}`,
      name: `Boutique ${rank}`,
      type: 'commerce',
    }))
    await route.fulfill({ response: reply, json: { ...answer, data: { ...answer.data, companies: shops } } })
  })
  await openSignedIn(page, admin, '/stats')
  await page.getByRole('tab', { name: /^Commerces/ }).click()
  const rows = page.getByRole('cell', { name: /^Boutique/ })
  await expect(rows).toHaveCount(20)
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await expect(rows).toHaveCount(5)
  await page.getByRole('button', { name: '20', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['10', '20', '50'])
  await page.getByRole('menuitem', { name: '50' }).click()
  await expect(rows).toHaveCount(25)
})

test('T-014 a town without anybody shows zeros', async ({ page }) => {
  await openSignedIn(page, admin, '/stats')
  await page.getByLabel('Code postal').fill('01000')
  for (const name of ['Inscriptions', 'Commerces', 'Associations', 'Entreprises'])
    await expect(card(page, name).locator('dd')).toHaveText('0')
  await page.getByLabel('Code postal').fill('010')
  await expect(page.getByText('Le code postal est invalide')).toBeVisible()
})

test('T-002 T-003 nobody else finds the page', async ({ page, request }) => {
  await openSignedIn(page, await newOwner(request), '/stats')
  await expect(page).toHaveURL(/\/company$/)
  await expect(page.getByRole('link', { name: 'Statistiques' })).toHaveCount(0)
})

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { newSuperAdmin } from './operator-tool.ts'
import { clientOf, newOwner, newPerson, newPhone, type Owner } from './people.ts'
import { expect, test } from './quiet.ts'

type Stats = { companies: { id: string; name: string; type: string }[] }

test.describe.configure({ mode: 'serial' })

/** A town of this run's own, where no other journey registers anybody. */
const town = `2${String(Math.floor(Math.random() * 1e4)).padStart(4, '0')}`
let admin: Owner

test.beforeAll(async ({ request }) => {
  admin = await newSuperAdmin(request, town)
  for (const [type, name] of [
    ['commerce', 'Aux Deux Épis'],
    ['commerce', 'Le Vieux Four'],
    ['association', 'Les Amis du Livre'],
    ['entreprise', 'Plomberie Seine'],
  ] as const)
    await newOwner(request, { type, name, fields: { zipCode: town } })
  for (let people = 0; people < 3; people += 1) await newPerson(request, newPhone(), town)
})

const card = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
/** The numbers behind the chart shown, oldest first, once there is one per day. */
async function numbersOf(page: Page, days: number): Promise<number[]> {
  const cells = page.getByRole('tabpanel').locator('td')
  await expect(cells).toHaveCount(days)
  return (await cells.allTextContents()).map(Number).reverse()
}

test('T-001 T-002 T-004 T-007 T-012 T-013 a super admin reads the figures of the town', async ({ page, request }) => {
  await openSignedIn(page, admin, '/company')
  const asked = page.waitForRequest(`**/v1/stats?zipCode=${town}`)
  await page.getByRole('link', { name: 'Statistiques' }).click()
  await asked
  await expect(page).toHaveURL(/\/stats$/)
  await expect(page.getByLabel('Code postal')).toHaveValue(town)
  for (const [name, count] of Object.entries({ Inscriptions: 3, Commerces: 2, Associations: 1, Entreprises: 1 }))
    await expect(card(page, name).locator('dd')).toHaveText(String(count))
  for (const [name, businesses] of Object.entries({
    Commerces: ['Aux Deux Épis', 'Le Vieux Four'],
    Associations: ['Les Amis du Livre'],
    Entreprises: ['Plomberie Seine'],
    Mairies: ['Mairie de Clichy'],
  })) {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
    await expect(page.getByRole('tabpanel').locator('tbody tr')).toHaveCount(businesses.length)
    for (const business of businesses) await expect(page.getByRole('cell', { name: business })).toBeVisible()
  }
  const configuration = await clientOf(request).call('GET /v1/configuration', { token: admin.token })
  const contact = page.getByRole('link', { name: 'Contacter l’équipe' })
  await expect(contact).toHaveAttribute('href', `mailto:${configuration.supportEmail}`)
})

test('T-008 T-009 T-010 X-031 registrations are drawn per day and summed, over the window chosen, once they can be read', async ({
  page,
}) => {
  await page.route('**/v1/stats?*', (route) => route.abort())
  await openSignedIn(page, admin, '/stats')
  await expect(page.getByRole('alert').filter({ hasText: 'Connexion impossible' })).toBeVisible()
  await page.unroute('**/v1/stats?*')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  const choice = page.getByLabel('Période')
  await expect(choice.getByRole('option')).toHaveText([30, 60, 90, 120, 150].map((days) => `${days} jours`))
  await expect(choice).toHaveValue('30')
  const perDay = await numbersOf(page, 30)
  // All three today, unless midnight passes meanwhile.
  expect(perDay.slice(0, 28)).toEqual(Array<number>(28).fill(0))
  expect(perDay.reduce((sum, count) => sum + count, 0)).toBe(3)
  const drawing = page.getByRole('img', { name: /^Inscriptions par jour : courbe sur 30 jours, \d le dernier jour/ })
  await expect(drawing.locator('path.recharts-curve')).toHaveAttribute('d', /^M[^C]+$/)
  await page.getByRole('tab', { name: 'Cumul' }).click()
  for (const days of [60, 90, 120, 150]) {
    await choice.selectOption(String(days))
    const total = await numbersOf(page, days)
    expect(total.toSorted((a, b) => a - b)).toEqual(total)
    expect(total.at(-1)).toBe(3)
  }
})

test('X-020 every tab is within reach of everybody, at both sizes', { tag: '@matrix' }, async ({ page }) => {
  test.slow()
  await openSignedIn(page, admin, '/stats')
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveText([/^Par jour/, /^Cumul/, /^Commerces/, /^Associations/, /^Entreprises/, /^Mairies/])
  for (const tab of await tabs.all()) {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel').getByRole('table').or(page.locator('path.recharts-curve'))).toBeAttached()
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
      await expectNoSideways(page)
    }
  }
})

test('T10 the businesses of the town are taken away as a file', async ({ page }) => {
  await openSignedIn(page, admin, '/stats')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Tableau (Excel, CSV)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`etablissements-${town}.csv`)
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFF"Nom";"Type";/)
  const names = lines.slice(1).map((line) => line.split('";"')[0] ?? '')
  expect(names.toSorted((a, b) => a.localeCompare(b, 'fr'))).toEqual([
    '"Aux Deux Épis',
    '"Le Vieux Four',
    '"Les Amis du Livre',
    '"Mairie de Clichy',
    '"Plomberie Seine',
  ])
  await page.route('**/v1/stats/export?**', (route) => route.abort())
  await page.getByRole('button', { name: 'Tableau (Excel, CSV)' }).click()
  await expect(page.getByText('Connexion impossible')).toBeVisible()
})

test('T-001 T-011 twenty businesses a page, as many as wanted; on a phone no cell runs over the next', async ({
  page,
}) => {
  await page.route('**/v1/stats?zipCode=*', async (route) => {
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
  await page.setViewportSize({ width: 390, height: 844 })
  const spilling = page
    .locator('td')
    .evaluateAll((cells) => cells.filter((it) => it.scrollWidth > it.clientWidth).length)
  expect(await spilling).toBe(0)
  await expectNoSideways(page)
})

test('T-008 T-014 a town without anybody shows zeros', async ({ page }) => {
  await openSignedIn(page, admin, '/stats')
  await page.getByLabel('Code postal').fill('01000')
  for (const name of ['Inscriptions', 'Commerces', 'Associations', 'Entreprises'])
    await expect(card(page, name).locator('dd')).toHaveText('0')
  await expect(page.locator('.recharts-cartesian-axis-tick-value').filter({ hasText: /^\d+$/ })).toHaveText(['0', '1'])
  await page.getByLabel('Code postal').fill('010')
  await expect(page.getByText('Le code postal est invalide')).toBeVisible()
})

test('T-002 T-003 nobody else finds the page', async ({ page, request }) => {
  await openSignedIn(page, await newOwner(request), '/stats')
  await expect(page).toHaveURL(/\/company$/)
  await expect(page.getByRole('link', { name: 'Statistiques' })).toHaveCount(0)
})

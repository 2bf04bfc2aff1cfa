import type { Page } from '@playwright/test'
import { openSignedIn } from './api.ts'
import { newOwner } from './people.ts'
import { expect, test } from './quiet.ts'

test.describe.configure({ timeout: 120_000 })

/** The « slow 3G » of the browsers' own tools. */
const slow3G = { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/** Above this a page is said to jump (web.dev, cumulative layout shift: good). */
const maxShift = 0.1

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow3G)
}

/** From the next page on, adds up how far things jump. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { total: 0 }
    Object.assign(window, { shifts: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.total += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const shiftOf = (page: Page) =>
  page.evaluate(() => (window as Window & { shifts?: { total: number } }).shifts?.total ?? Number.NaN)

const screens = [
  { path: '/login', width: 390, isSignedIn: false },
  { path: '/inscription', width: 390, isSignedIn: false },
  { path: '/instants', width: 390, isSignedIn: true },
  { path: '/instants', width: 1280, isSignedIn: true },
]

for (const { path, width, isSignedIn } of screens) {
  test(`F29 slow 3G at ${width} px: ${path} shows that it is coming, then comes without a jump`, {
    tag: path === '/instants' && width === 390 ? [] : '@matrix',
  }, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 844 })
    await watchShifts(page)
    await slowDown(page)
    const arrival = isSignedIn ? openSignedIn(page, await newOwner(request), path) : page.goto(path)
    const loader = page.locator('.splash svg').or(page.getByText('Chargement…'))
    await expect(loader.first()).toBeVisible({ timeout: 20_000 })
    await arrival
    await expect(page.locator('h1').first()).toBeVisible({ timeout: 60_000 })
    await expect(loader).toHaveCount(0, { timeout: 60_000 })
    expect(await shiftOf(page)).toBeLessThan(maxShift)
  })
}

test('F29 a change whose answer is lost says so at once, though the server answers no reading either', async ({
  page,
  request,
}) => {
  await openSignedIn(page, await newOwner(request), '/affiches')
  const label = page.getByLabel('Où sera-t-il')
  await label.fill('Vitrine du marché')
  const silence = Promise.withResolvers<void>()
  await page.route('**/codes', async (route) => {
    if (route.request().method() === 'POST') return await route.abort('connectionreset')
    await silence.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Créer le code' }).click()
  await expect(page.getByRole('alert')).toContainText('Connexion impossible', { timeout: 5_000 })
  await expect(label).toHaveValue('Vitrine du marché')
  silence.resolve()
})

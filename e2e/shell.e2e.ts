import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { answer, newConversation, thread, write } from './conversations.ts'
import { type BusinessType, newOwner, openAs, signIn, withoutStart } from './people.ts'

const rail = (page: Page) => page.getByRole('navigation', { name: 'Navigation principale' })
const pathsOf = async (page: Page) =>
  rail(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))

const types: [BusinessType, string[]][] = [
  ['commerce', ['/subscription']],
  ['association', ['/subscription']],
  ['entreprise', ['/subscription']],
  ['mairie', ['/services']],
]
for (const [type, own] of types) {
  test(`X-001 X-004 X-006 X-007 X-008 S-002 V-001 a ${type} finds its links, and no other's page`, async ({ page }) => {
    await signIn(page, await newOwner(page.request, { type }))
    await expect(rail(page)).toBeVisible()
    expect(await pathsOf(page)).toEqual(
      expect.arrayContaining(['/company', '/instants', '/agenda', '/messages', '/marketing', ...own]),
    )
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    for (const path of ['/subscription', '/services', '/stats'].filter((other) => !own.includes(other))) {
      expect(await pathsOf(page)).not.toContain(path)
      await page.goto(path)
      await expect(page, path).toHaveURL(/\/company$/)
    }
  })
}

test('X-005 X-011 the link of the page shown is marked, on /editCompany too; nothing else is kept', async ({
  page,
}) => {
  await signIn(page, await newOwner(page.request), '/editCompany')
  const current = rail(page).locator('[aria-current="page"]')
  await expect(current).toHaveText(/Mon établissement/)
  await rail(page).getByRole('link', { name: 'Agenda' }).click()
  await expect(page).toHaveURL(/\/agenda$/)
  await expect(current).toHaveText(/Agenda/)
  const keys = await page.evaluate(() => Object.keys(localStorage))
  const allowed = ['token', 'step', 'user', 'confirmationCode', 'business', 'businessByCode']
  expect(keys.filter((key) => !allowed.includes(key))).toEqual([])
})

test('X-005 by keyboard a link of a page leads into the next one, and under the colours of the person the link of the page and the icons still show', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await signIn(page, owner)
  await page.getByRole('link', { name: 'Modifier ma fiche' }).press('Enter')
  await expect(page).toHaveURL(/\/editCompany$/)
  await expect(page.getByRole('main')).toBeFocused()
  await page.emulateMedia({ forcedColors: 'active' })
  const marks = () =>
    page
      .locator('nav:visible a')
      .evaluateAll((links) => links.filter((link) => getComputedStyle(link).outlineStyle !== 'none'))
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(async () => (await marks()).length, `${width}`).toBe(1)
  }
  const dim = (icons: (SVGElement | HTMLElement)[]) =>
    icons.flatMap((icon) => {
      const { color } = getComputedStyle(icon)
      return icon.parentElement && color !== getComputedStyle(icon.parentElement).color ? [icon.outerHTML] : []
    })
  for (const path of ['/', '/company', '/instants']) {
    await page.goto(path)
    await expect(page.locator('main svg:visible').first()).toBeVisible()
    expect(await page.locator('svg:visible').evaluateAll(dim), path).toEqual([])
  }
})

test('X-017 the app of the city follows the zip of the business, in the rail and on a phone', async ({ page }) => {
  const reply = await page.request.get('/v1/configuration')
  type Apps = Record<string, { link: string; logo: string }>
  const { cityApps } = ((await reply.json()) as { data: { cityApps: Apps } }).data
  expect(cityApps['92110']?.link).not.toBe(cityApps.default?.link)
  const appLink = page.getByRole('link', { name: 'L’application de ma ville' })
  const places: [string, string, string][] = [
    ['92110', 'Clichy', '92110'],
    ['75002', 'Paris 2e', 'default'],
    ['69001', 'Lyon', 'default'],
  ]
  for (const [zipCode, city, app] of places) {
    const { link = '', logo = '' } = cityApps[app] ?? {}
    await page.setViewportSize({ width: 1280, height: 844 })
    await signIn(page, await newOwner(page.request, { fields: { zipCode, city } }), '/sessions')
    await expect(appLink).toHaveAttribute('href', link)
    await expect(appLink.locator('img')).toHaveAttribute('src', logo)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Plus' }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'L’application de ma ville' })).toHaveAttribute(
      'href',
      link,
    )
  }
})

test('X-003 an unknown address is a page that leads home, signed in or not', async ({ page }) => {
  await page.goto('/abc')
  await expect(page.getByRole('heading', { name: 'Page introuvable' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Revenir à l’accueil' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('X-031 X-012 a page that cannot load says why and tries again, by itself while the service is away', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await withoutStart(page)
  await page.route('**/v1/company/ownership', (route) => route.abort())
  await openAs(page, owner)
  await expect(page.getByRole('alert')).toContainText('Connexion impossible')
  await page.unroute('**/v1/company/ownership')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('heading', { name: owner.name }).first()).toBeVisible()

  await page.route('**/v1/company/ownership', (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Le service revient dans un instant')
  await page.unroute('**/v1/company/ownership')
  await expect(page.getByRole('heading', { name: owner.name }).first()).toBeVisible({ timeout: 15_000 })
})

test('X-031 X-012 each page that cannot load its own part says so, and loads once tried again', async ({ page }) => {
  const kept = /\/v1\/(configuration|events|authentication\/session$|company\/(ownership|settings))/
  const townHall = await newOwner(page.request, { type: 'mairie' })
  const shop = await newOwner(page.request)
  const pages: [typeof shop, string[]][] = [
    [shop, ['/agenda', '/instants', '/messages', '/subscription', '/sessions']],
    [townHall, ['/services']],
  ]
  for (const [owner, paths] of pages) {
    await signIn(page, owner)
    for (const path of paths) {
      const cut = (url: URL) => url.pathname.startsWith('/v1/') && !kept.test(url.pathname)
      await page.route(cut, (route) => route.abort())
      await page.goto(path)
      const retry = page.getByRole('main').getByRole('button', { name: 'Réessayer' })
      await expect(retry.first(), path).toBeVisible()
      await expect(page.getByRole('alert').first(), path).toContainText('Connexion impossible')
      await page.unroute(cut)
      await retry.first().click()
      await expect(retry, path).toHaveCount(0)
    }
  }
})

test('X-003 the frame of a page and its first words wait for no script of the portal, nor does its first call', async ({
  page,
}) => {
  await signIn(page, await newOwner(page.request))
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?:index|everywhere)-/, async (route) => {
    await held
    await route.continue()
  })
  const started = page.waitForResponse('**/v1/start*')
  const arrival = page.goto('/agenda')
  const frame = page.locator('#root > .first')
  expect((await started).status()).toBe(200)
  await expect(frame.getByText('Ce qui se passe à Clichy (92110)')).toBeVisible()
  const words = await frame.textContent()
  release()
  await arrival
  const heading = page.getByRole('heading', { level: 1, name: 'Agenda' })
  await expect(heading).toBeVisible()
  await expect(frame).toHaveCount(0)
  expect(words).toBe(`${await heading.textContent()}${await heading.locator('+ p').textContent()}`)
})

test('X-014 a render error shows a way out and is reported with name, message and stack', async ({ page }) => {
  const owner = await newOwner(page.request)
  const reported = page.waitForRequest('**/v1/error-report')
  await withoutStart(page)
  await page.route('**/v1/company/settings/*', async (route) => {
    const reply = await route.fetch()
    const { data } = await reply.json()
    await route.fulfill({ json: { data: { ...data, subscription: null } } })
  })
  await openAs(page, owner)
  await expect(page.getByRole('alert')).toBeVisible()
  const body = (await reported).postDataJSON() as { name: string; message: string; stack: string }
  expect(body.name).toBe('TypeError')
  expect(body.message).not.toBe('')
  expect(body.stack).not.toBe('')
})

test('X-020 A-039 the shell fits every width; a phone has four links and « Plus »', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/sessions')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await expect(page.getByText('Cet appareil')).toBeVisible()
    await expect(page.getByText(/^Connecté aujourd’hui à .+, utilisé aujourd’hui à /)).toBeVisible()
    await expectNoSideways(page)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Plus' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Abonnement' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Se déconnecter' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('a keyboard user skips the rail', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/sessions')
  await expect(page.getByRole('heading', { name: 'Mes appareils' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
})

test('X-001 Q-031 a page on paper has neither ways to others nor buttons, and a conversation its last word', async ({
  page,
  request,
}) => {
  const owner = await newOwner(request)
  const { resident, uuid } = await newConversation(owner)
  await answer(request, owner, uuid)
  for (const number of Array.from({ length: 12 }).keys()) await write(resident, uuid, `Question ${number}\n\n?`)
  await openSignedIn(page, owner, `/messages?conversation=${uuid}`)
  await expect(thread(page)).toContainText('Question 11')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  const hidden = await thread(page).evaluate((log) => log.scrollHeight - log.clientHeight)
  expect(hidden).toBe(0)
  await page.goto('/company')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
})

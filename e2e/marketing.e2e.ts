import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import type { APIRequestContext, Download, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { type BusinessType, newOwner, readCode, withoutStart } from './people.ts'
import { expect, test } from './quiet.ts'

const codes = (page: Page) => page.getByRole('img', { name: /^QR code vers/ })

async function readOnScreen(code: Locator): Promise<string | undefined> {
  await code.scrollIntoViewIfNeeded()
  return await readCode(await code.screenshot())
}

async function take(page: Page, name: string): Promise<Download> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name }).first().click()
  return await download
}

/** Whether poppler is on this machine, to look at a PDF as a printer would. */
function canRender(): boolean {
  try {
    execFileSync('pdftoppm', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

type Configuration = { cityApps: Record<string, { link: string }> }
const configurationOf = async (request: APIRequestContext) =>
  ((await (await request.get('/v1/configuration')).json()) as { data: Configuration }).data

for (const [zipCode, app, logoName] of [
  ['92110', '92110', 'app-92110'],
  ['75015', 'default', 'app-paris'],
  ['69001', 'default', 'app-paris'],
  ['13001', 'default', 'app-paris'],
  ['92300', 'default', 'app-paris'],
] as const) {
  test(`K-001 K-002 K-003 K-005 K-006 X-017 the code of zip ${zipCode} leads to its own app`, async ({
    page,
    request,
  }) => {
    const { cityApps } = await configurationOf(request)
    expect(cityApps['92110']?.link).not.toBe(cityApps.default?.link)
    await openSignedIn(page, await newOwner(request, { fields: { zipCode } }), '/marketing')
    await expect(codes(page)).toHaveCount(1)
    const code = codes(page).first()
    expect(await code.boundingBox()).toMatchObject({ width: 225, height: 225 })
    expect(await readOnScreen(code)).toBe(cityApps[app]?.link)
    const logo = code.locator('image')
    for (const side of ['width', 'height']) await expect(logo).toHaveAttribute(side, '60')
    await expect(logo).toHaveAttribute('href', new RegExp(logoName))
  })
}

test('K-007 X-020 each code is taken away as a picture that a phone still reads', async ({ page, request }) => {
  await openSignedIn(page, await newOwner(request), '/marketing')
  const link = await readOnScreen(codes(page).first())
  expect(link).toMatch(/^https?:/)
  const png = await take(page, 'Image PNG')
  expect(png.suggestedFilename()).toBe('qr-application.png')
  expect(await readCode(readFileSync(await png.path()))).toBe(link)
  const svg = await take(page, 'Pour l’imprimeur (SVG)')
  expect(
    await readCode(
      await sharp(readFileSync(await svg.path()))
        .png()
        .toBuffer(),
    ),
  ).toBe(link)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSideways(page)
  }
})

test('K-007 the poster and the counter card are one page, and a phone reads them', async ({ page, request }) => {
  await openSignedIn(page, await newOwner(request, { name: 'Boulangerie-pâtisserie Aux Deux Épis' }), '/marketing')
  await page.getByLabel(/^Phrase imprimée/).fill('Fournée à 16 h, tous les jours')
  const link = await readOnScreen(codes(page).first())
  for (const [name, file, width] of [
    ['Affiche A4', 'qr-application-affiche.pdf', 595],
    ['Carte A6', 'qr-application-carte.pdf', 298],
  ] as const) {
    const pdf = await take(page, name)
    expect(pdf.suggestedFilename()).toBe(file)
    const path = await pdf.path()
    expect(readFileSync(path).subarray(0, 5).toString()).toBe('%PDF-')
    if (!canRender()) continue
    using folder = temporaryFolder('parvis-poster')
    const out = join(folder.path, 'page')
    execFileSync('pdftoppm', ['-png', '-r', '144', '-singlefile', path, out])
    const image = readFileSync(`${out}.png`)
    expect(Math.abs(((await sharp(image).metadata()).width ?? 0) - 2 * width)).toBeLessThanOrEqual(2)
    expect(await readCode(image)).toBe(link)
  }
})

test('K-002 K-004 K-007 X-031 the site has its code once it has an address, and the page once it can be read', async ({
  page,
  request,
}) => {
  const club = await newOwner(request, { type: 'association', name: 'Les Amis du Livre' })
  await withoutStart(page)
  await page.route('**/v1/configuration', (route) => route.abort())
  await openSignedIn(page, club, '/marketing')
  await expect(page.getByRole('alert').filter({ hasText: 'Connexion impossible' })).toBeVisible()
  await page.unroute('**/v1/configuration')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByText('Choisissez votre adresse web')).toBeVisible()
  await expect(codes(page)).toHaveCount(1)
  const subdomain = `livre-${club.companyId.slice(0, 8)}`
  const site = await newOwner(request, { type: 'association', fields: { premium_subdomain: subdomain } })
  // As somebody else who opens a tab: a message of where they are would lie over the code.
  await page.evaluate(() => sessionStorage.removeItem('establishment'))
  await page.addInitScript((token) => localStorage.setItem('token', token), site.token)
  await page.reload()
  await expect(codes(page)).toHaveCount(2)
  const address = `http://${subdomain}.parvis.localhost:${new URL(page.url()).port}`
  expect(await readOnScreen(codes(page).nth(1))).toBe(address)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Image PNG' }).nth(1).click()
  const png = await download
  expect(png.suggestedFilename()).toBe('qr-site.png')
  expect(await readCode(readFileSync(await png.path()))).toBe(address)
})

test('X-031 K-004 a place that is too long is refused in French beside its field', async ({ page, request }) => {
  await openSignedIn(page, await newOwner(request), '/affiches')
  await page.getByLabel(/^Où sera-t-il/).fill('Sur le comptoir, à gauche de la caisse et des bonbons')
  await page.getByRole('button', { name: 'Créer le code' }).click()
  await expect(page.getByText('À vérifier', { exact: true })).toBeVisible()
  await expect(page.getByText('invalid', { exact: true })).toHaveCount(0)
})

const types: BusinessType[] = ['commerce', 'entreprise', 'association', 'mairie']

test('K-008 M-039 every type of business has the page of its codes and its messages', async ({ page, request }) => {
  for (const type of types) {
    const { token } = await newOwner(request, { type })
    await page.addInitScript((value) => localStorage.setItem('token', value), token)
    await page.goto('/company')
    const rail = page.getByRole('navigation', { name: 'Navigation principale' })
    await expect(rail.getByRole('link', { name: 'Messages' })).toBeVisible()
    await rail.getByRole('link', { name: 'Communication' }).click()
    await expect(codes(page).first()).toBeVisible()
  }
})

test('X-020 on a phone at a zoom of 200 % the title of the page is one word on one line', async ({ page }) => {
  await page.setViewportSize({ width: 195, height: 422 })
  await openSignedIn(page, await newOwner(page.request), '/marketing')
  const title = page.getByRole('heading', { level: 1, name: 'Communication' })
  await expect(title).toBeVisible()
  const lines = () =>
    title.evaluate((it) => it.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(it).lineHeight))
  await page.evaluate(() => document.fonts.ready)
  expect(Math.round(await lines())).toBe(1)
})

test('X-020 on a phone whose letters are twice as large no screen scrolls sideways', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.setViewportSize({ width: 390, height: 664 })
  const owner = await newOwner(page.request)
  for (const path of ['/subscription', '/notifications']) {
    await openSignedIn(page, owner, path)
    await expect(page.getByRole('main').getByRole('table').or(page.getByText('PREMIUM')).first()).toBeVisible()
    await expectNoSideways(page)
  }
  // Of two lines, which must not lie on each other.
  const label = page.getByText('Faire sonner mes appareils')
  const [line, letter] = await label.evaluate((it) => [getComputedStyle(it).lineHeight, getComputedStyle(it).fontSize])
  expect(Number.parseFloat(line ?? '')).toBeGreaterThan(Number.parseFloat(letter ?? ''))
})

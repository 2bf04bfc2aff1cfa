import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { newShop } from './conversations.ts'
import { expectUnbroken } from './french.ts'
import { newInstant } from './instants.ts'
import { expect, test } from './quiet.ts'
import { chooseQuarter, pageOf } from './residents.ts'

/** An iPhone 14 between the bars of Safari, an iPhone SE, a small Android: what a person sees before anything is touched. */
const phones = [
  { width: 390, height: 664 },
  { width: 375, height: 553 },
  { width: 360, height: 640 },
]

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} is not shown`)
  return { ...box, bottom: box.y + box.height }
}

/** The actions of a business: one row at the bottom of the screen, each 44 px high at least. */
async function rowOf(page: Page, first: Locator) {
  const parts = [first, ...(await page.locator('.business .acts > *').all())]
  const boxes = await Promise.all(parts.map(boxOf))
  const bottom = page.viewportSize()?.height ?? 0
  for (const box of boxes) {
    expect(box.bottom).toBeLessThanOrEqual(bottom)
    expect(box.y).toBeGreaterThan(bottom - 66)
    expect(box.height).toBeGreaterThanOrEqual(44)
  }
  return Math.min(...boxes.map(({ y }) => y))
}

test('W-030 W-031 W-034 W-055 the first screen of three small phones: name, open or closed, one row of actions that stays; a message covers none of it', async ({
  page,
  request,
}) => {
  const shop = await newShop(request, {
    name: 'Boulangerie-pâtisserie artisanale des Deux Rives de la Seine',
    fields: { description: '<p>Du pain ? Oui : « au levain », à 2 € !</p>' },
  })
  for (const size of phones) {
    await page.context().clearCookies()
    await page.setViewportSize(size)
    await page.goto(await pageOf(request, shop))
    const follow = page.getByRole('button', { name: 'Suivre et être averti' })
    const top = await rowOf(page, follow)
    for (const part of [page.getByRole('heading', { level: 1 }), page.locator('.identity .state')])
      expect((await boxOf(part)).bottom, `${size.width}x${size.height}`).toBeLessThanOrEqual(top)
    await expectNoSideways(page)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await rowOf(page, follow)
    await page.evaluate(() => scrollTo(0, 0))
    await follow.click()
    const followed = page.locator('[data-followed] summary').first()
    await expect(followed).toBeVisible()
    await rowOf(page, followed)
    await followed.click()
    const leave = await boxOf(page.getByRole('button', { name: 'Ne plus suivre' }).first())
    expect(leave.bottom).toBeLessThanOrEqual(top)
    const said = await boxOf(page.locator('#annonce'))
    expect(said.bottom).toBeLessThanOrEqual((await boxOf(page.locator('[data-followed] .modes').first())).y)
    await expectAccessible(page)
    await expectNoSideways(page)
    await expectUnbroken(page)
  }
})

test('W-030 W-055 on a phone held sideways a picture leaves room for the name below it', async ({ page, request }) => {
  const shop = await newShop(request)
  const id = await newInstant(request, shop, { title: 'Atelier de boulangerie' })
  const address = await pageOf(request, shop)
  await page.setViewportSize({ width: 740, height: 360 })
  for (const one of [address, `${address}/atelier-de-boulangerie-${id}`]) {
    await page.goto(one)
    await expect(page.locator('.cover img, .square img').first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  }
})

test('W-030 W-055 a phone with a text twice as large: every action of a business is on the screen, and nothing scrolls sideways', async ({
  page,
  request,
}) => {
  const shop = await newShop(request, { hours: ['10:30', '21:30'] })
  await newInstant(request, shop, { title: 'Atelier de boulangerie pour les enfants' })
  const address = await pageOf(request, shop)
  const town = new URL(address.slice(0, address.lastIndexOf('/')))
  // 390 and 640 px at 200 %.
  for (const width of [195, 320]) {
    await page.context().clearCookies()
    await page.setViewportSize({ width, height: 332 })
    await page.goto(address)
    const follow = page.getByRole('button', { name: 'Suivre et être averti' })
    for (const part of [follow, ...(await page.locator('.acts > *').all())]) {
      const { x, width: wide } = await boxOf(part)
      expect(x + wide, `${part}`).toBeLessThanOrEqual(width)
    }
    await expectNoSideways(page)
    await follow.click()
    await expect(page.locator('[data-followed] summary').first()).toBeVisible()
    for (const path of [town.pathname, `${town.pathname}/agenda`, `${town.pathname}/annuaire`, '/reglages']) {
      await page.goto(new URL(path, town).href)
      await expectNoSideways(page)
    }
    await page.goto(`${address}/affiche`)
    await expectNoSideways(page)
    await page.goto(`${town}/annuaire`)
    expect((await boxOf(page.getByRole('searchbox'))).width).toBeGreaterThan(130)
  }
})

test('W-055 under the colours of the person the day and the hour of an order that are chosen still show', async ({
  page,
  request,
}) => {
  const shop = await newShop(request)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`${await pageOf(request, shop)}/commander`)
  await chooseQuarter(page)
  const groundsOf = (chosen: ':checked' | ':not(:checked)') =>
    page
      .locator(`.pickup ${chosen}:enabled + :is(label, span):visible`)
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).backgroundColor))])
  const [chosen, others] = await Promise.all([groundsOf(':checked'), groundsOf(':not(:checked)')])
  expect(chosen).toHaveLength(1)
  expect(others).not.toContain(chosen[0])
})

test('W-027 W-030 W-107 « Près de moi » orders on the device and sends no position; « Itinéraire » opens a map, on a phone its own', async ({
  browser,
  request,
}) => {
  const shop = await newShop(request)
  const position = { latitude: 48.9045, longitude: 2.3064 }
  const context = await browser.newContext({ geolocation: position, permissions: ['geolocation'], hasTouch: true })
  const page = await context.newPage()
  const address = await pageOf(request, shop)
  await page.goto(address)
  const [directions, maps] = [
    page.getByRole('link', { name: 'Itinéraire' }),
    page.getByRole('link', { name: 'Dans mes cartes' }),
  ]
  await expect(directions).toHaveAttribute('href', /^https:\/\/www\.openstreetmap\.org\//)
  await expect(maps).toHaveAttribute('href', /^geo:-?[\d.]+,-?[\d.]+\?q=/)
  await page.goto(
    `${new URL(address).pathname.split('/').slice(0, 2).join('/')}/annuaire`.replace(/^/, new URL(address).origin),
  )
  const sent: string[] = []
  page.on('request', (one) => sent.push(`${one.url()} ${one.postData() ?? ''}`))
  await page.getByRole('button', { name: 'Près de moi d’abord' }).click()
  const far = page.locator('.cards .far')
  await expect(far.first()).toHaveText(/^à \d+(,\d)?\u00a0k?m$/)
  const metres = (await far.allTextContents()).map((text) => {
    const [, value = '', unit] = /([\d,]+)\u00a0(k?m)/.exec(text) ?? []
    return Number(value.replace(',', '.')) * (unit === 'km' ? 1_000 : 1)
  })
  expect(metres).toEqual(metres.toSorted((one, other) => one - other))
  expect(sent.filter((one) => /48[.,]9|2[.,]30/.test(one))).toEqual([])
  await context.close()
})

import { expect, type Locator, type Page, test } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { dayIn, newInstant, onDay } from './instants.ts'
import { clientOf, newOwner, picture, signIn, upload, withoutStart } from './people.ts'
import { newFollowers } from './residents.ts'

test.describe.configure({ timeout: 120_000 })

test('P-001 signed out, the page leads to the sign-in', async ({ page }) => {
  await page.goto('/company')
  await expect(page).toHaveURL(/\/login/)
})

test('P-001 P-002 P-003 P-004 P-005 P-006 P-007 P-009 P-010 P-018 P-019 P-020 P-028 the page shows the whole profile', async ({
  page,
  request,
}) => {
  const description = '<p>Pain au <b>levain</b> et viennoiseries maison.</p><script>document.title = "x"</script>'
  const owner = await newOwner(request, { fields: { website: 'https://www.deux-epis.fr', description } })
  await newFollowers(owner, 2)
  const stored = await clientOf(request).call('GET /v1/company/settings/:companyId', {
    token: owner.token,
    params: { companyId: owner.companyId },
  })
  await signIn(page, owner)
  const header = page.locator('main header').first()
  await expect(header.getByRole('heading', { level: 1, name: owner.name })).toBeVisible()
  for (const url of [stored.coverImage, stored.profileImage]) {
    const image = header.locator(`img[src="${url}"]`)
    await expect(image).toBeVisible()
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
  }
  await expect(header.getByText('Boulangerie', { exact: true })).toBeVisible()
  await expect(header.getByText('2 abonnés', { exact: true })).toBeVisible()
  await expect(page.getByText(/Vous n’avez rien à faire\. En attendant/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Voir mon site' })).toHaveCount(0)
  const about = page.getByRole('region', { name: 'À propos' })
  await expect(about).toContainText('Pain au levain et viennoiseries maison')
  const weight = await about.getByText('levain', { exact: true }).evaluate((bold) => getComputedStyle(bold).fontWeight)
  expect(Number(weight)).toBeGreaterThanOrEqual(600)
  await expect(page).not.toHaveTitle('x')
  await expect(page.getByRole('row', { name: /mardi/i })).toContainText(/7\sh – 13\sh, 15\sh\s30 – 19\sh\s30/)
  await expect(page.getByRole('row', { name: /lundi/i })).toContainText('Fermé')
  await expect(page.getByRole('rowheader')).toHaveText([
    /lundi/i,
    /mardi/i,
    /mercredi/i,
    /jeudi/i,
    /vendredi/i,
    /samedi/i,
    /dimanche/i,
  ])
  const contact = page.getByRole('region', { name: 'Contact et accès' })
  const links = {
    '01 45 67 89 01': 'tel:+33145678901',
    'contact@deux-epis.fr': 'mailto:contact@deux-epis.fr',
    'https://www.deux-epis.fr': 'https://www.deux-epis.fr',
  }
  for (const [name, href] of Object.entries(links))
    await expect(contact.getByRole('link', { name })).toHaveAttribute('href', href)
  await expect(contact).toContainText('12 Rue de Paris, 92110 Clichy')
  await expect(contact.getByRole('link', { name: 'Itinéraire' })).toHaveAttribute('href', /openstreetmap.*48\.9/)
  // The map is loaded when it is nearly seen.
  await contact.scrollIntoViewIfNeeded()
  const map = contact.locator('[data-zoom="16"]')
  await expect(map).toHaveAttribute('data-latitude', String(stored.latitude))
  await expect(map).toHaveAttribute('data-longitude', String(stored.longitude))
  await expect(
    map
      .getByRole('img', { name: owner.name })
      .or(map.getByLabel(`Épingle\u00a0: ${owner.name}`))
      .first(),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Modifier ma fiche' }).click()
  await expect(page).toHaveURL(/\/editCompany$/)
})

test('P-009 X-029 a description that was not cleaned still runs nothing', async ({ page }) => {
  const owner = await newOwner(page.request)
  let ran = 0
  await page.exposeFunction('hostile', () => {
    ran += 1
  })
  const description = '<p>Pain <b>au levain</b></p><script>hostile()</script><img src="nowhere" onerror="hostile()">'
  await withoutStart(page)
  await page.route('**/v1/company/settings/*', async (route) => {
    const { data } = (await (await route.fetch()).json()) as { data: object }
    await route.fulfill({ json: { data: { ...data, description } } })
  })
  await signIn(page, owner)
  await expect(page.getByText('au levain', { exact: true })).toHaveCSS('font-weight', /^[6-9]00$/)
  const broken = page.locator('main img[src="nowhere"]')
  await expect.poll(() => broken.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
  expect(ran).toBe(0)
})

test('P-028 without website or phone, the contact block has no empty line', async ({ page }) => {
  await signIn(page, await newOwner(page.request, { fields: { website: '', phoneNumber: '' } }))
  const contact = page.getByRole('region', { name: 'Contact et accès' })
  await expect(contact.getByRole('link', { name: 'contact@deux-epis.fr' })).toBeVisible()
  // The e-mail, the address and the way there.
  await expect(contact.getByRole('listitem')).toHaveCount(3)
  await expect(contact.getByRole('link')).toHaveCount(2)
})

test('P-012 every line in pause shows a temporary closing', async ({ page }) => {
  const paused = JSON.stringify([{ daytype: 'all_days', startTime: '09:00', endTime: '18:00', enabled: false }])
  await signIn(page, await newOwner(page.request, { fields: { openingHours: paused } }))
  await expect(page.getByText('Temporairement fermé').first()).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(0)
})

test('P-014 P-017 a desktop shows five instants three at a time, sliding for half a second', ({ page }) =>
  expectSlides(page, { width: 1280, perView: 3 }))

test('P-015 P-017 a tablet shows them two at a time', ({ page }) => expectSlides(page, { width: 800, perView: 2 }))

test('P-016 P-017 a phone shows them one at a time', ({ page }) => expectSlides(page, { width: 390, perView: 1 }))

async function expectSlides(page: Page, { width, perView }: { width: number; perView: number }) {
  const owner = await newOwner(page.request, { type: 'association' })
  const titles = ['Premier', 'Deuxième', 'Troisième', 'Quatrième', 'Cinquième'].map((rank) => `${rank} atelier`)
  for (const [index, title] of titles.entries())
    await newInstant(page.request, owner, { title, times: [onDay(dayIn(index + 2))] })
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signIn(page, owner)
  const carousel = page.getByRole('region', { name: 'Instants à venir' })
  await carousel.scrollIntoViewIfNeeded()
  await expect.poll(() => seenIn(carousel)).toEqual(titles.slice(0, perView))
  const track = carousel.locator('ul').first()
  await expect(track).toHaveCSS('transition-duration', '0.5s')
  await track.evaluate((list: HTMLElement) => {
    list.addEventListener('transitionrun', (event) => list.setAttribute('data-slid', event.propertyName))
  })
  await carousel.getByRole('button', { name: 'Suivant' }).click()
  await expect(track).toHaveAttribute('data-slid', 'transform')
  await expect.poll(() => seenIn(carousel)).toEqual(titles.slice(1, perView + 1))
}

/** A day of Paris, so many days from now. */
/** The titles whose whole width is inside the carousel. */
const seenIn = (carousel: Locator) =>
  carousel.evaluate((element) => {
    const frame = element.getBoundingClientRect()
    const isInside = (slide: Element) => {
      const { left, right } = slide.getBoundingClientRect()
      return left >= frame.left - 1 && right <= frame.right + 1
    }
    const slides = [...element.querySelectorAll('li')].filter(isInside)
    return slides.map((slide) => slide.querySelector('h3')?.textContent)
  })

test('P-021 P-022 a phone is invited to the app of its city after ten seconds, once; a computer never', async ({
  page,
  request,
}) => {
  await page.clock.install()
  const invitation = page.getByRole('dialog', { name: 'Parvis est aussi sur votre téléphone' })
  const links: (string | null)[] = []
  for (const zipCode of ['92110', '75015']) {
    const owner = await newOwner(request, { fields: { zipCode } })
    const heading = page.getByRole('heading', { level: 1, name: owner.name })
    await page.setViewportSize({ width: 1280, height: 900 })
    await signIn(page, owner)
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await expect(heading).toBeVisible()
    await page.clock.fastForward(11_000)
    await expect(invitation).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await expect(heading).toBeVisible()
    await page.clock.fastForward(6_000)
    // Something is being done: it waits ten seconds more.
    await heading.click()
    await page.clock.fastForward(9_000)
    await expect(invitation).toBeHidden()
    await page.clock.fastForward(1_500)
    await expect(invitation).toBeVisible()
    links.push(await invitation.getByRole('link').getAttribute('href'))
    await invitation.getByRole('button', { name: 'Rester sur le site' }).click()
    await expect(invitation).toBeHidden()
  }
  expect(links[0]).toMatch(/clichy/)
  expect(links[1]).not.toBe(links[0])
})

test('E-001 E-002 E-024 E-026 E-027 a change is checked on saving, then seen on the page', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/editCompany')
  const name = page.getByLabel('Nom de l’établissement')
  await expect(name).toHaveValue('Boulangerie Aux Deux Épis')
  const save = page.getByRole('button', { name: 'Enregistrer ma fiche' })
  await name.fill('Ab')
  await page.getByLabel('Code postal').fill('7500')
  await expect(page.locator('[data-error]')).toHaveCount(0)
  await save.click()
  await expect(page.getByRole('alert')).toHaveText('Le nom doit contenir au moins 3 caractères')
  await expect(name).toBeFocused()
  await expect(page.getByLabel('Code postal')).toHaveAttribute('aria-invalid', 'true')
  await name.fill('La Mie de Clichy')
  await expect(page.locator('[data-error]')).toHaveCount(0)
  await page.getByLabel('Code postal').fill('92110')
  await save.click()
  await expect(page.getByText('Votre fiche a été mise à jour')).toBeVisible()
  await expect(page).toHaveURL(/\/company$/)
  await expect(page.getByRole('heading', { level: 1, name: 'La Mie de Clichy' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('business'))).toBeNull()
})

test('E-011 E-012 E-015 on a phone, a large photo lying on its side is turned, cropped and saved', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await newOwner(page.request), '/editCompany')
  // As phones write it: 12 megapixels, lying, with an EXIF mark that says to turn it: red is then at the top, blue below.
  const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#2040c0' } })
    .composite([{ input: await picture(2000, 3000, '#c02020'), left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Photo de couverture').setInputFiles(upload('IMG_0001.jpg', photo))
  const crop = page.getByRole('dialog')
  await crop.getByLabel('Rotation').fill('90')
  await crop.getByRole('button', { name: 'Utiliser cette photo' }).click()
  await expect(crop).toBeHidden()
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'Enregistrer ma fiche' }).click()
  await expect(page).toHaveURL(/\/company$/)
  const cover = await page.locator('main header img').first().getAttribute('src')
  const stored = sharp(await (await page.request.get(cover ?? '')).body())
  expect(await stored.metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 600 })
  const [left, right] = [await meanColour(stored, 0), await meanColour(stored, 800)]
  // Turned upright, then a quarter more by hand: the top has come to the right.
  expect([left.blue > 150, left.red < 80, right.red > 150, right.blue < 80]).toEqual(Array(4).fill(true))
})

/** Of a third of the picture, from `left`. */
async function meanColour(image: Sharp, left: number) {
  const part = await image.clone().extract({ left, top: 0, width: 400, height: 600 }).toBuffer()
  const [red, , blue] = (await sharp(part).stats()).channels
  return { red: red?.mean ?? 0, blue: blue?.mean ?? 0 }
}

test('E-018 E-021 a picture too small says the sizes and opens no window', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/editCompany')
  await page.getByLabel('Photo de profil').setInputFiles(upload('small.jpg', await picture(499, 600)))
  await expect(page.locator('[data-error="error_size_picture"]')).toContainText('500 × 500')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('E-073 E-074 E-075 the refusals of the server have their own words', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/editCompany')
  await expect(page.getByLabel('Nom de l’établissement')).toHaveValue(/Deux Épis/)
  const messages = { 415: 'over_sized_image_error', 404: 'data_format_error', 500: 'server_error' }
  for (const [status, key] of Object.entries(messages)) {
    const update = '**/update-settings-and-openingHours'
    await page.route(update, (route) =>
      route.fulfill({ status: Number(status), json: { error: { code: 'X', message: 'Y' } } }),
    )
    await page.getByRole('button', { name: 'Enregistrer ma fiche' }).click()
    await expect(page.locator(`[role="alert"][data-error="${key}"]`)).toBeVisible()
    await page.unroute(update)
  }
})

test('E-007 E-010 E-023 an association has a web address, no click-and-collect, and keeps its type', async ({
  page,
}) => {
  await signIn(page, await newOwner(page.request, { type: 'association' }), '/editCompany')
  await expect(page.getByLabel('Mon adresse web')).toBeAttached()
  await expect(page.getByLabel('Click and collect')).toHaveCount(0)
  await expect(page.getByLabel('Type')).toBeDisabled()
})

test('E-008 P-008 a web address that is turned on leads from the page to the site', async ({ page }) => {
  await signIn(page, await newOwner(page.request, { type: 'association' }), '/editCompany')
  const subdomain = `asso-${Date.now()}`
  await page.getByRole('switch', { name: 'Mon adresse web' }).click()
  await page.setViewportSize({ width: 390, height: 664 })
  await page.getByLabel('Sous-domaine').click()
  await page.getByLabel('Sous-domaine').fill(subdomain)
  await page.getByRole('button', { name: 'Enregistrer ma fiche' }).click()
  await expect(page.getByRole('link', { name: 'Voir mon site' })).toHaveAttribute('href', new RegExp(subdomain))
})

test('E-005 E-066 E-068 E-070 E-072 hours are completed, refused, paused and saved', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/editCompany')
  const save = page.getByRole('button', { name: 'Enregistrer ma fiche' })
  const opening = page.getByLabel('mardi, plage 1, ouverture')
  const closing = page.getByLabel('mardi, plage 1, fermeture')
  await opening.click()
  await page.keyboard.type('9')
  await closing.fill('904')
  await expect(opening).toHaveValue('09:00')
  await save.click()
  await expect(
    page.getByText(/^Mardi\s: la fermeture doit suivre l’ouverture d’au moins 5 minutes/).first(),
  ).toBeVisible()
  await expect(closing).toBeFocused()
  await expect(closing).toHaveAttribute('aria-invalid', 'true')
  await closing.fill('905')
  await save.click()
  await expect(page.getByRole('row', { name: /mardi/i })).toContainText(/9\sh – 9\sh\s05/)
  await page.getByRole('link', { name: 'Modifier ma fiche' }).click()
  await page.getByRole('button', { name: 'Fermer temporairement' }).click()
  await save.click()
  await expect(page.getByText('Temporairement fermé').first()).toBeVisible()
  await page.getByRole('region', { name: 'Aujourd’hui' }).getByRole('button', { name: 'Rouvrir' }).click()
  await expect(page.getByRole('row', { name: /mardi/i })).toContainText(/9\sh – 9\sh\s05/)
})

for (const width of widths) {
  test(`E-061 X-020 the company and its form fit ${width} px and pass axe`, {
    tag: width === 1280 ? '@matrix' : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const owner = await newOwner(page.request)
    await signIn(page, owner)
    await expect(page.getByRole('heading', { level: 1, name: owner.name })).toBeVisible()
    await page.getByRole('region', { name: 'Contact et accès' }).scrollIntoViewIfNeeded()
    await expect(page.locator('[data-zoom]')).toBeVisible()
    await expectNoSideways(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Modifier ma fiche' }).click()
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible()
    expect(await lateStyles(page)).toEqual({ inHead: 0, roomForPin: 44 })
    await page.getByLabel('Nom de l’établissement').fill('Ab')
    await page.getByRole('button', { name: 'Enregistrer ma fiche' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectNoSideways(page)
    await expectAccessible(page)
  })
}

/** Stylesheets of a later page follow those of the first: before them, their rules of the same weight would be overruled. */
const lateStyles = (page: Page) =>
  page.getByLabel('Adresse (*)', { exact: true }).evaluate((field) => ({
    inHead: document.head.querySelectorAll('link[rel="stylesheet"]').length,
    roomForPin: Number.parseFloat(getComputedStyle(field).paddingLeft),
  }))

import { expect, type Page } from '@playwright/test'
import { fillInstant, listInstants, recordWrites, save } from './instants.ts'
import { fakeMeta } from './meta.ts'
import { clientOf, newOwner, type Owner, signIn } from './people.ts'
import { test as unshared } from './quiet.ts'
import { test } from './sharing-server.ts'

// One server for the whole file.
test.describe.configure({ mode: 'default' })

const bakery = { id: '111', name: 'Boulangerie', instagram: { id: '911', username: 'deux_epis' } }
const market = { id: '222', name: 'Marché de Clichy', instagram: { id: '922', username: 'marche' } }
const alone = { id: '333', name: 'Sans Instagram' }

const networks = (page: Page) => page.locator('input[name^="share-"][type="checkbox"]')
const told = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })

/** An offer of the day, ready to be saved but for the sharing. */
async function openOffer(page: Page, owner: Owner, title = 'Tartelettes du soir'): Promise<void> {
  await signIn(page, owner, '/createSpecialOffer')
  await fillInstant(page, title)
  await page.getByRole('button', { name: 'Aujourd’hui' }).click()
}

async function publish(page: Page): Promise<void> {
  await save(page)
  await expect(page).toHaveURL(/\/instants$/)
}

const rememberedPage = (page: Page, owner: Owner, type: 'FACEBOOK' | 'INSTAGRAM') =>
  clientOf(page.request).call('GET /v1/company/:id/social-page', {
    token: owner.token,
    params: { id: owner.companyId },
    query: { type },
  })

test('I-054 I-055 I-056 I-058 I-108 I-109 a saved offer is posted on the chosen page, then on its Instagram', async ({
  page,
  playwright,
}) => {
  const owner = await newOwner(page.request)
  const calls = await fakeMeta(page, { pages: [bakery, market] })
  await openOffer(page, owner)
  expect(await networks(page).evaluateAll((boxes) => boxes.map((box) => box.getAttribute('name')))).toEqual([
    'share-facebook',
    'share-instagram',
  ])
  expect(calls).toEqual([])
  await page.getByLabel('Instagram', { exact: true }).check()
  await page.getByLabel('Facebook', { exact: true }).check()
  await page.getByLabel('Page Facebook').selectOption('Marché de Clichy')
  expect(calls.map(({ call }) => call)).toEqual(['LOGIN', 'GET /me/accounts'])
  expect(calls[0]?.params.scope).toContain('instagram_content_publish')
  const writes = recordWrites(page)
  const heldAtPost: number[] = []
  await page.route('https://graph.facebook.com/*/*/photos**', async (route) => {
    heldAtPost.push(writes.length)
    await route.fallback()
  })
  await publish(page)
  await expect(told(page, 'Partagé sur Facebook et Instagram')).toBeVisible()
  // Saved whole by one call, before anything leaves for the networks.
  expect(heldAtPost).toEqual([1])
  const [photo, lookup, media, publication, ...others] = calls.slice(2)
  const pictureUrl = photo?.params.url ?? ''
  const caption = 'Tartelettes du soir\n\nDeux achetées, la troisième offerte'
  const access_token = 'token-of-222'
  const link = 'https://www.deux-epis.fr'
  expect(photo).toEqual({ call: 'POST /222/photos', params: { message: caption, url: pictureUrl, link, access_token } })
  expect(lookup?.call).toBe('GET /222')
  expect(lookup?.params.fields).toContain('instagram_business_account')
  expect(media).toEqual({ call: 'POST /922/media', params: { image_url: pictureUrl, caption, access_token } })
  expect(publication).toEqual({ call: 'POST /922/media_publish', params: { creation_id: 'creation-7', access_token } })
  expect(others).toEqual([])
  await using anybody = await playwright.request.newContext()
  const picture = await anybody.get(pictureUrl)
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  const facebook = { idPage: '222', name: 'Marché de Clichy', type: 'FACEBOOK' }
  await expect.poll(() => rememberedPage(page, owner, 'FACEBOOK')).toEqual(facebook)
  const instagram = { idPage: '922', name: 'marche', type: 'INSTAGRAM' }
  await expect.poll(() => rememberedPage(page, owner, 'INSTAGRAM')).toEqual(instagram)
})

test('I-058 the page used last is proposed first, for that company alone', async ({ page }) => {
  const [owner, neighbour] = [await newOwner(page.request), await newOwner(page.request)]
  await clientOf(page.request).call('PUT /v1/company/:id/social-page', {
    token: owner.token,
    params: { id: owner.companyId },
    body: { idPage: '222', name: 'Marché de Clichy', type: 'FACEBOOK' },
  })
  await fakeMeta(page, { pages: [bakery, market] })
  for (const [somebody, proposed] of [
    [owner, '222'],
    [neighbour, '111'],
  ] as const) {
    await signIn(page, somebody, '/createService')
    await page.getByLabel('Facebook', { exact: true }).check()
    await expect(page.getByLabel('Page Facebook')).toHaveValue(proposed)
  }
})

test('AMB-91 a refusal of Facebook does not keep Instagram from being posted, once its picture is ready', async ({
  page,
}) => {
  const early = { message: 'Media ID is not available', code: 9007 }
  const owner = await newOwner(page.request)
  const calls = await fakeMeta(page, {
    pages: [bakery],
    refused: { 'POST /111/photos': [{ message: 'blocked', code: 368 }], 'POST /911/media_publish': [early] },
  })
  await openOffer(page, owner)
  await page.getByLabel('Facebook', { exact: true }).check()
  await page.getByLabel('Instagram', { exact: true }).check()
  await expect(page.getByText('Sur la page Boulangerie')).toBeVisible()
  await publish(page)
  const refusal = 'Le réseau social a refusé la publication, votre instant est bien enregistré'
  await expect(told(page, `Facebook\u00a0: ${refusal} · Partagé sur Instagram`)).toBeVisible()
  expect(calls.filter(({ call }) => call === 'POST /911/media_publish')).toHaveLength(2)
})

for (const { name, meta, network, said, shown } of [
  {
    name: 'NOT_CONNECTED: signing in is refused',
    meta: { isConnected: false, pages: [] },
    network: 'Facebook',
    said: 'Vous n’êtes pas connecté',
    shown: 'NOT_CONNECTED',
  },
  {
    name: 'NO_FACEBOOK_PAGE: the account runs no page',
    meta: { pages: [] },
    network: 'Facebook',
    said: 'Aucune page Facebook n’est liée à ce compte',
    shown: 'NO_FACEBOOK_PAGE',
  },
  {
    name: 'NO_PAGE_FOUND: no Instagram is linked to the page',
    meta: { pages: [alone] },
    network: 'Instagram',
    said: 'Instagram\u00a0: Aucune page trouvée',
    shown: undefined,
  },
  {
    name: 'the permission ran out meanwhile',
    meta: { pages: [bakery], refused: { 'POST /111/photos': [{ message: 'Session has expired', code: 190 }] } },
    network: 'Facebook',
    said: 'Facebook\u00a0: Votre connexion à Facebook a expiré, reconnectez-vous pour partager',
    shown: undefined,
  },
]) {
  test(`I-057 ${name}: said, and the instant is saved`, async ({ page }) => {
    const owner = await newOwner(page.request)
    const calls = await fakeMeta(page, meta)
    await openOffer(page, owner)
    await page.getByLabel(network, { exact: true }).check()
    if (shown) await expect(page.locator(`[data-error="${shown}"]`)).toHaveText(said)
    else await expect(page.getByText(/^Sur la page/)).toBeVisible()
    await publish(page)
    await expect(told(page, said)).toBeVisible()
    expect(await listInstants(page.request, owner)).toHaveLength(1)
    expect(calls.filter(({ call }) => call === 'LOGIN')).toHaveLength(1)
  })
}

test('I-057 a person who refused to sign in may try again', async ({ page }) => {
  const meta = { isConnected: false, pages: [bakery] }
  const calls = await fakeMeta(page, meta)
  await signIn(page, await newOwner(page.request), '/createService')
  const facebook = page.getByLabel('Facebook', { exact: true })
  await facebook.check()
  await expect(page.locator('[data-error="NOT_CONNECTED"]')).toBeVisible()
  await facebook.uncheck()
  await expect(page.locator('[data-error="NOT_CONNECTED"]')).toHaveCount(0)
  meta.isConnected = true
  await facebook.check()
  await expect(page.getByText('Sur la page Boulangerie')).toBeVisible()
  expect(calls.filter(({ call }) => call === 'LOGIN')).toHaveLength(2)
})

unshared('I-057 T27 without an application the block is off, says so, and calls nobody', async ({ page, baseURL }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(baseURL ?? '')) foreign.push(request.url())
  })
  await signIn(page, await newOwner(page.request), '/createSpecialOffer')
  await expect(page.locator('[data-error="NOT_CONNECTED"]')).toHaveText('Vous n’êtes pas connecté')
  for (const box of await networks(page).all()) await expect(box).toBeDisabled()
  await expect(networks(page)).toHaveCount(2)
  expect(foreign).toEqual([])
})

import type { SiteBrowser } from '@parvis/harness/town/town-client'
import type { Page, Response } from '@playwright/test'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { goByOwnClock, openSignedIn, refuse } from './api.ts'
import { newConversation, newResident, newShop, order, thread } from './conversations.ts'
import { countEfforts } from './efforts.ts'
import { clientOf, newPerson, type Owner } from './people.ts'
import { expect, test } from './quiet.ts'
import { siteClient } from './residents.ts'

test.describe.configure({ mode: 'serial' })

let shop: Owner
let resident: SiteBrowser
let uuid: string

test.beforeAll(async ({ request }) => {
  shop = await newShop(request)
  const opened = await newConversation(shop)
  resident = opened.resident
  uuid = opened.uuid
})

const card = (page: Page, id: number) => page.getByRole('article', { name: `Commande ${id}` })
const decisions = ['Accepter', 'Refuser']

test('O-001 O-002 O-005 O-006 O-008 O-010 O-011 O-012 O-019 an order is validated in a window filled with what was asked', async ({
  page,
  request,
}) => {
  // A coupon and its minimum have no field on the site: the app's door alone takes them.
  const { id, discussionId } = await clientOf(request).call('POST /v1/app/companies/:id/orders', {
    token: (await newPerson(request)).token,
    params: { id: shop.companyId },
    body: {
      pickupDateTime: '2035-06-15T16:30:00Z',
      orderContent: 'Deux baguettes\nUn pain de seigle',
      couponMessage: '-10 % le vendredi',
      minOrder: 15,
    },
  })
  await openSignedIn(page, shop, `/messages?conversation=${discussionId}`)
  for (const name of decisions) await expect(card(page, id).getByRole('button', { name })).toBeVisible()
  await expect(card(page, id)).toContainText(/Vendredi 15 juin, 18\sh\s30/)
  await expect(card(page, id)).toContainText('-10 % le vendredi')
  await expect(thread(page)).not.toContainText(/seigle.*seigle/s)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessible(page)
    await expectNoSideways(page)
  }
  await card(page, id).getByRole('button', { name: 'Accepter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Répondre à la demande' })
  await expect(dialog.locator('[name="pickupDateTime-day"]')).toHaveValue('15/06/2035')
  await expect(dialog.getByLabel('Heure')).toHaveValue('18:30')
  await expect(dialog.getByLabel(/^Contenu/)).toHaveValue('Deux baguettes\nUn pain de seigle')
  await expect(dialog.getByLabel(/^Prix/)).toHaveValue('')
  await expect(dialog.getByLabel(/^Prix/)).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: 'Date' })).toBeVisible()

  const validate = () => dialog.getByRole('button', { name: 'Accepter' }).click()
  await validate()
  await expect(dialog.locator('[data-error="order_required_error"]').first()).toBeVisible()
  await dialog.getByLabel(/^Prix/).fill('abc')
  await validate()
  await expect(dialog.locator('[data-error="price_error"]')).toBeVisible()
  await dialog.getByLabel(/^Prix/).fill('12,50 €')
  await expect(dialog.getByText(/sous le minimum de commande/)).toBeVisible()
  const sent = page.waitForRequest('**/validate')
  await validate()
  const body = new URLSearchParams((await sent).postData() ?? '')
  expect(Object.fromEntries(body)).toEqual({
    pickupDateTime: '2035-06-15 18:30',
    orderContent: 'Deux baguettes\nUn pain de seigle',
    total: '12,50',
  })
  await expect(dialog).toHaveCount(0)
  await expect(card(page, id).getByText('Acceptée', { exact: true })).toBeVisible()
  await expect.poll(() => whereMessageLies(page, id)).toBe('beside the card and the composer')
  await page.reload()
  await expect(card(page, id)).toContainText('12,50')
  for (const name of decisions) await expect(card(page, id).getByRole('button', { name, exact: true })).toHaveCount(0)
  await card(page, id).getByRole('button', { name: 'Prête' }).click()
  await expect(card(page, id).getByRole('button', { name: 'Retirée', exact: true })).toBeVisible()
})

/** Where the passing message is drawn, on a screen whose search stands at the top and whose composer at the bottom. */
const whereMessageLies = (page: Page, id: number) =>
  page.evaluate((name) => {
    const toast = document.querySelector('[aria-label="Fermer le message"]')?.parentElement?.getBoundingClientRect()
    const card = document.querySelector(`article[aria-label="${name}"]`)?.getBoundingClientRect()
    const composer = document.querySelector('textarea[aria-label^="Message à"]')?.getBoundingClientRect()
    if (!toast || !card || !composer) return 'nowhere'
    const isOver = (it: DOMRect) =>
      it.left < toast.right && it.right > toast.left && it.top < toast.bottom && it.bottom > toast.top
    return isOver(card) || isOver(composer) ? 'over one of them' : 'beside the card and the composer'
  }, `Commande ${id}`)

test('O-005 Q-006 what the resident changes while the shop answers is not answered unread', async ({ page }) => {
  const { id } = await order(resident, shop, { orderContent: 'Deux baguettes' })
  await openSignedIn(page, shop, `/messages?conversation=${uuid}`)
  await card(page, id).getByRole('button', { name: 'Proposer autre chose' }).click()
  const dialog = page.getByRole('dialog', { name: 'Répondre à la demande' })
  await dialog.getByLabel(/^Prix/).fill('5')
  const theirs = { headers: resident, params: { id: String(id) } }
  const { version } = await siteClient().call('GET /v1/site/orders/:id', theirs)
  const body = { version, orderContent: 'Quatre baguettes' }
  await siteClient().call('POST /v1/site/orders/:id/change', { ...theirs, body })
  await expect(page.getByRole('article', { name: `Commande ${id}`, includeHidden: true })).toContainText(
    'Quatre baguettes',
  )
  await dialog.getByRole('button', { name: 'Accepter' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Cette commande vient de changer')
  await dialog.getByRole('button', { name: 'Reprendre la demande' }).click()
  await expect(dialog.getByLabel(/^Contenu/)).toHaveValue('Quatre baguettes')
  await expect(dialog.getByLabel(/^Prix/)).toHaveValue('5')
  await dialog.getByRole('button', { name: 'Accepter' }).click()
  await expect(dialog).toHaveCount(0)
})

test('O-006 an answer that is being sent cannot be closed: it could not be called back', async ({ page }) => {
  const { id } = await order(resident, shop, { orderContent: 'Trois baguettes' })
  await openSignedIn(page, shop, `/messages?conversation=${uuid}`)
  await card(page, id).getByRole('button', { name: 'Accepter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Répondre à la demande' })
  await dialog.getByLabel(/^Prix/).fill('5')
  const gate = Promise.withResolvers<void>()
  await page.route(`**/v1/clickAndCollect/order/**`, async (route) => {
    await gate.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Accepter' }).click()
  const ways = dialog.getByRole('button', { name: 'Fermer', exact: true })
  await expect(ways).toHaveCount(2)
  for (const way of await ways.all()) await expect(way).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  gate.resolve()
  await expect(dialog).toHaveCount(0)
})

test('O-002 O-003 O-009 O-013 O-014 an order is cancelled with a reason, never without', async ({ page }) => {
  const { id } = await order(resident, shop)
  await openSignedIn(page, shop, `/messages?conversation=${uuid}`)
  await card(page, id).getByRole('button', { name: 'Proposer autre chose' }).click()
  const validation = page.getByRole('dialog', { name: 'Répondre à la demande' })
  await validation.locator('[name="pickupDateTime-day"]').fill('15/06/2020')
  await validation.getByLabel(/^Prix/).fill('5')
  await validation.getByRole('button', { name: 'Proposer' }).click()
  await expect(validation.locator('[data-error="pickup_date_error"]')).toBeVisible()
  await validation.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(card(page, id).getByRole('button', { name: 'Proposer autre chose' })).toBeFocused()

  await card(page, id).getByRole('button', { name: 'Refuser' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refuser la demande' })
  await expectAccessible(page)
  const cancel = () => dialog.getByRole('button', { name: 'Refuser la demande' }).click()
  await cancel()
  await expect(dialog.locator('[data-error="cancel_reason_error"]')).toBeVisible()
  await dialog.getByLabel(/^Motif/).fill('Four en panne')
  const sent = page.waitForRequest('**/cancel')
  await cancel()
  expect((await sent).postData()).toBe('cancelMessage=Four+en+panne')
  await expect(card(page, id).getByText('Refusée', { exact: true })).toBeVisible()
  await expect(card(page, id)).toContainText('Four en panne')
})

test('O-015 O-016 O-017 O-018 a refused decision is said kindly, kept as its status, and nobody is signed out', async ({
  page,
  request,
}) => {
  const { id } = await order(resident, shop)
  await openSignedIn(page, shop, `/messages?conversation=${uuid}`)
  await card(page, id).getByRole('button', { name: 'Refuser' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refuser la demande' })
  await dialog.getByLabel(/^Motif/).fill('Four en panne')
  const path = `**/v1/clickAndCollect/order/${id}/cancel`
  for (const [status, text] of [
    [401, 'Vous n’êtes pas autorisé à modifier cette commande'],
    [404, 'Cette commande n’existe pas'],
  ] as const) {
    await refuse(page, path, status, text)
    await dialog.getByRole('button', { name: 'Refuser la demande' }).click()
    await expect(dialog.locator(`[data-error="${status}"]`)).toHaveText(text)
    await page.unroute(path)
  }
  await clientOf(request).call('POST /v1/clickAndCollect/order/:id/cancel', {
    token: shop.token,
    params: { id },
    body: { cancelMessage: 'Déjà fait ailleurs' },
    as: 'form',
  })
  await dialog.getByRole('button', { name: 'Refuser la demande' }).click()
  await expect(dialog.locator('[data-error="409"]')).toHaveText('Cette commande a déjà été traitée')
  await expect(dialog.getByLabel(/^Motif/)).toHaveValue('Four en panne')
  await dialog.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(card(page, id).getByText('Refusée', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/messages/)
  await expect(thread(page)).toBeVisible()
})

test('O-002 O-008 O-011 O-012 an order is accepted in two touches of its card on a phone, its price typed there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // Seconds that the window does not show are no change of the hour.
  const { id } = await order(resident, shop, { pickupDateTime: '2035-06-15T16:30:40Z' })
  await openSignedIn(page, shop, `/messages?conversation=${uuid}`)
  const efforts = await countEfforts(page)
  await card(page, id).getByLabel(/^Prix/).click()
  await page.keyboard.type('12,50')
  await expectNoSideways(page)
  await card(page, id).getByRole('button', { name: 'Accepter' }).click()
  await expect(card(page, id).getByText('Acceptée', { exact: true })).toBeVisible()
  await expect(card(page, id)).toContainText('12,50')
  await expect(card(page, id)).toBeFocused()
  await expect(card(page, id).getByText('Commande :')).toHaveCount(0)
  expect((await efforts()).touches).toBe(2)
})

test('Q-029 M-019 a new request rings on any page every 20 s until another device has seen it; after a reload one touch is asked', async ({
  page,
  request,
}) => {
  await page.clock.install()
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () => {
      document.documentElement.dataset.rings = String(Number(document.documentElement.dataset.rings ?? 0) + 1)
      return Promise.resolve()
    }
  })
  const rings = () => page.evaluate(() => Number(document.documentElement.dataset.rings ?? 0))
  /** What an answer says; of a page that was left while it came nothing can be read. */
  const said = async (reply: Response) => JSON.stringify(await reply.json().catch(() => ''))
  /** Resolves when the page has refetched the desk and the answer holds these words. */
  const deskSays = (words: RegExp) =>
    page.waitForResponse(async (reply) => reply.url().includes('/orders?view=todo') && words.test(await said(reply)))
  // Orders present at load do not ring, nor does anything before the page listens.
  const begun = Promise.all([
    deskSays(/counts/),
    page.waitForResponse('**/v1/chat/discussion?**'),
    page.waitForResponse('**/v1/events'),
  ])
  await openSignedIn(page, shop, '/agenda')
  await begun
  const asked = deskSays(/Six éclairs/)
  const { id } = await order(resident, shop, { orderContent: 'Six éclairs' })
  await asked
  await expect.poll(rings).toBeGreaterThan(0)
  const arrived = await rings()
  await page.clock.runFor(41_000)
  expect(await rings()).toBeGreaterThanOrEqual(arrived + 2)

  const seen = deskSays(/Six éclairs.*"seenAt":"2/)
  await clientOf(request).call('POST /v1/company/:id/orders/seen', {
    token: shop.token,
    params: { id: shop.companyId },
    body: { ids: [id] },
  })
  await seen
  const last = await rings()
  await page.clock.runFor(61_000)
  expect(await rings()).toBe(last)

  // What the test asks of a page counts as a gesture for the browser.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }),
  )
  await openSignedIn(page, shop, '/commandes')
  const banner = page.getByText('Touchez ici pour entendre les nouvelles commandes.')
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Activer les alertes' }).click()
  expect(await rings()).toBe(1)
  await expect(banner).toBeHidden()
})

test('Q-037 a shop that takes orders no more keeps its link while one of the counter is under way', async ({
  page,
  request,
}) => {
  const shop = await newShop(request)
  const of = { token: shop.token, params: { id: shop.companyId } }
  const taken = { customerName: 'Zoé', orderContent: 'Un pain', pickupDateTime: '2035-06-15 18:30' }
  await clientOf(request).call('POST /v1/company/:id/orders', { ...of, body: taken })
  await clientOf(request).call('POST /v1/company/:id/update-settings-and-openingHours', {
    ...of,
    body: { companyId: shop.companyId, cacActive: '0' },
  })
  await openSignedIn(page, shop, '/company')
  await page.getByRole('link', { name: 'Commandes' }).click()
  await expect(page.getByRole('heading', { name: 'Commandes' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Code de retrait' })).toBeVisible()
})

test('Q-028 a desk left open over midnight says « Aujourd’hui » of what was for the next day', async ({
  page,
  request,
}) => {
  const desk = await newShop(request)
  const customer = await newResident()
  const { id } = await order(customer, desk, { pickupDateTime: '2035-06-15 18:30' })
  await goByOwnClock(page)
  await page.clock.install({ time: '2035-06-14T23:50:00+02:00' })
  await openSignedIn(page, desk, '/commandes')
  await expect(card(page, id)).toContainText('Demain, 18\u00a0h\u00a030')
  await page.clock.fastForward('00:20:00')
  await expect(card(page, id)).toContainText('Aujourd’hui, 18\u00a0h\u00a030')
})

test('Q-028 a step taken back by mistake is taken again at once: its card is no other one under a double tap', async ({
  page,
  request,
}) => {
  const desk = await newShop(request)
  const customer = await newResident()
  const { id } = await order(customer, desk, { pickupDateTime: '2035-06-15 18:30' })
  const body = { pickupDateTime: '2035-06-15 18:30', orderContent: 'Deux pains', total: '3' }
  const of = { token: desk.token, params: { id: String(id) } }
  await clientOf(request).call('POST /v1/clickAndCollect/order/:id/validate', { ...of, body })
  await openSignedIn(page, desk, '/commandes')
  await page.getByRole('button', { name: /^Demain et après/ }).click()
  const seen = card(page, id)
  await expect(seen.getByRole('button', { name: 'Retirée', exact: true })).toBeVisible()
  // Whoever presses fast, as a machine does: all within half a second.
  await page.clock.setFixedTime(Date.now())
  for (const isTakenBack of [true, false]) {
    await seen.getByRole('button', { name: 'Retirée', exact: true }).click()
    await expect(seen).toHaveCount(0)
    if (isTakenBack) await page.getByRole('status').getByRole('button', { name: 'Annuler' }).click()
  }
})

test('Q-003 Q-028 who types a price while a colleague accepts at another reads that the order was decided', async ({
  page,
  request,
}) => {
  const { id } = await order(resident, shop)
  const taken = { pickupDateTime: '2035-06-15 18:30', orderContent: 'Deux baguettes', total: '2' }
  await page.route(`**/order/${id}/validate`, async (route) => {
    const sent = { params: { id: String(id) }, token: shop.token, body: taken, as: 'form' } as const
    await clientOf(request).call('POST /v1/clickAndCollect/order/:id/validate', sent)
    await route.fallback()
  })
  await openSignedIn(page, shop, '/commandes')
  await card(page, id).getByLabel('Prix').fill('5')
  await card(page, id).getByRole('button', { name: 'Accepter' }).click()
  await expect(card(page, id)).toHaveCount(0)
  await expect(page.getByText('Cette commande a déjà été traitée')).toBeVisible()
})

import { expectAccessible, expectNoSideways } from './accessible.ts'
import { callAs, openSignedIn } from './api.ts'
import { newShop } from './conversations.ts'
import { expect, test } from './quiet.ts'
import { fakeSubscription, residentBase, step } from './residents.ts'

test.use({ viewport: { width: 390, height: 844 }, permissions: ['notifications'], serviceWorkers: 'allow' })

test('W-018 W-030 W-034 W-050 W-051 the loop: code, page, follow, order, ticket, accepted, collected', async ({
  page,
  context,
  request,
}, testInfo) => {
  test.setTimeout(120_000)
  const shop = await newShop(request)
  const base = residentBase()
  const codes = await callAs<{ code: string }[]>(request, shop, `/v1/company/${shop.companyId}/codes`, {
    data: { label: 'Comptoir' },
  })
  await fakeSubscription(page)

  await test.step('the code at the counter leads to the page', async () => {
    await page.goto(`${base}/q/${codes[0]?.code}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shop.name)
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    await expectAccessible(page)
    await expectNoSideways(page)
    await step(page, testInfo, '1-fiche')
  })

  await test.step('one tap follows, and this device will be told', async () => {
    await page.getByRole('button', { name: 'Suivre et être averti' }).click()
    await expect(page.getByText('Vous suivez ✓')).toBeVisible()
    await expect(page.getByRole('status').last()).toContainText('trois fois par jour au plus')
    await step(page, testInfo, '2-suivi')
  })

  let orderPath = ''
  await test.step('an order: what, when, a first name', async () => {
    await page.getByRole('link', { name: 'Commander' }).first().click()
    await page.getByLabel('Votre commande').fill('Deux baguettes')
    await page.getByLabel('Votre prénom').fill('Julie')
    await expectAccessible(page)
    await step(page, testInfo, '4-commande')
    await page.getByRole('button', { name: 'Envoyer ma demande' }).click()
    await expect(page.getByText('Envoyée', { exact: true })).toBeVisible()
    orderPath = page.url()
    await step(page, testInfo, '5-ticket')
  })

  const desk = await context.newPage()
  const id = orderPath.split('/').at(-1)
  const card = desk.getByRole('article', { name: `Commande ${id}` })
  await test.step('accepted in the portal, and the ticket says so by itself', async () => {
    const threads = await callAs<{ uuid: string; label: string }[]>(
      request,
      shop,
      `/v1/chat/discussion?companyId=${shop.companyId}`,
      { method: 'GET' },
    )
    expect(threads[0]?.label).toBe('Julie')
    await openSignedIn(desk, shop, `/messages?conversation=${threads[0]?.uuid}`)
    await card.getByRole('button', { name: 'Accepter' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Répondre à la demande' })
    await dialog.getByLabel(/^Prix/).fill('3,20')
    await dialog.getByRole('button', { name: 'Accepter' }).click()
    await expect(page.getByText('Acceptée', { exact: true })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('3,20 €')).toBeVisible()
    await step(page, testInfo, '6-acceptee')
  })

  await test.step('ready, then collected', async () => {
    await card.getByRole('button', { name: 'Prête' }).click()
    await expect(page.getByText('Prête', { exact: true })).toBeVisible({ timeout: 20_000 })
    await expectAccessible(page)
    await step(page, testInfo, '7-prete')
    await card.getByRole('button', { name: 'Retirée', exact: true }).click()
    await expect(page.getByText('Retirée', { exact: true })).toBeVisible({ timeout: 20_000 })
    await step(page, testInfo, '8-retiree')
  })
})

import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { buyPlan, openSignedIn, refuse } from './api.ts'
import { newResident, newShop, order } from './conversations.ts'
import { clientOf, newOwner, withoutStart } from './people.ts'
import { expect, test } from './quiet.ts'

const sessions = '/v1/payment/create/paymentSession'
const buy = (page: Page, plan: string) => page.getByRole('button', { name: new RegExp(`^Acheter ${plan}`) })

const prices = {
  Annuel: ['99 € HT /an', '249 € HT /an', '499 € HT /an', '118,80 € TTC', '298,80 € TTC', '598,80 € TTC'],
  Mensuel: ['9,90 € HT /mois', '24,90 € HT /mois', '49,90 € HT /mois', '11,88 € TTC', '29,88 € TTC', '59,88 € TTC'],
}

test('S-001 S-004 S-005 S-009 S-010 S-012 S-013 S-014 S-016 S-017 S-018 S-019 S-020 S-021 the offers side by side, yearly or monthly', async ({
  page,
  request,
}) => {
  await openSignedIn(page, await newOwner(request), '/subscription')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('FREEMIUM')
  await expect(page.getByText('Choisissez l’offre qui vous fait connaître.', { exact: false })).toBeVisible()
  const table = page.getByRole('table', { name: 'Comparaison des offres' })
  await expect(page.getByRole('tab')).toHaveText(['Annuel', 'Mensuel'])
  for (const [tab, texts] of Object.entries(prices)) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(table).toBeVisible()
    for (const text of texts) await expect(table).toContainText(text)
    await expect(page.getByText('2 mois offerts', { exact: false })).toHaveCount(tab === 'Annuel' ? 1 : 0)
  }
  for (const label of ['STARTER', 'PREMIUM', 'ADVANCED']) {
    await expect(table.getByRole('heading', { name: label })).toBeVisible()
    await expect(buy(page, label)).toBeEnabled()
  }
  await expect(table.getByText('Populaire')).toHaveCount(1)
  await expect(table.getByRole('columnheader', { name: /PREMIUM/ })).toContainText('Populaire')
  await expect(table.getByRole('rowheader')).toHaveCount(10)
  await expectAccessible(page)
})

test('S-011 X-020 a phone shows a card per plan and no table', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openSignedIn(page, await newOwner(request), '/subscription')
  for (const label of ['STARTER', 'PREMIUM', 'ADVANCED']) {
    await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: label }) })).toHaveCount(1)
  }
  await expect(page.getByRole('table')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSideways(page)
})

test('S-026 S-028 S-030 S-031 S-032 S-033 S-034 S-038 S-050 a plan is bought once and applies at once', async ({
  page,
  request,
}) => {
  const owner = await newOwner(request)
  await openSignedIn(page, owner, '/subscription')
  const calls: string[] = []
  page.on('request', (sent) => {
    if (sent.method() !== 'GET' || /\/v1\/company\/[^/]+$|settings/.test(sent.url()))
      calls.push(`${sent.method()} ${new URL(sent.url()).pathname}`)
  })
  const asked = page.waitForRequest(`**${sessions}`)
  await buy(page, 'PREMIUM').dblclick()
  const body = (await asked).postData() ?? ''
  for (const [name, value] of Object.entries({
    companyId: owner.companyId,
    subscriptionId: 'premium',
    periodicity: 'annual',
  }))
    expect(body).toMatch(new RegExp(`name="${name}"\\s+${value}`))
  // The plans speak of PREMIUM too: only the payment page has this button.
  await expect(page.getByRole('button', { name: 'Payer' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /PREMIUM/ })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('298,80 €')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Payer' }).click()
  await expect(page).toHaveURL(/\/paymentSuccess\?session_id=/)
  await expect(page.getByText('Félicitations, vous êtes maintenant abonné à l’offre PREMIUM')).toBeVisible()
  await expectAccessible(page)
  expect(calls.filter((call) => call.includes(sessions))).toHaveLength(1)
  expect(calls.filter((call) => call.endsWith('/v1/payment/validate'))).toHaveLength(1)
  await page.getByRole('link', { name: 'Voir ma fiche' }).click()
  await expect(page).toHaveURL(/\/company$/)
  await expect(page.getByRole('complementary').or(page.getByRole('banner')).getByText('PREMIUM').first()).toBeVisible()
  await page.goto('/subscription')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('PREMIUM')
  const settings = await clientOf(request).call('GET /v1/company/settings/:companyId', {
    token: owner.token,
    params: { companyId: owner.companyId },
  })
  expect(settings.subscription.allowedInstant).toBe(-1)
})

test('S-035 S-039 S-040 a refused card and a page left change nothing, and lead back to the offers', async ({
  page,
  request,
}) => {
  await openSignedIn(page, await newOwner(request), '/subscription')
  for (const [button, sentence, back] of [
    ['Refuser la carte', 'La banque a refusé la carte, rien n’a été débité', 'Essayer une autre carte'],
    ['Annuler', 'Paiement annulé, rien n’a été débité', 'Revoir les offres'],
  ] as const) {
    await buy(page, 'STARTER').click()
    await page.getByRole('button', { name: button }).click()
    await expect(page).toHaveURL(/\/paymentFail/)
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByText('Quelque chose s’est mal passé')).toHaveCount(0)
    await page.getByRole('link', { name: back }).click()
    await expect(page).toHaveURL(/\/subscription$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('FREEMIUM')
  }
})

test('S-029 S-049 a payment page that cannot open says why at the top, and buying works again', async ({
  page,
  request,
}) => {
  await openSignedIn(page, await newOwner(request), '/subscription')
  await refuse(page, `**${sessions}`, 500, 'Le paiement est momentanément indisponible, merci de réessayer')
  await expect(buy(page, 'ADVANCED')).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await buy(page, 'ADVANCED').dispatchEvent('click')
  await expect(page.getByRole('alert')).toContainText('momentanément indisponible')
  await expect(page.getByRole('alert')).toBeInViewport()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.unroute(`**${sessions}`)
  const asked = page.waitForRequest(`**${sessions}`)
  await buy(page, 'ADVANCED').click()
  expect((await asked).postData()).toMatch(/name="subscriptionId"\s+digital/)
  await expect(page).toHaveURL(/checkout/)
})

test('S-036 S-037 S-039 S-040 a return without payment, unknown, unpaid or not checked says which', async ({
  page,
  request,
}) => {
  await openSignedIn(page, await newOwner(request), '/paymentSuccess')
  const asked: string[] = []
  page.on('request', (sent) => {
    if (sent.url().endsWith('/v1/payment/validate')) asked.push(sent.url())
  })
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Aucun paiement n’a été trouvé')
  expect(asked).toEqual([])
  await expectAccessible(page)
  await page.goto('/paymentSuccess?session_id=cs_unknown')
  await expect(alert).toContainText('Aucun paiement n’a été trouvé')
  await refuse(page, '**/v1/payment/validate', 500)
  await page.goto('/paymentSuccess?session_id=cs_any')
  await expect(alert).toContainText('Une erreur est survenue lors de la vérification du paiement')
  await page.goto('/paymentFail')
  await expect(alert).toContainText('Quelque chose s’est mal passé')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Réessayer' }).click()
  await expect(page).toHaveURL(/\/subscription$/)
})

test('S-037 S-039 a payment that could not be checked is looked at again, not paid again', async ({
  page,
  request,
}) => {
  await openSignedIn(page, await newOwner(request), '/subscription')
  await buy(page, 'PREMIUM').click()
  await refuse(page, '**/v1/payment/validate', 502)
  await page.getByRole('button', { name: 'Payer' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Une erreur est survenue lors de la vérification du paiement')
  await expect(alert).toContainText('Ne payez pas une seconde fois')
  await expect(page.getByRole('link', { name: 'Réessayer' })).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute('**/v1/payment/validate')
  await alert.getByRole('button', { name: 'Vérifier de nouveau' }).click()
  await expect(page.getByText('Félicitations, vous êtes maintenant abonné à l’offre PREMIUM')).toBeVisible()
})

test('S-053 RES-20 a premium business moves up to ADVANCED, and its own plan is not sold again', async ({
  page,
  request,
}) => {
  const owner = await newOwner(request)
  await buyPlan(request, owner)
  await openSignedIn(page, owner, '/subscription')
  await expect(buy(page, 'PREMIUM')).toHaveCount(0)
  await buy(page, 'ADVANCED').click()
  const summary = page.getByRole('dialog', { name: /Passer de PREMIUM à ADVANCED/ })
  await expect(summary).toContainText('Vous aurez\u00a0: Nom de domaine personnalisé')
  await expect(summary).toContainText(/Votre abonnement PREMIUM s’arrête .* n’est pas remboursé/)
  await expectAccessible(page)
  await summary.getByRole('button', { name: 'Garder PREMIUM' }).click()
  await expect(summary).toBeHidden()
  await buy(page, 'STARTER').click()
  await expect(page.getByRole('dialog')).toContainText(/Vous n’aurez plus\u00a0: .*Click & collect/)
  await page.getByRole('button', { name: 'Garder PREMIUM' }).click()
  await buy(page, 'ADVANCED').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Payer / })
    .click()
  await page.getByRole('button', { name: 'Payer' }).click()
  await expect(page.getByText('Félicitations, vous êtes maintenant abonné à l’offre ADVANCED')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Activer le click & collect' })).toBeVisible()
  await expect(page.getByText('installés avec vous par notre équipe. Écrivez à ')).toBeVisible()
  await expectAccessible(page)
})

test('S-006 S-052 a failed renewal is said on every page, with the way to the card, and nothing leads to « # »', async ({
  page,
  request,
}) => {
  const owner = await newOwner(request)
  await buyPlan(request, owner)
  const played = await request.post(`/v1/dev/subscriptions/${owner.companyId}`, {
    data: { event: 'payment_failed' },
  })
  expect(played.ok(), await played.text()).toBe(true)
  for (const path of ['/instants', '/agenda']) {
    await openSignedIn(page, owner, path)
    await expect(page.getByText('Votre dernier paiement a échoué')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Changer ma carte' }).click()
  await expect(page.getByRole('link', { name: 'Factures et moyen de paiement' })).toHaveAttribute(
    'href',
    /\/dev\/factures$/,
  )
  await expect(page.locator('a[href="#"]')).toHaveCount(0)
})

test('S-052 O-001 once the plan has ended, the orders under way are still one link away', async ({ page, request }) => {
  const shop = await newShop(request)
  const resident = await newResident()
  const { id } = await order(resident, shop)
  await request.post(`/v1/dev/subscriptions/${shop.companyId}`, { data: { event: 'cancelled' } })
  await openSignedIn(page, shop, '/instants')
  await page.getByRole('link', { name: 'Commandes 1 à traiter' }).click()
  await expect(page.getByRole('article', { name: `Commande ${id}` })).toBeVisible()
  await expect(page.getByText('Vous ne prenez pas de commande en ligne')).toBeVisible()
  await page.getByRole('link', { name: 'Voir les offres' }).click()
  await expect(page.getByText('Votre abonnement a pris fin.')).toBeVisible()
})

test('S-008 S-046 an association has PREMIUM for nothing, and may only buy ADVANCED', async ({ page, request }) => {
  await openSignedIn(page, await newOwner(request, { type: 'association' }), '/subscription')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('PREMIUM')
  await expect(page.getByText('Inclus gratuitement').first()).toBeVisible()
  // Not a feature of associations, so the table has no row for it.
  await expect(page.getByRole('rowheader', { name: 'Click & collect' })).toHaveCount(0)
  await expect(buy(page, 'ADVANCED')).toBeEnabled()
  await expect(buy(page, 'PREMIUM')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Factures et moyen de paiement' })).toHaveCount(0)
})

test('S-002 a town hall has no offer to buy', async ({ page, request }) => {
  await openSignedIn(page, await newOwner(request, { type: 'mairie' }), '/subscription')
  await expect(page).toHaveURL(/\/company$/)
})

test('S-006 S-007 S-048 X-016 the billing portal, the city’s site and a meeting open beside, at the addresses of the installation', async ({
  page,
  request,
}) => {
  const links = {
    billingPortalUrl: 'https://factures.exemple.fr/',
    cityWebsiteUrl: 'https://www.ville.exemple.fr/',
    meetingUrl: 'https://rendez-vous.exemple.fr/',
  }
  await withoutStart(page)
  await page.route('**/v1/configuration', async (route) => {
    const reply = await route.fetch()
    const answer = (await reply.json()) as { data: object }
    await route.fulfill({ response: reply, json: { ...answer, data: { ...answer.data, ...links } } })
  })
  await openSignedIn(page, await newOwner(request), '/subscription')
  for (const href of Object.values(links)) {
    await expect(page.locator(`a[href="${href}"]`).first()).toHaveAttribute('target', '_blank')
  }
})

test('S-006 X-031 the way to the invoices says why it failed, and opens where a browser gives no tab', async ({
  page,
  request,
}) => {
  const owner = await newOwner(request)
  await buyPlan(request, owner)
  await openSignedIn(page, owner, '/subscription')
  await page.evaluate(() => {
    Object.assign(window, { open: () => null })
  })
  const link = page.getByRole('link', { name: 'Factures et moyen de paiement' })
  const call = '**/v1/payment/billing-portal'
  await page.route(call, (route) => route.fulfill({ json: { data: { url: '/company' } } }))
  await link.click()
  await expect(page).toHaveURL(/\/company$/)
  await page.goto('/subscription')
  await page.unroute(call)
  await page.route(call, (route) => route.abort())
  await link.click()
  await expect(page.getByText('Connexion impossible. Vérifiez votre réseau, puis réessayez.')).toBeVisible()
})

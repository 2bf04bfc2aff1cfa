import { expectAccessible, expectNoSideways } from './accessible.ts'
import { buyPlan, openSignedIn } from './api.ts'
import { clientOf, newOwner } from './people.ts'
import { expect, test } from './quiet.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('W-019 W-113 a page to copy, and codes that say what they brought, twenty at most', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const shop = await newOwner(request, { name: 'Fournil des Affiches' })
  await openSignedIn(page, shop, '/company')
  const card = page.getByRole('region', { name: 'Votre page' })
  await card.getByRole('button', { name: 'Copier' }).click()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await expect(card.getByRole('link', { name: 'Ouvrir' })).toHaveAttribute('href', address)
  await card.getByRole('link', { name: 'Affiches et QR codes suivis' }).click()

  await page.getByLabel('Où sera-t-il ?').press('Enter')
  await expect(page.locator('[data-error="label_error"]')).toBeVisible()
  await page.getByRole('button', { name: 'Vitrine', exact: true }).click()
  await page.getByRole('button', { name: 'Créer le code' }).click()
  const link = page.getByRole('link', { name: /\/q\// })
  const scanned = await link.getAttribute('href')
  await expectAccessible(page)
  await expectNoSideways(page)
  const visitor = await context.newPage()
  await visitor.goto(scanned ?? '')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(shop.name)
  expect(visitor.url()).toContain(address)
  await visitor.close()
  for (let n = 1; n < 20; n++)
    await clientOf(request).call('POST /v1/company/:id/codes', {
      params: { id: shop.companyId },
      token: shop.token,
      body: { label: `Sac ${n}` },
    })
  await page.reload()
  await expect(page.getByText('1 scan, 0 abonné')).toBeVisible()
  await expect(page.getByText('Vous avez vos 20 codes')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 860 })
  await expectAccessible(page)
})

test('W-127 W-128 W-134 a domain of one’s own goes through its states, by keyboard on a phone', async ({
  page,
  request,
}) => {
  const shop = await newOwner(request, { name: 'Fournil du Domaine' })
  await openSignedIn(page, shop, '/domaine')
  await expect(page.getByText('fait partie de l’offre ADVANCED')).toBeVisible()
  await buyPlan(request, shop, 'digital')
  await page.reload()
  const name = `fournil-${Date.now().toString(36)}.localhost`
  const field = page.getByLabel('Nom de domaine')
  for (const [typed, key] of [
    ['127.0.0.1', 'domain_format_error'],
    ['autre.parvis.localhost', 'domain_reserved'],
  ] as const) {
    await field.fill(typed)
    await field.press('Enter')
    await expect(page.locator(`#field-domain [data-error="${key}"]`)).toBeVisible()
  }
  await field.fill(name)
  await field.press('Enter')
  await expect(page.getByText('À prouver')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)

  const check = page.getByRole('button', { name: 'Vérifier' })
  await check.press('Enter')
  await expect(page.getByText('n’est pas encore visible')).toBeVisible()
  const proof = page.locator('code', { hasText: /^parvis-domaine=/ })
  const txt = [(await proof.textContent()) ?? '']
  await clientOf(request).call('PUT /v1/dev/dns', { body: { name: `_parvis.${name}`, txt, addresses: [] } })
  await check.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `Servi sur ${name}` })).toBeVisible()
  await expectAccessible(page)

  const { port } = new URL(page.url())
  await page.goto('/company')
  const card = page.getByRole('region', { name: 'Votre page' })
  await expect(card.getByRole('link', { name: 'Ouvrir' })).toHaveAttribute('href', `https://${name}`)
  await page.goto(`http://${name}:${port}/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shop.name)
})

import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { newInstant } from './instants.ts'
import { runOperatorTool } from './operator-tool.ts'
import { clientOf, newOwner, newPerson } from './people.ts'
import { expect, test } from './quiet.ts'
import { newFollowers, residentBase } from './residents.ts'

const numbers = (page: Page) => page.getByRole('region', { name: 'Vos 30 derniers jours' })

async function look(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect(numbers(page)).toBeVisible()
    await expectAccessible(page)
    await expectNoSideways(page)
  }
}

test('W-114 visits, followers and opened notifications reach the professional, instant by instant', async ({
  page,
  request,
}) => {
  test.slow()
  const shop = await newOwner(request)
  const instantId = await newInstant(request, shop, { title: 'Fournée du soir' })
  await newInstant(request, shop, { title: 'Jamais regardé' })
  await openSignedIn(page, shop, '/company')
  await expect(numbers(page)).toContainText('Vos premières visites apparaîtront ici')
  await expect(numbers(page).getByRole('listitem')).toHaveCount(0)
  await expect(numbers(page).getByRole('link')).toHaveAttribute('href', '/marketing')
  await look(page)

  const [fan, passer] = [await newPerson(request), await newPerson(request)]
  const view = (resident: { token: string }, data: object = {}) =>
    clientOf(request).call('POST /v1/app/companies/:id/view', {
      token: resident.token,
      params: { id: shop.companyId },
      body: data,
    })
  await view(fan)
  await page.reload()
  await expect(numbers(page).getByRole('listitem')).toHaveText(['1 visite d’habitant'])
  await newFollowers(shop)
  await view(fan, { instantId, fromNotification: true })
  await view(fan, { instantId, fromNotification: true })
  await view(passer, { instantId })
  await page.reload()
  const figures = numbers(page).getByRole('list').first().getByRole('listitem')
  await expect(figures).toHaveText(['3 visites d’habitants', '1 nouvel abonné', '1 notification ouverte'])
  const each = numbers(page).getByRole('listitem').filter({ hasText: 'par notification' })
  await expect(each).toBeHidden()
  await numbers(page).getByText('Instant par instant').click()
  await expect(each).toHaveText('Fournée du soir2 visites, dont 1 par notification')
  await expect(numbers(page)).not.toContainText('Jamais regardé')
  await look(page)
})

test('W-116 the official town hall reads the totals of its town, a look at its agenda among them', async ({
  page,
  request,
}) => {
  const fields = { zipCode: '93260', city: 'Les Lilas' }
  const hall = await newOwner(request, { type: 'mairie', name: 'Mairie des Lilas', fields })
  const counted = page.waitForRequest('**/v1/site/counts')
  await page.goto(`${residentBase()}/les-lilas-93260/agenda`)
  await counted
  await openSignedIn(page, hall, '/company')
  const town = page.getByRole('region', { name: 'Les Lilas en 30 jours' })
  await expect(numbers(page)).toBeVisible()
  await expect(town).toBeHidden()
  runOperatorTool('identity', hall.companyId, 'verified')
  await page.reload()
  await expect(town).toContainText('1 visite de l’agenda et des instants')
  await expect(town).toContainText('jamais ceux d’un établissement')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSideways(page)
  }
})

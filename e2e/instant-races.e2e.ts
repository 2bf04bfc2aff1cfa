import { fillInstant, listInstants, newInstant, recordWrites, save } from './instants.ts'
import { clientOf, newOwner, openAs, signIn } from './people.ts'
import { expect, test } from './quiet.ts'
import { newFollowers } from './residents.ts'

test('AMB-146 a save pressed twice creates one instant', async ({ page }) => {
  const owner = await newOwner(page.request)
  await newFollowers(owner)
  await signIn(page, owner, '/createSpecialOffer')
  await fillInstant(page, 'Tartelettes du soir')
  await page.getByRole('button', { name: 'Demain' }).click()
  await page.getByRole('button', { name: 'Publier', exact: true }).dblclick()
  const writes = recordWrites(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Non' }).dblclick()
  await expect(page).toHaveURL(/\/instants$/)
  await expect(page.getByRole('article')).toHaveCount(1)
  expect(writes.map(({ call }) => call)).toEqual(['POST /v1/instants'])
  expect(await listInstants(page.request, owner)).toHaveLength(1)
})

test('AMB-146 an instant whose answer was lost is published again from its draft after a reload, and stands once', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await signIn(page, owner, '/createSpecialOffer')
  await fillInstant(page, 'Tartelettes du soir')
  await page.getByRole('button', { name: 'Demain' }).click()
  await page.route('**/v1/instants', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const publish = page.getByRole('button', { name: 'Publier', exact: true })
  await publish.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Connexion impossible' })).toBeVisible()
  await page.unroute('**/v1/instants')
  page.on('dialog', (asked) => void asked.accept())
  await page.reload()
  await expect(page.getByLabel('Titre')).toHaveValue('Tartelettes du soir')
  await publish.click()
  await expect(page).toHaveURL(/\/instants$/)
  await expect(page.getByRole('article')).toHaveCount(1)
  expect(await listInstants(page.request, owner)).toHaveLength(1)
})

test('AMB-131 of two tabs that edit one instant the last save holds, whole, once its owner has seen the other', async ({
  page,
  context,
}) => {
  const owner = await newOwner(page.request)
  const id = await newInstant(page.request, owner, { title: 'Pain de seigle' })
  await signIn(page, owner, `/editService/${id}`)
  const other = await context.newPage()
  await openAs(other, owner, `/editService/${id}`)
  await other.getByLabel('Titre').fill('Pain de mie')
  await page.getByLabel('Description courte').fill('Une fournée de plus le soir')
  for (const tab of [other, page]) {
    await save(tab)
    if (tab === other) await expect(tab).toHaveURL(/\/instants$/)
  }
  const asked = page.getByRole('dialog', { name: /^Cet instant a été modifié ailleurs à \d\d:\d\d$/ })
  await asked.getByRole('button', { name: 'Voir la version enregistrée' }).click()
  const shown = page.getByRole('dialog', { name: 'La version enregistrée' })
  await expect(shown).toContainText('Pain de mie')
  await expect(page.getByLabel('Description courte')).toHaveValue('Une fournée de plus le soir')
  await shown.getByRole('button', { name: 'Enregistrer la mienne' }).click()
  await expect(page).toHaveURL(/\/instants$/)
  await expect(page.getByRole('article', { name: 'Pain de seigle' })).toContainText('Une fournée de plus le soir')
  const [stored, ...others] = await listInstants(page.request, owner)
  expect(others).toEqual([])
  expect(stored?.instantActivationTimes).toHaveLength(1)
  await other.reload()
  await expect(other.getByRole('article', { name: 'Pain de seigle' })).toContainText('Une fournée de plus le soir')
})

test('AMB-131 an instant deleted elsewhere while it is edited leaves what was typed on the screen', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  const id = await newInstant(page.request, owner, { title: 'Pain de seigle' })
  await signIn(page, owner, `/editService/${id}`)
  await page.getByLabel('Titre').fill('Pain de seigle aux noix')
  await clientOf(page.request).call('DELETE /v1/instants/:id', { token: owner.token, params: { id } })
  await expect(page.locator('[data-error="instant_gone"]')).toContainText('Ce que vous avez saisi reste à l’écran')
  await expect(page.getByLabel('Titre')).toHaveValue('Pain de seigle aux noix')
})

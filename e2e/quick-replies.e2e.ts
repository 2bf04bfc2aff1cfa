import type { APIRequestContext } from '@playwright/test'
import { openSignedIn } from './api.ts'
import { newShop } from './conversations.ts'
import { clientOf, type Owner } from './people.ts'
import { expect, test } from './quiet.ts'

/** Prepared replies of these short names, in this order. */
async function prepare(request: APIRequestContext, { token, companyId }: Owner, shortcuts: readonly string[]) {
  for (const shortcut of shortcuts) {
    const body = { shortcut, text: 'Merci à vous.' }
    await clientOf(request).call('POST /v1/company/:id/quick-replies', { token, params: { id: companyId }, body })
  }
}

/** What another device of the shop does. */
async function changeElsewhere(request: APIRequestContext, { token, companyId: id }: Owner, text: string) {
  const client = clientOf(request)
  const [reply] = await client.call('GET /v1/company/:id/quick-replies', { token, params: { id } })
  const params = { id, replyId: reply?.id ?? 0 }
  const body = { shortcut: reply?.shortcut, text }
  await client.call('PUT /v1/company/:id/quick-replies/:replyId', { token, params, body })
}

test('Q-101 a quick reply that was changed elsewhere is not replaced before one has seen it', async ({
  page,
  request,
}) => {
  const shop = await newShop(request)
  await prepare(request, shop, ['merci'])
  await openSignedIn(page, shop, '/messages/reglages')
  await expect(page.getByRole('button', { name: 'Descendre\u00a0: merci' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Modifier\u00a0: merci' }).click()
  const text = page.getByLabel(/^Texte/)
  await text.fill('Merci, à bientôt.')
  await changeElsewhere(request, shop, 'Merci beaucoup.')
  const save = page.getByRole('button', { name: 'Enregistrer', exact: true })
  await save.click()
  const asked = page.getByRole('dialog', { name: 'Cette réponse a été modifiée ailleurs' })
  await asked.getByRole('button', { name: 'Voir la version enregistrée' }).click()
  await expect(page.getByRole('dialog')).toContainText('Merci beaucoup.')
  await page.getByRole('button', { name: 'Repartir de cette version' }).click()
  await expect(text).toHaveValue('Merci beaucoup.')

  await text.fill('Merci, à demain.')
  await changeElsewhere(request, shop, 'Merci mille fois.')
  await save.click()
  await asked.getByRole('button', { name: 'Enregistrer la mienne' }).click()
  await expect(page.getByText('La réponse est enregistrée')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Réponses rapides' })).toContainText('Merci, à demain.')
})

test('Q-101 X-020 quick replies are put in order with the keyboard alone: at an end the button keeps the focus', async ({
  page,
  request,
}) => {
  const shop = await newShop(request)
  await prepare(request, shop, ['merci', 'bonjour', 'fermé'])
  await openSignedIn(page, shop, '/messages/reglages')
  const names = page.getByRole('list', { name: 'Réponses rapides' }).getByRole('listitem').locator('strong')
  const later = page.getByRole('button', { name: 'Descendre\u00a0: merci' })
  await later.focus()
  await page.keyboard.press('Enter')
  await expect(names).toHaveText(['/bonjour', '/merci', '/fermé'])
  await page.keyboard.press('Enter')
  await expect(names).toHaveText(['/bonjour', '/fermé', '/merci'])
  await expect(later).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(names).toHaveText(['/bonjour', '/fermé', '/merci'])
})

test('Q-101 X-020 a reply that is added or changed with the keyboard begins in its first field', async ({
  page,
  request,
}) => {
  const shop = await newShop(request)
  await prepare(request, shop, ['merci'])
  await openSignedIn(page, shop, '/messages/reglages')
  for (const name of ['Ajouter', 'Modifier\u00a0: merci']) {
    await page.getByRole('button', { name }).press('Enter')
    await expect(page.getByLabel(/^Nom court/)).toBeFocused()
    await page.getByRole('button', { name: 'Annuler' }).press('Enter')
  }
})

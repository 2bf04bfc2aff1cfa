import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { goByOwnClock, openSignedIn } from './api.ts'
import { composer, newConversation } from './conversations.ts'
import { dayIn, newInstant, onDay } from './instants.ts'
import { clientOf, newOwner } from './people.ts'
import { expect, test } from './quiet.ts'

test.use({ viewport: { width: 390, height: 844 } })

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()

test('Q-112 Q-133 Q-118 what waits for its hour is changed, and neither sent, given up nor a note erased by one wrong tap', async ({
  page,
  request,
}) => {
  const shop = await newOwner(request)
  const { uuid } = await newConversation(shop)
  const client = clientOf(request)
  const of = { token: shop.token, params: { id: uuid } }
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  for (const message of ['Votre pain est prêt', 'Nous fermons lundi'])
    await client.call('POST /v1/discussions/:id/scheduled-messages', { ...of, body: { message, sendAt } })
  await client.call('POST /v1/discussions/:id/notes', { ...of, body: { text: 'Sans gluten' } })
  await openSignedIn(page, shop, `/messages?conversation=${uuid}`)
  const waiting = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Modifier le message/ }) })
  await expect(waiting).toHaveCount(2)

  const bread = waiting.filter({ hasText: 'Votre pain est prêt' })
  await bread.getByRole('button', { name: /^Envoyer maintenant/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Votre pain est prêt')
  await expectAccessible(page)
  await press(page, 'Pas maintenant')
  await expect(waiting).toHaveCount(2)
  await bread.getByRole('button', { name: /^Envoyer maintenant/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Envoyer' }).click()
  await expect(waiting).toHaveCount(1)

  await press(page, /^Modifier le message/)
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Message/ })
    .fill('Nous fermons mardi')
  await page.getByRole('dialog').getByRole('button', { name: 'Envoyer plus tard' }).click()
  await expect(waiting).toHaveText(/Nous fermons mardi/)
  await press(page, /^Annuler le message/)
  await press(page, 'Le garder')
  await expect(waiting).toHaveCount(1)
  await press(page, /^Annuler le message/)
  await press(page, 'Ne pas l’envoyer')
  await expect(waiting).toHaveCount(0)

  await press(page, 'Supprimer la note')
  await press(page, 'Annuler')
  await expect(page.getByText('Sans gluten')).toBeVisible()
  await press(page, 'Supprimer la note')
  await press(page, 'Supprimer')
  await expect(page.getByText('Sans gluten')).toHaveCount(0)
})

test('Q-112 on a phone whose clock is a day ahead, « Demain matin » is the morning that follows, and is called so', async ({
  page,
  request,
}) => {
  const shop = await newOwner(request)
  const { uuid } = await newConversation(shop)
  await page.clock.install({ time: Date.now() + 26 * 3_600_000 })
  await openSignedIn(page, shop, `/messages?conversation=${uuid}`)
  await composer(page).fill('À demain')
  await press(page, 'Plus tard')
  const days = [dayIn(1)]
  await press(page, /^Demain matin/)
  await page.getByRole('dialog').getByRole('button', { name: 'Envoyer plus tard' }).click()
  await expect(page.getByText('Partira demain à 9 h', { exact: true })).toBeVisible()
  // Midnight may pass meanwhile.
  days.push(dayIn(1))
  const of = { token: shop.token, params: { id: shop.companyId } }
  const [planned] = await clientOf(request).call('GET /v1/company/:id/scheduled-messages', of)
  expect(days).toContain(planned?.sendAt.slice(0, 10))
})

test('J-021 J-022 J-023 by telephone too: somebody is added past what is full, and taken off the list by name', async ({
  page,
  request,
}) => {
  const club = await newOwner(request, { type: 'association', name: `Poterie ${Date.now().toString(36)}` })
  const id = await newInstant(request, club, { title: 'Cours de tour', times: [onDay(dayIn(5), '18:00', '20:00')] })
  const of = { token: club.token, params: { id } }
  await clientOf(request).call('PUT /v1/instants/:id/bookings', { ...of, body: { version: 0, capacity: 1 } })
  await openSignedIn(page, club, `/instants/${id}/places`)
  const dialog = page.getByRole('dialog')
  for (const name of ['Mme Robin', 'M. Petit']) {
    await press(page, 'Ajouter quelqu’un')
    await dialog.getByLabel('Nom').fill(name)
    await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
    if (name === 'Mme Robin') await expect(dialog).toHaveCount(0)
  }
  await dialog.getByText('L’ajouter quand même, au-delà du nombre de places').click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByText('2 sur 1', { exact: true })).toBeVisible()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'M. Petit' })
    .getByRole('button', { name: /^Retirer/ })
    .click()
  await expect(dialog).toContainText('Sa place ira à la personne suivante de la liste.')
  await press(page, 'Retirer de la liste')
  await expect(page.getByText('1 sur 1', { exact: true })).toBeVisible()
  await expect(page.getByText('M. Petit')).toHaveCount(0)
  // Who has a seat comes to the door also where no more are taken.
  await page.getByRole('switch', { name: 'Prendre des réservations' }).click()
  await press(page, 'Enregistrer')
  await expect(page.getByText('1 place', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mme Robin est venu' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ajouter quelqu’un' })).toHaveCount(0)
})

test('Q-107 between two dates the automatic reply speaks neither before the first nor after the last, and does not say so', async ({
  page,
  request,
}) => {
  await goByOwnClock(page)
  await openSignedIn(page, await newOwner(request), '/messages/reglages?onglet=absence')
  await page.getByRole('radio', { name: /^Entre deux dates/ }).check()
  await page.getByLabel('Du (facultatif)').fill(dayIn(5))
  await page.getByLabel(/^Jusqu’au, ce jour/).fill(dayIn(9))
  await press(page, 'Enregistrer')
  await expect(page.getByText(/^Réponse automatique prévue du \d/)).toBeVisible()
  await expectNoSideways(page)
  await page.clock.setFixedTime(Date.now() + 10 * 86_400_000)
  await page.reload()
  await expect(page.getByText(/^Réponse automatique terminée le \d/)).toBeVisible()
})

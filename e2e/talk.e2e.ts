import { broadcastsOfWeek } from '@parvis/domain/messages/broadcast-week'
import type { SiteBrowser } from '@parvis/harness/town/town-client'
import type { APIRequestContext, Page } from '@playwright/test'
import { Temporal } from 'temporal-polyfill'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { answer, composer, conversations, messages, newConversation, newShop, thread, write } from './conversations.ts'
import { expectFrench } from './french.ts'
import { clientOf, newOwner, picture, upload } from './people.ts'
import { expect, test } from './quiet.ts'
import { siteClient } from './residents.ts'

/** The messages of a conversation as its resident has them, newest first. */
const readAs = (headers: SiteBrowser, uuid: string) =>
  siteClient().call('GET /v1/site/conversations/:id', { headers, params: { id: uuid }, query: {} })

const phone = { width: 390, height: 844 }

test('Q-102 Q-103 Q-106 Q-112 Q-115 Q-118 Q-119 Q-121 Q-123 one thumb prepares, sorts, notes, plans and finds', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const shop = await newShop(request)
  const { resident, uuid } = await newConversation(shop, 'Gardez-moi deux éclairs')
  await answer(request, shop, uuid)
  for (let number = 1; number <= 40; number++) await write(resident, uuid, `Ligne ${number}.`)
  await page.setViewportSize(phone)

  // An example of the trade becomes a quick reply, with its picture.
  await openSignedIn(page, shop, '/messages/reglages')
  await page.getByRole('list', { name: 'Exemples' }).getByRole('button').first().click()
  await page.getByLabel(/^Nom court/).fill('noté')
  await page.getByLabel(/^Texte/).fill('Bonjour {prénom}, c’est noté.')
  await page.locator('input[name="image"]').setInputFiles(upload('pain.jpg', await picture(400, 300)))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('La réponse est enregistrée')).toBeVisible()
  await page.getByRole('tab', { name: 'Absence' }).click()
  await page.getByRole('radio', { name: /Quand c’est fermé/ }).check()
  await expect(page.getByText('Marie lirait en ce moment')).toBeVisible()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Réponse automatique active', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)

  // « À répondre », kept in the address while the conversation is read.
  await page.getByRole('link', { name: 'Messages', exact: true }).first().click()
  await page.getByRole('radio', { name: 'À répondre' }).check()
  await conversations(page)
    .getByRole('button', { name: /^Marie\b/ })
    .click()
  await expect(page).toHaveURL(/filtre=a-repondre/)
  await composer(page).fill('/not')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByTestId('quick-replies').getByRole('button', { name: /noté/ })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(composer(page)).toHaveValue('/not')
  await composer(page).fill('')
  await page.getByRole('button', { name: 'Réponses', exact: true }).click()
  await page.getByTestId('quick-replies').getByRole('button', { name: /noté/ }).click()
  await expect(composer(page)).toHaveValue('Bonjour Marie, c’est noté.')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await expect(
    messages(page).filter({ hasText: 'Bonjour Marie' }).getByAltText('Envoyée dans la conversation'),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await page.getByLabel(/^Note pour vous seul/).fill('Cliente fidèle')
  await page.getByRole('button', { name: 'Garder la note' }).click()
  await expect(thread(page).getByRole('button', { name: 'Supprimer la note' })).toBeVisible()
  await composer(page).fill('À demain {prénom}')
  await page.getByRole('button', { name: 'Plus tard' }).click()
  await page.getByRole('button', { name: /^Demain matin/ }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Envoyer plus tard' }).click()
  await expect(thread(page).getByText('Partira demain à 9')).toBeVisible()
  await page.getByRole('button', { name: 'Traitée' }).click()
  await expectAccessible(page)
  await expectNoSideways(page)
  await expectFrench(page)
  await page.getByRole('button', { name: 'Revenir aux conversations' }).click()
  await expect(page.getByText('Personne n’attend de réponse.')).toBeVisible()

  // Found by folded words, opened at the message among those around it.
  await page.getByLabel('Chercher dans les messages').fill('ECLAIR')
  await expect(page.locator('mark')).toHaveText('éclairs')
  await expectAccessible(page)
  await page.getByRole('button', { name: /Gardez-moi/ }).click()
  await expect(thread(page).getByText('Gardez-moi deux éclairs')).toBeInViewport()
  await expect(thread(page).getByText('Bonjour Marie')).toHaveCount(0)
  await page.getByRole('button', { name: 'La suite' }).click()
  await expect(thread(page).getByText('Bonjour Marie')).toBeAttached()
  const seen = await readAs(resident, uuid)
  expect(JSON.stringify(seen)).not.toContain('Cliente fidèle')
})

test('Q-102 Q-103 Q-106 a thread offers the examples of the trade while there is no quick reply; they never stay over what is written', async ({
  page,
  request,
}) => {
  const baker = await newOwner(request)
  const { uuid } = await newConversation(baker)
  await page.setViewportSize(phone)
  await openSignedIn(page, baker, `/messages?conversation=${uuid}`)
  const replies = page.getByRole('button', { name: 'Réponses', exact: true })
  const offered = page.getByTestId('quick-replies')
  await replies.click()
  await replies.press('Escape')
  await expect(offered).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  await replies.click()
  await composer(page).fill('Bonjour')
  await expect(offered).toHaveCount(0)
  await composer(page).fill('')
  await replies.click()
  await expectAccessible(page)
  await offered.getByRole('button', { name: /réservé/ }).click()
  await expect(composer(page)).toHaveValue('Bonjour Marie, c’est noté, nous vous le mettons de côté.')
  await composer(page).press('Enter')
  await expect(messages(page).filter({ hasText: 'nous vous le mettons de côté' })).toBeVisible()
})

test('Q-124 Q-125 Q-128 Q-130 M-036 what is written without network leaves once, in order, after a reload; leaving asks', async ({
  page,
  context,
  request,
}) => {
  const baker = await newOwner(request)
  const { resident, uuid } = await newConversation(baker)
  await page.setViewportSize(phone)
  await page.route('**/v1/discussions/*/messages*', (route) => route.abort())
  await openSignedIn(page, baker, `/messages?conversation=${uuid}`)
  await expect(composer(page)).toBeVisible()
  // What « Plus » opens is loaded after the page: the network goes once it is there.
  await page.getByRole('button', { name: 'Plus', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Se déconnecter' })).toBeVisible()
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await page.unroute('**/v1/discussions/*/messages*')
  for (const text of ['Un', 'Deux']) {
    await composer(page).fill(text)
    await composer(page).press('Enter')
  }
  const chooser = page.getByLabel('Joindre une image')
  await composer(page).press('Shift+Tab')
  await expect(chooser).toBeFocused()
  await expect(page.locator('label').filter({ has: chooser })).toHaveCSS('outline-style', 'solid')
  await chooser.setInputFiles(upload('photo.jpg', await picture(4000, 3000)))
  await expect(page.getByAltText('À envoyer')).toBeVisible()
  await composer(page).fill('Trois')
  await composer(page).press('Enter')
  await expect(thread(page).getByText('Enregistré sur cet appareil, partira au retour du réseau')).toHaveCount(3)
  await expect(page.getByText('Hors connexion. 3 messages partiront au retour du réseau.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Plus', exact: true }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await expect(page.getByText('3 messages ne sont pas encore partis. Se déconnecter les efface.')).toBeVisible()
  await page.getByRole('button', { name: 'Rester connecté' }).click()

  // The page comes back, the network of its calls does not: the first answer is lost on the way.
  await context.setOffline(false)
  await page.route('**/v1/discussions/*/message', (route) => route.abort())
  await page.reload()
  await expect(thread(page).getByText('Trois')).toBeVisible()
  await page.unroute('**/v1/discussions/*/message')
  const other = await context.newPage()
  await other.goto(`/messages?conversation=${uuid}`)
  const read = () => readAs(resident, uuid)
  await expect
    .poll(async () => (await read()).map(({ message }) => message))
    .toEqual(['Trois', 'Deux', 'Un', 'Bonjour'])
  const [last] = await read()
  expect(last?.image).toBeTruthy()
  await expect(thread(page).getByRole('button', { name: 'Réessayer' })).toHaveCount(0)

  await context.setOffline(true)
  await composer(page).fill('Jamais')
  await composer(page).press('Enter')
  await composer(page).fill('Ni ceci')
  await expect(thread(page).getByText('Enregistré sur cet appareil, partira au retour du réseau')).toBeVisible()
  await page.getByRole('button', { name: 'Plus', exact: true }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page
    .getByRole('dialog', { name: /Se déconnecter/ })
    .getByRole('button', { name: 'Se déconnecter' })
    .click()
  await expect(page).toHaveURL(/\/login/)
  const kept = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('parvis-queue')
          opening.onsuccess = () => {
            const counting = opening.result.transaction('items').objectStore('items').count()
            counting.onsuccess = () => resolve(counting.result)
          }
        }),
    )
  await expect.poll(kept).toBe(0)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Ni ceci')
})

/** A baker in front of a conversation that has just begun. */
async function openNewConversation(page: Page, request: APIRequestContext) {
  const baker = await newOwner(request)
  const { uuid } = await newConversation(baker)
  await openSignedIn(page, baker, `/messages?conversation=${uuid}`)
}

test('Q-123 Q-126 a refused message goes back before what is being written, a refused note does not', async ({
  page,
  request,
}) => {
  await openNewConversation(page, request)
  const calls = /\/v1\/discussions\/[^/]+\/(message|notes)$/
  const error = { code: 'DISCUSSION_BLOCKED', message: 'Cette conversation est bloquée' }
  await page.route(calls, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 403, json: { error } }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await page.getByLabel(/^Note pour vous seul/).fill('Paie toujours en retard')
  await page.getByRole('button', { name: 'Garder la note' }).click()
  await expect(thread(page).getByText('Pas envoyé')).toBeVisible()
  await expect(thread(page).getByRole('button', { name: 'Effacer' })).toBeVisible()
  await expect(thread(page).getByRole('button', { name: 'Modifier' })).toHaveCount(0)
  await thread(page).getByRole('button', { name: 'Effacer' }).click()

  await composer(page).fill('C’est prêt')
  await composer(page).press('Enter')
  await expect(thread(page).getByText('Pas envoyé')).toBeVisible()
  await composer(page).fill('Passez avant midi')
  await thread(page).getByRole('button', { name: 'Modifier' }).click()
  await expect(composer(page)).toHaveValue('C’est prêt\nPassez avant midi')
  await expect(thread(page).getByText('Pas envoyé')).toHaveCount(0)
})

test('Q-112 a message being planned cannot be cancelled meanwhile, then leaves the composer', async ({
  page,
  request,
}) => {
  await openNewConversation(page, request)
  await composer(page).fill('À demain')
  await page.getByRole('button', { name: 'Plus tard' }).click()
  const gate = Promise.withResolvers<void>()
  await page.route('**/v1/discussions/*/scheduled-messages', async (route) => {
    await gate.promise
    await route.continue()
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Demain matin/ }).click()
  await dialog.getByRole('button', { name: 'Envoyer plus tard' }).click()
  await expect(dialog.getByRole('button', { name: 'Annuler' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Fermer' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  gate.resolve()
  await expect(dialog).toHaveCount(0)
  await expect(thread(page).getByText('Partira demain à 9')).toBeVisible()
  await expect(composer(page)).toHaveValue('')
})

test('Q-107 Q-123 an automatic reply being written is kept over a reload and when another device saves it, and saved over nothing unread', async ({
  page,
  request,
}) => {
  const shop = await newShop(request)
  const { call } = clientOf(request)
  const of = { params: { id: shop.companyId }, token: shop.token }
  const saveElsewhere = async (text: string) => {
    const { version } = await call('GET /v1/company/:id/away-message', of)
    await call('PUT /v1/company/:id/away-message', { ...of, body: { mode: 'outside_hours', text, version } })
  }
  await saveElsewhere('Fermé.')
  await openSignedIn(page, shop, '/messages/reglages')
  await page.getByRole('tab', { name: 'Absence' }).click()
  const text = page.getByLabel(/^Texte/)
  await expect(text).toHaveValue('Fermé.')
  await saveElsewhere('Fermé, à demain.')
  await expect(text).toHaveValue('Fermé, à demain.')

  await text.fill('Je reviens vite.')
  await page.reload()
  await expect(text).toHaveValue('Je reviens vite.')
  await saveElsewhere('Fermé pour travaux.')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByRole('alert')).toContainText('Modifié sur un autre appareil')
  await expect(text).toHaveValue('Je reviens vite.')
  await page.getByRole('button', { name: 'Reprendre le message de l’autre appareil' }).click()
  await expect(text).toHaveValue('Fermé pour travaux.')
  await text.fill('Je reviens lundi.')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('La réponse automatique est enregistrée')).toBeVisible()
  expect(await call('GET /v1/company/:id/away-message', of)).toMatchObject({ text: 'Je reviens lundi.' })

  // Whoever stops it is not held up by a text that is shown no more.
  await text.fill('Bonjour {nom}')
  await page.getByRole('radio', { name: /^Jamais/ }).check()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('La réponse automatique est arrêtée')).toBeVisible()
})

test('AMB-39 what is being typed without a pause survives a tab that the phone kills', async ({
  page,
  context,
  request,
}) => {
  const shop = await newShop(request)
  const { uuid } = await newConversation(shop)
  await openSignedIn(page, shop, `/messages?conversation=${uuid}`)
  await composer(page).pressSequentially('Oui, il en reste deux.', { delay: 30 })
  const devtools = await context.newCDPSession(page)
  const killed = page.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => undefined)
  await killed

  const again = await context.newPage()
  await again.goto(`/messages?conversation=${uuid}`)
  await expect(composer(again)).toHaveValue(/^Oui, il/)
})

test('Q-133 a broadcast planned for this week counts before a second one is asked', async ({ page, request }) => {
  const baker = await newOwner(request)
  const sendAt = Temporal.Now.instant().add({ minutes: 10 })
  const planned = await request.post(`/v1/company/${baker.companyId}/scheduled-broadcasts`, {
    headers: { authorization: `Bearer ${baker.token}` },
    multipart: { message: 'Fermé lundi', sendAt: sendAt.toString() },
  })
  expect(planned.status()).toBe(200)
  const isThisWeek = broadcastsOfWeek([sendAt], Temporal.Now.instant()) === 1
  await openSignedIn(page, baker, '/messages?conversation=groupe')
  await expect(page.getByText(isThisWeek ? '1 sur 1 cette semaine' : '0 sur 1 cette semaine')).toBeVisible()
  await expect(page.getByText('Fermé lundi')).toBeVisible()
  await expect(page.getByText(/^Écrivez à .* d’un coup$/)).toHaveCount(0)
  await composer(page).fill('Ouvert mardi')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  const refused = page.getByText('Vous avez atteint votre nombre de messages groupés pour cette semaine')
  await expect(isThisWeek ? refused : page.getByRole('dialog')).toBeVisible()
})

test('M-028 X-020 before the first broadcast too, a short phone shows where it is written, a photo included', async ({
  page,
  request,
}) => {
  const shop = await newShop(request)
  await page.setViewportSize({ width: 390, height: 664 })
  await openSignedIn(page, shop, '/messages?conversation=groupe')
  await expect(page.getByText('Une fermeture, une nouveauté')).toBeVisible()
  await expect(composer(page)).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Joindre une image').setInputFiles(upload('pain.jpg', await picture(800, 600)))
  await expect(page.getByAltText('À envoyer')).toBeInViewport({ ratio: 1 })
  await expect(composer(page)).toBeInViewport({ ratio: 1 })
})

test('AMB-146 a blocking whose answer was lost, undone by a colleague since, is done anew: « bloquée » is true', async ({
  page,
  request,
}) => {
  const shop = await newShop(request)
  const { uuid } = await newConversation(shop)
  await openSignedIn(page, shop, `/messages?conversation=${uuid}`)
  await page.getByRole('button', { name: 'Bloquer ou signaler' }).click()
  const blocking = '**/company-block'
  await page.route(blocking, async (route) => {
    await route.fetch()
    await route.abort()
  })
  const block = page.getByRole('button', { name: 'Bloquer', exact: true })
  await block.click()
  await expect(page.getByRole('button', { name: 'Rouvrir' })).toBeVisible()
  await page.unroute(blocking)
  await clientOf(request).call('POST /v1/discussions/:id/company-unblock', { token: shop.token, params: { id: uuid } })
  await block.click()
  await expect(page.getByText('Conversation bloquée', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Bloquer ou signaler' }).click()
  await expect(page.getByRole('button', { name: 'Rouvrir' })).toBeVisible()
})

test('M-010 Q-106 Escape closes the emoji picker, a conversation is sorted: the focus is on what was pressed', async ({
  page,
  request,
}) => {
  const baker = await newOwner(request)
  const { uuid } = await newConversation(baker)
  await openSignedIn(page, baker, `/messages?conversation=${uuid}`)
  const button = page.getByRole('button', { name: 'Choisir un emoji' })
  await button.press('Enter')
  await expect(page.getByPlaceholder('Chercher un emoji')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  const closed = page.getByRole('button', { name: 'Traitée' })
  await closed.press('Enter')
  await expect(page.getByRole('button', { name: 'Traitée', pressed: true })).toBeFocused()
})

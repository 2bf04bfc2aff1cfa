import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { openSignedIn, refuse } from './api.ts'
import { answer, composer, conversations, messages, newConversation, thread, write } from './conversations.ts'
import { expectFrench } from './french.ts'
import { newOwner, picture, upload } from './people.ts'
import { expect, test } from './quiet.ts'
import { newFollowers, siteClient } from './residents.ts'

const sends = '**/v1/discussions/*/message'

test('M-001 M-008 M-015 M-019 M-020 M-040 M-042 both sides hear each other at once, and only the other rings', async ({
  page,
  request,
}) => {
  const baker = await newOwner(request)
  const { resident, uuid } = await newConversation(baker, 'Avez-vous du seigle ?')
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () => {
      document.documentElement.dataset.rings = String(Number(document.documentElement.dataset.rings ?? 0) + 1)
      return Promise.resolve()
    }
    const now = performance.now.bind(performance)
    performance.now = () => now() + Number(document.documentElement.dataset.later ?? 0)
  })
  await openSignedIn(page, baker, '/messages')
  await expect(conversations(page).getByRole('listitem').first()).toContainText('Message groupé')
  await conversations(page)
    .getByRole('button', { name: /^Marie\b/ })
    .click()
  await expect(messages(page).filter({ hasText: 'Avez-vous du seigle ?' }).getByRole('time')).toHaveText(/^\d\d:\d\d$/)
  for (const name of ['Choisir un emoji', 'Envoyer']) await expect(page.getByRole('button', { name })).toBeVisible()
  await expect(page.getByLabel('Joindre une image')).toBeAttached()

  const live = page.waitForRequest('**/v1/discussions/*/messages?*after*')
  await write(resident, uuid, 'Pour ce soir.')
  await expect(thread(page)).toContainText('Pour ce soir.')
  await live
  await expect(page.locator('html')).toHaveAttribute('data-rings', '1')

  // The page shows it before the server has it.
  const stored = page.waitForResponse('**/v1/discussions/*/message')
  await composer(page).fill('Oui, il en reste.')
  await composer(page).press('Enter')
  await expect(messages(page).filter({ hasText: 'Oui, il en reste.' })).toHaveCount(1)
  await expect(composer(page)).toHaveValue('')
  await stored
  await expect(messages(page).filter({ hasText: 'Oui, il en reste.' })).toHaveCount(1)
  await expect(messages(page).filter({ hasText: 'Oui, il en reste.' })).toContainText(/^Vous\s:/)
  await expect(conversations(page)).toContainText(/Vous\s: Oui, il en reste\./)
  await expect(messages(page).filter({ hasText: 'Pour ce soir.' })).toContainText(/^Marie\s:/)
  const theirs = { headers: resident, params: { id: uuid }, query: {} }
  const data = await siteClient().call('GET /v1/site/conversations/:id', theirs)
  expect(data.map(({ message }) => message)).toEqual(['Oui, il en reste.', 'Pour ce soir.', 'Avez-vous du seigle ?'])
  for (const field of ['id', 'senderId', 'senderAvatar', 'message', 'sendAt', 'image'])
    expect(data[0]).toHaveProperty(field)
  // Two messages of the same two seconds ring once.
  await page.evaluate(() => {
    document.documentElement.dataset.later = '3000'
  })
  await write(resident, uuid, 'Merci !')
  await expect(thread(page)).toContainText('Merci !')
  await expect(page.locator('html')).toHaveAttribute('data-rings', '2')
})

test('M-016 M-019 what the resident wrote just before an answer is fetched after it', async ({ page, request }) => {
  const { resident, uuid } = await openNewConversation(page, request)
  await expect(thread(page)).toContainText('Bonjour')
  const polls = '**/v1/discussions/*/messages?*after*'
  await page.route(polls, (route) => route.abort())
  await write(resident, uuid, 'Sans noix, surtout.')
  await composer(page).fill('C’est noté.')
  await composer(page).press('Enter')
  await expect(messages(page).filter({ hasText: 'C’est noté.' }).getByRole('time')).toBeVisible()
  await expect(thread(page)).not.toContainText('Sans noix')
  await page.unroute(polls)
  await write(resident, uuid, 'Merci !')
  await expect(thread(page)).toContainText('Merci !')
  await expect(thread(page)).toContainText('Sans noix, surtout.')
  await expect(thread(page).getByText('C’est noté.')).toHaveCount(1)
})

test('M-014 M-017 M-018 a long conversation opens on its newest message, gives its past once, and leads back to what is new', async ({
  page,
  request,
}) => {
  const baker = await newOwner(request, { type: 'association' })
  const { resident, uuid } = await newConversation(baker)
  await answer(request, baker, uuid)
  for (let number = 1; number <= 100; number++) await write(resident, uuid, `Message ${number}.`)
  await openSignedIn(page, baker, `/messages?conversation=${uuid}`)
  await expect(thread(page).getByText('Message 100.')).toBeInViewport()
  for (const number of [60, 30, 1]) {
    await expect(async () => {
      await thread(page).evaluate((element) => element.scrollTo({ top: -element.scrollHeight }))
      await expect(thread(page).getByText(`Message ${number}.`, { exact: true })).toBeVisible({ timeout: 1_000 })
    }).toPass()
  }
  const texts = await thread(page)
    .getByText(/^Message \d+\.$/)
    .allTextContents()
  expect(texts).toEqual(Array.from({ length: 100 }, (_, index) => `Message ${index + 1}.`))
  await write(resident, uuid, 'Le dernier.')
  await page.getByRole('button', { name: 'Nouveau message' }).click()
  await expect(thread(page).getByText('Le dernier.')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Nouveau message' })).toHaveCount(0)
})

test('M-003 M-006 M-041 unread conversations are counted, filtered, read, and kept for later', async ({
  page,
  request,
}) => {
  const baker = await newOwner(request)
  const first = await newConversation(baker)
  await write(first.resident, first.uuid, 'Vous êtes là ?')
  await newConversation(baker, 'Et les croissants ?')
  await openSignedIn(page, baker, '/messages')
  const entries = conversations(page).getByRole('button')
  await expect(entries.nth(1)).toContainText(/MarieEt les croissants\s\?\d\d:\d\d1 non lu$/)
  await expect(entries.nth(2)).toContainText('2 non lus')
  await write(first.resident, first.uuid, 'Tant pis')
  await expect(entries.nth(1)).toContainText('Tant pis')
  await expect(page.getByRole('link', { name: /Messages/ })).toContainText('4')
  await expectAccessible(page)

  await entries.nth(1).click()
  await expect(conversations(page).getByText('3 non lus')).toHaveCount(0)
  await page.getByLabel('Non lus', { exact: true }).check()
  await expect(entries).toHaveCount(2)
  await page.getByRole('button', { name: 'Marquer non lu' }).click()
  await expect(page).toHaveURL(/\/messages\?filtre=non-lus$/)
  await expect(entries).toHaveCount(3)
  await expect(page.getByRole('link', { name: /Messages/ })).toContainText('2')

  // Chosen in the list while it is open: it closes, since what is open is read.
  await page.getByLabel('Toutes', { exact: true }).check()
  await entries.nth(1).click()
  const thread = page.getByRole('region', { name: /^Conversation avec/ })
  await expect(thread).toBeVisible()
  await expect(page.getByRole('link', { name: /Messages/ })).toContainText('1')
  await page.getByRole('button', { name: 'Choisir', exact: true }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Marquer non lu' }).first().click()
  await expect(thread).toBeHidden()
  await expect(page.getByRole('link', { name: /Messages/ })).toContainText('2')
})

test('M-004 M-005 beyond three conversations the free plan shows the oldest one closed, and the offers', async ({
  page,
  request,
}) => {
  const baker = await newOwner(request)
  for (const text of ['La plus ancienne', 'Deux', 'Trois', 'Quatre']) await newConversation(baker, text)
  await openSignedIn(page, baker, '/messages')
  await expect(conversations(page).getByRole('button', { name: /La plus ancienne/ })).toBeDisabled()
  await expect(conversations(page).getByRole('button', { disabled: true })).toHaveCount(1)
  await page.getByRole('link', { name: 'Voir les offres' }).click()
  await expect(page).toHaveURL(/\/subscription$/)
})

test('M-005 M-007 X-020 nothing is closed nor sold on an unlimited plan; a blocked conversation takes no message', async ({
  page,
  request,
}) => {
  const club = await newOwner(request, { type: 'association', name: 'Les Amis du Livre' })
  const { resident, uuid } = await newConversation(club)
  await siteClient().call('POST /v1/site/conversations/:id/block', { headers: resident, params: { id: uuid } })
  await page.setViewportSize({ width: 390, height: 844 })
  await openSignedIn(page, club, '/messages')
  await expect(page.getByRole('link', { name: 'Voir les offres' })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSideways(page)
  await conversations(page)
    .getByRole('button', { name: /^Marie\b/ })
    .click()
  await expect(page.getByText('Cette conversation est bloquée')).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  await expect(conversations(page)).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Revenir aux conversations' }).click()
  await expect(conversations(page)).toBeVisible()
})

/** A baker in front of a conversation that has just begun. */
async function openNewConversation(page: Page, request: APIRequestContext) {
  const baker = await newOwner(request)
  const conversation = await newConversation(baker)
  await openSignedIn(page, baker, `/messages?conversation=${conversation.uuid}`)
  return conversation
}

test('M-009 M-010 M-011 M-012 M-013 M-037 X-001 X-011 emoji, lines, tags and a picture go as they are', async ({
  page,
  request,
}) => {
  const { resident, uuid } = await openNewConversation(page, request)
  await expect(page.getByRole('button', { name: 'Envoyer' })).toBeDisabled()
  await composer(page).fill('a\n<b>b</b> ')
  await page.getByRole('button', { name: 'Choisir un emoji' }).click()
  const picker = page.getByTestId('emoji-picker')
  await expect(picker.getByPlaceholder('Chercher un emoji')).toBeVisible()
  const { width, height } = (await picker.boundingBox()) ?? { width: 0, height: 0 }
  expect([width, height]).toEqual([300, 350])
  await picker.getByPlaceholder('Chercher un emoji').fill('qqqq')
  await expect(picker.getByText('Aucun emoji trouvé').first()).toBeAttached()
  await expectFrench(page)
  await picker.getByPlaceholder('Chercher un emoji').fill('')
  await picker.getByRole('gridcell', { name: 'visage rieur', exact: true }).click()
  await expect(composer(page)).toHaveValue('a\n<b>b</b> 😀')
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
  const sent = page.waitForRequest(sends)
  await page.getByRole('button', { name: 'Envoyer' }).click()
  const body = (await sent).postData() ?? ''
  for (const name of ['discussionId', 'companyId', 'message']) expect(body).toContain(`name="${name}"`)
  await page.getByLabel('Joindre une image').setInputFiles(upload('pain.jpg', await picture(400, 300)))
  await expect(page.getByAltText('À envoyer')).toBeVisible()
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByAltText('Envoyée dans la conversation')).toBeVisible()
  await page.reload()
  await expect(page.getByAltText('Envoyée dans la conversation')).toBeVisible()
  await page.getByRole('button', { name: 'Agrandir la photo' }).click()
  await expect(page.getByRole('dialog').getByAltText('La même, en grand')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Agrandir la photo' })).toBeFocused()
  await write(resident, uuid, 'Appelez le 06 12.34 56-78 ou +33 (0)1 45 67 89 01, SIRET 73282932000074')
  await expect(thread(page).getByRole('link')).toHaveText(['06 12.34 56-78', '+33 (0)1 45 67 89 01'])
  await expect(thread(page).getByRole('link').last()).toHaveAttribute('href', 'tel:+33145678901')
  await expect(thread(page).getByText(/SIRET 73282932000074$/)).toBeVisible()
  const bubble = thread(page).getByText('<b>b</b> 😀')
  expect(await bubble.textContent()).toContain('a\n<b>b</b> 😀')
  await expect(bubble).toHaveCSS('white-space', 'pre-wrap')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['token'])
})

test('M-028 M-030 M-031 a broadcast under way cannot be cancelled, and leaves the composer of a page left meanwhile', async ({
  page,
  request,
}) => {
  await openSignedIn(page, await newOwner(request), '/messages')
  const broadcasts = conversations(page).getByRole('button', { name: /Message groupé/ })
  await broadcasts.click()
  await composer(page).fill('Fermé lundi ')
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  const gate = Promise.withResolvers<void>()
  await page.route('**/v1/company/*/broadcast', async (route) => {
    await gate.promise
    await route.continue()
  })
  const dialog = page.getByRole('dialog', { name: /^Envoyer à/ })
  await dialog.getByRole('button', { name: 'Envoyer à tous' }).click()
  await expect(dialog.getByRole('button', { name: 'Annuler' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await broadcasts.click()
  await expect(composer(page)).toHaveValue('Fermé lundi ')
  gate.resolve()
  await expect(page.getByText('Message envoyé à vos abonnés')).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await expect(thread(page)).toContainText('Fermé lundi')
})

/** Holds the decoding of pictures until `release` is called. */
async function holdPictures(page: Page) {
  await page.addInitScript(() => {
    const decode = window.createImageBitmap.bind(window)
    const released = new Promise((resolve) => addEventListener('release', resolve, { once: true }))
    window.createImageBitmap = async (image: ImageBitmapSource) => {
      await released
      return await decode(image)
    }
  })
  return { release: () => page.evaluate(() => void dispatchEvent(new Event('release'))) }
}

test('M-011 M-012 Q-130 a text does not leave without the photo that is still being prepared', async ({
  page,
  request,
}) => {
  const { release } = await holdPictures(page)
  await openNewConversation(page, request)
  await composer(page).fill('Voici la vitrine')
  await page.getByLabel('Joindre une image').setInputFiles(upload('vitrine.jpg', await picture(400, 300)))
  await expect(page.getByRole('status').filter({ hasText: 'Préparation de la photo…' })).toBeVisible()
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('Voici la vitrine')
  await expect(page.getByRole('button', { name: 'Envoyer', exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Plus tard' })).toBeDisabled()
  await expectAccessible(page)
  await release()
  await expect(page.getByAltText('À envoyer')).toBeVisible()
  await composer(page).press('Enter')
  const sent = messages(page).filter({ hasText: 'Voici la vitrine' })
  await expect(sent.getByAltText('Envoyée dans la conversation')).toBeVisible()
  await expect(page.getByAltText('À envoyer')).toHaveCount(0)
})

test('M-036 a message that did not leave stays, says so, is sent once when tried again; one not sent survives a reload', async ({
  page,
  request,
}) => {
  await openNewConversation(page, request)
  const keys: (string | undefined)[] = []
  page.on('request', (sent) => {
    if (sent.url().endsWith('/message')) keys.push(sent.headers()['idempotency-key'])
  })
  // The message arrives, its answer does not.
  await page.route(sends, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await composer(page).fill('Commande prête')
  await composer(page).press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(thread(page).getByText('Commande prête').first()).toBeVisible()
  await page.unroute(sends)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0)
  await expect(thread(page).getByText('Commande prête')).toHaveCount(1)
  await page.reload()
  await expect(thread(page).getByText('Commande prête')).toHaveCount(1)
  expect(new Set(keys).size).toBe(1)

  // The server's fixed sentence asks to verify what was typed, where nothing was wrong with it.
  await refuse(page, sends, 500, 'Une erreur est survenue, merci de vérifier vos données')
  await composer(page).fill('Encore')
  await composer(page).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Une erreur est survenue de notre côté. Votre message est gardé.')
  await page.getByRole('button', { name: 'Effacer' }).click()
  await expect(thread(page).getByText('Encore')).toHaveCount(0)
  await composer(page).fill('Pas encore envoyé')
  await page.reload()
  await expect(composer(page)).toHaveValue('Pas encore envoyé')
})

test('M-028 M-029 M-030 M-031 M-032 M-043 a message to all followers is confirmed, counted, once a week', async ({
  page,
  request,
}) => {
  const baker = await newOwner(request)
  await newFollowers(baker, 2)
  await openSignedIn(page, baker, '/messages')
  await conversations(page)
    .getByRole('button', { name: /Message groupé/ })
    .click()
  await expectAccessible(page)
  const sent: string[] = []
  page.on('request', (call) => {
    if (call.method() === 'POST' && call.url().endsWith('/broadcast')) sent.push(call.url())
  })
  await expect(page.getByText('0 sur 1 cette semaine')).toBeVisible()
  await composer(page).fill('Fermé lundi')
  await page.getByLabel('Joindre une image').setInputFiles(upload('volets.jpg', await picture(400, 300)))
  await page.getByRole('button', { name: 'Envoyer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Envoyer à 2 abonnés ?' })
  await expect(dialog.getByAltText('Jointe au message')).toBeVisible()
  await expect(dialog.locator('blockquote')).toHaveCSS('white-space', /^pre/)
  await expect(dialog.locator('blockquote')).toHaveText('Fermé lundi')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(composer(page)).toHaveValue('Fermé lundi')
  await expect(page.getByAltText('À envoyer')).toBeVisible()
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await refuse(page, '**/v1/company/*/broadcast', 500, 'Une erreur est survenue')
  await dialog.getByRole('button', { name: 'Envoyer à tous' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Une erreur est survenue')
  await page.unroute('**/v1/company/*/broadcast')
  await dialog.getByRole('button', { name: 'Envoyer à tous' }).click()
  await expect(thread(page)).toContainText('Envoyé à 2 abonnés')
  await expect(composer(page)).toHaveValue('')
  await expect(page.getByAltText('À envoyer')).toHaveCount(0)
  await expect(page.getByAltText('Jointe au message')).toBeVisible()
  await expect(conversations(page).getByRole('button', { name: /Message groupé/ })).toContainText(
    /Fermé lundi\d\d:\d\d/,
  )

  await composer(page).fill('Ouvert mardi')
  await page.getByRole('button', { name: 'Envoyer' }).click()
  const alert = page.getByText('Vous avez atteint votre nombre de messages groupés pour cette semaine')
  await expect(alert).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(composer(page)).toHaveValue('Ouvert mardi')
})

import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { dayIn, newInstant, onDay } from './instants.ts'
import { clientOf, newOwner } from './people.ts'
import { expect, test } from './quiet.ts'
import { pageOf } from './residents.ts'

for (const javaScriptEnabled of [true, false]) {
  test(`J-001 J-006 J-020 J-022 ${javaScriptEnabled ? '' : 'without script '}a class of two seats: opened by the club, taken from the residents’ site, shown at the door`, async ({
    page,
    request,
    browser,
  }, info) => {
    const club = await newOwner(request, { type: 'association', name: `Poterie ${Date.now().toString(36)}` })
    const id = await newInstant(request, club, { title: 'Cours de tour', times: [onDay(dayIn(5), '18:00', '20:00')] })
    await openSignedIn(page, club, `/instants/${id}/places`)
    await page.getByRole('switch', { name: 'Prendre des réservations' }).click()
    await page.getByLabel('Nombre de places').fill('2')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('Les habitants peuvent réserver.')).toBeVisible()
    await expect(page.getByText('0 sur 2', { exact: true })).toBeVisible()
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)

    const visitor = await browser.newContext({ javaScriptEnabled, viewport: { width: 390, height: 844 } })
    const site = await visitor.newPage()
    await site.goto(await pageOf(request, club))
    await site.getByRole('link', { name: 'Cours de tour' }).first().click()
    await site.getByLabel('Votre prénom').fill('Nadia')
    if (javaScriptEnabled) {
      await site.getByLabel('Combien de places').selectOption('2')
      await site.reload()
      await expect(site.getByLabel('Votre prénom')).toHaveValue('Nadia')
      await expect(site.getByLabel('Combien de places')).toHaveValue('2')
      await site.getByLabel('Combien de places').selectOption('1')
    }
    await info.attach('instant-390', { body: await site.screenshot({ fullPage: true }), contentType: 'image/png' })
    await site.getByRole('button', { name: 'Réserver' }).click()
    await expect(site).toHaveURL(/\/mes-places\//)
    const code = /\b\d{4}\b/.exec(await site.locator('main .code, main [data-code]').first().innerText())?.[0] ?? ''
    expect(code).toMatch(/^\d{4}$/)
    await info.attach('ticket-390', { body: await site.screenshot({ fullPage: true }), contentType: 'image/png' })
    await expectNoSideways(site)
    await visitor.close()

    await page.reload()
    await expect(page.getByText('1 sur 2', { exact: true })).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Venu', exact: true }).first().click()
    await expect(page.getByText(/Déjà venu à /)).toBeVisible()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
      await expectNoSideways(page)
      await info.attach(`desk-${width}`, { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
    }
  })
}

/** Its date of today runs until midnight, whenever the journey is played. */
const allDay = { activeDayType: 'all_days', startDateTime: '2026-01-01 00:00', endDateTime: '2026-01-01 23:59' }

test('J-002 J-005 J-024 X-031 what was booked is said on the card, in the day of the desk, and before it is cancelled or deleted; a date may have seats of its own', async ({
  page,
  request,
}, info) => {
  const club = await newOwner(request, { type: 'association', name: `Poterie ${Date.now().toString(36)}` })
  const id = await newInstant(request, club, { title: 'Cours du soir', times: [allDay] })
  const client = clientOf(request)
  const of = { token: club.token, params: { id } }
  const { dates } = await client.call('PUT /v1/instants/:id/bookings', { ...of, body: { version: 0, capacity: 20 } })
  const date = dates[0]?.date ?? ''
  await client.call('POST /v1/instants/:id/bookings/people', { ...of, body: { date, name: 'Mme Robin', seats: 12 } })

  await openSignedIn(page, club, '/instants')
  await expect(page.getByText('Places\u00a0: 12 sur 20')).toBeVisible()
  await page.getByRole('button', { name: /^Changer l’état de/ }).click()
  await page.getByLabel('Que se passe-t-il').selectOption('cancelled')
  const told = page.getByText('12 personnes ont une place. Elles seront prévenues.')
  await expect(told).toBeVisible()
  await info.attach('cancel', { body: await page.screenshot(), contentType: 'image/png' })
  // What was chosen is left by a button alone.
  await page.keyboard.press('Escape')
  await expect(told).toBeVisible()
  await page.getByRole('button', { name: 'Fermer' }).last().click()
  await expect(told).toHaveCount(0)
  await page.getByRole('button', { name: /^Supprimer «/ }).click()
  await expect(told).toBeVisible()

  await openSignedIn(page, club, '/commandes')
  await page.getByRole('button', { name: 'Aujourd’hui' }).click()
  await expect(page.getByText(/, Cours du soir\u00a0: 12 sur 20 places$/)).toBeVisible()

  await openSignedIn(page, club, `/instants/${id}/places`)
  const came = page.getByRole('button', { name: 'Mme Robin est venu' })
  await expect(came).toBeVisible()
  await page.context().setOffline(true)
  await expect(came).toHaveAttribute('aria-disabled', 'true')
  await came.click({ force: true })
  await expect(page.getByText('Pas de réseau\u00a0: vous pourrez le faire à son retour.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(came).not.toHaveAttribute('aria-disabled')

  await page.getByLabel('Par personne, au plus').fill('3')
  await page.getByLabel('Places à cette date seulement').fill('30')
  await page.getByRole('button', { name: 'Changer', exact: true }).click()
  await expect(page.getByText('12 sur 30', { exact: true })).toBeVisible()
  // What was typed beside it is still there, and can be saved.
  await expect(page.getByLabel('Par personne, au plus')).toHaveValue('3')
  // On a slow network the next change does not wait for the page to be read again.
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
  await page.route('**/v1/instants/*/bookings', async (route) => {
    if (route.request().method() === 'GET') await isRead
    await route.continue()
  })
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Les habitants peuvent réserver.')).toBeVisible()
  await page.getByLabel('Places à cette date seulement').fill('')
  await page.getByRole('button', { name: 'Changer', exact: true }).click()
  await expect(page.getByText('12 sur 20', { exact: true })).toBeVisible()
  read()
  // What another device saves meanwhile takes nothing away that is being typed, and nothing is saved over it.
  await page.getByLabel('Nombre de places').fill('25')
  const { version } = await client.call('GET /v1/instants/:id/bookings', { ...of, query: {} })
  await client.call('PUT /v1/instants/:id/bookings', { ...of, body: { version, capacity: 22 } })
  await expect(page.getByText('12 sur 22', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Nombre de places')).toHaveValue('25')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Modifié sur un autre appareil. Rien n’a été enregistré.')).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSideways(page)
    await info.attach(`newer-${width}`, { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
  }
  await page.getByRole('button', { name: 'Reprendre les réglages de l’autre appareil' }).click()
  await expect(page.getByLabel('Nombre de places')).toHaveValue('22')
  await page.getByLabel('Nombre de places').fill('25')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('12 sur 25', { exact: true })).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSideways(page)
    await info.attach(`own-${width}`, { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
  }
})

test('J-006 W-055 on a phone each date of the list of a form is whole; back from a booking the page says what is left, and each ticket its date', async ({
  page,
  request,
}) => {
  const club = await newOwner(request, { type: 'association', name: `Poterie ${Date.now().toString(36)}` })
  const times = { ...allDay, startDateTime: '2026-01-01 14:30', endDateTime: '2026-01-01 18:30' }
  const id = await newInstant(request, club, { title: 'Cours de tour', times: [times] })
  const of = { token: club.token, params: { id: String(id) } }
  await clientOf(request).call('PUT /v1/instants/:id/bookings', { ...of, body: { version: 0, capacity: 20 } })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${await pageOf(request, club)}/cours-de-tour-${id}`)
  const rooms = await page.getByLabel('Quelle date').evaluate((list: HTMLSelectElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(list)
    const pen = document.createElement('canvas').getContext('2d')
    if (pen) pen.font = font
    const room = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return [...list.options].map(({ text }) => [text, Math.round(room - (pen?.measureText(text).width ?? 0))] as const)
  })
  expect(rooms.length).toBeGreaterThan(3)
  expect(rooms.filter(([, room]) => room < 0)).toEqual([])

  const other = await page.context().newPage()
  for (const index of [1, 2]) {
    await other.goto(page.url())
    await other.getByLabel('Quelle date').selectOption({ index })
    if (index === 1) await other.getByLabel('Votre prénom').fill('Nadia')
    await other.getByRole('button', { name: 'Réserver' }).click()
    await expect(other).toHaveURL(/\/mes-places\//)
  }
  // As the browser shows a page that it kept, on « Précédent ».
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  const tickets = page.getByRole('link', { name: /^Voir ma réservation du \S+ \d+ \S+ à \d+/ })
  await expect(tickets).toHaveCount(2)
  expect(new Set(await tickets.allTextContents()).size).toBe(2)
  await expect(page.getByLabel('Quelle date').locator('option').nth(1)).toHaveText(/19 places$/)
})

test('J-006 J-009 J-012 J-016 W-055 the last seat went while one typed; on the waiting list a ticket is read, and says of a booking what changes while it is open; a seat is given back after a question', async ({
  page,
  request,
}) => {
  const club = await newOwner(request, { type: 'association', name: `Poterie ${Date.now().toString(36)}` })
  const id = await newInstant(request, club, { title: 'Cours de tour', times: [onDay(dayIn(5), '18:00', '20:00')] })
  const client = clientOf(request)
  const of = { token: club.token, params: { id } }
  const { dates } = await client.call('PUT /v1/instants/:id/bookings', { ...of, body: { version: 0, capacity: 1 } })
  await page.setViewportSize({ width: 390, height: 664 })
  await page.goto(`${await pageOf(request, club)}/cours-de-tour-${id}`)
  const left = page.locator('.left')
  await expect(left).toHaveText(/^Il reste 1 place/)
  await page.getByLabel('Votre prénom').fill('Nadia')
  const taken = { date: dates[0]?.date ?? '', name: 'Mme Robin', seats: 1 }
  const { id: bookingId } = await client.call('POST /v1/instants/:id/bookings/people', { ...of, body: taken })
  await page.getByRole('button', { name: 'Réserver' }).click()
  await expect(page.getByText('C’est complet')).toBeVisible()
  await expect(left).toHaveText('Complet')
  await page.getByRole('button', { name: 'Rejoindre la liste d’attente' }).click()
  await expect(page.getByText('Liste d’attente', { exact: true })).toBeVisible()
  await expectAccessible(page)
  // Who waits has no place to give.
  const desk = await page.context().newPage()
  await openSignedIn(desk, club, `/instants/${id}/places`)
  await desk.getByRole('button', { name: 'Retirer Nadia' }).click()
  await expect(desk.getByRole('dialog')).toContainText('Cette personne sera prévenue')
  await expect(desk.getByRole('dialog')).not.toContainText('Sa place')
  await desk.close()
  await client.call('DELETE /v1/instants/:id/bookings/people/:bookingId', {
    token: club.token,
    body: { reason: '' },
    params: { id, bookingId: String(bookingId) },
  })
  await expect(page.locator('#annonce')).toHaveText('Votre réservation : une place pour vous.')

  await page.getByText('Je ne viens plus').click()
  await expect(page.getByRole('button', { name: 'Rendre ma place' })).toBeVisible()
  await expectAccessible(page)
  await page.getByText('Garder ma place').click()
  await page.getByRole('button', { name: 'Je viens' }).click()
  await expect(page.getByText('Place réservée', { exact: true })).toBeVisible()
  await page.getByText('Je ne viens plus').click()
  await page.getByRole('button', { name: 'Rendre ma place' }).click()
  await expect(page.getByText('Place rendue', { exact: true })).toBeVisible()
})

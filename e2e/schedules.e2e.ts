import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { fillInstant, newInstant, onDay, save } from './instants.ts'
import { newOwner, newPerson, signIn } from './people.ts'

test('H-105 H-106 H-112 H-113 H-119 on a phone: four dates from one, one cancelled, and a way out of deleting', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, await newOwner(page.request), '/createAgendaEvent')
  await fillInstant(page, 'Concert sur la place')
  await page.getByLabel('Catégorie').selectOption('musical')
  await page.getByRole('button', { name: 'J’ai compris' }).click()
  await page.getByRole('button', { name: 'Ajouter une date' }).click()
  await page.getByLabel('Début, date').fill('03/03/2035')
  await page.getByLabel('Début, heure').fill('14:00')
  await page.getByLabel('Fin, le même jour, heure').fill('18:00')
  await page.getByRole('button', { name: 'Répéter cette date' }).click()
  await page.getByLabel('Revient').selectOption({ label: 'Chaque mois, le premier samedi' })
  await page.getByRole('button', { name: /^Ajouter 3 dates/ }).click()
  await expect(page.getByText('4 dates, du samedi 3 mars au samedi 2 juin 2035')).toBeVisible()
  await page.getByRole('button', { name: /^Retirer : Samedi 2 juin/ }).click()
  await expect(page.getByText(/^3 dates, du/)).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)
  await save(page)
  const card = page.getByRole('article', { name: 'Concert sur la place' })
  await expect(card).toContainText('Samedi 3 mars 2035, 14 h – 18 h et 2 autres dates')

  await card.getByRole('button', { name: /^Changer l’état/ }).click()
  await page.getByLabel('Quelle date').selectOption({ label: 'Samedi 3 mars 2035, 14 h – 18 h' })
  // Opened on what is: nothing is sent until something else is chosen.
  await expect(page.getByLabel('Que se passe-t-il')).toHaveValue('planned')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' })).toBeDisabled()
  await page.getByLabel('Que se passe-t-il').selectOption('cancelled')
  await page.getByLabel('Message aux habitants').fill('Pluie annoncée.')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler cet événement' }).click()
  await expect(card).toContainText('Samedi 7 avril 2035, 14 h – 18 h et 1 autre date')

  await card.getByRole('button', { name: /^Supprimer/ }).click()
  await page.getByRole('button', { name: 'Annuler plutôt' }).click()
  await page.getByLabel('Que se passe-t-il').selectOption('cancelled')
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler cet événement' }).click()
  await expect(card).toContainText('Annulé')
  // Nobody follows yet, and the card says so.
  await expect(card).toContainText('Annulé : aucun abonné à prévenir')
  await expect(card).not.toContainText(/À venir|Commence/)
  await expect(card.getByRole('button', { name: /^Mettre en pause/ })).toHaveCount(0)
})

test('H-125 what is over is done again on the same weekday of a coming week', async ({ page }) => {
  const owner = await newOwner(page.request)
  const times = [onDay('2026-03-10', '14:30', '18:00')]
  await newInstant(page.request, owner, { title: 'Atelier du mardi', categoryId: 10, times })
  await signIn(page, owner, '/instants')
  await page.getByRole('tab', { name: /Agenda|Événements/ }).click()
  const over = page.getByRole('region', { name: 'Passés' })
  await over.getByRole('button', { name: 'Refaire « Atelier du mardi »' }).click()
  await expect(page).toHaveURL(/editAgendaEvent\/\d+$/)
  await expect(page.getByLabel('Quand les habitants le verront')).toHaveValue('draft')
  await page.getByLabel('Quand les habitants le verront').selectOption('now')
  await save(page)
  await expect(page.getByRole('article', { name: 'Atelier du mardi' }).first()).toContainText('À venir')
})

test('H-115 the window opens on where a postponed event moved; emptied, its new date is to come', async ({ page }) => {
  const owner = await newOwner(page.request)
  const times = [onDay('2035-03-03', '14:00', '18:00')]
  await newInstant(page.request, owner, { title: 'Concert', categoryId: 10, times })
  await signIn(page, owner, '/instants')
  await page.getByRole('tab', { name: /Agenda|Événements/ }).click()
  const card = page.getByRole('article', { name: 'Concert' })
  const open = () => card.getByRole('button', { name: /^Changer l’état/ }).click()
  await open()
  await page.getByLabel('Que se passe-t-il').selectOption('postponed')
  await page.getByLabel('Date', { exact: true }).fill('07/04/2020')
  await page.getByLabel('Heure', { exact: true }).fill('15:00')
  await page.getByRole('button', { name: 'Reporter' }).click()
  await expect(page.getByText('Ce moment est déjà passé.').first()).toBeVisible()
  await page.getByLabel('Date', { exact: true }).fill('07/04/2035')
  await page.getByRole('button', { name: 'Reporter' }).click()
  await expect(card).toContainText('Reporté du 3 mars au 7 avril')
  await open()
  await page.getByLabel('Message aux habitants').fill('Salle prise.')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(card).toContainText('Salle prise.')
  await expect(card).toContainText('Reporté du 3 mars au 7 avril')
  await open()
  await page.getByLabel('Date', { exact: true }).fill('')
  await page.getByLabel('Heure', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card).toContainText('Reporté')
  await expect(card).not.toContainText('7 avril au')
  await expect(card).not.toContainText('du 3 mars')
})

test('W-096 H-116 before a change is told, the professional reads how many it tells at once, in the summary or not at all', async ({
  page: { request },
  page,
}) => {
  const owner = await newOwner(request)
  for (const hasDevice of [true, true, true, true, false]) {
    const { token, phone } = await newPerson(request)
    const headers = { authorization: `Bearer ${token}` }
    if (hasDevice)
      await request.post('/v1/app/devices', { headers, data: { token: `reach-${phone}`, platform: 'android' } })
    await request.put(`/v1/app/companies/${owner.companyId}/follow`, { headers })
  }
  const times = [onDay('2035-03-10', '14:30', '18:00')]
  await newInstant(request, owner, { title: 'Atelier du samedi', categoryId: 10, times })
  await signIn(page, owner, '/instants')
  await page.getByRole('tab', { name: /Agenda|Événements/ }).click()
  await page.getByRole('button', { name: /^Changer l’état/ }).click()
  await page.getByLabel('Que se passe-t-il').selectOption('cancelled')
  await page.getByLabel('Prévenir mes 5 abonnés').check()
  await expect(page.getByText('5 abonnés : 4 avertis aussitôt, 1 sans notification.')).toBeVisible()
})

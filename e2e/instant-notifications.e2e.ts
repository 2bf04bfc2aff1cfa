import type { Page } from '@playwright/test'
import { buyPlan, goByOwnClock } from './api.ts'
import { fillInstant, listInstants, newInstant, onDay, save } from './instants.ts'
import { newOwner, signIn } from './people.ts'
import { expect, test } from './quiet.ts'
import { newFollowers } from './residents.ts'
import { keepSentForms, sentAs } from './sent-forms.ts'

const dayInput = (page: Page) => page.locator('input[name="notificationDate-day"]')
const timeInput = (page: Page) => page.locator('input[name="notificationDate-time"]')

const newPremium = async (page: Page) => {
  const owner = await newOwner(page.request)
  await buyPlan(page.request, owner)
  return owner
}

/** The instant as if its notification had left at noon. */
async function answerAsSent(page: Page, id: number): Promise<void> {
  await page.route(`**/v1/instants/${id}`, async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: object }
    const sent = {
      notificationSent: true,
      notificationDate: '2027-03-12 12:00',
      lastNotificationDate: '2027-03-12T12:00:00+01:00',
    }
    await route.fulfill({ response: answer, json: { data: { ...data, ...sent } } })
  })
}

test('I-041 I-046 I-047 I-052 a chosen date is saved without a question, shown, then taken away', async ({ page }) => {
  const owner = await newPremium(page)
  await newFollowers(owner)
  await keepSentForms(page)
  await signIn(page, owner, '/createSpecialOffer')
  await fillInstant(page, 'Tartelettes du soir')
  await page.getByRole('button', { name: 'Ajouter une date' }).click()
  await page.getByLabel('Début, date').fill('12/03/2035')
  await page.getByLabel('Début, heure').fill('16:00')
  await page.getByLabel('Fin, le même jour, heure').fill('18:00')
  await dayInput(page).fill('12/03/2035')
  await timeInput(page).fill('14:30')
  await save(page)
  await expect(page).toHaveURL(/\/instants$/)
  expect(await sentAs(page, 'notificationDate')).toEqual(['2035-03-12 14:30'])
  await page.getByRole('link', { name: 'Tartelettes du soir', exact: true }).click()
  await expect(page.getByText('Notification prévue le 12/03/2035 14:30')).toBeVisible()
  await expect(dayInput(page)).toHaveValue('12/03/2035')
  await page.getByRole('button', { name: 'Effacer la date de notification' }).click()
  await expect(dayInput(page)).toHaveValue('')
  await save(page)
  await page.getByRole('dialog', { name: 'Prévenir vos abonnés ?' }).getByRole('button', { name: 'Non' }).click()
  await expect(page).toHaveURL(/\/instants$/)
  expect((await sentAs(page, 'notificationDate')).at(-1)).toBe('CLEAR')
  expect(await listInstants(page.request, owner)).toMatchObject([{ notificationDate: null }])
})

test('I-050 a date too near is refused in its section, naming five minutes', async ({ page }) => {
  await goByOwnClock(page)
  await page.clock.setFixedTime('2027-03-12T14:26:00+01:00')
  const owner = await newPremium(page)
  const id = await newInstant(page.request, owner, { title: 'Pain de seigle' })
  await signIn(page, owner, `/editService/${id}`)
  await dayInput(page).fill('12/03/2027')
  await timeInput(page).fill('14:30')
  await page.locator('[data-section="3"] summary').click()
  await save(page)
  const section = page.locator('[data-section="3"]')
  await expect(section.locator('[data-error="notification_date_error"]')).toContainText('5 minutes')
  await expect(section.locator('details')).toHaveAttribute('open')
})

test('I-039 I-047 on a capped plan only the quick option is open, and « Non » sends no date', async ({ page }) => {
  const owner = await newOwner(page.request)
  await newFollowers(owner, 2)
  await keepSentForms(page)
  await signIn(page, owner, '/createSpecialOffer')
  await expect(page.getByLabel('Prévenir mes abonnés dans 5 minutes')).toBeEnabled()
  await expect(dayInput(page)).toBeDisabled()
  await expect(timeInput(page)).toBeDisabled()
  await fillInstant(page, 'Tartelettes du soir')
  await page.getByRole('button', { name: 'Demain' }).click()
  await save(page)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Oui, prévenir 2 abonnés' })).toBeVisible()
  await page.getByRole('button', { name: 'Non, publier sans prévenir' }).click()
  await expect(page).toHaveURL(/\/instants$/)
  expect(await sentAs(page, 'title')).toEqual(['Tartelettes du soir'])
  expect(await sentAs(page, 'notificationDate')).toEqual([])
})

test('I-044 I-045 after a sending the date is locked for twenty minutes, the wait told, then open', async ({
  page,
}) => {
  const owner = await newPremium(page)
  const id = await newInstant(page.request, owner, { title: 'Pain de seigle' })
  await answerAsSent(page, id)
  await goByOwnClock(page)
  await page.clock.install({ time: '2027-03-12T12:05:00+01:00' })
  await signIn(page, owner, `/editService/${id}`)
  const wait = page.locator('[data-notification="wait"]')
  await expect(wait).toContainText(/dans 16 min/)
  await page.clock.fastForward('13:30')
  await expect(wait).toContainText(/dans [23] min/)
  await expect(dayInput(page)).toHaveCount(0)
  await page.clock.fastForward('02:00')
  await expect(page.locator('[data-notification="date"]')).toBeVisible()
  await expect(dayInput(page)).toBeEnabled()
})

test('I-043 on a capped plan a sent notification is a sentence, with no date to choose', async ({ page }) => {
  const owner = await newOwner(page.request)
  const id = await newInstant(page.request, owner, { title: 'Pain de seigle' })
  await answerAsSent(page, id)
  await signIn(page, owner, `/editService/${id}`)
  const section = page.locator('[data-section="3"]')
  await expect(section).toContainText('Notification déjà envoyée le 12/03/2027 12:00')
  await expect(section.locator('input')).toHaveCount(0)
})

test('I-100 I-101 I-102 I-103 I-104 the time left of a card lives: before, green, orange, red, over', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  const times = [onDay('2027-03-12', '10:00', '12:00')]
  await newInstant(page.request, owner, { title: 'Fournée du matin', times })
  await goByOwnClock(page)
  await page.clock.install({ time: '2027-03-12T09:30:00+01:00' })
  await signIn(page, owner, '/instants')
  const card = page.getByRole('article', { name: 'Fournée du matin' })
  const bar = card.locator('[data-percent]')
  const shows = async (colour: string, percent: string) => {
    await expect(bar).toHaveAttribute('data-colour', colour)
    await expect(bar).toHaveAttribute('data-percent', percent)
  }
  await expect(card).toContainText('À venir')
  await shows('green', '100')
  await page.clock.fastForward('30:00')
  await expect(card).toContainText('En cours')
  await shows('green', '100')
  await page.clock.pauseAt('2027-03-12T11:10:00+01:00')
  await shows('orange', '83')
  await expect(bar).toContainText(/Encore 50\smin/)
  await page.clock.pauseAt('2027-03-12T11:30:00+01:00')
  await shows('red', '50')
  await page.clock.pauseAt('2027-03-12T12:01:00+01:00')
  await expect(card).toContainText('Terminé')
  const over = page.getByRole('region', { name: 'Passés' })
  await expect(over.getByRole('button', { name: 'Refaire « Fournée du matin »' })).toBeVisible()
  await expect(over.getByRole('button', { name: /^Mettre en pause/ })).toHaveCount(0)
  await expect(bar).toHaveCount(0)
})

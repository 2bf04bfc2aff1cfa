import type { APIRequestContext, Locator, Page, Route } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { clientOf, newOwner, type Owner, signIn } from './people.ts'
import { expect, test } from './quiet.ts'

test.describe.configure({ timeout: 120_000 })
test.use({ viewport: { width: 390, height: 844 } })

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** What a resident reads of the opening. */
async function publicText(request: APIRequestContext, { companyId }: Owner): Promise<string> {
  const reply = await request.get(`/v1/app/companies/${companyId}/hours`)
  const { data } = (await reply.json()) as { data: { opening: { text: string } } }
  return data.opening.text
}

/** `9 h`, `9 h 30`, `minuit` of `HH:mm`. */
function spoken(time: string): string {
  const [hour = '', minute = ''] = time.split(':')
  if (time === '00:00') return 'minuit'
  return `${Number(hour)}\u00A0h${minute === '00' ? '' : `\u00A0${minute}`}`
}

/** Presses with the keyboard alone what the eye finds by its name. */
async function press(button: Locator) {
  await button.focus()
  await button.press('Enter')
}

test('H-014 H-015 H-020 H-025 the week is copied from Monday past midnight, and a closure is added, on a phone and by keyboard; the week of another device is said, and nothing is lost', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await signIn(page, owner, '/editCompany')
  await page.getByRole('link', { name: 'Congés, jours fériés et autres horaires' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Horaires' })).toBeVisible()
  for (const name of ['La semaine', 'Congés et jours particuliers', 'Jours fériés', 'Autres horaires'])
    await expect(part(page, name)).toBeVisible()

  const week = part(page, 'La semaine')
  await expect(week.getByText('Copier mardi sur')).toBeVisible()
  await expect(week.getByRole('button', { name: 'mercredi à dimanche' })).toBeVisible()
  await press(week.getByRole('button', { name: /^lundi\s: Ajouter$/ }))
  await week.getByLabel('lundi, plage 1, ouverture').fill('18:00')
  await week.getByLabel('lundi, plage 1, fermeture').fill('02:00')
  await expect(week.getByText(/^jusqu’à 2\sh le lendemain$/)).toHaveCount(1)
  await press(week.getByRole('button', { name: 'mardi à vendredi' }))
  for (const day of ['mardi', 'mercredi', 'jeudi', 'vendredi'])
    await expect(week.getByLabel(`${day}, plage 1, ouverture`)).toHaveValue('18:00')
  await expect(week.getByText(/^jusqu’à 2\sh le lendemain$/)).toHaveCount(5)
  await week.getByLabel('samedi, plage 1, fermeture').fill('15:00')
  await press(week.getByRole('button', { name: 'Retirer samedi, plage 2' }))
  await expect(week.getByRole('listitem').filter({ hasText: 'Samedi' })).toBeFocused()
  await press(week.getByRole('button', { name: 'Pause de midi' }))
  await expect(week.getByLabel('samedi, plage 2, ouverture')).toHaveValue('14:00')
  await press(week.getByRole('button', { name: 'Enregistrer la semaine' }))
  await expect(page.getByText('Vos horaires sont enregistrés')).toBeVisible()

  const closures = part(page, 'Congés et jours particuliers')
  const year = new Date().getFullYear() + 1
  await closures.getByLabel(/^Du/).fill('03/08')
  await press(closures.getByRole('button', { name: 'Enregistrer la fermeture' }))
  await expect(closures.getByLabel(/^Du/)).toHaveAccessibleDescription(/Écrivez la date en entier\s: JJ\/MM\/AAAA\./)
  await expect(closures.getByLabel('au (inclus)')).toHaveAccessibleDescription('')
  await closures.getByLabel(/^Du/).fill(`03/08/${year}`)
  await closures.getByLabel('Message aux habitants').fill('Congés d’été')
  await closures.getByLabel('au (inclus)').fill(`02/08/${year}`)
  await press(closures.getByRole('button', { name: 'Enregistrer la fermeture' }))
  await expect(closures.getByLabel('au (inclus)')).toHaveAccessibleDescription(/La fin doit suivre le début\./)
  await expect(closures.getByLabel('Message aux habitants')).toHaveValue('Congés d’été')
  await closures.getByLabel('au (inclus)').fill(`18/08/${year}`)
  await press(closures.getByRole('button', { name: 'Enregistrer la fermeture' }))
  await expect(closures.getByRole('listitem')).toContainText(/3 août au .*18 août\s: fermé · Congés d’été/)

  await closures.getByRole('link', { name: 'Prévenir mes abonnés' }).click()
  await expect(page.getByLabel('Message à tous vos abonnés')).toHaveValue(
    'Nous serons fermés du 3 au 18 août. Congés d’été',
  )
  await page.goBack()

  const extra = part(page, 'Autres horaires')
  await press(extra.getByRole('button', { name: 'Cuisine' }))
  await page.keyboard.press('Tab')
  await expect(extra.getByLabel('Nom')).toBeFocused()
  await expectNoSideways(page)
  await expectAccessible(page)

  await page.reload()
  await expect(week.getByText(/^jusqu’à 2\sh le lendemain$/)).toHaveCount(5)
  await expect(week.getByLabel('samedi, plage 1, fermeture')).toHaveValue('12:30')
  const remove = closures.getByRole('button', { name: /^Supprimer/ })
  await press(remove)
  await press(page.getByRole('dialog').getByRole('button', { name: 'Annuler' }))
  await expect(remove).toBeFocused()
  await press(remove)
  await press(page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }))
  await expect(remove).toHaveCount(0)
  await expect(closures.locator(':focus')).toHaveCount(1)
  const holidays = part(page, 'Jours fériés')
  // In December the whole next year is asked first; its days are lines of the card once it is answered.
  const wholeYear = holidays.getByRole('region', { name: /^Les jours fériés de \d{4}$/ })
  if ((await wholeYear.count()) > 0) {
    await press(wholeYear.locator('summary', { hasText: 'Répondre jour par jour' }))
    for (const day of await wholeYear.getByRole('combobox').all()) await day.selectOption('usual')
    await press(wholeYear.getByRole('button', { name: 'Enregistrer ces réponses' }))
    await expect(wholeYear).toHaveCount(0)
  }
  await press(holidays.locator('summary', { hasText: /^Voir les \d+ autres$/ }))
  const last = holidays.getByRole('button', { name: /^(Répondre|Modifier)/ }).last()
  await press(last)
  await press(holidays.getByRole('button', { name: /: Fermé$/ }))
  const answered = holidays.getByRole('button', { name: /^Modifier/ }).last()
  await expect(answered).toBeFocused()
  await expect(holidays.getByRole('listitem').filter({ hasText: 'Modifier' }).last()).toContainText('Fermé')
  await press(answered)
  await expect(holidays.getByRole('button', { name: /: Fermé$/, pressed: true })).toHaveCount(1)

  // The answer is no other device; a week that another one saved is (H-020).
  const monday = week.getByLabel('lundi, plage 1, ouverture')
  const save = week.getByRole('button', { name: 'Enregistrer la semaine' })
  await monday.fill('19:00')
  await press(save)
  await expect(page.getByText('Vos horaires sont enregistrés')).toBeVisible()
  const client = clientOf(page.request)
  const of = { params: { id: owner.companyId }, token: owner.token }
  const { version } = await client.call('GET /v1/company/:id/hours', of)
  const line = (days: number[], start: string, end: string) => ({ days, start, end, enabled: true })
  const other = [line([1], '08:00', '12:00'), line([2], '08:00', '13:00'), line([3, 4, 5, 6], '07:00', '13:00')]
  other.push(line([2, 3, 4, 5, 6], '15:30', '19:30'))
  await monday.fill('20:00')
  await client.call('PUT /v1/company/:id/hours/week', { ...of, body: { version, week: other } })
  await press(save)
  await expect(week.getByRole('alert')).toContainText('sur un autre appareil')
  await expect(monday).toHaveValue('20:00')
  await expect(week.getByRole('button', { name: 'Garder mes changements' })).toBeVisible()
  await press(week.getByRole('button', { name: 'Reprendre les horaires de l’autre appareil' }))
  await expect(monday).toHaveValue('08:00')
  // From morning to evening, whatever the order of the lines.
  const ofSaturday = ['samedi, plage 1, ouverture', 'samedi, plage 2, ouverture'].map((name) => week.getByLabel(name))
  await expect.poll(() => Promise.all(ofSaturday.map((field) => field.inputValue()))).toEqual(['07:00', '15:30'])
})

test('H-021 H-023 H-037 closed today in one tap from the home page, undone for ten seconds, then reopened; residents see each, and a wrong clock of the device changes nothing', async ({
  page,
}) => {
  // Open since an hour ago, for two hours and a half more; the device believes that it is three hours later.
  const owner = await newOwner(page.request)
  const quarter = (minutes: number) =>
    new Date(Math.floor((Date.now() + minutes * 60_000) / 900_000) * 900_000).toLocaleTimeString('fr-FR', {
      timeZone: 'Europe/Paris',
      hour: '2-digit',
      minute: '2-digit',
    })
  // In the first hour of a day and a quarter it opened a minute after midnight.
  const [start, end] = [quarter(-75) > quarter(0) ? '00:01' : quarter(-60), quarter(150)]
  const client = clientOf(page.request)
  const of = { params: { id: owner.companyId }, token: owner.token }
  const { version } = await client.call('GET /v1/company/:id/hours', of)
  const week = [{ days: [1, 2, 3, 4, 5, 6, 7], start, end, enabled: true }]
  await client.call('PUT /v1/company/:id/hours/week', { ...of, body: { version, week } })
  await page.clock.install({ time: Date.now() + 3 * 3_600_000 })
  await signIn(page, owner)
  const today = part(page, 'Aujourd’hui')
  const card = part(page, 'Horaires')
  const before = await publicText(page.request, owner)
  const close = today.getByRole('button', { name: 'Fermé aujourd’hui' })
  const undo = page.getByRole('button', { name: 'Annuler' })
  const reopen = today.getByRole('button', { name: 'Rouvrir' })
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await expect(today.getByText(`Ouvert, ferme à ${spoken(end)}`)).toBeVisible()
  await expect(card.locator('[data-today]')).toContainText(`${spoken(start)} – ${spoken(end)}`)
  const isClosed = () => expect.poll(() => publicText(page.request, owner), { timeout: 2_000 }).toMatch(/^Fermé/)

  await expect(close).toBeInViewport()
  await close.dblclick()
  await expect(reopen).toBeFocused()
  await expect(reopen).toBeInViewport()
  await expect(card.locator('[data-today]')).toContainText('exceptionnellement')
  await isClosed()
  expect(calls.filter((url) => url.endsWith('/close-today'))).toHaveLength(1)
  await page.clock.fastForward(8_000)
  await undo.click()
  await expect(close).toBeVisible()
  await expect.poll(() => publicText(page.request, owner)).toBe(before)

  await close.click()
  await expect(undo).toBeVisible()
  await page.clock.fastForward(10_500)
  await expect(undo).toBeHidden()
  await isClosed()
  await expectNoSideways(page)
  await expectAccessible(page)
  await reopen.click()
  await expect(close).toBeVisible()
  expect(await publicText(page.request, owner)).toBe(before)

  // Earlier in two taps; and what another device does is seen at once.
  const opener = today.getByRole('button', { name: 'Fermer plus tôt…' })
  await opener.press('Enter')
  await expect(opener).toBeFocused()
  const earlier = today.getByRole('form', { name: 'Fermer plus tôt' })
  await expect(earlier.getByLabel('Heure de fermeture aujourd’hui')).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)
  // The last time offered: the first may come while the page is looked at.
  await earlier.getByRole('button', { name: /\d/ }).last().press('Enter')
  await expect(today.getByText(/^Ouvert, ferme exceptionnellement à/)).toBeVisible()
  await expect(today.locator(':focus')).toBeVisible()
  await client.call('POST /v1/company/:id/hours/reopen-today', of)
  await expect(today.getByText(`Ouvert, ferme à ${spoken(end)}`)).toBeVisible()
  await card.getByRole('link', { name: 'Horaires, congés et jours fériés' }).click()
  await expect(page).toHaveURL(/\/horaires$/)
})

test('H-015 hours are typed in digits, a slip is asked about and a wrong hour is shown in its field; what is typed comes back after a reload', async ({
  page,
}) => {
  await signIn(page, await newOwner(page.request), '/horaires')
  const week = part(page, 'La semaine')
  const field = (name: string) => week.getByLabel(`mardi, plage 1, ${name}`)
  const save = week.getByRole('button', { name: 'Enregistrer la semaine' })
  // Digits replace what a tap has selected.
  await field('ouverture').click()
  await page.keyboard.type('930')
  await field('fermeture').click()
  await expect(field('ouverture')).toHaveValue('09:30')
  await page.keyboard.type('25')
  await save.click()
  await expect(field('fermeture')).toBeFocused()
  await expect(field('fermeture')).toHaveAttribute('aria-invalid', 'true')
  await expect(week.getByText(/^Mardi\s: «\s25\s» n’est pas une heure/)).toBeVisible()
  await expectAccessible(page)

  await field('fermeture').fill('730')
  await week.getByRole('button', { name: /^Non, de 7\sh\s30 à 9\sh\s30$/ }).click()
  await expect(field('ouverture')).toHaveValue('07:30')
  await field('fermeture').fill('16')
  await week.getByRole('button', { name: 'En faire une seule plage' }).click()
  await expect(field('fermeture')).toHaveValue('19:30')

  const closures = part(page, 'Congés et jours particuliers')
  const message = closures.getByLabel('Message aux habitants')
  await message.fill('Congés d’été')
  await page.reload()
  await expect(message).toHaveValue('Congés d’été')
  await closures.getByRole('button', { name: 'Recommencer' }).click()
  await expect(message).toHaveValue('')
  await expect(field('ouverture')).toHaveValue('07:30')
  await expect(week.getByText('Ce que vous aviez commencé est de retour')).toBeVisible()
  // On a slow network what is typed while the week is sent stays, and is saved next.
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await isReleased
    await route.continue()
  }
  await page.route('**/hours/week', hold, { times: 1 })
  await save.click()
  await field('fermeture').fill('20')
  release()
  await expect(page.getByText('Vos horaires sont enregistrés')).toBeVisible()
  await expect(field('fermeture')).toHaveValue(/^20/)
  await page.getByRole('button', { name: 'Fermer le message' }).click()
  await save.click()
  await expect(page.getByText('Vos horaires sont enregistrés')).toBeVisible()
  await expect(save).toBeFocused()
  await expect(field('fermeture')).toHaveValue('20:00')

  await page.setViewportSize({ width: 820, height: 1180 })
  const bin = week.getByRole('button', { name: 'Retirer mardi, plage 1' })
  const middles = [field('ouverture'), bin].map(async (one) => {
    const { y = 0, height = 0 } = (await one.boundingBox()) ?? {}
    return y + height / 2
  })
  const [ofField = 0, ofBin = 0] = await Promise.all(middles)
  expect(Math.abs(ofField - ofBin), 'on a tablet too, a range is one line').toBeLessThan(10)

  // Closed for a time, and open again where it is read.
  await week.getByRole('button', { name: 'Fermer temporairement' }).click()
  await save.click()
  await expect(page.getByText('Temporairement fermé', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Rouvrir' }).first().click()
  await expect(page.getByText('Temporairement fermé', { exact: true })).toHaveCount(0)
})

test('H-042 a day by appointment is said on the portal and on the residents’ page, beside its hours or alone', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await signIn(page, owner, '/horaires')
  const week = part(page, 'La semaine')
  for (const day of ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'])
    await press(week.getByRole('button', { name: new RegExp(`^${day}\\s: sur rendez-vous$`) }))
  await expect(week.getByRole('button', { name: /^lundi\s: sur rendez-vous$/ })).toHaveAttribute('aria-pressed', 'true')
  await expectNoSideways(page)
  await expectAccessible(page)
  await press(week.getByRole('button', { name: 'Enregistrer la semaine' }))
  await expect(page.getByText('Vos horaires sont enregistrés')).toBeVisible()
  await page.reload()
  await expect(week.getByRole('button', { name: /^lundi\s: sur rendez-vous$/ })).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/company')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.filter({ hasText: 'lundi' })).toContainText('Sur rendez-vous')
  await expect(rows.filter({ hasText: 'mardi' })).toContainText(/\d\sh.* et sur rendez-vous$/)
  expect(await publicText(page.request, owner)).toMatch(/^(Ouvert, ferme|Sur rendez-vous, ouvre)/)
})

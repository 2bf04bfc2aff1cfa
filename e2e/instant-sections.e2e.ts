import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { fillInstant, listInstants, newInstant, recordWrites, save } from './instants.ts'
import { newOwner, picture, signIn, upload } from './people.ts'
import { expect, test } from './quiet.ts'
import { choosePicture } from './registration-steps.ts'
import { keepSentForms, sentAs } from './sent-forms.ts'

const section = (page: Page, index: number) => page.locator(`[data-section="${index}"]`)
const optionsOf = (page: Page, label: string) => page.getByLabel(label).locator('option').allTextContents()

test('I-026 I-027 I-028 I-029 I-062 I-063 each section holds its fields, and only them', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/createService')
  const fields = [
    ['Titre', 'Description courte', 'Description longue', 'Catégorie'],
    ['Photo', 'Adresse', 'Code postal', 'Ville'],
    ['Utiliser mes horaires d’ouverture'],
    ['Prévenir mes abonnés dans 5 minutes'],
  ]
  for (const [index, labels] of fields.entries()) {
    for (const label of labels) {
      await expect(
        section(page, index)
          .getByLabel(new RegExp(`^${label}`))
          .first(),
        label,
      ).toBeVisible()
      for (const other of [0, 1, 2, 3].filter((it) => it !== index)) {
        await expect(section(page, other).getByLabel(new RegExp(`^${label}`)), `${label} in ${other}`).toHaveCount(0)
      }
    }
  }
  await expect(section(page, 1).locator('input[type="file"]:not([capture])')).toHaveCount(1)
  await expect(section(page, 3).getByRole('group', { name: /^Ou choisir une date et une heure/ })).toBeVisible()
  await expect(section(page, 2).getByRole('tab')).toHaveText(['Chaque semaine', 'À une date'])
  await section(page, 2).getByRole('button', { name: 'Ajouter une période' }).click()
  await expect(section(page, 2).getByLabel('Début de la période 1')).toBeVisible()
  const services = [
    'Gourmand',
    'Festif',
    'Bon plan',
    'Culturel',
    'Sportif',
    'Découverte',
    'Coup de cœur',
    'Info',
    'Musical',
  ]
  expect((await optionsOf(page, 'Catégorie')).slice(1)).toEqual(services)
  await page.goto('/createAgendaEvent')
  const events = ['Culturel', 'Sportif', 'Découverte', 'Coup de cœur', 'Info', 'Musical', 'Festif']
  await expect.poll(async () => (await optionsOf(page, 'Catégorie')).slice(1)).toEqual(events)
})

for (const width of widths)
  test(`I-081 X-020 a day is chosen in a calendar by keyboard or by finger, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, await newOwner(page.request), '/createAgendaEvent')
    const add = page.getByRole('button', { name: 'Ajouter une date' })
    const day = page.getByLabel('Début, date')
    await expect(add.or(day).first()).toBeVisible()
    if (await add.isVisible()) await add.click()
    const opener = page.getByRole('button', { name: 'Choisir dans le calendrier' }).first()
    await expect(opener).toHaveAccessibleDescription(/^Début/)
    const calendar = page.getByRole('dialog', { name: 'Calendrier' })
    // Of no day yet: on today, where the arrow keys choose from.
    await day.clear()
    await opener.press('Enter')
    await expect(calendar.locator('[data-today]')).toBeFocused()
    await page.keyboard.press('Escape')
    await day.fill('12/03/2035')
    await opener.press('Enter')
    await expect(calendar.getByText('mars 2035')).toBeVisible()
    await expectNoSideways(page)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(calendar).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.click()
    await calendar.getByRole('button', { name: 'Mois suivant' }).click()
    await calendar.getByRole('button', { name: /^14 avril 2035/ }).click()
    await expect(day).toHaveValue('14/04/2035')
    await expect(calendar).toBeHidden()
    // The same button closes what it opened.
    await opener.click()
    await expect(calendar.getByText('avril 2035')).toBeVisible()
    await opener.click()
    await expect(calendar).toBeHidden()
    await opener.click()
    await day.click()
    await expect(calendar).toBeHidden()
  })

test('I-015 I-016 each empty tab teaches, and a creation asks for the list again', async ({ page }) => {
  // Blocks the event stream, which would make the list refetch.
  await page.route('**/v1/events**', (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }))
  await signIn(page, await newOwner(page.request), '/instants')
  for (const tab of [/Services/, /Offres/, /Événements/]) {
    await page.getByRole('tab', { name: tab }).click()
    const empty = page.getByRole('tabpanel').getByText('Vous n’avez pas encore d’instant')
    await expect(empty).toHaveCount(1)
    await expect(empty).toBeVisible()
  }
  await page.getByRole('button', { name: 'Ajouter un événement' }).first().click()
  await fillInstant(page, 'Concert de rue')
  await page.getByLabel('Catégorie').selectOption('musical')
  await page.getByRole('button', { name: 'J’ai compris' }).click()
  await page.getByRole('button', { name: 'Demain' }).click()
  const writes = recordWrites(page)
  const writesBeforeList: number[] = []
  page.on('request', (request) => {
    if (/\/v1\/instants\/company\/[^/]+$/.test(request.url())) writesBeforeList.push(writes.length)
  })
  await save(page)
  await expect(page.getByRole('article', { name: 'Concert de rue' })).toBeVisible()
  expect(writesBeforeList).toContain(1)
})

test('I-078 the point of an address is asked for once it is complete, in French, and pinned at zoom 16', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, await newOwner(page.request), '/createService')
  const asked: URLSearchParams[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/geo/geocode')) asked.push(url.searchParams)
  })
  await page.getByLabel('Code postal').fill('7500')
  await page.getByLabel('Ville').fill('Paris')
  await page.getByLabel(/^Adresse/).fill('8 rue de Rivoli')
  await page.clock.runFor(3_000)
  expect(asked).toEqual([])
  await page.getByLabel('Ville').fill('')
  await page.getByLabel('Code postal').fill('75004')
  await page.clock.runFor(3_000)
  expect(asked).toEqual([])
  await page.getByLabel('Ville').fill('Paris')
  const answered = page.waitForResponse(/\/v1\/geo\/geocode/)
  await page.clock.runFor(3_000)
  await answered
  await page.clock.runFor(3_000)
  expect(asked.map((query) => Object.fromEntries(query))).toEqual([
    { address: '8 rue de Rivoli', city: 'Paris', zip: '75004', language: 'fr', region: 'fr' },
  ])
  await expect(page.locator('[data-zoom="16"]')).toBeVisible()
  await expect(page.locator('.leaflet-marker-icon')).toHaveCount(1)
})

test('I-073 I-074 I-111 a picture too small or unreadable is told, the texts stay; one of 12 MB is made smaller on the device and cropped', async ({
  page,
}) => {
  await keepSentForms(page)
  await signIn(page, await newOwner(page.request), '/createSpecialOffer')
  await page.getByLabel('Titre').fill('Tartelettes du soir')
  const said = section(page, 1).locator('[data-error]')
  const choose = (name: string, buffer: Buffer) => page.getByLabel('Photo (*)').setInputFiles(upload(name, buffer))
  await choose('499.jpg', await picture(499, 500))
  await expect(said).toHaveAttribute('data-error', 'error_size_picture')
  await expect(said).toContainText(/500.*500/)
  await choose('texte.jpg', Buffer.from('pas une image'))
  await expect(said).toHaveAttribute('data-error', 'unreadable_image')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('Titre')).toHaveValue('Tartelettes du soir')
  await choosePicture(page, 'Photo (*)', Buffer.concat([await picture(900, 700), Buffer.alloc(12 * 1024 * 1024)]))
  await expect(said).toHaveCount(0)
  await page.getByLabel('Description courte').fill('Deux achetées, la troisième offerte')
  await page.getByRole('button', { name: 'Reprendre la description courte' }).click()
  await page.getByRole('button', { name: 'Demain' }).click()
  await save(page)
  await expect(page).toHaveURL(/\/instants$/)
  expect(await sentAs(page, 'picture')).toEqual(['image/jpeg 500x500'])
})

test('I-091 a pasted text warns, and loses its invisible characters as it arrives', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/createService')
  await expect(page.locator('[data-error="pasted_text"]')).toHaveCount(0)
  await page.getByLabel('Titre').fill('Pain ')
  await page.getByLabel('Titre').evaluate((input: HTMLInputElement) => {
    input.focus()
    input.setSelectionRange(5, 5)
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'de\u200b sei\u00adgle\ufeff')
    const isTakenAsItIs = input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
    if (isTakenAsItIs) document.execCommand('insertText', false, clipboardData.getData('text'))
  })
  await expect(page.locator('[data-error="pasted_text"]')).toHaveText(
    'Attention, un texte collé peut contenir des caractères invisibles',
  )
  expect(await page.getByLabel('Titre').inputValue()).toBe('Pain de seigle')
})

test('I-035 I-036 I-088 the opening hours take the place of the periods; each may be shown two hours before', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await signIn(page, owner, '/createService')
  await fillInstant(page, 'Fournée du matin')
  await page.getByLabel('Catégorie').selectOption('gourmand')
  await page.getByRole('button', { name: 'J’ai compris' }).click()
  await page.getByRole('button', { name: 'Ajouter une période' }).click()
  await page.getByLabel('Jours de la période 1').selectOption('all_days')
  await page.getByLabel('Utiliser mes horaires d’ouverture').check()
  await expect(page.getByLabel(/^Jours de la période/)).toHaveCount(2)
  for (const [number, start, end] of [
    [1, '07:00', '13:00'],
    [2, '15:30', '19:30'],
  ]) {
    await expect(page.getByLabel(`Jours de la période ${number}`)).toHaveValue('tuesdays_to_saturdays')
    await expect(page.getByLabel(`Début de la période ${number}`)).toHaveValue(`${start}`)
    await expect(page.getByLabel(`Fin de la période ${number}`)).toHaveValue(`${end}`)
  }
  await page.getByLabel('Utiliser mes horaires d’ouverture').uncheck()
  await expect(page.getByLabel(/^Jours de la période/)).toHaveCount(2)
  await page.getByLabel('Afficher deux heures avant').first().check()
  await save(page)
  await expect(page).toHaveURL(/\/instants$/)
  const [stored] = await listInstants(page.request, owner)
  const types = stored?.instantActivationTimes.map(({ activationTimeType }) => activationTimeType)
  expect(types).toEqual(['DURING_AND_BEFORE_TWO_HOUR', 'during_instant'])
})

test('I-064 I-080 I-081 I-084 I-085 what is missing or badly written in a schedule has its own word', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  // A category that is no longer offered for services.
  const id = await newInstant(page.request, owner, { title: 'Fournée du matin' })
  await page.route(`**/v1/instants/${id}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"offer"', '"inconnue"') })
  })
  await signIn(page, owner, `/editService/${id}`)
  await expect(page.getByLabel('Catégorie')).toHaveValue('')
  await save(page)
  await expect(page.locator('[data-error="instant_category_error"]').first()).toBeVisible()
  await page.getByLabel('Catégorie').selectOption('gourmand')
  await page.getByRole('button', { name: 'J’ai compris' }).click()
  const refused = page.locator('#field-activationTimes [data-error]').first()
  const refuses = async (key: string) => {
    await save(page)
    await expect(refused).toHaveAttribute('data-error', key)
  }
  await page.getByRole('button', { name: 'Supprimer la période 1' }).click()
  await page.getByRole('button', { name: 'Ajouter une période' }).click()
  await page.getByLabel('Début de la période 1').fill('10:00')
  await page.getByLabel('Fin de la période 1').fill('12:00')
  await refuses('schedule_day_error')
  await page.getByLabel('Jours de la période 1').selectOption('all_days')
  await page.getByLabel('Fin de la période 1').fill('')
  await refuses('empty_schedule_error')
  await page.getByRole('tab', { name: 'À une date' }).click()
  await page.getByRole('button', { name: 'Demain' }).click()
  await page.getByLabel('Fin, le même jour, heure').fill('')
  await refuses('empty_schedule_error')
  await page.getByLabel('Fin, le même jour, heure').fill('18:00')
  await page.getByLabel('Début, date').fill('31/02/2027')
  await refuses('date_format_error')
})

import { type APIRequestContext, expect, test } from '@playwright/test'
import { fillInstant, listInstants, newInstant, onDay, recordWrites, save } from './instants.ts'
import { newOwner, newPerson, picture, signIn, upload } from './people.ts'

const sentTo = async (request: APIRequestContext, title: string) => {
  const { data } = (await (await request.get('/v1/dev/outbox?kind=push')).json()) as { data: { payload: unknown }[] }
  return data.filter(({ payload }) => JSON.stringify(payload).includes(title)).length
}

const parisMinute = (epochMs: number) =>
  new Date(epochMs).toLocaleString('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short', timeStyle: 'short' })

test('I-025 I-030 I-037 I-066 I-067 I-071 I-079 I-092 I-093 I-094 what fails opens its section, and is said under the form', async ({
  page,
}) => {
  await signIn(page, await newOwner(page.request), '/createService')
  const section = (index: number) => page.locator(`[data-section="${index}"] details`)
  await save(page)
  await expect(page.getByRole('alert')).toContainText('Veuillez remplir tous les champs')
  await fillInstant(page, 'Fournée du soir')
  await save(page)
  await expect(section(0).locator('[data-error="instant_category_error"]')).toBeVisible()
  await page.getByLabel('Catégorie').selectOption('gourmand')
  await expect(page.getByRole('dialog', { name: 'Gourmand' })).toBeVisible()
  await page.getByRole('button', { name: 'J’ai compris' }).click()
  for (const index of [0, 1, 2, 3]) await section(index).locator('summary').click()
  await expect(section(2)).not.toHaveAttribute('open')
  await save(page)
  await expect(section(2)).toHaveAttribute('open')
  await expect(section(0)).not.toHaveAttribute('open')
  await expect(page.getByRole('alert')).toContainText('Veuillez ajouter au moins une période d’activation')
})

test('I-069 I-070 I-073 I-077 I-085 I-092 what is pasted stays whole, and each fault is said in words', async ({
  page,
}) => {
  await signIn(page, await newOwner(page.request), '/createSpecialOffer')
  await save(page)
  for (const text of ['Indiquez un titre', 'Indiquez une description courte', 'Indiquez une description longue'])
    await expect(page.locator('[data-section="0"]').getByText(text)).toBeVisible()
  await page.setInputFiles('input[type=file]', upload('petite.jpg', await picture(499, 500, '#6b8e5a')))
  await expect(page.locator('[data-error="error_size_picture"]')).toContainText('Photo trop petite')
  await expect(page.getByText(/500 × 500 pixels/)).toBeVisible()
  await fillInstant(page, 'Fournée du soir')
  const short = page.getByLabel('Description courte')
  await short.fill('a'.repeat(300))
  await expect(page.getByText('300 / 254, à raccourcir')).toBeVisible()
  await expect(short).toHaveValue('a'.repeat(300))
  const long = page.getByLabel('Description longue')
  await long.fill('b'.repeat(3_001))
  await expect(long).toHaveValue('b'.repeat(3_001))
  await page.getByLabel('Code postal').fill('7501')
  await page.getByRole('button', { name: 'Demain' }).click()
  await page.getByLabel('Fin, le même jour, heure').fill('25:00')
  await save(page)
  await expect(page.locator('#field-shortDescription')).toContainText('entre 10 et 254 caractères')
  await expect(page.locator('#field-longDescription [data-error]')).toBeVisible()
  await expect(page.locator('#field-activationTimes')).toContainText('au format JJ/MM/AAAA à hh:mm')
  await expect(page.locator('#field-zipCode')).toContainText('Le code postal est invalide')
})

test('I-031 I-033 I-034 I-082 I-083 I-086 I-087 the borders of a schedule', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/createService')
  await fillInstant(page, 'Fournée du soir')
  await page.getByLabel('Catégorie').selectOption('gourmand')
  await page.getByRole('button', { name: 'J’ai compris' }).click()
  const refused = page.locator('#field-activationTimes [data-error]').first()
  await page.getByRole('button', { name: 'Ajouter une période' }).click()
  await page.getByLabel('Jours de la période 1').selectOption('all_days')
  await page.getByLabel('Début de la période 1').fill('10:00')
  await page.getByLabel('Fin de la période 1').fill('10:14')
  await save(page)
  await expect(refused).toHaveAttribute('data-error', 'wrong_time')
  await page.getByLabel('Début de la période 1').fill('01:30')
  await page.getByLabel('Afficher deux heures avant').check()
  await save(page)
  await expect(refused).toHaveAttribute('data-error', 'wrong_time')
  await page.getByRole('tab', { name: 'À une date' }).click()
  await page.getByRole('button', { name: 'Ajouter une date' }).click()
  await expect(page.getByRole('button', { name: 'Ajouter une date' })).toHaveCount(0)
  await page.getByLabel('Début, date').fill('12/03/2027')
  await page.getByLabel('Début, heure').fill('18:00')
  await page.getByLabel('Fin, le même jour, heure').fill('18:00')
  await save(page)
  await expect(refused).toHaveAttribute('data-error', 'end_date_error')
  await page.getByRole('button', { name: 'Supprimer la date' }).click()
  await expect(page.getByRole('button', { name: 'Ajouter une date' })).toBeVisible()
})

test('I-023 I-024 I-032 I-072 I-098 AMB-85 an instant is edited in its own form, its picture and ids kept', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  const times = [onDay('2027-03-12', '14:30', '18:00')]
  const id = await newInstant(page.request, owner, { title: 'Concert de rue', categoryId: 10, times })
  await signIn(page, owner, `/editService/${id}`)
  await expect(page).toHaveURL(new RegExp(`/editAgendaEvent/${id}$`))
  await expect(page.getByLabel('Début, date')).toHaveValue('12/03/2027')
  const writes = recordWrites(page)
  await page.getByLabel('Titre').fill('Grand concert de rue')
  await save(page)
  await expect(page.getByRole('article', { name: 'Grand concert de rue' })).toBeVisible()
  expect(writes.map(({ call }) => call)).toEqual(['PUT /v1/instants/N'])
  expect(writes[0]?.body).toMatch(/"id":\d+/)
  expect(writes[0]?.body).not.toContain('name="picture"')
  await page.goto('/editService/999999')
  await expect(page.getByRole('heading', { name: 'Page introuvable' })).toBeVisible()
})

test('I-038 I-040 I-042 I-043 I-051 I-053 « Oui » tells two followers once, five minutes later, on a computer that is late', async ({
  page,
}) => {
  test.slow()
  await page.clock.install({ time: Date.now() - 3 * 60_000 })
  const { request } = page
  const owner = await newOwner(request)
  for (const index of [1, 2]) {
    const { token, phone } = await newPerson(request)
    const headers = { authorization: `Bearer ${token}` }
    await request.post('/v1/app/devices', { headers, data: { token: `device-${phone}-${index}`, platform: 'android' } })
    await request.put(`/v1/app/companies/${owner.companyId}/follow`, { headers })
  }
  const title = `Fournée ${owner.companyId.slice(0, 8)}`
  await signIn(page, owner, '/createSpecialOffer')
  await fillInstant(page, title)
  await page.getByRole('button', { name: 'Aujourd’hui' }).click()
  const pressed = Date.now()
  await save(page)
  await page.getByRole('button', { name: 'Oui' }).click()
  await expect(page).toHaveURL(/\/instants$/)
  const [stored] = await listInstants(request, owner)
  const inFiveMinutes = [0, 1].map((late) => parisMinute(pressed + (5 + late) * 60_000))
  expect(inFiveMinutes).toContain(stored?.notificationDate)
  await using realTime = new AsyncDisposableStack()
  realTime.defer(async () => void (await request.put('/v1/dev/clock', { data: { now: null } })))
  const later = new Date(Date.now() + 6 * 60_000).toISOString()
  await request.put('/v1/dev/clock', { data: { now: later } })
  await expect.poll(() => sentTo(request, title), { timeout: 30_000 }).toBe(2)
  await realTime.disposeAsync()
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.locator('[data-notification="sent"]')).toBeVisible()
  await page.getByLabel('Titre').fill(`${title} !`)
  await save(page)
  await expect(page.getByRole('article', { name: `${title} !` })).toBeVisible()
  expect(await sentTo(request, title)).toBe(2)
})

test('I-031 I-036 with the keyboard alone, the focus stays beside what goes away with its own press', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  await newInstant(page.request, owner, { title: 'Pain de seigle' })
  await signIn(page, owner, '/createSpecialOffer')
  const photo = page.locator('#control-picture')
  await page.getByRole('button', { name: 'Reprendre la photo 1' }).press('Enter')
  await expect(photo).toBeFocused()
  await page.getByRole('button', { name: 'Retirer' }).press('Enter')
  await expect(photo).toBeFocused()
  const times = page.locator('[data-section="2"]')
  await page.getByRole('button', { name: 'Demain' }).press(' ')
  await expect(times.locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Supprimer la date' }).press('Enter')
  await expect(times.locator(':focus')).toHaveCount(1)
})

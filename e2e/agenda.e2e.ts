import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { goByOwnClock } from './api.ts'
import { dayIn, newInstant, onDay } from './instants.ts'
import { newOwner, ownZip, signIn } from './people.ts'

const headings = (page: Page) => page.getByRole('heading', { level: 2 }).allTextContents()
const group = (page: Page, name: string) => page.getByRole('region', { name })

/** A zip that no other test of the run uses. */
type Item = { id: number; title: string; originalStart: string; start: string; end: string }

const emptyItem = {
  description: 'Une description',
  category: 'festive',
  position: { latitude: null, longitude: null },
  delay: 'during_instant',
  businessId: 'other',
  businessName: 'Les Amis du Livre',
  address: '3 Place du Marché, 92110 Clichy',
  pictureUrl: '',
}

/** The page at a moment, with what the server would answer for it. */
async function openAt(page: Page, now: string, items: readonly Item[], businessId = 'other') {
  await goByOwnClock(page)
  await page.clock.setFixedTime(new Date(now))
  await page.route('**/v1/instants/calendar?**', (route) =>
    route.fulfill({
      json: {
        data: items.map((item) => ({ ...emptyItem, businessId, ...item })),
      },
    }),
  )
}

const at = (id: number, title: string, start: string): Item => ({
  id,
  title,
  start,
  originalStart: start,
  end: new Date(Date.parse(start) + 3_600_000).toISOString(),
})

/** The day that is pressed is the one marked, the last ones too, which cannot reach the top of the page. */
async function expectEachDayMarked(page: Page, days: Locator): Promise<void> {
  for (const day of await days.all()) {
    await day.click()
    await expect(day).toHaveAttribute('aria-current', 'true')
    await expect(page.locator('[aria-current="true"][data-group]')).toHaveCount(1)
  }
}

test('G-001 G-002 G-009 the agenda asks for the zip of the company and says when nothing happens', async ({ page }) => {
  const zipCode = ownZip()
  const owner = await newOwner(page.request, { fields: { zipCode } })
  const asked = page.waitForRequest(/\/v1\/instants\/calendar/)
  await signIn(page, owner, '/agenda')
  await expect(page.getByText('Aucun instant à venir')).toBeVisible()
  const query = new URL((await asked).url()).searchParams
  expect(query.get('cityCodes')).toBe(`[${zipCode}]`)
  expect(Number.isNaN(Date.parse(query.get('date') ?? ''))).toBe(false)
  const neighbour = await newOwner(page.request, { fields: { zipCode } })
  await newInstant(page.request, neighbour, { title: 'Bal du quartier', fields: { zipCode } })
  await newInstant(page.request, owner, { title: 'Ma fournée', fields: { zipCode } })
  await newInstant(page.request, neighbour, { title: 'Ailleurs', fields: { zipCode: '01000' } })
  await page.reload()
  await expect(page.getByRole('article', { name: 'Bal du quartier' }).first()).toBeVisible()
  await expect(page.getByRole('article', { name: 'Ma fournée' }).first()).toContainText('Le vôtre')
  await expect(page.getByRole('article', { name: 'Bal du quartier' }).first()).not.toContainText('Le vôtre')
  await expect(page.getByRole('article', { name: 'Ailleurs' })).toHaveCount(0)
})

test('G-003 G-004 G-005 G-006 G-007 G-010 days are grouped across the change to winter time', async ({ page }) => {
  const owner = await newOwner(page.request)
  await openAt(page, '2026-10-23T10:00:00+02:00', [
    at(2, 'Plus tard', '2026-10-23T20:00:00+02:00'),
    at(1, 'Ce midi', '2026-10-23T12:00:00+02:00'),
    at(3, 'Demain soir', '2026-10-24T23:30:00+02:00'),
    at(4, 'La nuit du changement', '2026-10-25T00:30:00+02:00'),
    at(1, 'Ce midi', '2026-10-25T12:00:00+01:00'),
    at(5, 'Lundi à minuit', '2026-10-26T00:00:00+01:00'),
    at(6, 'Le septième jour', '2026-10-30T09:00:00+01:00'),
    at(7, 'Samedi suivant', '2026-10-31T23:59:00+01:00'),
    at(8, 'En novembre', '2026-11-01T00:00:00+01:00'),
    at(9, 'Dans onze mois', '2027-09-30T23:00:00+02:00'),
  ])
  await signIn(page, owner, '/agenda')
  await expect(group(page, 'Aujourd’hui').getByRole('article')).toHaveCount(2)
  await expect(group(page, 'Aujourd’hui').getByRole('article').first()).toHaveAccessibleName('Ce midi')
  expect(await headings(page)).toEqual([
    'Aujourd’hui',
    'Demain',
    'Dimanche',
    'Lundi',
    'Vendredi',
    'Plus tard ce mois-ci',
    'novembre 2026',
    'septembre 2027',
  ])
  const back = group(page, 'Dimanche').getByRole('article', { name: 'Ce midi' })
  await expect(back).toBeHidden()
  await group(page, 'Dimanche').getByText('1 instant qui revient').click()
  await expect(back).toContainText('12\u00a0h – 13\u00a0h')
  const days = page.getByRole('navigation', { name: 'Aller à un jour' }).getByRole('link')
  await expectEachDayMarked(page, days)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectEachDayMarked(page, days)
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('navigation', { name: 'Aller à un jour' }).getByRole('link', { name: 'novembre 2026' }).click()
  await expect(page.getByRole('heading', { name: 'novembre 2026' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'novembre 2026' })).toBeInViewport()
})

test('G-001 G-002 a town of 40,000 instants is there by pages, whole: the strip leads to each month, no page draws 3,000 elements', async ({
  page,
}) => {
  const owner = await newOwner(page.request)
  const now = '2027-03-12T10:00:00+01:00'
  const step = 11 * 60_000
  const all = Array.from({ length: 40_000 }, (_, n) => {
    const start = Date.parse(now) + (n + 1) * step
    return at(n + 1, `Concert ${n + 1}`, new Date(start).toISOString())
  })
  await openAt(page, now, [])
  await page.route('**/v1/instants/calendar?**', async (route) => {
    const asked = new URL(route.request().url()).searchParams
    const [start = now, id = '0'] = (asked.get('after') ?? '').split(',').filter(Boolean)
    const from = Date.parse(start)
    const after = all.filter(
      (one) => Date.parse(one.start) > from || (Date.parse(one.start) === from && one.id > Number(id)),
    )
    const data = after.slice(0, Number(asked.get('limit'))).map((item) => ({ ...emptyItem, ...item }))
    await route.fulfill({ json: { data } })
  })
  await signIn(page, owner, '/agenda')
  const first = group(page, 'Aujourd’hui').getByRole('article').first()
  await expect(first).toHaveAccessibleName('Concert 1')
  const countElements = () => page.evaluate(() => document.querySelectorAll('*').length)
  expect(await countElements()).toBeLessThan(3_000)
  await page.getByRole('button', { name: 'Voir la suite' }).click()
  await expect(page.getByRole('article', { name: 'Concert 81', exact: true })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Concert 1', exact: true })).toHaveCount(0)
  const days = page.getByRole('navigation', { name: 'Aller à un jour' })
  await days.getByRole('link', { name: 'septembre 2027' }).click()
  await expect(page.getByRole('heading', { name: 'septembre 2027' })).toBeFocused()
  const september = all.find((one) => Date.parse(one.start) > Date.parse('2027-09-01T00:00:00+02:00'))
  await expect(group(page, 'septembre 2027').getByRole('article').first()).toHaveAccessibleName(september?.title ?? '')
  expect(await countElements()).toBeLessThan(3_000)
  await page.getByRole('button', { name: 'Revenir à aujourd’hui' }).click()
  await expect(first).toHaveAccessibleName('Concert 1')
})

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('G-013 X-002 today and its hours are those of Paris, whatever the zone of the browser', async ({ page }) => {
    const owner = await newOwner(page.request)
    // 20:00 in New York is already the next day in Paris.
    await openAt(page, '2027-03-11T20:00:00-05:00', [
      at(1, 'Marché du vendredi', '2027-03-12T09:00:00+01:00'),
      at(2, 'Samedi matin', '2027-03-13T00:15:00+01:00'),
    ])
    await signIn(page, owner, '/agenda')
    await expect(group(page, 'Aujourd’hui').getByRole('article')).toHaveAccessibleName('Marché du vendredi')
    await expect(group(page, 'Aujourd’hui')).toContainText('9\u00a0h – 10\u00a0h')
    await expect(group(page, 'Demain').getByRole('article')).toHaveAccessibleName('Samedi matin')
  })
})

test('G-014 I-105 a town hall sees how far things are', async ({ page }) => {
  const fields = { zipCode: ownZip() }
  const owner = await newOwner(page.request, {
    type: 'mairie',
    fields: { ...fields, latitude: '48.9', longitude: '2.3' },
  })
  const shop = await newOwner(page.request, { fields })
  await newInstant(page.request, shop, {
    title: 'Soirée contes',
    categoryId: 1,
    times: [onDay(dayIn(7))],
    fields: { ...fields, latitude: '48.91', longitude: '2.3' },
  })
  await signIn(page, owner, '/agenda')
  await expect(page.getByRole('article', { name: 'Soirée contes' })).toContainText('Culturel')
  await expect(page.getByRole('article', { name: 'Soirée contes' })).toContainText('à 1,1 km')
})

test('G-001 G-009 AMB-96 who organises and where is said, the others’ open; week-end, category and the town next door', async ({
  page,
}) => {
  const [zipCode, nextDoor] = [ownZip(), ownZip()]
  const owner = await newOwner(page.request, { fields: { zipCode } })
  const others = await newOwner(page.request, { fields: { zipCode } })
  const around = await newOwner(page.request, { fields: { zipCode: nextDoor } })
  const saturday = onDay('2098-03-15')
  const publish = (by: typeof owner, title: string, zip: string, categoryId = 1, times = [saturday]) =>
    newInstant(page.request, by, { title, categoryId, times, fields: { zipCode: zip } })
  await publish(others, 'Bal du quartier', zipCode)
  await publish(others, 'Lecture du lundi', zipCode, 2, [onDay('2098-03-17')])
  await publish(around, 'Fête voisine', nextDoor)
  await goByOwnClock(page)
  await page.clock.setFixedTime('2098-03-13T10:00:00+01:00')
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, owner, '/agenda')
  const ball = page.getByRole('article', { name: 'Bal du quartier' })
  await expect(ball).toContainText(others.name)
  await expect(ball).toContainText(`12 Rue de Paris, ${zipCode} Clichy`)
  await ball.getByRole('button', { name: 'Bal du quartier' }).click()
  const whole = page.getByRole('dialog', { name: 'Bal du quartier' })
  await expect(whole).toContainText('Une description longue')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(whole).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByText('Filtrer et voir autour').click()
  await page.getByLabel('Ce week-end seulement').check()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByLabel('Catégorie').selectOption('sportive')
  await expect(page.getByText('Rien ne correspond')).toBeVisible()
  await page.getByLabel('Catégorie').selectOption('')
  await page.getByLabel('Ajouter une ville voisine').fill(nextDoor)
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByRole('article', { name: 'Fête voisine' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
})

test('G-001 H-037 on a phone whose clock is a day ahead, « Aujourd’hui » is the day that it is, in the agenda and in a form', async ({
  page,
}) => {
  const zipCode = ownZip()
  const owner = await newOwner(page.request, { fields: { zipCode } })
  const times = [onDay(dayIn(0), '00:00', '23:59')]
  await newInstant(page.request, owner, { title: 'Foire aux livres', categoryId: 1, times, fields: { zipCode } })
  await page.clock.install({ time: Date.now() + 26 * 3_600_000 })
  await signIn(page, owner, '/agenda')
  await expect(group(page, 'Aujourd’hui').getByRole('article', { name: 'Foire aux livres' })).toBeVisible()
  await page.goto('/createAgendaEvent')
  const days = [dayIn(0)]
  await page.getByRole('button', { name: 'Aujourd’hui' }).click()
  // Midnight may pass meanwhile.
  days.push(dayIn(0))
  const typed = days.map((day) => day.split('-').reverse().join('/'))
  expect(typed).toContain(await page.locator('[data-section="2"]').getByLabel('Date').first().inputValue())
})

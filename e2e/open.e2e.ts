import type { Page, TestInfo } from '@playwright/test'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { dayIn, newInstant, onDay } from './instants.ts'
import { newOwner } from './people.ts'
import { expect, test } from './quiet.ts'

test.describe.configure({ timeout: 120_000 })

async function lookAtBothSizes(page: Page, info: TestInfo, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await expectNoSideways(page)
    await info.attach(`${name}-${width}`, { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' })
  }
}

test('N-022 N-023 while a date is typed: what else takes place that evening, and what looks like the same event; nothing without network', async ({
  page,
  request,
}, info) => {
  const fields = { city: 'Le Tréport', zipCode: '76470' }
  const other = await newOwner(request, { type: 'association', name: 'Foyer rural', fields })
  const day = dayIn(15)
  const times = [onDay(day, '20:00', '23:00')]
  await newInstant(request, other, { title: 'Loto du foyer', categoryId: 10, times, fields })
  const club = await newOwner(request, { type: 'association', name: 'Amicale', fields })
  await openSignedIn(page, club, '/createAgendaEvent')
  await page.getByLabel(/^Titre/).fill('Grand loto au foyer')
  await page.getByRole('button', { name: 'Ajouter une date' }).click()
  await page.getByLabel('Début, date').fill(day.split('-').toReversed().join('/'))
  await page.getByLabel('Début, heure').fill('19:00')
  await expect(page.getByText('Ce soir-là au Tréport : 1 autre événement')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Cela ressemble à « Loto du foyer » de Foyer rural, / })).toBeVisible()
  await page.getByRole('button', { name: 'Voir', exact: true }).click()
  await expect(page.getByText('· Foyer rural, 20 h')).toBeVisible()
  await lookAtBothSizes(page, info, 'same-day')
  await page.context().setOffline(true)
  await page.getByLabel('Début, heure').fill('18:00')
  await expect(page.getByText(/^Ce soir-là/)).toHaveCount(0)
  await page.context().setOffline(false)
})

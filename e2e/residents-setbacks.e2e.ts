import type { Page } from '@playwright/test'
import { newShop } from './conversations.ts'
import { newPhone } from './people.ts'
import { expect, test } from './quiet.ts'
import { pageOf, residentBase } from './residents.ts'

test.use({ viewport: { width: 390, height: 664 } })

const said = (page: Page) => page.locator('#annonce')

/** Follows a shop, and opens the settings. */
async function openSettings(page: Page, shopUrl: string): Promise<void> {
  await page.goto(shopUrl)
  await page.getByRole('button', { name: 'Suivre sans notification' }).click()
  await expect(said(page)).toContainText('Vous suivez')
  await page.goto(`${residentBase()}/reglages`)
}

test('W-053 W-055 W-063 what was wrong is no longer said once it was put right, or another code was sent', async ({
  page,
  request,
}) => {
  await openSettings(page, await pageOf(request, await newShop(request)))
  const town = page.getByLabel('Ma commune')
  const save = page.locator('form', { has: town }).getByRole('button', { name: 'Enregistrer' })
  await town.fill('Nulle-Part-sur-Rien')
  await save.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await town.fill('Clichy 92110')
  await save.click()
  await expect(said(page)).toHaveText('Enregistré')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(town).not.toHaveAttribute('aria-invalid')

  await page.getByLabel('Mon numéro de mobile').fill(newPhone())
  await page.getByRole('button', { name: 'Recevoir un code' }).click()
  await page.getByLabel('Le code reçu par SMS').fill('AAAAA')
  await page.getByRole('button', { name: 'Confirmer', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Merci de saisir un code valide')
  await page.getByRole('button', { name: 'Recevoir un autre code' }).click()
  await expect(said(page)).toHaveText('Un code vous est envoyé par SMS.')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

import type { Page } from '@playwright/test'
import { newShop } from './conversations.ts'
import { dayIn, newInstant } from './instants.ts'
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
  await expect(page.getByLabel('Le code reçu par SMS')).toHaveValue('')
})

test('W-055 W-069 without a network nothing is erased, and it is said; tapped twice, or its answer lost, it is said to be done', async ({
  page,
  request,
}) => {
  const shopUrl = await pageOf(request, await newShop(request))
  const erase = page.getByRole('button', { name: 'Tout effacer, définitivement' })
  const ask = async () => {
    await openSettings(page, shopUrl)
    await page.getByText('Tout effacer', { exact: true }).click()
  }
  const isErased = async () => {
    await expect(page).toHaveURL(`${residentBase()}/`)
    await expect(said(page)).toHaveText('C’est fait. Nous ne savons plus rien de vous.')
  }
  await ask()
  await page.context().setOffline(true)
  await erase.click()
  await expect(said(page)).toContainText('Pas de connexion')
  await page.context().setOffline(false)
  await erase.dblclick()
  await isErased()

  await ask()
  await page.evaluate(() => {
    const send = window.fetch
    window.fetch = async (...asked) => {
      window.fetch = send
      await send(...asked)
      throw new TypeError('lost')
    }
  })
  await erase.click()
  await isErased()
})

test('W-049 W-055 without a network a conversation is neither blocked nor erased, and its page stays with what is typed', async ({
  page,
  request,
}) => {
  await page.goto(`${await pageOf(request, await newShop(request))}/ecrire`)
  await page.getByLabel('Votre message').fill('Bonjour')
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByRole('log')).toContainText('Bonjour')
  await page.getByLabel('Votre message').fill('Avez-vous du pain de mie ?')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Bloquer' }).click()
  await expect(said(page)).toContainText('Pas de connexion')
  await page.getByText('Effacer la conversation').click()
  await page.getByRole('button', { name: 'Effacer tous ces messages' }).click()
  await expect(said(page)).toContainText('Pas de connexion')
  await expect(page.getByLabel('Votre message')).toHaveValue('Avez-vous du pain de mie ?')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Bloquer' }).click()
  await expect(page.getByText('Cette conversation est bloquée')).toBeVisible()
  await page.getByText('Effacer la conversation').click()
  await page.getByRole('button', { name: 'Effacer tous ces messages' }).click()
  await expect(page).toHaveURL(`${residentBase()}/mes-messages`)
})

test('W-055 W-057 W-101 a browser that refuses cookies sends nothing that could not be read again, and says what to do; a report leaves', async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    navigator.locks.request = () => Promise.reject(new DOMException('denied', 'SecurityError'))
  })
  const shop = await newShop(request)
  const shopUrl = await pageOf(request, shop)
  const sentence = 'Votre navigateur refuse les cookies : autorisez celui de ce site, puis recommencez.'
  await page.goto(shopUrl)
  await page.getByRole('button', { name: 'Suivre sans notification' }).click()
  await expect(said(page)).toHaveText(sentence)
  await page.goto(`${shopUrl}/ecrire`)
  await page.getByLabel('Votre message').fill('Bonjour')
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByRole('alert')).toHaveText(sentence)
  await expect(page.getByLabel('Votre message')).toHaveValue('Bonjour')
  await page.goto(`${residentBase()}/signaler?adresse=${encodeURIComponent(new URL(shopUrl).pathname)}`)
  await page.getByLabel('Pourquoi').selectOption('spam')
  await page.getByRole('button', { name: 'Envoyer le signalement' }).click()
  await expect(page).toHaveURL(/\/signalement\//)
})

test('W-055 W-057 W-068 a device that was retired while its reader typed says so, keeps the words, and leads to where the rest is', async ({
  page,
  request,
}) => {
  const shopUrl = await pageOf(request, await newShop(request))
  await page.goto(`${shopUrl}/ecrire`)
  await page.getByLabel('Votre message').fill('Bonjour')
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByRole('log')).toContainText('Bonjour')
  const retire = async () => {
    const cookies = await page.context().cookies()
    await page.context().addCookies(cookies.map((one) => (one.httpOnly ? { ...one, value: 'x'.repeat(43) } : one)))
  }
  await page.getByLabel('Votre message').fill('Et à midi ?')
  await retire()
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByRole('alert')).toContainText('Rien de tel sur cet appareil.')
  await expect(page.getByRole('link', { name: 'Retrouver mes messages' })).toHaveAttribute('href', '/transfert')
  await expect(page.getByLabel('Votre message')).toHaveValue('Et à midi ?')

  await openSettings(page, shopUrl)
  await retire()
  await page.getByLabel('Mon prénom').fill('Zoé')
  const save = page.locator('form', { has: page.getByLabel('Mon prénom') }).getByRole('button', { name: 'Enregistrer' })
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Envoyez de nouveau')
  await save.click()
  await expect(said(page)).toHaveText('Enregistré')
  await page.reload()
  await expect(page.getByLabel('Mon prénom')).toHaveValue('Zoé')
})

test('W-051 W-055 what has just been said is not printed over the page', async ({ page, request }) => {
  await page.goto(await pageOf(request, await newShop(request)))
  await page.getByRole('button', { name: 'Suivre sans notification' }).click()
  await expect(said(page)).toContainText('Vous suivez')
  await page.emulateMedia({ media: 'print' })
  await expect(said(page)).not.toBeEmpty()
  await expect(said(page)).toBeHidden()
})

test('W-039 W-055 a printed instant has all its dates, and nothing to tap', async ({ page, request }) => {
  const shop = await newShop(request)
  const dates = [5, 6, 7].map(dayIn).map((day) => ({ start: `${day} 14:00`, end: `${day} 18:00` }))
  const fields = { kind: 'dates', dates: JSON.stringify(dates) }
  const id = await newInstant(request, shop, { title: 'Atelier du pain', times: [], fields })
  await page.goto(`${await pageOf(request, shop)}/atelier-du-pain-${id}`)
  const others = page.locator('details li', { hasText: '14 h' })
  await expect(others).toHaveCount(2)
  await expect(others.last()).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(others.last()).toBeVisible()
  for (const tapped of ['Par e-mail', 'Ajouter à mon agenda']) await expect(page.getByText(tapped)).toBeHidden()
})

test('W-034 W-055 on a slow network « Ne plus suivre » says that it is being sent, as a follow does', async ({
  page,
  request,
}) => {
  await page.goto(await pageOf(request, await newShop(request)))
  await page.getByRole('button', { name: 'Suivre sans notification' }).click()
  await expect(said(page)).toContainText('Vous suivez')
  const isSlow = Promise.withResolvers<void>()
  await page.route('**/v1/site/companies/*/follow', async (route) => {
    await isSlow.promise
    await route.continue()
  })
  await page.getByText('Vous suivez ✓').click()
  await page.getByRole('button', { name: 'Ne plus suivre' }).click()
  await expect(said(page)).toHaveText('Envoi…')
  isSlow.resolve()
  await expect(said(page)).toContainText('Vous ne suivez plus')
})

import { readFileSync } from 'node:fs'
import { formatDay } from '@parvis/domain/kernel/french-format'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { clientOf, codeSentTo, newOwner, type Owner, signIn } from './people.ts'
import { expect, test } from './quiet.ts'

type Export = { user: { phone: string; delete_after: string | null }; companies: { profile: { name: string } }[] }

const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, name: string) => page.getByRole('region', { name })

async function look(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSideways(page)
}

/** A second session of the same person, as from another browser. */
async function signInElsewhere(page: Page, { phone }: Owner): Promise<string> {
  await page.request.post('/v1/authentication/send-activation-code', { form: { phone } })
  const data = { phone, code: await codeSentTo(page.request, phone) }
  const reply = await page.request.post('/v1/authentication/start-session', { data })
  return ((await reply.json()) as { data: { token: string } }).data.token
}

const statusWith = async (page: Page, token: string) =>
  (await page.request.get('/v1/authentication/session', { headers: { authorization: `Bearer ${token}` } })).status()

test('AMB-145 X-012 what is typed while the name is being saved is still to be saved', async ({ page }) => {
  await signIn(page, await newOwner(page.request), '/sessions')
  const form = card(page, 'Mes informations')
  const save = form.getByRole('button', { name: 'Enregistrer' })
  const answered = Promise.withResolvers<void>()
  await page.route('**/v1/profile/update', async (route) => {
    await answered.promise
    await route.continue()
  })
  await form.getByLabel('Prénom').fill('Léa')
  await save.click()
  await form.getByLabel('E-mail').fill('lea@exemple.fr')
  answered.resolve()
  await expect(page.getByText('Vos informations sont enregistrées')).toBeVisible()
  await expect(form.getByLabel('E-mail')).toHaveValue('lea@exemple.fr')
  await expect(save).toBeEnabled()
})

for (const width of [390, 1280]) {
  test.describe(`« Mon compte » at ${width} px`, { tag: width === 1280 ? '@matrix' : [] }, () => {
    test.use({ viewport: { width, height: 900 } })

    test('AMB-145 AMB-150 the name and the e-mail are changed, and stay; a mistyped provider is mended by its button', async ({
      page,
    }) => {
      await signIn(page, await newOwner(page.request), '/sessions')
      const form = card(page, 'Mes informations')
      const save = form.getByRole('button', { name: 'Enregistrer' })
      await expect(save).toBeDisabled()
      await look(page)
      await form.getByLabel('Prénom').fill('Léa')
      await form.getByLabel('E-mail').fill('lea@')
      await save.click()
      await expect(form.locator('[data-error]').first()).toBeVisible()
      await expect(form.getByLabel('E-mail')).toBeFocused()
      await look(page)
      await form.getByLabel('E-mail').fill('lea@gmial.com')
      const meant = form.getByRole('button', { name: 'Vouliez-vous écrire lea@gmail.com\u00a0?' })
      await expect(meant).toHaveCSS('min-height', '44px')
      await look(page)
      await form.getByLabel('E-mail').press('Tab')
      await meant.press('Enter')
      await expect(form.getByLabel('E-mail')).toBeFocused()
      await expect(form.getByLabel('E-mail')).toHaveValue('lea@gmail.com')
      await expect(meant).toHaveCount(0)
      await form.getByLabel('E-mail').fill('lea@exemple.fr')
      const sent = page.waitForRequest('**/v1/profile/update')
      await save.click()
      const body = (await sent).postData() ?? ''
      for (const value of ['Léa', 'lea@exemple.fr', '1990-12-31']) expect(decodeURIComponent(body)).toContain(value)
      await expect(page.getByText('Vos informations sont enregistrées')).toBeVisible()
      await page.reload()
      await expect(form.getByLabel('Prénom')).toHaveValue('Léa')
      await expect(form.getByLabel('E-mail')).toHaveValue('lea@exemple.fr')
    })

    test('AMB-145 the open sessions are listed, the current one marked, another ended at once', async ({ page }) => {
      const owner = await newOwner(page.request)
      const other = await signInElsewhere(page, owner)
      await signIn(page, owner, '/sessions')
      const devices = card(page, 'Mes appareils').getByRole('listitem')
      await expect(devices).toHaveCount(2)
      await expect(devices.filter({ hasText: 'Cet appareil' })).toHaveCount(1)
      await expect(
        devices.filter({ hasText: 'Cet appareil' }).getByRole('button', { name: /^Déconnecter/ }),
      ).toHaveCount(0)
      expect(await statusWith(page, other)).toBe(200)
      await devices.getByRole('button', { name: /^Déconnecter/ }).click()
      await look(page)
      await dialog(page).getByRole('button', { name: 'Déconnecter', exact: true }).click()
      await expect(page.getByText('Cet appareil est déconnecté')).toBeVisible()
      await expect(devices).toHaveCount(1)
      await expect(devices).toContainText('Cet appareil')
      expect([await statusWith(page, other), await statusWith(page, owner.token)]).toEqual([401, 200])
      const left = await clientOf(page.request).call('GET /v1/authentication/sessions', { token: owner.token })
      expect(left.map(({ current }) => current)).toEqual([true])
      for (const _ of ['a lost phone', 'a sold computer']) await signInElsewhere(page, owner)
      await page.reload()
      await page.getByRole('button', { name: 'Déconnecter tous les autres' }).click()
      await dialog(page).getByRole('button', { name: 'Déconnecter', exact: true }).click()
      await expect(page.getByText('Vos autres appareils sont déconnectés')).toBeVisible()
      await expect(devices).toHaveCount(1)
    })

    test('T06 one’s data are taken away, whole, and nobody else’s', async ({ page }) => {
      const other = await newOwner(page.request, { name: 'La Concurrence' })
      const owner = await newOwner(page.request, { name: 'Le Fournil' })
      await signIn(page, owner, '/sessions')
      const downloaded = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Télécharger mes données' }).click()
      const file = await downloaded
      expect(file.suggestedFilename()).toBe('mes-donnees-parvis.json')
      const text = readFileSync(await file.path(), 'utf8')
      const data = JSON.parse(text) as Export
      expect(data.user.phone).toBe(`+33${owner.phone.slice(1)}`)
      expect(data.companies.map(({ profile }) => profile.name)).toEqual(['Le Fournil'])
      for (const absent of ['La Concurrence', other.companyId, other.phone.slice(1), owner.token, 'token_hash'])
        expect(text).not.toContain(absent)
    })

    test('AMB-145 the account is deleted in 30 days, unless its owner comes back', async ({ page }) => {
      const owner = await newOwner(page.request, { name: 'Le Fournil' })
      await signIn(page, owner, '/sessions')
      const ask = page.getByRole('button', { name: 'Supprimer mon compte' })
      await ask.click()
      await expect(dialog(page)).toContainText(
        'Dans 30 jours, votre fiche, vos instants et vos conversations seront effacés.',
      )
      await look(page)
      await dialog(page).getByRole('button', { name: 'Annuler' }).click()
      await expect(dialog(page)).toHaveCount(0)
      expect(await statusWith(page, owner.token)).toBe(200)

      await ask.click()
      await dialog(page).getByRole('button', { name: 'Supprimer mon compte' }).click()
      await expect(page).toHaveURL(/\/login$/)
      const written = formatDay(Date.now() + 30 * 86_400_000)
      await expect(page.getByText(`Votre compte sera effacé le ${written}`)).toBeVisible()
      await look(page)
      expect(await statusWith(page, owner.token)).toBe(401)

      await page.getByLabel('Votre numéro de mobile').fill(owner.phone)
      await page.getByRole('button', { name: 'Recevoir mon code' }).click()
      await expect(page.getByLabel('Code reçu par SMS')).toBeVisible()
      await page.getByLabel('Code reçu par SMS').fill(await codeSentTo(page.request, owner.phone))
      await page.getByRole('button', { name: 'Me connecter' }).click()
      await expect(page.getByText('Vous êtes de retour : votre compte ne sera pas effacé.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Le Fournil' }).first()).toBeVisible()
      const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
      const kept = await clientOf(page.request).call('GET /v1/account/export', { token })
      expect(kept.user.delete_after).toBeNull()
    })
  })
}

test('AMB-145 an account deleted by a call whose answer is lost is said to be, and nobody is asked to sign in again', async ({
  page,
}) => {
  const owner = await newOwner(page.request, { name: 'Le Fournil' })
  await signIn(page, owner, '/sessions')
  await page.route('**/v1/account', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer mon compte' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Votre compte sera effacé dans 30 jours')).toBeVisible()
  await expect(page.getByText('Votre session est terminée')).toHaveCount(0)
})

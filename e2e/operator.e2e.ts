import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { newConversation } from './conversations.ts'
import { newSuperAdmin } from './operator-tool.ts'
import { clientOf, newOwner, newPerson, type Owner } from './people.ts'
import { expect, test } from './quiet.ts'
import { siteClient } from './residents.ts'

let admin: Owner

test.beforeAll(async ({ request }) => {
  admin = await newSuperAdmin(request)
})

const dialog = (page: Page) => page.getByRole('dialog')
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

/** What the audit trail says of something, oldest first. */
async function audited(request: APIRequestContext, object: string) {
  const asked = { token: admin.token, query: { object } }
  const lines = await clientOf(request).call('GET /v1/operator/audit', asked)
  return lines.toReversed().map(({ action, details }) => [action, details.decision ?? details.on, details.reason])
}

/** The file of a business on the desk; other journeys registered before it. */
async function fileOf(page: Page, name: string): Promise<Locator> {
  const file = page.getByRole('region', { name, exact: true })
  const more = page.getByRole('button', { name: 'Dossiers suivants' })
  const shown = page.getByRole('button', { name: /^Accepter/ })
  await expect(shown.first()).toBeVisible()
  while ((await file.count()) === 0) {
    const before = await shown.count()
    await more.click()
    await expect.poll(() => shown.count()).toBeGreaterThan(before)
  }
  return file
}

async function look(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSideways(page)
}

/** 44 px at least, with a mouse too. */
async function expectTarget(control: Locator): Promise<void> {
  expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
}

for (const width of [390, 1280]) {
  test.describe(`the desk at ${width} px`, { tag: width === 1280 ? '@matrix' : [] }, () => {
    test.use({ viewport: { width, height: 900 } })

    test('T11 T34 AMB-144 documents are seen with a trace, and an identity is accepted', async ({ page, request }) => {
      test.slow()
      const name = `Fournil ${crypto.randomUUID()}`
      const { companyId } = await newOwner(request, { name })
      await openSignedIn(page, admin, '/operateur')
      const file = await fileOf(page, name)
      await expect(file).toContainText('Marie Durand')
      await look(page)
      for (const side of ['recto', 'verso']) {
        await file.getByRole('button', { name: `Voir le ${side}` }).click()
        await dialog(page).getByRole('button', { name: 'Voir la pièce' }).click()
        await expect(dialog(page)).toContainText('Merci d’indiquer la raison')
        await dialog(page).getByLabel('Motif').fill(`Contrôle du ${side}`)
        await dialog(page).getByRole('button', { name: 'Voir la pièce' }).click()
        const picture = dialog(page).getByRole('img', { name: `Pièce de « ${name} », ${side}` })
        await expect(picture).toBeVisible()
        expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(800)
        await page.keyboard.press('Escape')
        await expect(dialog(page)).toHaveCount(0)
      }
      await file.getByRole('button', { name: /^Accepter/ }).click()
      await expect(dialog(page)).toContainText('Les pièces seront effacées dans la journée')
      await dialog(page).getByRole('button', { name: 'Accepter' }).click()
      await toast(page, `Identité de « ${name} » acceptée`)
      await expect(file).toHaveCount(0)
      expect((await audited(request, `company:${companyId}`)).slice(-3)).toEqual([
        ['identity.view', undefined, 'Contrôle du recto'],
        ['identity.view', undefined, 'Contrôle du verso'],
        ['identity.decide', 'verified', undefined],
      ])
    })

    test('T11 T34 an identity is refused with a reason only, which the journal tells', async ({ page, request }) => {
      test.slow()
      const name = `Bistrot ${crypto.randomUUID()}`
      const { companyId } = await newOwner(request, { name })
      await openSignedIn(page, admin, '/operateur')
      const file = await fileOf(page, name)
      await file.getByRole('button', { name: /^Refuser/ }).click()
      await dialog(page).getByRole('button', { name: 'Refuser' }).click()
      await expect(dialog(page).locator('[data-error="reason_error"]')).toBeVisible()
      await look(page)
      await dialog(page).getByLabel('Motif').fill('Le nom n’est pas lisible')
      await dialog(page).getByRole('button', { name: 'Refuser' }).click()
      await toast(page, `Identité de « ${name} » refusée`)
      await expect(file).toHaveCount(0)
      expect((await audited(request, `company:${companyId}`)).at(-1)).toEqual([
        'identity.decide',
        'refused',
        'Le nom n’est pas lisible',
      ])
      await tab(page, 'Journal')
      await page.getByLabel('Montrer').selectOption('identity.decide')
      const line = page.getByRole('list', { name: 'Journal' }).getByRole('listitem').filter({ hasText: companyId })
      await expect(line).toContainText('Décision sur une identité')
      await expect(line).toContainText('décision : refusée · motif : Le nom n’est pas lisible')
      await look(page)
    })

    test('C-058 AMB-141 a phone is blocked, which puts its owner out, and freed', async ({ page, request }) => {
      const pest = await newPerson(request)
      const spaced = pest.phone.replace(/(..)(?=.)/g, '$1 ')
      const session = async () =>
        (
          await request.get('/v1/authentication/session', { headers: { authorization: `Bearer ${pest.token}` } })
        ).status()
      const askCode = async () =>
        (await request.post('/v1/authentication/send-activation-code', { form: { phone: pest.phone } })).status()
      await openSignedIn(page, admin, '/operateur')
      await tab(page, 'Blocages')
      const form = page.getByRole('region', { name: 'Bloquer un téléphone' })
      await form.getByLabel('Numéro de téléphone').fill(pest.phone)
      await form.getByRole('button', { name: 'Bloquer' }).click()
      await expect(form.locator('[data-error="reason_error"]')).toBeVisible()
      expect(await session()).toBe(200)
      await look(page)
      await form.getByLabel('Motif').fill('Insultes répétées')
      await form.getByRole('button', { name: 'Bloquer' }).click()
      await toast(page, 'Téléphone bloqué')
      await expect(form.getByLabel('Numéro de téléphone')).toHaveValue('')
      expect([await session(), await askCode()]).toEqual([401, 403])

      await page.getByRole('button', { name: `Débloquer : ${spaced}` }).click()
      await dialog(page).getByLabel('Motif').fill('Excuses reçues')
      await look(page)
      await dialog(page).getByRole('button', { name: 'Débloquer' }).click()
      await toast(page, `Débloqué : ${spaced}`)
      await expect(page.getByRole('button', { name: `Débloquer : ${spaced}` })).toHaveCount(0)
      expect(await askCode()).toBe(200)
    })

    test('C-058 AMB-104 a conversation is closed for both sides, and opened again', async ({ page, request }) => {
      const name = `Librairie ${crypto.randomUUID()}`
      const owner = await newOwner(request, { name })
      const { resident, uuid } = await newConversation(owner)
      const params = { id: uuid }
      const byBoth = async () => [
        await siteClient().answer('POST /v1/site/conversations/:id/messages', {
          headers: resident,
          params,
          body: { message: 'Bonjour' },
        }),
        await clientOf(request).answer('POST /v1/discussions/:id/message', {
          token: owner.token,
          params,
          body: { message: 'Bonjour', companyId: owner.companyId },
        }),
      ]
      const statuses = async () => (await byBoth()).map(({ status }) => status)
      await openSignedIn(page, admin, '/operateur')
      await tab(page, 'Blocages')
      const form = page.getByRole('region', { name: 'Bloquer une conversation' })
      await form.getByLabel('Identifiant de la conversation').fill(uuid)
      await form.getByLabel('Motif').fill('Menaces')
      await form.getByRole('button', { name: 'Bloquer' }).click()
      await toast(page, 'Conversation bloquée')
      expect(await statuses()).toEqual([403, 403])
      const blocked = page.getByRole('listitem').filter({ hasText: `Conversation avec « ${name} »` })
      await blocked.getByRole('button', { name: /^Débloquer/ }).click()
      await dialog(page).getByLabel('Motif').fill('Le calme est revenu')
      await dialog(page).getByRole('button', { name: 'Débloquer' }).click()
      await expect(blocked).toHaveCount(0)
      expect(await statuses()).toEqual([200, 200])
      expect(await audited(request, `discussion:${uuid}`)).toEqual([
        ['discussion.block', true, 'Menaces'],
        ['discussion.block', false, 'Le calme est revenu'],
      ])
      await tab(page, 'Travaux')
      await expect(page.getByText('Aucune tâche abandonnée.')).toBeVisible()
      await look(page)
    })

    test('W-103 W-104 T20 a business is suspended, alone or with its phone, its owner reads why on every page, until it is lifted', async ({
      page,
      request,
      browser,
    }) => {
      test.slow()
      const owner = await newOwner(request, { name: `Contrefaçons ${crypto.randomUUID().slice(0, 8)}` })
      const file = `Fiche « ${owner.name} »`
      const theirs = await (await browser.newContext({ viewport: { width, height: 900 } })).newPage()
      await openSignedIn(theirs, owner, '/company')
      const notice = theirs.getByRole('alert').filter({ hasText: 'Votre fiche est suspendue depuis le' })
      await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(notice).toHaveCount(0)

      await openSignedIn(page, admin, '/operateur')
      await tab(page, 'Blocages')
      const form = page.getByRole('region', { name: 'Suspendre une fiche' })
      await form.getByLabel('Identifiant de la fiche').fill(owner.companyId)
      await form.getByRole('button', { name: 'Suspendre' }).click()
      await expect(form.locator('[data-error="reason_error"]')).toBeVisible()
      await form.getByLabel('Motif').fill('Contrefaçon signalée par la marque.')
      await form.getByRole('button', { name: 'Suspendre' }).click()
      await toast(page, 'Fiche suspendue')
      const row = page.getByRole('listitem').filter({ hasText: file })
      await expect(row).toContainText('Contrefaçon signalée par la marque.')
      await look(page)

      await expect(notice).toContainText(/\s: Contrefaçon signalée par la marque\.\sVous pouvez répondre à \S+@\S+\./)
      await look(theirs)
      for (const path of ['/agenda', '/messages', '/subscription', '/inscription']) {
        await theirs.goto(path)
        const write = notice.getByRole('link', { name: 'Écrire à l’équipe' })
        await expect(write).toHaveAttribute('href', /^mailto:\S+@/)
        await expectTarget(write)
      }
      await expect(theirs.getByRole('heading', { level: 1, name: 'Votre inscription est terminée' })).toBeVisible()
      await look(theirs)
      await theirs.goto('/company')
      await expect(notice).toBeVisible()

      const lift = row.getByRole('button', { name: /^Lever la suspension/ })
      await expectTarget(lift)
      await lift.click()
      await dialog(page).getByLabel('Motif').fill('La marque s’est trompée')
      await dialog(page).getByRole('button', { name: 'Lever la suspension' }).click()
      await toast(page, `Suspension levée : ${file}`)
      await expect(row).toHaveCount(0)
      await expect(notice).toHaveCount(0)

      const phone = page.getByRole('region', { name: 'Bloquer un téléphone' })
      await phone.getByLabel('Numéro de téléphone').fill(owner.phone)
      await expect(phone).toContainText(owner.name)
      await phone.getByLabel('Suspendre aussi ses fiches').check()
      await phone.getByLabel('Motif').fill('Il recommence')
      await phone.getByRole('button', { name: 'Bloquer' }).click()
      await toast(page, 'Téléphone bloqué')
      await expect(row).toContainText('Il recommence')
      expect((await audited(request, `company:${owner.companyId}`)).slice(-3)).toEqual([
        ['company.suspend', true, 'Contrefaçon signalée par la marque.'],
        ['company.suspend', false, 'La marque s’est trompée'],
        ['company.suspend', true, 'Il recommence'],
      ])
      await theirs.context().close()
    })

    test('T11 an ordinary owner finds neither the link nor the page', async ({ page, request }) => {
      await openSignedIn(page, await newOwner(request), '/operateur')
      await expect(page).toHaveURL(/\/company$/)
      await expect(page.getByRole('navigation').first()).toBeVisible()
      if (width === 390) await page.getByRole('button', { name: 'Plus', exact: true }).click()
      await expect(page.getByRole('link', { name: 'Communication' }).first()).toBeVisible()
      await expect(page.getByRole('link', { name: 'Bureau de l’équipe' })).toHaveCount(0)
    })
  })
}

test('T07 W-045 a town hall is shown as not verified to itself, and without its mark to residents, until the team has decided', async ({
  page,
  request,
}) => {
  const hall = await newOwner(request, { type: 'mairie', name: 'Mairie de Clichy' })
  const notice = page.getByRole('main').getByText('Mairie non vérifiée')
  const asResident = async () => {
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Voir comme un habitant' }).click()
    const site = await opened
    await expect(site.getByRole('heading', { level: 1, name: 'Mairie de Clichy' })).toBeVisible()
    return site.getByText('Établissement vérifié')
  }
  await openSignedIn(page, hall, '/company')
  await expect(notice).toBeVisible()
  await look(page)
  await expect(await asResident()).toHaveCount(0)
  const data = { decision: 'verified' }
  await clientOf(request).call('POST /v1/operator/identities/:companyId/decide', {
    token: admin.token,
    params: { companyId: hall.companyId },
    body: data,
  })
  await page.reload()
  await expect(page.getByText('Identité vérifiée')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect(await asResident()).toBeVisible()
})

test('T11 U-100 U-103 the team finds its desk by the link, and there what the legal pages lack; new terms are said on every page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  let pending: object | null = { kind: 'terms', version: 2, effectiveOn: '2027-03-01', inEffect: false }
  await page.route('**/v1/legal/acceptances', async (route) => {
    if (route.request().method() === 'GET') return await route.fulfill({ json: { data: { accepted: [], pending } } })
    expect(route.request().postDataJSON()).toMatchObject({ kind: 'terms', version: 2 })
    pending = null
    await route.fulfill({ json: { data: {} } })
  })
  await openSignedIn(page, admin, '/operateur')
  await expect(page.getByRole('heading', { name: 'Bureau de l’équipe' })).toBeVisible()
  const terms = page.getByRole('status').filter({ hasText: 'À partir du 1er mars 2027' })
  await expect(terms.getByRole('link', { name: 'Lire les conditions' })).toHaveAttribute(
    'href',
    '/conditions?version=2',
  )
  await look(page)
  await terms.getByRole('button', { name: 'Accepter' }).click()
  await expect(terms).toHaveCount(0)
  await page.getByRole('tab', { name: 'Pages légales' }).click()
  const missing = page.getByRole('alert').filter({ hasText: 'Il manque aux pages légales' })
  await expect(missing).toContainText('Éditeur LEGAL_NAME')
  await expect(missing).toContainText('Conformité du portail ACCESSIBILITY_STATE')
  await page.getByLabel('Texte en HTML simple').fill('<p> </p>')
  await page.getByRole('button', { name: 'Publier' }).click()
  await expect(page.locator('[data-error]').first()).toBeVisible()
  await look(page)
  // A text is public for good: it is asked first, and a refused one is written again.
  let published = 0
  await page.route('**/v1/operator/legal', async (route) => {
    if (route.request().method() === 'POST') published += 1
    await route.continue()
  })
  await page.getByLabel('En vigueur le').fill('2027-03-01')
  await page.getByRole('button', { name: 'Publier' }).click()
  await dialog(page).getByRole('button', { name: 'Annuler' }).click()
  expect(published).toBe(0)
  await page.getByRole('button', { name: 'Publier' }).click()
  await dialog(page).getByRole('button', { name: 'Publier définitivement' }).click()
  await expect(page.locator('#field-html [data-error]')).toBeVisible()
  expect(published).toBe(1)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Pages légales', selected: true })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/company')
  await page.getByRole('link', { name: 'Bureau de l’équipe' }).click()
  await expect(page.getByRole('heading', { name: 'Bureau de l’équipe' })).toBeVisible()
})

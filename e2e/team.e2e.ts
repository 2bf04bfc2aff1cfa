import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { composer, newConversation, newShop, order } from './conversations.ts'
import { clientOf, codeSentTo, newOwner, newPerson, newPhone, type Owner } from './people.ts'
import { expect, test } from './quiet.ts'

/** A colleague who has joined, by the API. */
async function joined(request: APIRequestContext, owner: Owner, role: 'counter' | 'manager', person?: Owner) {
  const client = clientOf(request)
  const colleague = person ?? (await newPerson(request))
  const body = { phone: colleague.phone, role }
  await client.call('POST /v1/company/:id/invitations', { token: owner.token, params: { id: owner.companyId }, body })
  const [invitation] = await client.call('GET /v1/invitations', { token: colleague.token })
  const params = { id: invitation?.id ?? 0 }
  await client.call('POST /v1/invitations/:id/accept', { token: colleague.token, params, body: {} })
  return colleague
}

/** What a call needs to change or remove the only colleague of an owner. */
async function colleagueOf(request: APIRequestContext, { token, companyId: id }: Owner) {
  const { members } = await clientOf(request).call('GET /v1/company/:id/team', { token, params: { id } })
  return { token, params: { id, memberId: members.find(({ isMe }) => !isMe)?.id ?? 0 } }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

for (const width of widths) {
  test(`U-003 U-004 U-005 U-010 U-011 U-015 at ${width} px: invited, joined, an order answered within a minute, then removed`, {
    tag: width === 1280 ? '@matrix' : [],
  }, async ({ page, browser, request }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 844 })
    const shop = await newShop(request)
    const { resident, uuid } = await newConversation(shop)
    const { id } = await order(resident, shop)
    const phone = newPhone()

    await openSignedIn(page, shop, '/equipe')
    const begun = Date.now()
    await press(page, 'Inviter')
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Son numéro de mobile').fill(phone)
    await sheet.getByRole('radio', { name: /Accueil/ }).check()
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Inviter' }).click()
    await expect(page.getByText('Invitation envoyée par SMS')).toBeVisible()
    // A wrong tap takes back nothing.
    await page.getByRole('button', { name: /^Annuler l’invitation du numéro/ }).click()
    await press(page, 'La garder')

    const to = phone.replace(/^0/, '+33')
    const sent = () => clientOf(request).call('GET /v1/dev/outbox', { query: { kind: 'sms', to } })
    await expect.poll(async () => (await sent())[0]?.text, { timeout: 10_000 }).toMatch(/vous invite.*\/rejoindre$/)
    const theirs = await browser.newContext({ viewport: { width, height: 844 } })
    const colleague = await theirs.newPage()
    await colleague.goto('/rejoindre')
    await expect(colleague.getByText('Vous êtes invité dans une équipe')).toBeVisible()
    await colleague.getByLabel('Votre numéro de mobile').fill(phone)
    await press(colleague, 'Recevoir mon code')
    await expect(colleague.getByLabel('Code reçu par SMS')).toBeVisible()
    await colleague.getByLabel('Code reçu par SMS').fill(await codeSentTo(request, phone))
    await press(colleague, 'Me connecter')
    await colleague.getByLabel('Votre prénom').fill('Inès')
    await colleague.getByLabel('Votre nom').fill('Petit')
    await expect(colleague.getByText('Vos réponses porteront votre prénom')).toBeVisible()
    await expectAccessible(colleague)
    // A wrong tap, right below « Rejoindre », refuses nothing.
    await press(colleague, 'Refuser')
    await colleague.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click()
    await press(colleague, 'Rejoindre')
    await expect(colleague).toHaveURL(/\/company$/)
    await colleague.goto('/commandes')
    await colleague
      .getByRole('article', { name: `Commande ${id}` })
      .getByRole('button', { name: 'Accepter' })
      .click()
    expect(Date.now() - begun).toBeLessThan(60_000)

    const refused: string[] = []
    colleague.on('response', (answer) => void (answer.status() === 403 && refused.push(answer.url())))
    await colleague.goto('/subscription')
    await expect(colleague.getByText('Seul un responsable peut ouvrir cette page.')).toBeVisible()
    expect(refused).toEqual([])

    await colleague.goto('/messages?conversation=groupe')
    await expect(colleague.getByRole('heading', { name: 'Aucun message groupé' })).toBeVisible()
    await expect(colleague.getByText(/^Écrivez à/)).toHaveCount(0)
    await colleague.goto(`/messages?conversation=${uuid}`)
    await composer(colleague).fill('Je vous répon')
    const client = clientOf(request)
    const { token } = shop
    const { members } = await client.call('GET /v1/company/:id/team', { token, params: { id: shop.companyId } })
    const memberId = members.find(({ isMe }) => !isMe)?.id ?? 0
    await client.call('DELETE /v1/company/:id/team/:memberId', { token, params: { id: shop.companyId, memberId } })
    await expect(colleague.getByText(/Vous ne faites plus partie de l’équipe/)).toBeVisible()
    await expect(composer(colleague)).toHaveValue('Je vous répon')
    await colleague.reload()
    await expect(colleague.getByText('Vous ne faites plus partie de cette équipe.')).toBeVisible()
    await colleague.getByRole('link', { name: 'Revenir à l’accueil' }).click()
    await expect(colleague.getByRole('button', { name: 'Se déconnecter' })).toBeVisible()
    await theirs.close()
  })

  test(`U-038 U-040 U-041 U-042 at ${width} px: two establishments, each tab on its own`, {
    tag: width === 1280 ? '@matrix' : [],
  }, async ({ page, context, request }) => {
    await page.setViewportSize({ width, height: 844 })
    const owner = await newOwner(request, { name: 'Le Fournil' })
    const other = await newOwner(request, { name: 'Le Salon' })
    const client = clientOf(request)
    await client.call('POST /v1/company/:id/invitations', {
      token: other.token,
      params: { id: other.companyId },
      body: { phone: owner.phone, role: 'manager' },
    })
    const [invitation] = await client.call('GET /v1/invitations', { token: owner.token })
    await client.call('POST /v1/invitations/:id/accept', {
      token: owner.token,
      params: { id: invitation?.id ?? 0 },
      body: {},
    })
    await openSignedIn(page, owner, '/messages')
    await page
      .getByRole('button', { name: /changer d’établissement/i })
      .first()
      .click()
    await expectAccessible(page)
    await expectNoSideways(page)
    await page.getByRole('link', { name: /Le Salon/ }).click()
    await expect(page.getByText('Vous êtes maintenant sur Le Salon.')).toBeVisible()
    await expect(page).toHaveURL(/\/company$/)
    const tab = await context.newPage()
    await tab.goto(`/company?etablissement=${owner.companyId}`)
    await expect(tab.getByRole('heading', { name: 'Le Fournil' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Le Salon' })).toBeVisible()
    const { uuid } = await newConversation(other)
    await tab.goto(`/messages?conversation=${uuid}`)
    await expect(tab.getByText('Vous êtes maintenant sur Le Salon.')).toBeVisible()
    await expect(composer(tab)).toBeVisible()
    await tab.goto('/company?etablissement=7b0f6c1e-5d0a-4b5e-9d4a-0f2f1c3d4e5f')
    await expect(tab.getByText('Vous n’avez pas accès à cet établissement.')).toBeVisible()
  })
}

test('U-015 who is removed and has another establishment reads on which one the page opens', async ({
  page,
  request,
}) => {
  const shop = await newOwner(request, { name: 'Le Fournil' })
  const own = await joined(request, shop, 'counter', await newOwner(request, { name: 'La Fabrique' }))
  await openSignedIn(page, own, `/equipe?etablissement=${shop.companyId}`)
  await expect(page.getByText('Vous êtes maintenant sur Le Fournil.')).toBeVisible()
  const of = await colleagueOf(request, shop)
  await clientOf(request).call('DELETE /v1/company/:id/team/:memberId', of)
  await page.goto('/company')
  await expect(page.getByText('Vous êtes maintenant sur La Fabrique.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'La Fabrique' })).toBeVisible()
})

test('U-015 U-004 a role that is lowered while its person types takes no page away: the save is refused, the next page says who can', async ({
  page,
  request,
}) => {
  const shop = await newOwner(request, { name: 'Le Fournil' })
  await openSignedIn(page, await joined(request, shop, 'manager'), '/editCompany')
  const name = page.getByLabel('Nom de l’établissement')
  await name.fill('La Mie de Clichy')
  const of = await colleagueOf(request, shop)
  const body = { role: 'counter' as const, until: '' }
  await clientOf(request).call('PUT /v1/company/:id/team/:memberId', { ...of, body })
  // The bar is of the new role: the page has heard.
  await expect(page.getByRole('link', { name: 'Publier' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Enregistrer ma fiche' }).click()
  await expect(page.getByText('Votre rôle ne permet pas cette action. Demandez à un responsable.')).toBeVisible()
  await expect(name).toHaveValue('La Mie de Clichy')
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/editCompany')
  await expect(page.getByText('Seul un responsable peut ouvrir cette page.')).toBeVisible()
})

test('U-017 a member leaves by « Quitter », which the last Responsable is not offered; who invites nobody has no empty bar', async ({
  page,
  browser,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  const owner = await newOwner(request, { name: 'Le Fournil' })
  const colleague = await joined(request, owner, 'counter')
  const { token, companyId: id } = owner
  const body = { phone: newPhone(), role: 'counter' } as const
  await clientOf(request).call('POST /v1/company/:id/invitations', { token, params: { id }, body })
  await openSignedIn(page, owner, '/equipe')
  await page.getByRole('button', { name: /^Annuler l’invitation du numéro/ }).click()
  await press(page, 'Annuler l’invitation')
  await expect(page.getByText('Numéro en')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Modifier/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Quitter l’équipe' })).toHaveCount(0)
  const theirs = await browser.newPage({ viewport: { width: 390, height: 664 } })
  await openSignedIn(theirs, colleague, '/equipe')
  await expect(theirs.getByRole('main').locator('header > div:empty')).toBeHidden()
  const leave = theirs.getByRole('button', { name: 'Quitter l’équipe' })
  await leave.click()
  await theirs.getByRole('dialog').getByRole('button', { name: 'Quitter', exact: true }).click()
  await expect(theirs.getByText('Vous ne faites plus partie de cette équipe.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('(vous)')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Modifier/ })).toHaveCount(0)
  await theirs.close()
})

test('U-003 a window of which every field was visited, and none filled, still closes by Escape', async ({
  page,
  request,
}) => {
  await openSignedIn(page, await newOwner(request), '/equipe')
  const invite = page.getByRole('button', { name: 'Inviter', exact: true })
  await invite.press('Enter')
  await page.getByLabel('Son numéro de mobile').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(invite).toBeFocused()
})

import { createHash } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { newShop, newShopAtHome } from './conversations.ts'
import { clientOf, type Owner } from './people.ts'
import { subscribeElsewhere, tapOn } from './push.ts'
import { expect, test } from './quiet.ts'
import { chooseQuarter, pageOf, residentBase, step, tabTo } from './residents.ts'

type Challenged = { data: { challenge: string; salt: string; maxnumber: number } }
type Rung = { to: string; payload: object }

test.use({ viewport: { width: 390, height: 844 }, permissions: ['notifications'], serviceWorkers: 'allow' })

test('W-018 W-030 W-034 W-050 W-051 W-095 W-099 the loop: code, page, follow, told, order, ticket, accepted, collected', async ({
  page,
  context,
  request,
}, testInfo) => {
  test.setTimeout(120_000)
  const shop = await newShop(request)
  const base = residentBase()
  const codes = await clientOf(request).call('POST /v1/company/:id/codes', {
    token: shop.token,
    params: { id: shop.companyId },
    body: { label: 'Comptoir' },
  })
  const endpoint = await subscribeElsewhere(context)

  await test.step('the code at the counter leads to the page', async () => {
    await page.goto(`${base}/q/${codes[0]?.code}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shop.name)
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    await expectAccessible(page)
    await expectNoSideways(page)
    await step(page, testInfo, '1-fiche')
  })

  await test.step('one tap follows, beyond a limit after a proof of work, and this device will be told', async () => {
    const { data: challenge } = await page.evaluate(
      async () => (await (await fetch('/v1/site/challenge')).json()) as Challenged,
    )
    const refusal = { code: 'PROOF_NEEDED', message: 'Merci de réessayer', details: { challenge } }
    const isSeen = Promise.withResolvers<void>()
    const follow = '**/v1/site/companies/*/follow'
    await page.route(follow, async (route) => {
      const { proof } = (route.request().postDataJSON() ?? {}) as { proof?: string }
      if (!proof) return await route.fulfill({ status: 403, json: { error: refusal } })
      const { number, ...said } = JSON.parse(atob(proof)) as { number: number }
      const { maxnumber: _, ...asked } = challenge
      expect(said).toEqual(asked)
      expect(createHash('sha256').update(`${challenge.salt}${number}`).digest('hex')).toBe(challenge.challenge)
      await isSeen.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Suivre et être averti' }).click()
    await expect(page.getByRole('status').last()).toHaveText('Vérification…')
    isSeen.resolve()
    await expect(page.getByText('Vous suivez ✓')).toBeVisible()
    await page.unroute(follow)
    await expect(page.getByRole('status').last()).toContainText('trois fois par jour au plus')
    await step(page, testInfo, '2-suivi')
  })

  await test.step('the shop publishes: the push service rings this device, a tap opens the news, one tap calms it', async () => {
    const calm = { quietFrom: '00:00', quietTo: '00:00' }
    await page.evaluate(
      (json) =>
        fetch('/v1/site/settings', {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(json),
        }),
      calm,
    )
    const { token, companyId: id } = shop
    await clientOf(request).call('POST /v1/company/:id/broadcast', {
      token,
      params: { id },
      body: { message: 'Galettes dès 8 h' },
    })
    const rung = async () =>
      ((await (await request.get('/v1/dev/outbox?kind=push')).json()) as { data: Rung[] }).data.find(({ to }) =>
        to.includes(endpoint),
      )
    await expect.poll(rung, { timeout: 15_000 }).toBeDefined()
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    const { title, opened } = await tapOn(worker, (await rung())?.payload ?? {})
    expect([title, new URL(opened).hash]).toEqual([shop.name, '#de=notification'])
    await page.goto(opened)
    await page.reload()
    await page.goto(`${base}/mes-abonnements`)
    await expect(page.getByText('Galettes dès 8 h')).toBeVisible()
    await expectAccessible(page)
    await step(page, testInfo, '3-nouveautes')
    await page.getByRole('link', { name: shop.name }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: shop.name })).toBeVisible()
    await page.goto(`${page.url()}#de=notification`)
    await page.reload()
    const why = page.locator('[data-why]')
    await expect(why.getByText(`Vous suivez ${shop.name}. Régler`)).toBeVisible()
    await why.getByRole('button', { name: 'Résumé du soir' }).click()
    await expect(why).toBeHidden()
    await expect(page.getByRole('status').last()).toHaveText('Résumé du soir : c’est noté.')
  })

  await test.step('left by mistake: « Annuler » brings back the very mode', async () => {
    const choice = page.locator('[data-followed]').first()
    await expect(choice.locator('summary')).toHaveText('Vous suivez ✓ Résumé du soir')
    await choice.locator('summary').click()
    await choice.getByRole('button', { name: 'Ne plus suivre' }).click()
    await expect(page.getByRole('button', { name: 'Suivre et être averti' })).toBeFocused()
    await page.getByRole('button', { name: 'Annuler', exact: true }).click()
    await expect(choice.locator('summary')).toHaveText('Vous suivez ✓ Résumé du soir')
    await expect(page.getByRole('status').last()).toHaveText(`Vous suivez de nouveau ${shop.name} : résumé du soir.`)
    await expect(choice.locator('summary')).toBeFocused()
  })

  let orderPath = ''
  await test.step('an order: what, when, a first name', async () => {
    await page.getByRole('link', { name: 'Commander' }).first().click()
    await page.getByLabel('Votre commande').fill('Deux baguettes')
    await chooseQuarter(page)
    await page.getByRole('button', { name: 'Envoyer ma demande' }).click()
    await expect(page.getByRole('alert')).toHaveText('Indiquez votre prénom, deux lettres au moins')
    await page.getByLabel('Votre prénom').fill('Julie')
    await expectAccessible(page)
    await step(page, testInfo, '4-commande')
    await page.getByRole('button', { name: 'Envoyer ma demande' }).click()
    await expect(page.getByText('Envoyée', { exact: true })).toBeVisible()
    const said = `Commande envoyée. ${shop.name} doit encore l’accepter.`
    await expect(page.getByRole('status').last()).toHaveText(said)
    orderPath = page.url()
    await step(page, testInfo, '5-ticket')
  })

  const desk = await context.newPage()
  const id = orderPath.split('/').at(-1)
  const card = desk.getByRole('article', { name: `Commande ${id}` })
  await test.step('accepted in the portal, and the ticket says so by itself', async () => {
    const threads = await clientOf(request).call('GET /v1/chat/discussion', {
      token: shop.token,
      query: { companyId: shop.companyId },
    })
    expect(threads[0]?.label).toBe('Julie')
    await openSignedIn(desk, shop, `/messages?conversation=${threads[0]?.uuid}`)
    await card.getByRole('button', { name: 'Accepter' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Répondre à la demande' })
    await dialog.getByLabel(/^Prix/).fill('3,20')
    await dialog.getByRole('button', { name: 'Accepter' }).click()
    await expect(page.getByText('Acceptée', { exact: true })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('3,20 €')).toBeVisible()
    await step(page, testInfo, '6-acceptee')
  })

  await test.step('ready, then collected', async () => {
    await card.getByRole('button', { name: 'Prête' }).click()
    await expect(page.getByText('Prête', { exact: true })).toBeVisible({ timeout: 20_000 })
    await expectAccessible(page)
    await step(page, testInfo, '7-prete')
    await card.getByRole('button', { name: 'Retirée', exact: true }).click()
    await expect(page.getByText('Retirée', { exact: true })).toBeVisible({ timeout: 20_000 })
    await step(page, testInfo, '8-retiree')
  })
})

/** What the shop says of an order, its page showing it in words; the page asks again by itself or is read again. */
async function follows(page: Page, request: APIRequestContext, { token }: Owner, withScript: boolean): Promise<void> {
  const client = clientOf(request)
  const own = { token, params: { id: page.url().split('/').at(-1) ?? '' } }
  const says = async (state: string) => {
    if (!withScript) await page.reload()
    await expect(page.getByText(state, { exact: true })).toBeVisible({ timeout: 20_000 })
  }
  const asked = await client.call('GET /v1/clickAndCollect/order/:id', own)
  const body = { pickupDateTime: asked.customerPickupDateTime, orderContent: 'Deux baguettes', total: '3.20' }
  await client.call('POST /v1/clickAndCollect/order/:id/validate', { ...own, body })
  await says('Acceptée')
  await client.call('POST /v1/clickAndCollect/order/:id/step', { ...own, body: { step: 'ready' } })
  await says('Prête')
  await client.call('POST /v1/clickAndCollect/order/:id/step', { ...own, body: { step: 'collected' } })
  await says('Retirée')
}

test('W-012 W-018 W-034 W-051 W-130 the loop from a premium address and from an own domain, by keyboard at 390 px', async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(120_000)
  const shop = await newShopAtHome(request)
  const endpoint = await subscribeElsewhere(context)
  const press = async (target: Locator) => {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }

  await test.step('a premium address: followed there, told from the residents’ host, in three taps', async () => {
    await page.goto(shop.premium)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shop.name)
    await press(page.getByRole('button', { name: 'Suivre et être averti' }))
    await expect(page.getByText('Vous suivez ✓')).toBeVisible()
    await expectAccessible(page)
    await expectNoSideways(page)
    await press(page.getByRole('button', { name: 'Être averti sur cet appareil' }))
    await expect(page).toHaveURL(`${residentBase()}/mes-abonnements`)
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/v1/site/push') && answer.ok())
    await press(page.getByRole('button', { name: 'Les rétablir' }))
    expect((await kept).request().postDataJSON()).toMatchObject({ subscription: { endpoint } })
  })

  await test.step('an own domain: no form and no cookie, its links lead to the residents’ host; ordered, and followed to its end', async () => {
    const ownDomain = await shop.serveDomain()
    await page.goto(ownDomain)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shop.name)
    expect([await page.locator('form').count(), (await context.cookies(ownDomain)).length]).toEqual([0, 0])
    await expectAccessible(page)
    await expectNoSideways(page)
    await press(page.getByRole('link', { name: 'Commander' }).first())
    await expect(page).toHaveURL(new RegExp(`^${residentBase()}/.*/commander$`))
    await tabTo(page, page.getByLabel('Votre commande'))
    await page.keyboard.type('Deux baguettes')
    await chooseQuarter(page)
    await tabTo(page, page.getByLabel('Votre prénom'))
    await page.keyboard.type('Julie')
    await press(page.getByRole('button', { name: 'Envoyer ma demande' }))
    await expect(page.getByText('Envoyée', { exact: true })).toBeVisible()
    await follows(page, request, shop, true)
  })
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, serviceWorkers: 'block' })

  test('W-020 W-048 W-053 RES-07 read, searched, followed, written to, ordered from and left, without a script', async ({
    page,
    request,
  }, testInfo) => {
    // Of its own name: among all bakers of the town, closed at night, it may stand on another page of the directory.
    const shop = await newShop(request, { name: 'Fournil de la Lune' })
    const base = residentBase()
    const publicUrl = await pageOf(request, shop)
    await page.goto(`${base}/?q=${encodeURIComponent('clichy 92110')}`)
    await page.getByRole('link', { name: 'Annuaire', exact: true }).first().click()
    await page.getByRole('searchbox').fill(shop.name)
    await page.getByRole('button', { name: 'Chercher' }).click()
    await page.locator(`a[href="${new URL(publicUrl).pathname}"]`).click()
    await expect(page).toHaveURL(publicUrl)
    await page.getByRole('button', { name: 'Suivre sans notification' }).click()
    await expect(page).toHaveURL(`${publicUrl}#suivi`)
    await expect(page.locator('#suivi')).toContainText(`Vous suivez ${shop.name}.`)
    await expect(page.locator('#suivi')).toBeVisible()
    await page.getByRole('link', { name: 'Écrire' }).first().click()
    await page.getByLabel('Votre message').fill('Avez-vous du seigle ?')
    await page.getByRole('button', { name: 'Envoyer' }).click()
    await expect(page).toHaveURL(/\/mes-messages\/[\w-]{36}$/)
    await expect(page.getByText('Avez-vous du seigle ?')).toBeVisible()
    await page.goto(`${publicUrl}/commander`)
    await page.getByLabel('Votre commande').fill('Deux baguettes')
    await page.getByLabel('Votre prénom').fill('Julie')
    await chooseQuarter(page)
    await page.getByRole('button', { name: 'Envoyer ma demande' }).click()
    await expect(page.getByText('Envoyée', { exact: true })).toBeVisible()
    await step(page, testInfo, '9-sans-script')
    await page.goto(`${base}/reglages`)
    const followed = page.locator('details', { hasText: shop.name })
    const summary = followed.locator('summary')
    await expect(summary).toHaveText(`${shop.name} Sans notification`)
    await summary.click()
    await followed.getByRole('button', { name: 'Résumé du soir' }).click()
    await expect(page).toHaveURL(`${base}/reglages#enregistre`)
    await expect(page.getByText('C’est enregistré.')).toBeVisible()
    await expect(summary).toHaveText(`${shop.name} Résumé du soir`)
    await summary.click()
    await followed.getByRole('button', { name: 'Ne plus suivre' }).click()
    await expect(page.getByText('C’est enregistré.')).toBeVisible()
    await expect(followed).toHaveCount(0)
    await expect(page.getByText(/^Votre commande d.+ sera effacée un jour après le retrait\.$/)).toBeVisible()
    await page.getByText('Tout effacer', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Annuler aussi mes commandes' }).check()
    await page.getByRole('button', { name: 'Tout effacer, définitivement' }).click()
    await expect(page).toHaveURL(`${base}/`)
    await page.goto(`${base}/mes-abonnements`)
    await expect(page.getByText('Vous ne suivez encore personne.')).toBeVisible()
  })

  test('W-012 W-020 W-130 RES-07 the loop from a premium address and an own domain, without a script: all but ringing', async ({
    page,
    request,
  }) => {
    const shop = await newShopAtHome(request)
    await page.goto(shop.premium)
    await page.getByRole('button', { name: 'Suivre et être averti' }).click()
    await expect(page).toHaveURL(`${await pageOf(request, shop)}#suivi`)
    await page.goto(`${residentBase()}/mes-abonnements`)
    await expect(page.getByRole('link', { name: shop.name }).first()).toBeVisible()
    await page.goto(await shop.serveDomain())
    await page.getByRole('link', { name: 'Commander' }).first().click()
    await page.getByLabel('Votre commande').fill('Deux baguettes')
    await page.getByLabel('Votre prénom').fill('Julie')
    await chooseQuarter(page)
    await page.getByRole('button', { name: 'Envoyer ma demande' }).click()
    await expect(page.getByText('Envoyée', { exact: true })).toBeVisible()
    await follows(page, request, shop, false)
  })
})

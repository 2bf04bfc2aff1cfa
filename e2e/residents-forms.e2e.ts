import type { APIRequestContext, Page, Route } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessible.ts'
import { newShop } from './conversations.ts'
import { clientOf, type Owner } from './people.ts'
import { expect, test } from './quiet.ts'
import { chooseQuarter, pageOf } from './residents.ts'

test.use({ viewport: { width: 390, height: 844 } })

const said = (page: Page) => page.locator('#annonce')

/** Orders for the last quarter on offer, far enough to be changed and withdrawn; answers the call that accepts it. */
async function orderFrom(page: Page, request: APIRequestContext, shop: Owner): Promise<() => Promise<unknown>> {
  await page.goto(`${await pageOf(request, shop)}/commander`)
  await page.getByLabel('Votre commande').fill('Deux baguettes')
  await page.getByLabel('Votre prénom').fill('Julie')
  await chooseQuarter(page, 'last')
  await page.getByRole('button', { name: 'Envoyer ma demande' }).click()
  await expect(page.getByText('Envoyée', { exact: true })).toBeVisible()
  const client = clientOf(request)
  const own = { token: shop.token, params: { id: page.url().split('/').at(-1) ?? '' } }
  return async () => {
    const asked = await client.call('GET /v1/clickAndCollect/order/:id', own)
    const body = { pickupDateTime: asked.customerPickupDateTime, orderContent: 'Deux baguettes', total: '3.20' }
    return await client.call('POST /v1/clickAndCollect/order/:id/validate', { ...own, body })
  }
}

test('W-051 W-055 an order that is being changed keeps what is typed while its state is redrawn around it', async ({
  page,
  request,
}) => {
  const accept = await orderFrom(page, request, await newShop(request))
  const ticket = page.url()
  let isDown = true
  await page.route('**/v1/site/events', (route) => (isDown ? route.abort() : route.continue()))
  await page.clock.install()
  await page.goto(ticket)
  const redrawnAfter = async (deed: () => unknown) => {
    const answered = page.waitForResponse(ticket, { timeout: 15_000 })
    await deed()
    await (await answered).finished()
  }
  const poll = () => redrawnAfter(() => page.clock.fastForward(7_000))
  const field = page.getByLabel('Votre commande')

  await test.step('without the stream the page polls: what did not change is neither redrawn nor announced', async () => {
    await page.getByText('Modifier').click()
    await field.fill('Trois baguettes')
    for (let times = 0; times < 2; times++) await poll()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('Trois baguettes')
    await expect(said(page)).toBeEmpty()
  })

  await test.step('accepted meanwhile: the state changes, the text stays, and an older page that comes later is dropped', async () => {
    const body = await page.evaluate(async () => (await fetch(location.pathname)).text())
    const isLate = Promise.withResolvers<void>()
    const isAsked = Promise.withResolvers<void>()
    const keepBack = async (route: Route) => {
      isAsked.resolve()
      await isLate.promise
      await route.fulfill({ contentType: 'text/html', body })
    }
    await page.route(ticket, keepBack, { times: 1 })
    await page.clock.fastForward(7_000)
    await isAsked.promise
    await accept()
    await poll()
    await expect(page.getByText('Acceptée', { exact: true })).toBeVisible()
    await expect(said(page)).toHaveText('Votre commande : acceptée.')
    await redrawnAfter(isLate.resolve)
    await expect(page.getByText('Acceptée', { exact: true })).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('Trois baguettes')
  })

  await test.step('the version that was read is refused and says so; once closed, the actions are the new ones', async () => {
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await field.fill('Deux baguettes')
    await page.getByText('Modifier').click()
    await expect(page.getByRole('alert')).toBeHidden()
  })

  await test.step('the stream is back: polling ends, and the forms drawn since are sent by the script', async () => {
    await redrawnAfter(() => {
      isDown = false
    })
    let asked = 0
    page.on('request', (sent) => {
      if (sent.url() === ticket) asked++
    })
    await page.clock.fastForward(7_000)
    await page.evaluate(async () => (await fetch(location.pathname)).text())
    expect(asked).toBe(1)
    await expect(said(page)).toBeEmpty()
    await page.getByText('Annuler ma demande').click()
    await page.getByRole('button', { name: 'Annuler ma commande' }).click()
    await expect(said(page)).toHaveText('Commande annulée.')
  })
})

test('W-051 Q-006 an order changed on another page is told of before it is changed again, and what is typed stays', async ({
  page,
  request,
}) => {
  await orderFrom(page, request, await newShop(request))
  await page.getByText('Modifier').click()
  const field = page.getByLabel('Votre commande')
  await field.fill('Trois baguettes')
  const status = await page.evaluate(async () => {
    const form = document.querySelector<HTMLFormElement>('form[action$="/change"]')
    const version = form?.querySelector<HTMLInputElement>('[name=version]')?.value
    const body = JSON.stringify({ version, orderContent: 'Quatre baguettes' })
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    return (await fetch(form?.action ?? '', { method: 'POST', headers, body })).status
  })
  expect(status).toBe(200)
  await expect(page.getByText('Quatre baguettes')).toBeVisible()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByRole('alert')).toContainText('a changé')
  await expect(field).toHaveValue('Trois baguettes')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Quatre baguettes')).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Trois baguettes')
})

test('W-048 W-050 W-055 a form is sent once however often it is tapped; refused, it comes back with its focus', async ({
  page,
  request,
}) => {
  await page.goto(`${await pageOf(request, await newShop(request))}/commander`)
  await page.getByLabel('Votre commande').fill('Deux baguettes')
  await page.getByLabel('Votre prénom').fill('Julie')
  await chooseQuarter(page)
  const button = page.getByRole('button', { name: 'Envoyer ma demande' })
  const orders = '**/v1/site/companies/*/orders'
  let sent = 0
  page.on('request', (asked) => {
    if (asked.method() === 'POST' && asked.url().endsWith('/orders')) sent++
  })

  await test.step('inert while it is sent, not when the page is restored; refused: said as before, nothing is lost', async () => {
    const isRefused = Promise.withResolvers<void>()
    await page.route(orders, async (route) => {
      await isRefused.promise
      await route.fulfill({ status: 429, json: { error: { message: 'Réessayez dans une minute.' } } })
    })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(said(page)).toHaveText('Envoi…')
    await expect(page.locator('form[inert]')).toHaveCount(1)
    // What the browser says of a page that « Précédent » takes from its back/forward cache.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(page.locator('form[inert]')).toHaveCount(0)
    isRefused.resolve()
    await expect(page.getByRole('alert')).toHaveText('Réessayez dans une minute.')
    await expect(page.getByRole('alert')).toBeInViewport()
    await expect(said(page)).toBeEmpty()
    await expect(button).toBeFocused()
    await expect(page.getByLabel('Votre commande')).toHaveValue('Deux baguettes')
    await page.unroute(orders)
  })

  await test.step('two taps on a slow network make one order', async () => {
    const isSlow = Promise.withResolvers<void>()
    await page.route('**/mes-commandes/*', async (route) => {
      await isSlow.promise
      await route.continue()
    })
    await button.scrollIntoViewIfNeeded()
    const { x = 0, y = 0 } = (await button.boundingBox()) ?? {}
    const left = page.waitForRequest('**/mes-commandes/*')
    for (let taps = 0; taps < 2; taps++) await page.mouse.click(x + 9, y + 9)
    await left
    isSlow.resolve()
    await expect(page.getByText('Envoyée', { exact: true })).toBeVisible()
    expect(sent).toBe(2)
  })
})

test('W-048 X-001 a long address in a message stays within the screen of a phone, and « Précédent » does not offer to send it again', async ({
  page,
  request,
}) => {
  await page.goto(`${await pageOf(request, await newShop(request))}/ecrire`)
  const form = page.url()
  const address = `https://www.exemple.fr/${'plan'.repeat(60)}`
  await page.getByLabel('Votre message').fill(address)
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await expect(page.getByRole('log')).toContainText(address)
  await expectNoSideways(page)
  await page.goBack()
  await expect(page).toHaveURL(form)
  await expect(page.getByLabel('Votre message')).toHaveValue('')
})

test('W-049 a conversation opens at its end, where one answers: what is sent and what comes are read there, without a new page', async ({
  page,
  request,
}) => {
  const shop = await newShop(request)
  await page.goto(`${await pageOf(request, shop)}/ecrire`)
  await page.getByLabel('Votre message').fill('Bonjour')
  await page.getByRole('button', { name: 'Envoyer' }).click()
  const log = page.getByRole('log')
  await expect(log).toContainText('Bonjour')
  const id = page.url().split('/').at(-1) ?? ''
  const answer = (message: string) =>
    clientOf(request).call('POST /v1/discussions/:id/message', {
      token: shop.token,
      params: { id },
      body: { companyId: shop.companyId, message },
    })
  for (let n = 1; n <= 32; n++) await answer(`Réponse ${n}.`)
  await page.goto(page.url())
  await expect(log.getByText('Réponse 32.')).toBeInViewport()
  const send = page.getByRole('button', { name: 'Envoyer' })
  await expect(send).toBeInViewport()
  let pages = 0
  page.on('domcontentloaded', () => pages++)
  await page.getByLabel('Votre message').fill('Merci !')
  await send.click()
  await expect(log.getByText('Merci !')).toBeInViewport()
  await expect(said(page)).toHaveText('Envoyé')
  await expect(page.getByLabel('Votre message')).toHaveValue('')
  await answer('À samedi.')
  await expect(log.getByText('À samedi.')).toBeInViewport()
  await expect(send).toBeInViewport()
  expect(pages).toBe(0)

  await test.step('back to its first message, and to its end', async () => {
    await page.getByRole('link', { name: 'Messages précédents' }).click()
    await expect(log).toContainText('Bonjour')
    await expect(send).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Derniers messages' }).click()
    await expect(log.getByText('À samedi.')).toBeInViewport()
  })
})

test('W-048 W-050 W-055 an order: a day then a quarter, nothing chosen beforehand; a reload loses nothing; what is wrong is said at its field; a finished one is ordered again', async ({
  page,
  request,
}) => {
  const shop = await newShop(request)
  const form = `${await pageOf(request, shop)}/commander`
  await page.goto(form)
  const pickup = page.getByRole('group', { name: 'Retrait' })
  await expect(pickup.locator('input:checked')).toHaveCount(0)
  await expect(pickup.locator('fieldset').first()).toBeHidden()
  await expectAccessible(page)

  await test.step('the quarters of a day are under it, within the screen of a small phone', async () => {
    await page.setViewportSize({ width: 390, height: 664 })
    await pickup.locator('input[name=day]:enabled + label').first().click()
    await expect(pickup.locator('fieldset:visible label').first()).toBeInViewport()
    await page.reload()
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('everything typed or chosen is there after a reload', async () => {
    await page.getByLabel('Votre commande').fill('Deux baguettes')
    await page.getByLabel('Votre prénom').fill('Julie')
    await page.getByLabel(/^Prix à ne pas dépasser/).fill('beaucoup')
    await page.getByLabel('Je peux passer un peu avant ou après').check()
    await chooseQuarter(page, 'last')
    const chosen = await pickup.locator('[name=slot]:checked').inputValue()
    await page.reload()
    await expect(page.getByLabel('Votre commande')).toHaveValue('Deux baguettes')
    await expect(page.getByLabel('Votre prénom')).toHaveValue('Julie')
    await expect(page.getByLabel('Je peux passer un peu avant ou après')).toBeChecked()
    await expect(pickup.locator('[name=slot]:checked')).toHaveValue(chosen)
    await expectAccessible(page)
    await expectNoSideways(page)
  })

  await test.step('the field that is wrong says so and has the focus; once right, the order leaves', async () => {
    await page.getByRole('button', { name: 'Envoyer ma demande' }).click()
    const ceiling = page.getByLabel(/^Prix à ne pas dépasser/)
    await expect(ceiling).toBeFocused()
    await expect(ceiling).toHaveAccessibleDescription(/prix doit être un nombre/)
    await ceiling.fill('12,50')
    await page.getByRole('button', { name: 'Envoyer ma demande' }).click()
    await expect(page.getByText('Envoyée', { exact: true })).toBeVisible()
  })

  await test.step('over, it is among the orders of thirty days, and placed again with its words', async () => {
    await page.getByText('Annuler ma demande').click()
    await page.getByRole('button', { name: 'Annuler ma commande' }).click()
    await expect(said(page)).toHaveText('Commande annulée.')
    await page.getByRole('link', { name: /^Moi/ }).click()
    await page.getByRole('navigation', { name: 'Moi' }).getByRole('link', { name: 'Commandes' }).click()
    await expect(page.getByText('Les 30 derniers jours')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Commander de nouveau' }).click()
    await expect(page.getByLabel('Votre commande')).toHaveValue('Deux baguettes')
    await expect(page.getByLabel('Votre prénom')).toHaveValue('Julie')
    await expect(pickup.locator('input:checked')).toHaveCount(0)
  })
})

test('W-051 W-073 who overlooks the browser’s question about notifications has followed and ordered all the same', async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = () => new Promise(() => undefined)
  })
  const shop = await newShop(request)
  await page.goto(await pageOf(request, shop))
  await page.getByRole('button', { name: 'Suivre et être averti' }).click()
  await expect(said(page)).toHaveText(`Vous suivez ${shop.name}.`)
  await page.getByRole('link', { name: 'Commander' }).first().click()
  await page.getByLabel('Votre commande').fill('Deux baguettes')
  await page.getByLabel('Votre prénom').fill('Julie')
  await chooseQuarter(page, 'last')
  await page.getByRole('button', { name: 'Envoyer ma demande' }).click()
  await expect(said(page)).toContainText('C’est envoyé.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await expect(page.getByText('Envoyée', { exact: true })).toBeVisible()
})

test('W-048 W-050 W-055 a network that answers nothing is said; sent again, after a reload too, the order is made once', async ({
  page,
  request,
}) => {
  const shop = await newShop(request)
  // The order arrives, its answer does not, until the page is read again.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 5)
    // The first message has been there long enough while the order is still on its way.
    const later = window.setTimeout
    window.setTimeout = ((work: () => void, wait?: number) => {
      if (wait !== 12_000) return later(work, wait)
      window.setTimeout = later
      return later(() => {
        work()
        document.body.dataset.old = 'yes'
      })
    }) as typeof setTimeout
    const send = window.fetch
    window.fetch = async (input, init) => {
      const answer = await send(input, init)
      if (String(input).endsWith('/orders') && !sessionStorage.getItem('isBack'))
        await new Promise((_, reject) => init?.signal?.addEventListener('abort', reject))
      return answer
    }
  })
  await page.goto(`${await pageOf(request, shop)}/commander`)
  await page.getByLabel('Votre commande').fill('Deux baguettes')
  await page.getByLabel('Votre prénom').fill('Julie')
  await chooseQuarter(page, 'last')
  const button = page.getByRole('button', { name: 'Envoyer ma demande' })
  await button.click()
  await page.waitForFunction(() => document.body.dataset.old)
  expect(await said(page).textContent()).toMatch(/^Envoi…/)
  await expect(said(page)).toHaveText('Connexion lente, nouvel essai…')
  await expect(said(page)).toContainText('Pas de connexion')
  await page.evaluate(() => sessionStorage.setItem('isBack', 'yes'))
  await page.reload()
  await expect(page.getByLabel('Votre commande')).toHaveValue('Deux baguettes')
  await button.click()
  await expect(page.getByText('Envoyée', { exact: true })).toBeVisible()
  const asked = { token: shop.token, params: { id: shop.companyId } }
  expect((await clientOf(request).call('GET /v1/company/:id/orders', asked)).orders).toHaveLength(1)
})

test('W-050 W-055 X-031 an order page left open over midnight says the days anew; on a device without room the order is sent', async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.clock.install()
  await page.goto(`${await pageOf(request, await newShop(request))}/commander`)
  const tomorrow = page.locator('input[name=day] + label', { hasText: /^Demain$/ })
  await expect(tomorrow).toBeVisible()
  const day = page.locator(`label[for="${await tomorrow.getAttribute('for')}"]`)
  await page.getByLabel('Votre commande').fill('Deux baguettes')
  await page.getByLabel('Votre prénom').fill('Julie')
  await page.clock.fastForward('24:00:00')
  await expect(day).toHaveText('Aujourd’hui')
  await page.clock.fastForward('48:00:00')
  await expect(day).toHaveText('Passé')
  await chooseQuarter(page, 'last')
  await page.getByRole('button', { name: 'Envoyer ma demande' }).click()
  await expect(page.getByText('Envoyée', { exact: true })).toBeVisible()
})

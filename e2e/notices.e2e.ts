import { expectAccessible, expectNoSideways } from './accessible.ts'
import { openSignedIn } from './api.ts'
import { newConversation, newResident, newShop, order } from './conversations.ts'
import { countEfforts } from './efforts.ts'
import { clientOf, newOwner, withoutStart } from './people.ts'
import { subscribeElsewhere, tapOn } from './push.ts'
import { expect, test } from './quiet.ts'
import { step } from './residents.ts'

type Rung = { to: string; payload: object }

test.describe('installed', () => {
  test.use({ viewport: { width: 390, height: 844 }, permissions: ['notifications'], serviceWorkers: 'allow' })

  test('U-081 U-083 U-084 U-088 U-095 the portal is closed, an order comes, the device rings, a tap opens it, accepted', async ({
    page,
    context,
    request,
  }, testInfo) => {
    test.setTimeout(120_000)
    // Closed, it would be told when it opens (U-090).
    const shop = await newShop(request, { hours: ['00:00', '23:59'] })
    const endpoint = await subscribeElsewhere(context)
    await context.addInitScript(() => {
      // The icon of an installed application is nowhere to be read: the calls are.
      const badge = async (count: number | string) => {
        document.documentElement.dataset.badge = String(count)
      }
      Object.assign(Navigator.prototype, { setAppBadge: badge, clearAppBadge: () => badge('none') })
    })

    await test.step('the portal can be installed, and asks on a button only', async () => {
      await openSignedIn(page, shop, '/notifications')
      const button = page.getByRole('button', { name: 'Prévenir cet appareil' })
      await expect(button).toBeVisible()
      const cdp = await context.newCDPSession(page)
      const { errors } = await cdp.send('Page.getAppManifest')
      expect(errors).toEqual([])
      const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
      expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
      await expectAccessible(page)
      await expectNoSideways(page)
      await button.click()
      await expect(page.getByText('Cet appareil', { exact: true }).last()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Tester sur cet appareil' })).toBeVisible()
      await expectAccessible(page)
      await step(page, testInfo, 'notifications-390')
    })

    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    await page.close()

    const { id, discussionId: uuid } = await order(await newResident(), shop)
    const rung =
      await test.step('the push service was asked to ring that device, without a name or a text', async () => {
        const read = async () =>
          ((await (await request.get('/v1/dev/outbox?kind=push')).json()) as { data: Rung[] }).data.find(({ to }) =>
            to.includes(endpoint),
          )
        await expect.poll(read, { timeout: 10_000 }).toBeDefined()
        return (await read()) as Rung
      })
    expect(JSON.stringify(rung.payload)).not.toContain('baguettes')

    const { opened } = await tapOn(worker, rung.payload)
    expect(new URL(opened).searchParams.get('conversation')).toBe(uuid)

    const later = await context.newPage()
    await test.step('the tap opens the order, accepted in two touches, its price typed there', async () => {
      await openSignedIn(later, shop, opened)
      const card = later.getByRole('article', { name: `Commande ${id}` })
      await expect(card).toBeInViewport()
      const efforts = await countEfforts(later)
      await card.getByLabel('Prix').click()
      await later.keyboard.type('3,20')
      await card.getByRole('button', { name: 'Accepter', exact: true }).click()
      await expect(card.getByText('Acceptée', { exact: true })).toBeVisible()
      expect(await efforts()).toEqual({ touches: 2, letters: 4 })
      await step(later, testInfo, 'commande-acceptee')
    })

    await test.step('the title counts what waits, and loses it', async () => {
      await later.goto('/agenda')
      const other = await newConversation(shop, 'Bonjour, êtes-vous ouverts ?')
      await expect.poll(() => later.title()).toBe('(1) Agenda · Parvis Pro')
      expect(await later.evaluate(() => document.documentElement.dataset.badge)).toBe('1')
      await later.goto(`/messages?conversation=${other.uuid}`)
      await expect.poll(() => later.title()).toBe('Messages · Parvis Pro')
      await expect.poll(() => later.evaluate(() => document.documentElement.dataset.badge)).toBe('none')
    })

    await test.step('without a network: one page that says so', async () => {
      await context.setOffline(true)
      await later.goto('/agenda').catch(() => undefined)
      await expect(later.getByText('Cette page reviendra dès que le réseau sera là.')).toBeVisible()
      await expectAccessible(later)
      await context.setOffline(false)
      await expect(later.getByRole('heading', { name: 'Agenda' })).toBeVisible({ timeout: 15_000 })
    })
  })
})

test.describe('what stands in the way', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  const states = [
    { name: 'refused', says: 'Les notifications sont bloquées' },
    { name: 'iphone', says: 'Sur iPhone, ajoutez d’abord Parvis Pro à l’écran d’accueil' },
  ] as const

  test('U-084 refused, or on an iPhone outside the home screen, the page says what to do; nothing is asked at load', async ({
    page,
    request,
  }, testInfo) => {
    const owner = await newOwner(request)
    await page.addInitScript(() => {
      const state = sessionStorage.getItem('state')
      const asked = () => {
        document.documentElement.dataset.asked = 'yes'
        return Promise.resolve('denied' as const)
      }
      Notification.requestPermission = asked
      Object.defineProperty(Notification, 'permission', { get: () => (state === 'refused' ? 'denied' : 'default') })
      if (state !== 'iphone') return
      Reflect.deleteProperty(window, 'PushManager')
      Object.defineProperty(navigator, 'userAgent', {
        get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)',
      })
    })
    await openSignedIn(page, owner, '/notifications')
    await expect(page.getByRole('button', { name: 'Prévenir cet appareil' })).toBeVisible()
    for (const { name, says } of states) {
      await page.evaluate((state) => sessionStorage.setItem('state', state), name)
      await page.reload()
      await expect(page.getByText(says)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Prévenir cet appareil' })).toBeHidden()
      await expectAccessible(page)
      await expectNoSideways(page)
      await step(page, testInfo, `notifications-${name}`)
    }
    // A phone at 200 %: every choice is on the screen.
    await page.setViewportSize({ width: 195, height: 422 })
    await page.getByRole('table').scrollIntoViewIfNeeded()
    await expectNoSideways(page)
    await step(page, testInfo, 'notifications-195')
    expect(await page.evaluate(() => document.documentElement.dataset.asked)).toBeUndefined()

    await test.step('U-087 U-094 what tells and whether it rings are kept on the server', async () => {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.getByRole('checkbox', { name: /^Message d’un habitant\s*: E-mail$/ }).click()
      await page.getByRole('switch', { name: 'Faire sonner mes appareils' }).click({ force: true })
      const read = () => clientOf(request).call('GET /v1/account/notifications', { token: owner.token })
      await expect.poll(async () => (await read()).sound).toBe(false)
      await expect.poll(async () => (await read()).choices.find(({ kind }) => kind === 'message')?.email).toBe(false)
      await page.reload()
      await expect(page.getByRole('switch', { name: 'Faire sonner mes appareils' })).not.toBeChecked()
      await expectAccessible(page)
      await step(page, testInfo, 'notifications-1280')
    })

    await test.step('U-087 U-094 without a network they say so and stay as they were', async () => {
      await page.context().setOffline(true)
      const ways = [
        page.getByRole('checkbox', { name: /^Message d’un habitant\s*: E-mail$/ }),
        page.getByRole('switch', { name: 'Faire sonner mes appareils' }),
      ]
      for (const way of ways) {
        await way.click({ force: true })
        await expect(page.getByText('Connexion impossible')).toBeVisible()
        await expect(way).not.toBeChecked()
        await page.getByRole('button', { name: 'Fermer le message' }).click()
      }
      await page.context().setOffline(false)
    })

    await test.step('U-098 where neither push nor mail is served, only the sound is offered', async () => {
      const cards = page.locator('main h2')
      await expect(cards).toHaveText(['Cet appareil', 'Son', 'Ce qui me prévient', 'Heures calmes', 'Écran verrouillé'])
      await withoutStart(page)
      await page.route('**/v1/configuration', async (route) => {
        const response = await route.fetch()
        const { data } = (await response.json()) as { data: object }
        await route.fulfill({ response, json: { data: { ...data, webPushKey: null, email: false } } })
      })
      await page.reload()
      await expect(cards).toHaveText(['Son'])
      await expect(page.getByText('e-mail')).toHaveCount(0)
    })
  })
})

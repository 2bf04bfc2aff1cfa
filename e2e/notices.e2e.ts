import { expectAccessible, expectNoSideways } from './accessible.ts'
import { callAs, openSignedIn } from './api.ts'
import { newOwner } from './people.ts'
import { expect, test } from './quiet.ts'
import { step } from './residents.ts'

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
    expect(await page.evaluate(() => document.documentElement.dataset.asked)).toBeUndefined()

    await test.step('U-087 U-094 what tells and whether it rings are kept on the server', async () => {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.getByRole('checkbox', { name: /^Message d’un habitant\s*: E-mail$/ }).click()
      await page.getByRole('switch', { name: 'Sonner sur mes appareils' }).click({ force: true })
      type Told = { sound: boolean; choices: { kind: string; email: boolean }[] }
      const read = () => callAs<Told>(request, owner, '/v1/account/notifications', { method: 'GET' })
      await expect.poll(async () => (await read()).sound).toBe(false)
      await expect.poll(async () => (await read()).choices.find(({ kind }) => kind === 'message')?.email).toBe(false)
      await page.reload()
      await expect(page.getByRole('switch', { name: 'Sonner sur mes appareils' })).not.toBeChecked()
      await expectAccessible(page)
      await step(page, testInfo, 'notifications-1280')
    })
  })
})

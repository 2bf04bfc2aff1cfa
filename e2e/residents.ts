import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, BrowserContext, Page, TestInfo } from '@playwright/test'
import { expect } from './quiet.ts'

/** The residents' site of the server under test: browsers take *.localhost for this machine. */
export function residentBase(): string {
  return `http://parvis.localhost:${new URL(process.env.E2E_BASE_URL ?? '').port}`
}

/** Chromium cannot reach its own push service here: a subscription of another one, with keys of the right shape. */
export async function fakeSubscription(page: Page): Promise<string> {
  const endpoint = `https://updates.push.services.mozilla.com/wpush/v2/${randomBytes(18).toString('base64url')}`
  await page.addInitScript((address) => {
    const json = { endpoint: address, keys: { auth: 'DGv6ra1nlYgDCS1FRnbzlw', p256dh: `B${'A'.repeat(86)}` } }
    const subscription = { ...json, toJSON: () => json }
    PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription
    PushManager.prototype.getSubscription = async () => subscription as unknown as PushSubscription
  }, endpoint)
  return endpoint
}

type Push = { web_push: number; notification: { title: string; navigate: string; lang: string } }

/** What left for that subscription, once something has. */
export async function pushesTo(request: APIRequestContext, endpoint: string): Promise<Push[]> {
  const read = async () => {
    const reply = await request.get('/v1/dev/outbox?kind=push')
    const { data } = (await reply.json()) as { data: { to: string; payload: Push }[] }
    return data.filter(({ to }) => to.includes(endpoint)).map(({ payload }) => payload)
  }
  await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBeGreaterThan(0)
  return await read()
}

/** Hands a payload to the real worker as the browser would, and reads the notifications that it shows. */
export async function deliverPush(page: Page, context: BrowserContext, data: string): Promise<string> {
  const devtools = await context.newCDPSession(page)
  const registration = new Promise<string>((found) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) found(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registration
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: new URL(page.url()).origin, registrationId, data })
  const shown = () =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready
      return (await worker.getNotifications()).map(({ title, body }) => `${title}: ${body}`).join('\n')
    })
  await expect.poll(shown, { timeout: 15_000 }).not.toBe('')
  return await shown()
}

/** A picture of this step, for the film strip of docs/. */
export async function step(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  const folder = join(testInfo.project.outputDir, 'film')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

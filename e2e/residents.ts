import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'

/** The residents' site of the server under test: browsers take *.localhost for this machine. */
export function residentBase(): string {
  return `http://parvis.localhost:${new URL(process.env.E2E_BASE_URL ?? '').port}`
}

/** Chromium cannot reach its own push service here: a subscription of another one, with keys of the right shape. */
export async function fakeSubscription(page: Page): Promise<void> {
  const endpoint = `https://updates.push.services.mozilla.com/wpush/v2/${randomBytes(18).toString('base64url')}`
  await page.addInitScript((address) => {
    const json = { endpoint: address, keys: { auth: 'DGv6ra1nlYgDCS1FRnbzlw', p256dh: `B${'A'.repeat(86)}` } }
    const subscription = { ...json, toJSON: () => json }
    PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription
    PushManager.prototype.getSubscription = async () => subscription as unknown as PushSubscription
  }, endpoint)
}

/** A picture of this step, for the film strip of docs/. */
export async function step(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  const folder = join(testInfo.project.outputDir, 'film')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

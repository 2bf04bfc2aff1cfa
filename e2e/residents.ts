import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { clientAt } from '@parvis/harness/bench/parts/http-client'
import { newBrowser } from '@parvis/harness/town/town-client'
import type { APIRequestContext, Locator, Page, TestInfo } from '@playwright/test'
import { clientOf, type Owner } from './people.ts'

/** The residents' site of the server under test: browsers take *.localhost for this machine. */
export function residentBase(): string {
  return `http://parvis.localhost:${new URL(process.env.E2E_BASE_URL ?? '').port}`
}

/** The API as browsers of residents call it: the requests of Playwright share their cookies, and each resident has their own. */
export const siteClient = () => clientAt(process.env.E2E_BASE_URL ?? '')

/** Residents who follow a business from its page, without an account: only then is there somebody to tell. */
export async function newFollowers({ companyId }: Owner, count = 1): Promise<void> {
  const follow = { params: { id: companyId }, body: { follows: 1 } }
  for (let index = 0; index < count; index += 1)
    await newBrowser(residentBase(), (headers) =>
      siteClient().answer('POST /v1/site/companies/:id/follow', { ...follow, headers }),
    )
}

/** The page of a business, as its owner reads it. */
export async function pageOf(request: APIRequestContext, { token, companyId }: Owner): Promise<string> {
  const settings = await clientOf(request).call('GET /v1/company/settings/:companyId', { token, params: { companyId } })
  return settings.publicUrl ?? ''
}

/** Chooses the hour of an order, by keyboard too: nothing is chosen beforehand. The last quarter leaves time to change and withdraw. */
export async function chooseQuarter(page: Page, which: 'first' | 'last' = 'first'): Promise<void> {
  const days = page.getByRole('group', { name: 'Retrait' }).locator(':scope > input:enabled:not([value=other])')
  const day = which === 'first' ? days.first() : days.last()
  await day.focus()
  await page.keyboard.press('Space')
  const quarters = page.getByRole('group', { name: 'Retrait' }).locator(':scope > :checked + label + fieldset input')
  await (which === 'first' ? quarters.first() : quarters.last()).focus()
  await page.keyboard.press('Space')
}

/** Reaches an element with the Tab key alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not reach ${target}`)
}

/** A picture of this step, for the film strip of docs/. */
export async function step(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  const folder = join(testInfo.project.outputDir, 'film')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

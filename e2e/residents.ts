import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, Page, TestInfo } from '@playwright/test'
import { clientOf, type Owner } from './people.ts'

/** The residents' site of the server under test: browsers take *.localhost for this machine. */
export function residentBase(): string {
  return `http://parvis.localhost:${new URL(process.env.E2E_BASE_URL ?? '').port}`
}

/** The page of a business, as its owner reads it. */
export async function pageOf(request: APIRequestContext, { token, companyId }: Owner): Promise<string> {
  const settings = await clientOf(request).call('GET /v1/company/settings/:companyId', { token, params: { companyId } })
  return settings.publicUrl ?? ''
}

/** A picture of this step, for the film strip of docs/. */
export async function step(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  const folder = join(testInfo.project.outputDir, 'film')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

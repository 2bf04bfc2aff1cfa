import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { createServer } from 'vite'
import { expectAccessible, expectNoSideways, widths } from './accessible.ts'

const configFile = fileURLToPath(new URL('../apps/portal/vite.config.ts', import.meta.url))

/** The page is in no build: Vite serves it as `npm run dev` does. */
async function openKit(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/dev/kit`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Commandes' })).toBeVisible({ timeout: 150_000 })
}

test('X-020 the components of the portal in their states are accessible, and open their windows', async ({ page }) => {
  // Vite works its dependencies out at the first page.
  test.setTimeout(240_000)
  const vite = await createServer({ configFile, server: { port: 0, strictPort: false }, logLevel: 'error' })
  await using closing = new AsyncDisposableStack()
  closing.defer(() => vite.close())
  await vite.listen()
  const [origin = ''] = (vite.resolvedUrls?.local ?? []).map((url) => url.replace(/\/$/, ''))
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await openKit(page, origin)
    await expectNoSideways(page)
    await expectAccessible(page)
  }
  for (const opener of ['Fenêtre', 'Question']) {
    await page.getByRole('button', { name: opener, exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

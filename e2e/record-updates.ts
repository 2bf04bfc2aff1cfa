import type { Page } from '@playwright/test'

/** The saves of a profile that the page sends from now on, by address. */
export function recordUpdates(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('update-settings')) sent.push(request.url())
  })
  return sent
}

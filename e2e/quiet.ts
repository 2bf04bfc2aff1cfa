import { test as base, expect } from '@playwright/test'

/** Chromium logs every answer of 400 and more; journeys check those on the page. */
const ownWords = 'Failed to load resource'

/** A journey during which the page may not complain in its console. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith(ownWords)) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await use(page)
    expect(complaints).toEqual([])
  },
})
export { expect }

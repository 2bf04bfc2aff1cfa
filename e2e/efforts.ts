import type { Page } from '@playwright/test'

/** Counts taps and typed letters from now on. */
export async function countEfforts(page: Page): Promise<() => Promise<{ touches: number; letters: number }>> {
  await page.evaluate(() => {
    const efforts = { touches: 0, letters: 0 }
    // A key that presses a button makes a click without a place.
    addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && efforts.touches++, true)
    addEventListener('input', ({ target }) => {
      const isText = target instanceof HTMLTextAreaElement || (target as HTMLInputElement).type === 'text'
      if (isText) efforts.letters++
    })
    Object.assign(window, { efforts })
  })
  return () =>
    page.evaluate(
      () =>
        (window as Window & { efforts?: { touches: number; letters: number } }).efforts ?? { touches: -1, letters: -1 },
    )
}

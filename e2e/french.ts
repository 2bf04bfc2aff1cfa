import { expect, type Page } from '@playwright/test'
import { englishIn } from '../scripts/testing/english-words.ts'

/** nothing on the page, seen or read out, is in English. */
export async function expectFrench(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  const words = await page.locator('body').evaluate((body) => {
    const names = ['aria-label', 'title', 'alt', 'placeholder', 'aria-description', 'aria-roledescription']
    const all = [...body.querySelectorAll('*')].filter((node) => !['SCRIPT', 'STYLE'].includes(node.tagName))
    const seen = all.flatMap((node) => [...node.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE))
    return [
      ...seen.map(({ textContent }) => textContent ?? ''),
      ...all.flatMap((node) => names.map((name) => node.getAttribute(name) ?? '')),
    ]
  })
  const texts = [await page.title(), ...words].filter((text) => text.trim() !== '')
  expect(texts.length).toBeGreaterThan(3)
  const english = texts.flatMap((text) => (englishIn(text) ? [`${englishIn(text)}: ${text}`] : []))
  expect(english, page.url()).toEqual([])
}

import { expect, type Page } from '@playwright/test'
import { englishIn } from '../scripts/testing/english-words.ts'
import { typographyFaultsIn } from '../scripts/testing/french-typography.ts'

/** nothing on the page, seen or read out, is in English. */
export async function expectFrench(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  const { seen, named } = await textsOf(page)
  const texts = [await page.title(), ...seen, ...named].filter((text) => text.trim() !== '')
  expect(texts.length).toBeGreaterThan(3)
  const english = texts.flatMap((text) => (englishIn(text) ? [`${englishIn(text)}: ${text}`] : []))
  expect(english, page.url()).toEqual([])
}

/** no line that is seen, of ours or of what people typed, can break before `: ; ! ? »`, after `«`, or before a unit. */
export async function expectUnbroken(page: Page): Promise<void> {
  const { seen } = await textsOf(page)
  const faults = seen.flatMap((text) =>
    typographyFaultsIn(text)
      .filter((fault) => fault.startsWith('ordinary space'))
      .map((fault) => `${fault}: ${text}`),
  )
  expect(faults, page.url()).toEqual([])
}

/** What is read on the page, and what is read out; what is being typed in a field is neither. */
async function textsOf(page: Page): Promise<{ seen: string[]; named: string[] }> {
  return await page.locator('body').evaluate((body) => {
    const names = ['aria-label', 'title', 'alt', 'placeholder', 'aria-description', 'aria-roledescription']
    const silent = ['SCRIPT', 'STYLE', 'TEXTAREA']
    const all = [...body.querySelectorAll('*')].filter((node) => !silent.includes(node.tagName))
    const nodes = all.flatMap((node) => [...node.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE))
    return {
      seen: nodes.map(({ textContent }) => textContent ?? ''),
      named: all.flatMap((node) => names.map((name) => node.getAttribute(name) ?? '')),
    }
  })
}

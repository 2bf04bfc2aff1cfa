import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing that axe finds wrong, WCAG 2.2 A and AA, once the page has settled. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => violationsOf(page), { timeout: 45_000 }).toEqual([])
}

async function violationsOf(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  // Without frames, in the page itself: axe would put findings together in a blank page of its own, which takes as long again.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    // What passes is counted, not described: describing it took a quarter of each look.
    .options({ resultTypes: ['violations'] })
    .withTags(tags)
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** The page is not wider than the screen, once charts are redrawn for its width. */
export async function expectNoSideways(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)
}

/** Of the phone and of the counter; every screen at 800 px too is a matrix (shell-states). */
export const widths = [390, 1280]

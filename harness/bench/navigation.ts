import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/steps/find-chromium.mjs'
import { medianOf } from './parts/load.ts'
import type { TownServer } from './parts/town-server.ts'
import type { Section } from './section.ts'

const phone = { width: 390, height: 844 }
/** Lighthouse's factor for a mid-range phone. */
const slowdown = 4
/** The destinations, each from the one before; the heading shows that the page is drawn. */
const screens = ['/instants', '/messages', '/agenda', '/company'] as const

/**
 * With the town loaded, on a phone: milliseconds from the click on a link of the bottom bar to the next screen's heading,
 * drawn. The first visit of a screen fetches its files and its data too.
 */
export async function benchNavigation({ base, token }: TownServer, rounds: number): Promise<Section> {
  const { path, args } = await findChromium()
  await using browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox', ...args] })
  const normal = await walk(browser, { base, token, rounds, rate: 1 })
  const slow = await walk(browser, { base, token, rounds, rate: slowdown })
  const rows = screens.map((screen) => [screen, ...cells(normal, screen), ...cells(slow, screen)])
  return {
    title: `From click to next screen, the town loaded, 390 px (ms, median of ${rounds})`,
    headings: ['to', 'first', 'again', `first, CPU ${slowdown}x slower`, `again, CPU ${slowdown}x slower`],
    rows,
    overruns: [],
  }
}

type Times = Map<string, number[]>
type Walk = { base: string; token: string; rounds: number; rate: number }

/** Twice around the screens per round, each round in a browser that knows nothing. */
async function walk(browser: Browser, { base, token, rounds, rate }: Walk): Promise<Times> {
  const times: Times = new Map()
  for (let round = 0; round < rounds; round++) {
    await using context = await browser.newContext({ viewport: phone, locale: 'fr-FR', timezoneId: 'Europe/Paris' })
    const page = await context.newPage()
    await page.addInitScript((value) => localStorage.setItem('token', value), token)
    await page.goto(`${base}/marketing`)
    await page.locator('main h1').first().waitFor()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    for (const visit of ['first', 'again']) {
      for (const screen of screens) {
        const key = `${visit} ${screen}`
        times.set(key, [...(times.get(key) ?? []), await timeTo(page, screen)])
      }
    }
  }
  return times
}

/** Measured inside the page: from the click until its address is the wanted one and a frame with a heading was drawn. */
function timeTo(page: Page, to: string): Promise<number> {
  return page.evaluate(
    (path) =>
      new Promise<number>((resolve, reject) => {
        const links = [...document.querySelectorAll<HTMLAnchorElement>(`nav a[href="${path}"]`)]
        const link = links.find((found) => found.getClientRects().length > 0)
        if (!link) return reject(new Error(`no link to ${path} is shown`))
        const former = document.querySelector('main h1')
        const began = performance.now()
        const look = () => {
          const heading = document.querySelector('main h1')
          const isThere = location.pathname === path && heading !== null && heading !== former
          if (isThere) requestAnimationFrame(() => resolve(performance.now() - began))
          else if (performance.now() - began > 30_000) reject(new Error(`${path} did not come`))
          else requestAnimationFrame(look)
        }
        link.click()
        look()
      }),
    to,
  )
}

const cells = (times: Times, screen: string) =>
  ['first', 'again'].map((visit) => medianOf(times.get(`${visit} ${screen}`) ?? []).toFixed(0))

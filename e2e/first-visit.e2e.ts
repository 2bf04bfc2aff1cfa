import type { Page } from '@playwright/test'
import { newOwner, openAs } from './people.ts'
import { expect, test } from './quiet.ts'

const budget = 90_000

/** Bytes on the wire, compressed, by kind of file. */
const filesOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize })),
  )

test('the first visit of /login weighs at most 90 kB of scripts and styles', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Votre numéro de mobile')).toBeVisible()
  const files = (await filesOf(page)).filter(({ name }) => /\.(js|css)$/.test(name))
  expect(files.length).toBeGreaterThan(1)
  expect(files.reduce((total, { bytes }) => total + bytes, 0)).toBeLessThanOrEqual(budget)
})

test('T27 the sign-in page breaks no rule of the content policy and calls nobody else', async ({ page, baseURL }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) complaints.push(request.url())
  })
  const styles = []
  for (const _ of ['first', 'again']) {
    const policy = (await page.goto('/login'))?.headers()['content-security-policy'] ?? ''
    await expect(page.getByLabel('Votre numéro de mobile')).toBeVisible()
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
    styles.push(/style-src 'self' 'nonce-[\w-]{22}'/.exec(policy)?.[0])
  }
  // The CSP nonce of a style element is unknown before the page is served.
  expect(new Set(styles.filter(Boolean)).size).toBe(2)
  expect(complaints).toEqual([])
})

test('X-001 the sign-in page is set in the brand’s faces, 20 kB at most, and nothing moves when they come', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const moved = { total: 0 }
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.total += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const faces = await page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family.replaceAll('"', ''))
  })
  expect(faces).toEqual(expect.arrayContaining(['Figtree Variable', 'Bricolage Grotesque Variable']))
  const fonts = (await filesOf(page)).filter(({ name }) => name.endsWith('.woff2'))
  expect(fonts.length).toBe(2)
  expect(fonts.reduce((total, { bytes }) => total + bytes, 0)).toBeLessThanOrEqual(20_000)
  expect(await page.evaluate(() => (window as unknown as { moved: { total: number } }).moved.total)).toBeLessThan(0.02)
})

test('the page of a route asks for at most so many files before its first look, and none that only other pages need', async ({
  request,
}) => {
  const most = { '/company': 19, '/messages': 25, '/agenda': 21, '/instants': 27 }
  for (const [path, count] of Object.entries(most)) {
    const html = await (await request.get(path)).text()
    const files = [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))]
    expect(files.length, path).toBeGreaterThan(8)
    expect(files.length, path).toBeLessThanOrEqual(count)
    const foreign = files.filter((file) => /(?:form-view|orders-page|registration|operator-page)-/.test(file))
    expect(foreign, path).toEqual([])
  }
})

test('X-001 a browser without Temporal, as most phones have, loads its polyfill once and draws the same pages', async ({
  page,
  request,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'))
  const polyfills: string[] = []
  page.on('response', (response) => {
    if (/\/assets\/implementation-/.test(response.url())) polyfills.push(response.url())
  })
  await openAs(page, await newOwner(request), '/agenda')
  await expect(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible()
  await expect(page.getByText('Chargement…')).toHaveCount(0)
  expect(polyfills).toHaveLength(1)
})

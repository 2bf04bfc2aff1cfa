import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from '../../scripts/steps/find-chromium.mjs'
import { medianOf } from './parts/load.ts'
import { freePort } from './parts/server-process.ts'
import type { TownServer } from './parts/town-server.ts'
import type { Section } from './section.ts'

const budgets = { performance: 90, accessibility: 100, 'best-practices': 95 } as const
type Category = keyof typeof budgets
const categories = Object.keys(budgets) as Category[]
const signedOut = ['/login', '/inscription']
const pages = [...signedOut, '/company', '/instants', '/messages', '/agenda']
const measures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
]
const install = 'npm i --prefix <folder> lighthouse, then LIGHTHOUSE_PATH=<folder>/node_modules/lighthouse'

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; score: number | null }>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>

/**
 * Lighthouse's scores as on a mid-range phone. It is no dependency of ours: LIGHTHOUSE_PATH says where it is installed.
 * Signed-in pages have their session from the browser's own storage, which Lighthouse is told to leave alone.
 */
export async function benchLighthouse({ base, token }: TownServer, runs: number): Promise<Section> {
  const title = `Lighthouse, mobile, the town loaded (median of ${runs}; budgets: ${categories.map((name) => `${name} ${budgets[name]}`).join(', ')})`
  const headings = ['page', ...categories, ...measures.map((name) => name.replaceAll('-', ' '))]
  const lighthouse = await findLighthouse()
  if (!lighthouse) return { title: `${title}: not run, not installed: ${install}`, headings, rows: [], overruns: [] }
  const rows: string[][] = []
  const overruns: string[] = []
  for (const path of pages) {
    const session = signedOut.includes(path) ? undefined : token
    const reports: Report[] = []
    for (let run = 0; run < runs; run++) reports.push(await audit(lighthouse, base + path, session))
    const scores = categories.map((name) => medianOf(reports.map((report) => scoreOf(report, name))))
    rows.push([path, ...scores.map(String), ...measures.map((name) => measureOf(reports, name))])
    overruns.push(...categories.flatMap((name, index) => overrunOf(path, name, scores[index] ?? 0)))
  }
  return { title, headings, rows, overruns }
}

async function findLighthouse(): Promise<Lighthouse | undefined> {
  const folder = process.env.LIGHTHOUSE_PATH
  if (!folder || !existsSync(join(folder, 'core/index.js'))) return undefined
  const loaded = (await import(pathToFileURL(join(folder, 'core/index.js')).href)) as { default: Lighthouse }
  return loaded.default
}

/** One audit in a browser of its own, that nothing has warmed. */
async function audit(lighthouse: Lighthouse, url: string, session: string | undefined): Promise<Report> {
  const port = await freePort()
  const { path, args } = await findChromium()
  const browser = await chromium.launch({
    executablePath: path,
    args: ['--no-sandbox', `--remote-debugging-port=${port}`, ...args],
  })
  try {
    if (session) await storeSession(port, new URL(url).origin, session)
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: categories,
      disableStorageReset: true,
    })
    if (!result) throw new Error(`Lighthouse gave nothing for ${url}`)
    return result.lhr
  } finally {
    await browser.close()
  }
}

/** In the default context of the browser, the one that Lighthouse looks at. */
async function storeSession(port: number, origin: string, token: string): Promise<void> {
  const attached = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = attached.contexts()
  const page = await (context ?? (await attached.newContext())).newPage()
  await page.goto(`${origin}/favicon.svg`)
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  await page.close()
  await attached.close()
}

const scoreOf = (report: Report, name: Category) => Math.round((report.categories[name]?.score ?? 0) * 100)

function measureOf(reports: readonly Report[], name: string): string {
  const value = medianOf(reports.map(({ audits }) => audits[name]?.numericValue ?? 0))
  return name === 'cumulative-layout-shift' ? value.toFixed(3) : `${value.toFixed(0)} ms`
}

function overrunOf(path: string, name: Category, score: number): string[] {
  return score < budgets[name] ? [`Lighthouse ${path}: ${name} ${score}, ${budgets[name]} wanted`] : []
}

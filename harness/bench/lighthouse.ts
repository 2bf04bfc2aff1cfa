import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { run } from '../../apps/server/src/db/database.ts'
import { freePort } from '../../apps/server/src/free-port.ts'
import { findChromium } from '../../scripts/steps/find-chromium.mjs'
import { median } from '../faults/answers.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { loadTown } from '../town/load-town.ts'
import { call, clientAt } from './parts/http-client.ts'
import { openAsSuperuser, startServerProcess } from './parts/testbed.ts'
import type { Section } from './section.ts'

const own = fileURLToPath(new URL('../lighthouse', import.meta.url))
const measures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
  'cumulative-layout-shift',
]
const maxLargestPaint = 1_200

/**
 * Blocked during the audit: the event stream, which Lighthouse would wait 45 s for, and the dialog that opens after ten seconds
 * (9 points of /company).
 */
const quietly = { blockedUrlPatterns: ['*/v1/events'], maxWaitForLoad: 9_000 }

type Audited = { name: string; url: string; session?: string }
type Budgets = Readonly<Record<string, number>>
type Report = {
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; score: number | null }>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>

/** A server with the demonstration town loaded, its businesses verified, and the session of its baker; everything goes with it. */
async function openTown() {
  await using owned = new AsyncDisposableStack()
  const { path: folder } = owned.use(temporaryFolder('bench-town'))
  const { base } = owned.use(await startServerProcess({ dataFolder: folder, env: { RATE_LIMITS: 'relaxed' } }))
  const { businesses } = await loadTown(clientAt(base), () => undefined)
  await using db = openAsSuperuser(folder)
  await run(db)`update companies set identity_status = 'verified'`
  const all = owned.move()
  return { base, session: businesses[0]?.token ?? '', [Symbol.asyncDispose]: () => all.disposeAsync() }
}

/** The six screens of the portal, the baker of the demonstration town signed in on four of them. */
export async function benchLighthouse(runs: number): Promise<Section> {
  await using town = await openTown()
  const { base, session } = town
  const open = ['/login', '/inscription'].map((path) => ({ name: path, url: base + path }))
  const signedIn = ['/company', '/instants', '/messages', '/agenda']
  const pages = [...open, ...signedIn.map((path) => ({ name: path, url: base + path, session }))]
  return await auditAll('the portal', pages, runs, { performance: 95, accessibility: 100, 'best-practices': 95 })
}

/** The four pages of W-122 as residents open them: a verified business, one of its instants, the town, its agenda. */
export async function benchSiteLighthouse(runs: number): Promise<Section> {
  await using town = await openTown()
  const host = `parvis.localhost:${new URL(town.base).port}`
  const business = '/clichy-92110/fromagerie-beausejour'
  const { status, body } = await call(town.base, 'GET', business, { headers: { host } })
  const instant = new RegExp(`href="(?:http://[^/"]+)?(${business}/[^"?#]+-\\d+)"`).exec(body)?.[1]
  if (!instant) throw new Error(`${business}: ${status}, no instant on it`)
  const paths = { business, instant, town: '/clichy-92110', agenda: '/clichy-92110/agenda' }
  const pages = Object.entries(paths).map(([name, path]) => ({ name, url: `http://${host}${path}` }))
  const budgets = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
  return await auditAll('the residents’ site', pages, runs, budgets)
}

async function auditAll(what: string, pages: readonly Audited[], runs: number, budgets: Budgets): Promise<Section> {
  const lighthouse = await loadLighthouse()
  const rows: string[][] = []
  const overruns: string[] = []
  for (const { name, url, session } of pages) {
    const reports: Report[] = []
    for (let run = 0; run < runs; run++) reports.push(await audit(lighthouse, url, session, Object.keys(budgets)))
    const scoresOf = (category: string) => reports.map((report) => scoreOf(report, category))
    const measured = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? 0))
    const machine = median(reports.map(({ environment }) => environment.benchmarkIndex))
    const scores = Object.entries(budgets).map(([category, min]) => ({ category, min, is: median(scoresOf(category)) }))
    rows.push([
      name,
      ...scores.map(({ is }) => String(is)),
      scoresOf('performance').join(' '),
      ...measures.map((one) => shown(one, measured(one))),
      machine.toFixed(0),
    ])
    for (const { category, min, is } of scores)
      if (is < min) overruns.push(`Lighthouse, ${what}, ${name}: ${category} ${is}, ${min} wanted`)
    const paint = measured('largest-contentful-paint')
    if ('seo' in budgets && paint > maxLargestPaint)
      overruns.push(`Lighthouse, ${what}, ${name}: largest paint ${paint.toFixed(0)} ms, ${maxLargestPaint} allowed`)
  }
  const wanted = Object.entries(budgets).map(([category, min]) => `${category} ${min}`)
  return {
    title: `Lighthouse ${pinned()}, mobile, ${what}, the town loaded (median of ${runs}; budgets: ${wanted.join(', ')}; load ${loadavg()[0]?.toFixed(1)} at the end)`,
    headings: ['page', ...Object.keys(budgets), 'each run', ...measures.map(wordsOf), 'machine index'],
    rows,
    overruns,
  }
}

const pinned = () => {
  const { dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { dependencies: Budgets }
  return String(dependencies.lighthouse)
}

/**
 * Lighthouse has a package folder and lockfile of its own (decision 0017): 176 MB that nothing else needs, installed at the first
 * use.
 */
async function loadLighthouse(): Promise<Lighthouse> {
  const main = join(own, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(main)) {
    const npm = spawnSync('npm', ['ci', '--prefix', own, '--ignore-scripts', '--no-audit', '--no-fund'], {
      stdio: ['ignore', 2, 2],
    })
    if (npm.status !== 0) throw new Error('Lighthouse could not be installed: npm ci failed (see above)')
  }
  return ((await import(pathToFileURL(main).href)) as { default: Lighthouse }).default
}

/** One audit in a browser of its own, that nothing has warmed. */
async function audit(lighthouse: Lighthouse, url: string, session: string | undefined, onlyCategories: string[]) {
  const port = await freePort()
  const { path, args } = await findChromium()
  await using _browser = await chromium.launch({
    executablePath: path,
    args: ['--no-sandbox', `--remote-debugging-port=${port}`, ...args],
  })
  if (session) await storeSession(port, new URL(url).origin, session)
  const flags = { port, output: 'json', logLevel: 'error', onlyCategories, disableStorageReset: true, ...quietly }
  const result = await lighthouse(url, flags)
  if (!result) throw new Error(`Lighthouse gave nothing for ${url}`)
  return result.lhr
}

/** Signs in in the browser's default context, the one that Lighthouse uses, with storage reset disabled. */
async function storeSession(port: number, origin: string, token: string): Promise<void> {
  await using attached = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = attached.contexts()
  await using page = await (context ?? (await attached.newContext())).newPage()
  await page.goto(`${origin}/favicon.svg`)
  await page.evaluate((value) => localStorage.setItem('token', value), token)
}

const scoreOf = (report: Report, name: string) => Math.round((report.categories[name]?.score ?? 0) * 100)

const wordsOf = (name: string) => name.replaceAll('-', ' ')

const shown = (name: string, value: number) =>
  name === 'cumulative-layout-shift' ? value.toFixed(3) : `${value.toFixed(0)} ms`

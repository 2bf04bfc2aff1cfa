import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Section } from './section.ts'

const dist = fileURLToPath(new URL('../../apps/portal/dist', import.meta.url))
const loginBudget = 90
const routeBudget = 100

/** What the browser loads for each route, brotli, as the server sends it: scripts and styles before the first paint. */
export function weighPortal(): Section {
  const title = `Portal, brotli kB of scripts and styles (budgets: ${loginBudget} for a first visit to /login, ${routeBudget} more for a signed-in route, its shell with it)`
  const headings = ['route', 'scripts', 'styles', 'total']
  if (!existsSync(join(dist, 'index.html')))
    return { title: `${title}: not built, run npm start once`, headings, rows: [], overruns: [] }
  const shared = everyVisit()
  const parts: [string, string[], number][] = [['/login, first visit', [...shared], loginBudget]]
  for (const [route, files] of lazyRoutes().sort(([a], [b]) => a.localeCompare(b)))
    parts.push([route, files.filter((file) => !shared.has(file)), routeBudget])
  const weights = parts.map(([route, files, budget]) => ({ route, budget, ...weigh(files) }))
  return {
    title,
    headings,
    rows: weights.map(({ route, scripts, styles }) => [route, kb(scripts), kb(styles), kb(scripts + styles)]),
    overruns: weights
      .filter(({ scripts, styles, budget }) => scripts + styles > budget * 1000)
      .map(({ route, scripts, styles, budget }) => `${route}: ${kb(scripts + styles)} kB, ${budget} allowed`),
  }
}

function everyVisit(): Set<string> {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  return new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? ''))
}

/** The files of each route, as the build lists them for the server (apps/portal/build/first-look.ts). */
function lazyRoutes(): [string, string[]][] {
  const list: Record<string, Record<string, string[]>> = JSON.parse(
    readFileSync(join(dist, '.first-look.json'), 'utf8'),
  )
  return Object.entries(list).map(([route, files]) => [route, Object.values(files).flat()])
}

function weigh(files: readonly string[]): { scripts: number; styles: number } {
  const sum = (end: string) =>
    files.filter((file) => file.endsWith(end)).reduce((bytes, file) => bytes + brotliBytes(file), 0)
  return { scripts: sum('.js'), styles: sum('.css') }
}

/** A file below the compression threshold has no compressed twin. */
function brotliBytes(file: string): number {
  const path = join(dist, file)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

const kb = (bytes: number) => (bytes / 1000).toFixed(1)

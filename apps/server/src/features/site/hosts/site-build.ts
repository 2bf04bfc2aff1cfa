import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, unwatchFile, watchFile } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Fragment } from '@parvis/domain/site/fragment'
import type { SitePage } from '@parvis/domain/site/page'

const dist = fileURLToPath(new URL('../../../../../site/dist/', import.meta.url))

/** The build of `apps/site`: the rendering function, the script's address, the folder of files. */
export type SiteBuild = {
  renderPage: (page: SitePage) => string
  script: string
  /** CSP source of the one sheet that is written in a page. */
  styleHash: (page: Pick<SitePage, 'content' | 'alert'>) => string
  renderFragment: (fragment: Fragment) => string
  /** CSP of a fragment: framed by anybody, nothing but its sheet and its script. */
  fragmentPolicy: string
}

let loading: Promise<SiteBuild | undefined> | undefined

/** Loaded once, at the first page; undefined while nothing is built: pages then say so instead of failing. */
export function siteBuild(): Promise<SiteBuild | undefined> {
  loading ??= load()
  return loading
}

export const clientFolder = join(dist, 'client')
const pagesFile = join(dist, 'server', 'pages.js')
const manifestFile = join(clientFolder, '.vite', 'manifest.json')

/** In development: loads the next build of `npm run dev`, and says that it is there. Returns how to stop. */
export function followBuilds(onBuilt: () => void): () => void {
  const again = () => {
    loading = undefined
    onBuilt()
  }
  for (const file of [pagesFile, manifestFile]) watchFile(file, { interval: 150, persistent: false }, again)
  return () => {
    for (const file of [pagesFile, manifestFile]) unwatchFile(file, again)
  }
}

/** The address of the script of the pages, which changes with each build; undefined while nothing is built. */
export function builtScript(): string | undefined {
  if (!existsSync(manifestFile) || !existsSync(pagesFile)) return undefined
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, { file: string }>
  const built = manifest['src/scripts/site.ts']
  return built && `/${built.file}`
}

async function load(): Promise<SiteBuild | undefined> {
  const script = builtScript()
  if (!script) return undefined
  // A module is loaded once per address.
  const address = `${pathToFileURL(pagesFile).href}?built=${statSync(pagesFile).mtimeMs}`
  const { renderPage, styleOf, renderFragment, fragmentParts } = (await import(address)) as {
    renderPage: SiteBuild['renderPage']
    renderFragment: SiteBuild['renderFragment']
    fragmentParts: { css: string; script: string }
    styleOf: (page: Pick<SitePage, 'content' | 'alert'>) => string
  }
  const hashes = new Map<string, string>()
  const styleHash = (page: Pick<SitePage, 'content' | 'alert'>): string => {
    const style = styleOf(page)
    const known = hashes.get(style) ?? hashOf(style)
    hashes.set(style, known)
    return known
  }
  const { css, script: own } = fragmentParts
  const fragmentPolicy = `default-src 'none'; style-src ${hashOf(css)}; script-src ${hashOf(own)}; base-uri 'none'; form-action 'none'; frame-ancestors *`
  return { renderPage, script, styleHash, renderFragment, fragmentPolicy }
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, unwatchFile, watchFile } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Fragment } from '@parvis/domain/site/fragment'
import type { SitePage } from '@parvis/domain/site/page'
import type { Dependencies } from '../../dependencies.ts'
import { residentHome, type SiteBase } from './addresses.ts'

const dist = fileURLToPath(new URL('../../../../site/dist/', import.meta.url))

/** The build of `apps/site`: the rendering function, the script's address, the folder of files. */
export type SiteBuild = {
  renderPage: (page: SitePage) => string
  /** The same in a turn of the event loop of its own: a full page was long to read already. */
  drawPage: (page: SitePage) => Promise<string>
  script: string
  /** CSP source of the one sheet that is written in a page. */
  styleHash: (page: Pick<SitePage, 'content' | 'alert'>) => string
  clientFolder: string
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
  if (!existsSync(manifestFile)) return undefined
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, { file: string }>
  const built = manifest['src/scripts/site.ts']
  return built && `/${built.file}`
}

async function load(): Promise<SiteBuild | undefined> {
  const script = builtScript()
  if (!existsSync(pagesFile) || !script) return undefined
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
  const drawPage = async (page: SitePage) => await turn().then(() => renderPage(page))
  return { renderPage, drawPage, script, styleHash, clientFolder, renderFragment, fragmentPolicy }
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** CSP of a page; `styleHash`: hash of its inline sheet. */
export function policyFor({ config }: Pick<Dependencies, 'config'>, { host }: SiteBase, styleHash = ''): string {
  const home = residentHome(config)
  const elsewhere = host === 'resident' ? '' : ` ${home}`
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styleHash}`.trim(),
    `img-src 'self' data: ${config.mediaOrigin}`,
    `connect-src 'self'${elsewhere}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self'${host === 'premium' ? elsewhere : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types parvis 'allow-duplicates'",
  ]
  return policy.join('; ')
}

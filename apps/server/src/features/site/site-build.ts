import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { SitePage } from '@parvis/domain/site/page'

const dist = fileURLToPath(new URL('../../../../site/dist/', import.meta.url))

/** The build of `apps/site`: the rendering function, the script's address, the folder of files. */
export type SiteBuild = {
  renderPage: (page: SitePage) => string
  script: string
  /** CSP source of the one sheet that is written in a page (W-107). */
  styleHash: (page: Pick<SitePage, 'content'>) => string
  clientFolder: string
}

let loading: Promise<SiteBuild | undefined> | undefined

/** Loaded once, at the first page; undefined while nothing is built: pages then say so instead of failing. */
export function siteBuild(): Promise<SiteBuild | undefined> {
  loading ??= load()
  return loading
}

export const clientFolder = join(dist, 'client')

/** The address of the script of the pages, which changes with each build; undefined while nothing is built. */
export function builtScript(): string | undefined {
  const manifestFile = join(clientFolder, '.vite', 'manifest.json')
  if (!existsSync(manifestFile)) return undefined
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, { file: string }>
  const built = manifest['src/scripts/site.ts']
  return built && `/${built.file}`
}

async function load(): Promise<SiteBuild | undefined> {
  const pages = join(dist, 'server', 'pages.js')
  const script = builtScript()
  if (!existsSync(pages) || !script) return undefined
  const { renderPage, styleOf } = (await import(pathToFileURL(pages).href)) as {
    renderPage: SiteBuild['renderPage']
    styleOf: (kind: SitePage['content']['kind']) => string
  }
  const hashes = new Map<string, string>()
  const styleHash = ({ content: { kind } }: Pick<SitePage, 'content'>): string => {
    const known = hashes.get(kind) ?? `'sha256-${createHash('sha256').update(styleOf(kind)).digest('base64')}'`
    hashes.set(kind, known)
    return known
  }
  return { renderPage, script, styleHash, clientFolder }
}

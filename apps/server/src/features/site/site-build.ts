import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { SitePage } from '@parvis/domain/site/page'

const dist = fileURLToPath(new URL('../../../../site/dist/', import.meta.url))

/** What `apps/site` was built into: the function that draws pages, the address of the script, the folder of the files. */
export type SiteBuild = {
  renderPage: (page: SitePage) => string
  script: string
  /** CSP source of the one sheet that is written in the pages (W-107). */
  styleHash: string
  clientFolder: string
}

let loading: Promise<SiteBuild | undefined> | undefined

/** Loaded once, at the first page; undefined while nothing is built: pages then say so instead of failing. */
export function siteBuild(): Promise<SiteBuild | undefined> {
  loading ??= load()
  return loading
}

export const clientFolder = join(dist, 'client')

async function load(): Promise<SiteBuild | undefined> {
  const pages = join(dist, 'server', 'pages.js')
  const manifestFile = join(clientFolder, '.vite', 'manifest.json')
  if (!existsSync(pages) || !existsSync(manifestFile)) return undefined
  const { renderPage, styles } = (await import(pathToFileURL(pages).href)) as {
    renderPage: SiteBuild['renderPage']
    styles: string
  }
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, { file: string }>
  const script = `/${manifest['src/scripts/site.ts']?.file ?? ''}`
  const styleHash = `'sha256-${createHash('sha256').update(styles).digest('base64')}'`
  return { renderPage, script, styleHash, clientFolder }
}

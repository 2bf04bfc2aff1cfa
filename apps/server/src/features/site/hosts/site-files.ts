import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'
import type { Site } from '../../../http/site-hosts.ts'
import { caching, type ReadyAnswer, readyAnswer, sendAnswer } from './page-answer.ts'
import { builtScript, clientFolder } from './site-build.ts'

/** `isShared`: pages of other sites load it; `ready`: its answer, once it was asked. */
export type SiteFile = { bytes: Buffer; type: string; cache: string; isShared?: boolean; ready?: Promise<ReadyAnswer> }
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/**
 * Static files of the site, kept in memory. With the worker switched off, a worker that removes itself is served instead.
 */
export function readFiles({ residentWorker }: Pick<Config, 'residentWorker'>): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>()
  if (!existsSync(clientFolder)) return files
  for (const name of readdirSync(clientFolder, { recursive: true }).map(String)) {
    const path = join(clientFolder, name)
    const type = types[extname(name)]
    if (!type || !statSync(path).isFile()) continue
    const immutable = name.startsWith('assets')
    const cache = immutable
      ? 'public, max-age=31536000, immutable'
      : name === 'sw.js'
        ? caching.revalidated
        : 'public, max-age=86400'
    files.set(`/${name.replaceAll('\\', '/')}`, {
      bytes: readFileSync(path),
      type,
      cache,
      isShared: name === 'carte.js',
    })
  }
  nameScript(files)
  const gone = files.get('/gone.js')
  if (gone && !residentWorker) files.set('/sw.js', { ...gone, cache: caching.revalidated })
  return files
}

/** The worker keeps the script of its build: its bytes change with each build, so that it takes over then. */
function nameScript(files: Map<string, SiteFile>): void {
  const worker = files.get('/sw.js')
  const script = builtScript()
  if (!worker || !script) return
  const bytes = Buffer.from(worker.bytes.toString().replaceAll('/assets/site.js', script))
  files.set('/sw.js', { ...worker, bytes })
}

/** A file of a host: the worker is the residents' host's alone. */
export const fileOf = (files: ReadonlyMap<string, SiteFile>, { kind }: Site, path: string): SiteFile | undefined =>
  kind === 'resident' || !workers.includes(path) ? files.get(path) : undefined

const workers = ['/sw.js', '/gone.js']

export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile): Promise<FastifyReply> {
  file.ready ??= readyAnswer({ status: 200, type: file.type, body: file.bytes, cache: file.cache })
  if (file.isShared)
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
  return await sendAnswer(request, reply, await file.ready)
}

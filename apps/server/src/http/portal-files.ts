import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const dist = fileURLToPath(new URL('../../../portal/dist/', import.meta.url))

/** Serves the built portal, precompressed and immutable; answers the page that an unknown path shows. */
export function registerPortal(app: FastifyInstance): (path: string) => string | undefined {
  if (!existsSync(dist)) return () => undefined
  app.register(staticFiles, {
    root: dist,
    wildcard: false,
    index: false,
    // It wears a nonce of its own in each answer (not-found.ts).
    globIgnore: ['index.html*'],
    preCompressed: true,
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/')
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  return (path) => (/^\/(v1|dev)(\/|$)/.test(path) || /\.\w+$/.test(path) ? undefined : page)
}

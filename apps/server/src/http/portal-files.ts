import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const dist = fileURLToPath(new URL('../../../portal/dist/', import.meta.url))

/** Serves the built portal, precompressed and immutable; answers which page an unknown path shows. */
export function registerPortal(app: FastifyInstance): (path: string) => string | undefined {
  if (!existsSync(dist)) return () => undefined
  app.register(staticFiles, {
    root: dist,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/')
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return (path) => (/^\/(v1|dev)(\/|$)/.test(path) || /\.\w+$/.test(path) ? undefined : 'index.html')
}

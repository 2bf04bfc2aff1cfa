import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const dist = fileURLToPath(new URL('../../../portal/dist/', import.meta.url))

/** Serves the built portal: precompressed, immutable files; returns the page that unknown paths show. */
export function registerPortal(app: FastifyInstance): (path: string) => string | undefined {
  if (!existsSync(dist)) return () => undefined
  app.register(staticFiles, {
    root: dist,
    wildcard: false,
    index: false,
    // The page gets a fresh CSP nonce in each answer (not-found.ts).
    globIgnore: ['index.html*', 'assets/**'],
    preCompressed: true,
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/')
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // One route for the hashed files: routes of their own, eight hundred, took a fifth of the start.
  app.get<{ Params: { name: string } }>('/assets/:name(^\\w[\\w.-]*$)', (request, reply) =>
    reply.sendFile(`assets/${request.params.name}`),
  )
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const routes = routePages(page)
  const pageOf = (path: string) => routes.find(({ pattern }) => pattern.test(path))?.html ?? page
  return (path) => (/^\/(v1|dev)(\/|$)/.test(path) || /\.\w+$/.test(path) ? undefined : pageOf(path))
}

/**
 * The page of each portal route, with preload links for the route's files, so that the browser need not run the first ones to
 * learn of them (decision 0017; the list is written by apps/portal/build/first-look.ts).
 */
function routePages(page: string): { pattern: RegExp; html: string }[] {
  const list = join(dist, '.first-look.json')
  if (!existsSync(list)) return []
  const routes = JSON.parse(readFileSync(list, 'utf8')) as Record<string, { scripts: string[]; styles: string[] }>
  return Object.entries(routes).map(([path, { scripts, styles }]) => {
    const links = [
      ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
      ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
    ]
    const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`)
    return { pattern, html: page.replace('</head>', `${links.join('')}</head>`) }
  })
}

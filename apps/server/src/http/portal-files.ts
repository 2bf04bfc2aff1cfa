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
  const routes = routePages(page)
  const pageOf = (path: string) => routes.find(({ pattern }) => pattern.test(path))?.html ?? page
  return (path) => (/^\/(v1|dev)(\/|$)/.test(path) || /\.\w+$/.test(path) ? undefined : pageOf(path))
}

/**
 * The page of each route of the portal, which names the route's files: the browser fetches them with the first ones, instead
 * of learning of them when those have run (decision 0109; the build writes the list, apps/portal/build/first-look.ts).
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

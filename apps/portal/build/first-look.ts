import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest, Plugin } from 'vite'
import { pages, registrationPaths } from '../src/lib/routes.ts'

type Files = { scripts: string[]; styles: string[] }

/**
 * Makes the page itself name what its first drawing needs: a small script that calls `GET /v1/start` while the other files load,
 * the mark drawn before any stylesheet, and, in `.first-look.json`, the files of each route, which the server preloads in the
 * page of that route (decision 0017). A name that begins with a dot is not served.
 */
export function firstLook(): Plugin {
  return {
    name: 'parvis:first-look',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const first = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === 'first-call')
        // An import of the first chunk would delay its call by a round trip.
        if (first?.type !== 'chunk' || first.imports.length > 0) throw new Error('first-call.ts waits for another file')
        const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
        const early = `    <script type="module" async crossorigin src="/${first.fileName}"></script>\n`
        return styles
          .reduce((page, style) => page.replace(style, ''), html)
          .replace(/ *<script type="module"/, (script) => early + script)
          .replace(/ *<noscript>/, (noscript) => styles.join('') + noscript)
      },
    },
    // The page's stylesheets stand at the end of its body; those loaded later are appended after them, since in the head they
    // would be overridden.
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes('document.head.appendChild(')) throw new Error('Vite adds stylesheets elsewhere')
        return code.replace('document.head.appendChild(', 'document.body.appendChild(')
      },
    },
    writeBundle({ dir = '' }, { '.vite/manifest.json': manifest }) {
      if (manifest?.type !== 'asset') throw new Error('the build writes no manifest (vite.config.ts)')
      writeFileSync(join(dir, '.first-look.json'), JSON.stringify(routeFiles(JSON.parse(String(manifest.source)))))
    },
  }
}

/** The files of each route, beside those of the entry. */
function routeFiles(manifest: Manifest): Record<string, Files> {
  const chunks = Object.keys(manifest)
  for (const chunk of chunks) refuseCircle(manifest, chunk)
  const entries = chunks.filter((chunk) => manifest[chunk]?.isEntry)
  const known = new Set(withImports(manifest, entries))
  const filesOf = (modules: readonly string[]): Files => {
    const roots = modules.map((module) => {
      const root = chunks.find((chunk) => chunk.endsWith(`/${module}.tsx`))
      if (!root) throw new Error(`no file of the build is ${module}`)
      return root
    })
    const needed = withImports(manifest, roots).flatMap((chunk) => (known.has(chunk) ? [] : (manifest[chunk] ?? [])))
    return { scripts: needed.map(({ file }) => file), styles: [...new Set(needed.flatMap(({ css = [] }) => css))] }
  }
  const signedOut = filesOf(['registration-layout', 'registration-screen'])
  return Object.fromEntries([
    ...registrationPaths.map((path) => [path, signedOut]),
    ...pages.map(([path, , module]) => [path, filesOf(['signed-in-layout', module])]),
  ])
}

/** In a circle of chunks what one takes from another may still be undefined when it is evaluated: React then draws no page. */
function refuseCircle(manifest: Manifest, chunk: string): void {
  const needed = withImports(manifest, manifest[chunk]?.imports ?? [])
  if (needed.includes(chunk)) throw new Error(`${chunk} waits for itself (chunk-groups.ts)`)
}

/** These chunks with all their imports, each once. */
function withImports(manifest: Manifest, roots: readonly string[]): string[] {
  const found = new Set(roots)
  for (const chunk of found) for (const one of manifest[chunk]?.imports ?? []) found.add(one)
  return [...found]
}

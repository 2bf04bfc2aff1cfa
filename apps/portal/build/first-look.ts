import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { pages, registrationPaths } from '../src/lib/routes.ts'

type OutputBundle = Rolldown.OutputBundle
type OutputChunk = Rolldown.OutputChunk
type Files = { scripts: string[]; styles: string[] }

const firstCall = 'src/lib/first-call.ts'

/**
 * Makes the page itself name what its first drawing needs: a small script that calls `GET /v1/start` while the other files load,
 * the mark drawn before any stylesheet, and, in `.first-look.json`, the files of each route, which the server preloads in the
 * page of that route (decision 0017). A name that begins with a dot is not served.
 */
export function firstLook(): Plugin {
  let outDir = ''
  return {
    name: 'parvis:first-look',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const first = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === 'first-call')
        // An import of the first chunk would delay its call by a round trip.
        if (first?.type !== 'chunk' || first.imports.length > 0) throw new Error(`${firstCall} waits for another file`)
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
    // In writeBundle, since Vite has then removed the chunks that hold stylesheets alone.
    writeBundle(_, bundle) {
      writeFileSync(join(outDir, '.first-look.json'), JSON.stringify(routeFiles(bundle)))
    },
  }
}

/** The files of each route, beside those of the entry. */
function routeFiles(bundle: OutputBundle): Record<string, Files> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  for (const chunk of chunks) refuseCircle(bundle, chunk)
  const known = new Set(
    closure(
      bundle,
      chunks.filter(({ isEntry }) => isEntry),
    ),
  )
  const filesOf = (modules: readonly string[]): Files => {
    const roots = modules.map((module) => chunkOf(chunks, `/${module}.tsx`))
    const needed = closure(bundle, roots).filter((chunk) => !known.has(chunk))
    return { scripts: needed.map(({ fileName }) => fileName), styles: [...new Set(needed.flatMap(stylesOf))] }
  }
  const signedOut = filesOf(['registration-layout', 'registration-screen'])
  return Object.fromEntries([
    ...registrationPaths.map((path) => [path, signedOut]),
    ...pages.map(([path, , module]) => [path, filesOf(['signed-in-layout', module])]),
  ])
}

/** The file named by `import()`: when its module went into a shared chunk, the file only re-exports it. */
function chunkOf(chunks: readonly OutputChunk[], module: string): OutputChunk {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
  if (!chunk) throw new Error(`no file of the build is ${module}`)
  return chunk
}

/** In a circle of chunks what one takes from another may still be undefined when it is evaluated: React then draws no page. */
function refuseCircle(bundle: OutputBundle, chunk: OutputChunk): void {
  const imported = chunk.imports.flatMap((name) => (bundle[name]?.type === 'chunk' ? [bundle[name]] : []))
  if (closure(bundle, imported).includes(chunk)) throw new Error(`${chunk.fileName} waits for itself (chunk-groups.ts)`)
}

/** These chunks with all their imports, each once. */
function closure(bundle: OutputBundle, roots: readonly OutputChunk[]): OutputChunk[] {
  const found = new Set(roots)
  for (const chunk of found) {
    for (const name of chunk.imports) {
      const file = bundle[name]
      if (file?.type === 'chunk') found.add(file)
    }
  }
  return [...found]
}

const stylesOf = (chunk: OutputChunk): string[] => [
  ...((chunk as { viteMetadata?: { importedCss?: Set<string> } }).viteMetadata?.importedCss ?? []),
]

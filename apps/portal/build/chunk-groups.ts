import type { Plugin } from 'vite'
import { pages } from '../src/lib/routes.ts'

type Modules = { getModuleInfo(id: string): { importers: readonly string[] } | null }

const isRegistration = (id: string) => /\/app\/registration-(?:layout|screen)\.tsx$/.test(id)
const isShell = (id: string) => id.endsWith('/app/signed-in-layout.tsx')
const pageFiles = new Set(pages.map(([, , module]) => `${module}.tsx`))
const isPage = (id: string) => pageFiles.has(id.slice(id.indexOf('/src/') + 5).replace(/^app\//, ''))
/** A module of so many subjects (folders of pages) is loaded with every page; of fewer, with their pages alone. */
const subjectsOfEveryPage = 6
const sharedByPages = 3
const library = '@tabler/icons-react'

/**
 * Assigns shared modules to chunks, so that a page loads a handful of files rather than fifty, and nothing that only other pages need.
 * `first-call` imports nothing (first-look.ts): in any other group it would wait for another file. Of what the last group captures (ours,
 * and the libraries that pages use in small parts) a module's own imports are used wherever it is: no two chunks import each other. A
 * heavy library stays in the file of what needs it.
 */
export function chunkGroups() {
  return [
    { name: 'first-call', test: /\/src\/lib\/first-(?:call|frame)\.ts$/, priority: 4 },
    { name: 'everywhere', tags: ['$initial' as const], priority: 3 },
    { name: 'categories', test: /\/company\/(?:categories|usual-words)/, priority: 2 },
    {
      name: groupOf,
      debugName: 'shared',
      test: /^\0|\/src\/|\/packages\/|\/@tanstack\/(?!.*ueries)|\/@tabler\/|\/@fontsource/,
      includeDependenciesRecursively: false,
      priority: 1,
    },
  ]
}

/** Names the group of a module by the pages and layouts that import it, by whatever way. */
function groupOf(id: string, modules: Modules): string | null {
  if (isPage(id) || isShell(id) || isRegistration(id)) return null
  // Many subjects read hours, but few of their pages.
  if (/\/domain\/src\/hours\/(?:day-hours|holidays|spans|week)\./.test(id)) return 'hours'
  if (/\/domain\/src\/hours\/(?:opening|hours\.texts)\./.test(id)) return 'opening'
  return groupReadBy(importersOf(modules, id), id.includes('/@tabler/'))
}

/** What pages of the same few folders read is one file. An icon of several pages is no file by itself. */
function groupReadBy(importers: readonly string[], isIcon: boolean): string | null {
  const pages = importers.filter(isPage)
  const isInShell = importers.some(isShell)
  // Four letters of each: the first visit downloads the name of every file.
  const folders = [...new Set(pages.map((page) => /(\w{1,4})[\w-]*\/[\w.-]+$/.exec(page)?.[1] ?? ''))].sort()
  if (importers.some(isRegistration)) {
    return isInShell || pages.length >= (isIcon ? 1 : sharedByPages) ? 'common' : ['registration', ...folders].join('-')
  }
  if (isInShell) return 'shell'
  if (isIcon) return pages.length > 1 ? 'pages' : null
  if (pages.length < sharedByPages) return null
  const subjects = new Set(pages.map((page) => /\/features\/([\w-]+)\//.exec(page)?.[1] ?? 'app'))
  return subjects.size >= subjectsOfEveryPage ? 'pages' : folders.join('-')
}

/** The module itself and those from which static imports lead to it. */
function importersOf(modules: Modules, id: string): readonly string[] {
  const found = new Set([id])
  for (const one of found) for (const next of modules.getModuleInfo(one)?.importers ?? []) found.add(next)
  return [...found]
}

/**
 * Reads each icon from its own file. Named by the one file of the library that lists them all, an icon has every reader of any icon
 * for importer: the groups above gave all of them to every page. In development a page would ask for six thousand files.
 */
export const ownIcons = (): Plugin => ({
  name: 'parvis:own-icons',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx?$/, code: library },
    handler(code) {
      const read = this.parse(code, { lang: 'tsx' }).body.filter((one) => one.type === 'ImportDeclaration')
      return read.reduceRight((written, { source, importKind, specifiers, start, end }) => {
        if (source.value !== library || importKind === 'type') return written
        const icons = specifiers.filter((one) => one.type === 'ImportSpecifier' && one.importKind !== 'type')
        return written.slice(0, start) + icons.map(({ local }) => importOf(local.name)).join('') + written.slice(end)
      }, code)
    },
  },
})

const importOf = (icon: string) => `import ${icon} from '${library}/dist/esm/icons/${icon}.mjs';`

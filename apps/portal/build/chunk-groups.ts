import { pages } from '../src/app/routes.ts'

type Modules = { getModuleInfo(id: string): { importers: readonly string[] } | null }

const registration = /\/app\/registration-(?:layout|screen)\.tsx$/
const layout = /\/app\/signed-in-layout\.tsx$/
const pageFiles = new Set(pages.map(([, , module]) => `${module}.tsx`))
const isPage = (id: string) => pageFiles.has(id.slice(id.indexOf('/src/') + 5).replace(/^app\//, ''))
/** What few pages share stays in a file of its own: it would weigh on the others. */
const sharedByPages = 3

/** Ours, with the libraries that pages use in small parts; a heavy library stays in the file of what needs it. */
const test = /^\0|\/src\/|\/packages\/|\/@tanstack\/|\/@fontsource/
const captured = { test, includeDependenciesRecursively: false }

/**
 * Assigns shared modules to chunks, so that a page loads a handful of files rather than fifty: /login and /inscription load nothing of
 * other pages. `first-call` imports nothing (first-look.ts): in any other group it would wait for another file. What a group captures is
 * used wherever its importers are, and so are its own imports: no two chunks import each other.
 */
export function chunkGroups() {
  return [
    { name: 'first-call', test: /\/src\/lib\/first-(?:call|frame)\.ts$/, priority: 6 },
    { name: 'everywhere', tags: ['$initial' as const], priority: 5 },
    { name: 'icons', test: /\/@tabler\//, minShareCount: 2, priority: 4 },
    { name: usedBy('signed-out', (id) => registration.test(id)), minShareCount: 2, priority: 3, ...captured },
    { name: usedBy('shell', (id) => layout.test(id)), minShareCount: 2, priority: 2, ...captured },
    { name: usedBy('pages', isPage, sharedByPages), priority: 1, ...captured },
  ]
}

/** The name of the group for a module that so many files of that kind import, by whatever way. */
function usedBy(group: string, isKind: (id: string) => boolean, least = 1) {
  const counts = new Map<string, number>()
  return (id: string, modules: Modules) => {
    const count = counts.get(id) ?? [...importersOf(modules, id)].filter(isKind).length
    counts.set(id, count)
    return count >= least ? group : null
  }
}

/** The module itself and those from which static imports lead to it. */
function importersOf(modules: Modules, id: string): ReadonlySet<string> {
  const found = new Set([id])
  for (const one of found) for (const next of modules.getModuleInfo(one)?.importers ?? []) found.add(next)
  return found
}

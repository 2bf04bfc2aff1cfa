import { type Modules, originsOf, weightOf } from './import-graph.ts'

/** Groups by priority, widest first: a group also takes what its modules import. */
const names = ['first-call', 'everywhere', 'signed-out', 'shell', 'pages', 'forms'] as const
type GroupName = (typeof names)[number]

const main = /\/src\/main\.tsx$|\/index\.html$/
const registration = /\/app\/registration-(?:layout|screen)\.tsx$/
const shell = /\/app\/signed-in-layout\.tsx$/
/**
 * These modules get a chunk of their own without imports (first-look.ts): in any other group they would load after that chunk.
 */
const first = /\/src\/lib\/first-(?:call|frame)\.ts$/
const page = /\/app\/messages-screen\.tsx$|\/features\/[\w-]+\/[\w-]+-pages?\.tsx$/

/** Pages of most visits. Modules that only other pages share stay in a chunk of their own until one of those is opened. */
const readPage = /\/app\/messages-screen\.tsx$|\/(?:company|instants|agenda)-page\.tsx$/

/**
 * When a module is shared, by the pages that import it (characters, without the imports already shared):
 *
 * | group | importers | size up to |
 * | --- | --- | --- |
 * | pages of most visits | 2 | `light`, which costs less than a request |
 * | other pages | `fewPages` | `lightForm`, its imports counted |
 * | either | `manyPages` | any |
 */
const light = 4_000
const lightForm = 12_000
const fewPages = 3
const manyPages = 6

type Find = (modules: Modules, id: string) => GroupName | null

/**
 * Assigns shared modules to chunks, so that a page loads a handful of files rather than fifty. A group holds the modules that its
 * routes share and their imports: /login and /inscription load nothing of other pages.
 */
export function chunkGroups() {
  const groups = new Map<string, GroupName | null>()
  const find: Find = (modules, id) => {
    const known = groups.get(id)
    if (known !== undefined) return known
    const group = groupOf(modules, id, find)
    groups.set(id, group)
    return group
  }
  return names.map((name, index) => ({
    priority: names.length - index,
    name: (id: string, modules: Modules) => (find(modules, id) === name ? name : null),
  }))
}

/** The group of a module; null for one that a single chunk imports, where it stays. */
function groupOf(modules: Modules, id: string, find: Find): GroupName | null {
  if (first.test(id)) return 'first-call'
  const origins = originsOf(modules, id)
  const count = (kind: RegExp) => origins.filter((origin) => kind.test(origin)).length
  if (count(main) > 0) return origins.length > count(main) ? 'everywhere' : null
  if (count(registration) > 0) return origins.length > count(registration) ? 'signed-out' : null
  // A chunk of its own: Mantine's base stylesheets must come before those of its components.
  if (count(shell) > 0) return 'shell'
  return groupOfPages(modules, id, origins, find)
}

function groupOfPages(modules: Modules, id: string, origins: readonly string[], find: Find): GroupName | null {
  const pages = origins.filter((origin) => page.test(origin)).length
  if (origins.some((origin) => readPage.test(origin))) {
    const isLight = () => weightOf(modules, id, (one) => find(modules, one) !== null) <= light
    return pages >= manyPages || (origins.length > 1 && isLight()) ? 'pages' : null
  }
  const isLight = () => weightOf(modules, id, () => false) <= lightForm
  return pages >= manyPages || (pages >= fewPages && isLight()) ? 'forms' : null
}

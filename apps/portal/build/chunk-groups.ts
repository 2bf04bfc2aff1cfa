import { type Modules, originsOf, weightOf } from './import-graph.ts'

/** In the order in which they choose: a group also takes what its modules import, so the widest comes first. */
const names = ['first-call', 'everywhere', 'open', 'shell', 'pages', 'forms'] as const
type GroupName = (typeof names)[number]

const main = /\/src\/main\.tsx$|\/index\.html$/
const registration = /\/app\/registration-(?:layout|screen)\.tsx$/
const shell = /\/app\/signed-in-layout\.tsx$/
/** Fetched beside the others, and waiting for none of them (first-look.ts): in any other group it would wait for that file. */
const first = /\/src\/lib\/first-(?:call|frame)\.ts$/
const page = /\/app\/messages-screen\.tsx$|\/features\/[\w-]+\/[\w-]+-pages?\.tsx$/

/** What most visits read. What only the other pages share waits in a file of its own until one of them is opened. */
const readPage = /\/app\/messages-screen\.tsx$|\/(?:company|instants|agenda)-page\.tsx$/

/**
 * A module below 4,000 characters, what it imports from shared files left out, costs less than a request: those that most
 * visits read share it from the second file on (another page, or a window of their own). The other pages share from the third
 * on what is below 12,000 with all that it imports. A heavier one is shared from six pages on.
 */
const light = 4_000
const lightForm = 12_000
const fewPages = 3
const manyPages = 6

type Find = (modules: Modules, id: string) => GroupName | null

/**
 * Which shared modules travel in one file, so that a page is a handful of files rather than fifty. A group holds what its
 * routes share, and what that imports in turn: /login and /inscription load nothing that is not theirs.
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

/** None for a module that one file has alone: it stays in it. */
function groupOf(modules: Modules, id: string, find: Find): GroupName | null {
  if (first.test(id)) return 'first-call'
  const origins = originsOf(modules, id)
  const count = (kind: RegExp) => origins.filter((origin) => kind.test(origin)).length
  if (count(main) > 0) return origins.length > count(main) ? 'everywhere' : null
  if (count(registration) > 0) return origins.length > count(registration) ? 'open' : null
  // By itself: the sheets that every component of Mantine stands on come before those of the components.
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

import { type Modules, originsOf, weightOf } from './import-graph.ts'

/** In the order in which they choose: a group also takes what its modules import, so the widest comes first. */
const names = ['everywhere', 'open', 'shell', 'pages'] as const
type GroupName = (typeof names)[number]

const main = /\/src\/main\.tsx$|\/index\.html$/
const registration = /\/app\/registration-(?:layout|screen)\.tsx$/
const shell = /\/app\/signed-in-layout\.tsx$/
/** Fetched beside the others, and waiting for none of them (first-look.ts). */
const first = /\/src\/lib\/first-call\.ts$/
const page = /\/app\/messages-screen\.tsx$|\/features\/[\w-]+\/[\w-]+-pages?\.tsx$/

/** A module below 12,000 characters costs less than a request: it is shared from two pages on, a heavier one from six. */
const light = 12_000
const fewPages = 2
const manyPages = 6

/**
 * Which shared modules travel in one file, so that a page is a handful of files rather than fifty. A group holds what its
 * routes share, and what that imports in turn: /login and /inscription load nothing that is not theirs.
 */
export function chunkGroups() {
  const groups = new Map<string, GroupName | null>()
  const find = (modules: Modules, id: string) => {
    const known = groups.get(id)
    if (known !== undefined) return known
    const group = groupOf(modules, id)
    groups.set(id, group)
    return group
  }
  return names.map((name, index) => ({
    priority: names.length - index,
    name: (id: string, modules: Modules) => (find(modules, id) === name ? name : null),
  }))
}

/** None for a module that one file has alone: it stays in it. */
function groupOf(modules: Modules, id: string): GroupName | null {
  if (first.test(id)) return null
  const origins = originsOf(modules, id)
  const count = (kind: RegExp) => origins.filter((origin) => kind.test(origin)).length
  if (count(main) > 0) return origins.length > count(main) ? 'everywhere' : null
  if (count(registration) > 0) return origins.length > count(registration) ? 'open' : null
  if (count(shell) > 0) return 'shell'
  if (count(page) >= manyPages) return 'pages'
  return count(page) >= fewPages && weightOf(modules, id) <= light ? 'pages' : null
}

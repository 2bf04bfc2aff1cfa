import { basename } from 'node:path'

type ModuleInfo = {
  importers: readonly string[]
  dynamicImporters: readonly string[]
  importedIds: readonly string[]
  isEntry: boolean
  code: string | null
}
/** Part of Rollup's plugin context: information on its modules. */
export type Modules = { getModuleInfo(id: string): ModuleInfo | null }

/** Barrel files, which import a whole package: their importers count only for the modules that they name. */
const barrel = /\/node_modules\/@(?:mantine|tabler)\/.*\/(?:index|tabler-icons-react)\.mjs$/

const packages = /\/node_modules\//
const small = /\/@tabler\/icons-react\/.*\/Icon\w+\.mjs$|\/@mantine\/hooks\/esm\/use-[\w-]+\//
/** Packages that every page has loaded already (React, the router, the query cache, icons): they add no weight. */
const everywhere = /\/node_modules\/(?:react|@tanstack|@tabler)/

/** The entry and the dynamically imported modules from which static imports lead to this module. */
export function originsOf(modules: Modules, id: string): string[] {
  return reach(id, (one) => importersOf(modules, one)).filter((one) => {
    const info = modules.getModuleInfo(one)
    return info?.isEntry || (info && info.dynamicImporters.length > 0)
  })
}

/** Characters of a module together with the imports that only it has. An icon and a hook count alone; a package counts as infinite. */
export function weightOf(modules: Modules, id: string, isShared: (id: string) => boolean): number {
  if (small.test(id)) return lengthOf(modules, id)
  if (packages.test(id)) return Number.POSITIVE_INFINITY
  const own = (one: string) =>
    modules.getModuleInfo(one)?.importedIds.filter((it) => !everywhere.test(it) && !isShared(it)) ?? []
  return reach(id, own).reduce((sum, one) => sum + lengthOf(modules, one), 0)
}

const lengthOf = (modules: Modules, id: string) => modules.getModuleInfo(id)?.code?.length ?? 0

/** A module and its transitive closure over `stepsFrom`. */
function reach(id: string, stepsFrom: (id: string) => readonly string[]): string[] {
  const found = new Set([id])
  for (const one of found) for (const next of stepsFrom(one)) found.add(next)
  return [...found]
}

function importersOf(modules: Modules, id: string): string[] {
  const name = plain(basename(id, '.mjs'))
  const through = (one: string): string[] => {
    if (!barrel.test(one)) return [one]
    const importers = modules.getModuleInfo(one)?.importers ?? []
    return importers.flatMap((it) => (barrel.test(it) || namesImportedBy(modules, it).has(name) ? through(it) : []))
  }
  return (modules.getModuleInfo(id)?.importers ?? []).flatMap(through)
}

const known = new Map<string, ReadonlySet<string>>()

function namesImportedBy(modules: Modules, id: string): ReadonlySet<string> {
  const names = known.get(id) ?? readNames(modules.getModuleInfo(id)?.code ?? '')
  known.set(id, names)
  return names
}

function readNames(code: string): ReadonlySet<string> {
  const clauses = [...code.matchAll(/import\s*\{([^}]*)\}/g)]
  return new Set(clauses.flatMap(([, names = '']) => names.split(/\W+/).map(plain)))
}

const plain = (name: string) => name.replace(/\W/g, '').toLowerCase()

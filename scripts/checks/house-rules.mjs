import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** Our packages by their name in an import. */
const packages = { '@parvis/domain/': 'packages/domain/src/', '@parvis/client/': 'packages/client/src/' }

const staticImports = /from\s*['"]([^'"]+)['"]|import\s+['"]([^'"]+)['"]/g
const imports = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g
const declaration = /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|type|interface) (\w+)/gm
const textCall = /\bserver\.call\(/

const allowedFile = 'scripts/checks/ratchets.json'

/**
 * Ratchets: counts that may only shrink, at most those of ratchets.json. Whoever lowers a count lowers its number there. Calls
 * of the API by a text are allowed by file, each with its reason.
 * @param {string} root
 * @param {Record<string, number | Record<string, string>> | undefined} allowed
 */
export function brokenRatchets(root, allowed = readAllowed(root)) {
  if (!allowed) return []
  const sources = readSources(root, ['apps', 'packages'])
  const counted = {
    'one-reader files of 40 lines or less': oneReaderFiles(sources),
    'exported names with two meanings': namesOfTwoMeanings(sources),
    'requirement ids in comments': idsInComments(sources),
  }
  return [
    ...Object.entries(counted).flatMap(([what, found]) => judge(what, found, allowed[what] ?? 0)),
    ...callsByText(
      readSources(root, ['apps', 'harness', 'ops', 'e2e'], true),
      allowed['calls of the API by a text'] ?? {},
    ),
  ]
}

// A planted tree without the products.
function readAllowed(root) {
  if (!existsSync(join(root, allowedFile))) return undefined
  return JSON.parse(readFileSync(join(root, allowedFile), 'utf8'))
}

function judge(what, found, allowed) {
  if (found.length <= allowed) return []
  const list = found.map((line) => `    ${line}`).join('\n')
  return [`${what}: ${found.length}, ${allowed} allowed (${allowedFile} may only shrink)\n${list}`]
}

/**
 * A file earns its place by a second reader, or by forty lines: those whose only importer is in their own folder. One that
 * is imported when it is needed (`import('./one.ts')`) is a chunk of its own: it could not join its reader.
 */
export function oneReaderFiles(sources) {
  const readers = new Map([...sources.keys()].map((file) => [file, new Set()]))
  for (const [file, text] of sources) {
    for (const [, name] of text.matchAll(imports)) resolve(readers, file, name)?.add(file)
  }
  return [...readers].flatMap(([file, by]) => {
    const [only] = by
    const isAlone = by.size === 1 && dirname(only) === dirname(file) && readsAtOnce(sources.get(only), only, file)
    return isAlone && sources.get(file).split('\n').length - 1 <= 40 ? [`${file} (${only})`] : []
  })
}

function readsAtOnce(text, reader, file) {
  const names = [...text.matchAll(staticImports)].map(([, from, bare]) => from ?? bare)
  return names.some((name) => name.startsWith('.') && file.startsWith(posix.join(posix.dirname(reader), name)))
}

function resolve(readers, file, name) {
  const target = name.startsWith('.') ? posix.join(posix.dirname(file), name) : inPackage(name)
  if (!target) return undefined
  return [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].map((path) => readers.get(path)).find(Boolean)
}

function inPackage(name) {
  const known = Object.keys(packages).find((start) => name.startsWith(start))
  return known && packages[known] + name.slice(known.length)
}

/** Tests and specifications name requirements; a comment of the product gives its reason. */
function idsInComments(sources) {
  return [...sources].flatMap(([file, text]) => {
    const comments = text.match(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm) ?? []
    return comments
      .flatMap((comment) => comment.match(/\b(?:AMB-\d+|[A-Z]-\d{3})\b/g) ?? [])
      .map((id) => `${file} ${id}`)
  })
}

/** One exported name means one thing in the whole tree: it is declared in one file. */
function namesOfTwoMeanings(sources) {
  const declared = new Map()
  for (const [file, text] of sources) {
    for (const [, name] of text.matchAll(declaration))
      declared.set(name, new Set([...(declared.get(name) ?? []), file]))
  }
  return [...declared].flatMap(([name, files]) => (files.size > 1 ? [`${name}: ${[...files].join(', ')}`] : []))
}

/** Who writes a path as a text where packages/client calls by the keys of the contracts, and for what reason it may. */
function callsByText(sources, reasons) {
  const callers = [...sources].flatMap(([file, text]) => (textCall.test(text) ? [file] : []))
  return [
    ...callers.filter((file) => !reasons[file]).map((file) => `${file} calls the API by a text: use server.client`),
    ...Object.keys(reasons)
      .filter((file) => !callers.includes(file))
      .map((file) => `${file} calls no API by a text any more (${allowedFile})`),
  ]
}

/**
 * Harness, journeys and tests close nothing by hand: `await using`, or `untilFileEnds` of harness/server/lifetimes.ts, does,
 * whatever fails before. What they start therefore answers something that can be disposed of.
 */
export function closedByHand(root) {
  const sources = readSources(root, ['apps', 'packages', 'harness', 'ops', 'e2e'], true)
  return [...sources].flatMap(([file, text]) => {
    if (!/^(harness|ops|e2e)\/|\.test\.tsx?$/.test(file) || roomsOfEndings.has(file)) return []
    const closers = text.split('\n').flatMap((line, index) => (byHand.test(line) ? [`${file}:${index + 1}`] : []))
    const starters = [...text.matchAll(typeOfStarted)]
      .filter(([, , before, members]) => !before.includes('Disposable') && /^ {2}(close|stop|drop)\(/m.test(members))
      .map(([, name]) => `${file} ${name}`)
    return [
      ...closers.map((where) => `${where} closed-by-hand: await using, or untilFileEnds, closes it (decision 0005)`),
      ...starters.map((which) => `${which} can be closed: it is an AsyncDisposable or a Disposable (decision 0005)`),
    ]
  })
}

const roomsOfEndings = new Set(['harness/server/lifetimes.ts', 'harness/temporary-folder.ts'])
const byHand = /\bfinally \{|\bafterAll\((?!\(\) => vi\.)|\bmkdtempSync\(join\(tmpdir/
const typeOfStarted = /^export type (\w+)(?:<[^>]*>)? =([^{]*)\{\n([\s\S]*?)^\}/gm

/** Path → text of the sources: of the products' `src` without tests, or of everything. */
export function readSources(root, folders, withTests = false) {
  const files = folders.flatMap((folder) =>
    filesUnder(root, folder).filter(
      (file) => withTests || (/^[^/]+\/[^/]+\/src\//.test(file) && !/\.test\.tsx?$/.test(file)),
    ),
  )
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

function filesUnder(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
}

/** ARCHITECTURE.md names, for each of the three places, the features that have a folder there. */
export function brokenFeatureList(root) {
  if (!existsSync(join(root, 'ARCHITECTURE.md'))) return []
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const places = {
    domain: 'packages/domain/src',
    server: 'apps/server/src/features',
    portal: 'apps/portal/src/features',
  }
  return Object.entries(places).flatMap(([place, folder]) => {
    const row = new RegExp(`^\\| ${place} \\|([^|]*)\\|`, 'm').exec(text)?.[1] ?? ''
    const named = row
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    const there = readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    return [
      ...there
        .filter((name) => !named.includes(name))
        .map((name) => `ARCHITECTURE.md does not name ${name}, a feature of the ${place}`),
      ...named
        .filter((name) => !there.includes(name))
        .map((name) => `ARCHITECTURE.md names ${name}, which ${folder} does not have`),
    ]
  })
}

/** Cyclic dependencies between the features of an app, direct or longer. */
export function brokenFeatureOrder(root) {
  const product = readSources(root, ['apps'])
  return ['server', 'portal'].flatMap((app) => {
    const arrows = featureArrows(product, app)
    return [...arrows.keys()].flatMap((feature) => {
      const way = wayBack(arrows, feature)
      // A cycle is reported once, under its first name.
      return way?.every((other) => feature <= other)
        ? [`features of the ${app} in a circle: ${[feature, ...way].join(' → ')}`]
        : []
    })
  })
}

/** Feature → the features that it imports, by whatever door. */
export function featureArrows(sources, app) {
  const folder = `apps/${app}/src/features/`
  const featureOf = (file) => file.slice(folder.length).split('/', 1)[0]
  const arrows = new Map()
  for (const [file, text] of sources) {
    if (!file.startsWith(folder)) continue
    for (const [, name] of text.matchAll(imports)) {
      const target = posix.join(dirname(file), name)
      if (!name.startsWith('.') || !target.startsWith(folder) || featureOf(target) === featureOf(file)) continue
      arrows.set(featureOf(file), (arrows.get(featureOf(file)) ?? new Set()).add(featureOf(target)))
    }
  }
  return arrows
}

/** The shortest way from a feature to itself. */
function wayBack(arrows, feature) {
  const ways = [[feature]]
  const seen = new Set()
  for (const way of ways) {
    for (const next of arrows.get(way.at(-1)) ?? []) {
      if (next === feature) return [...way.slice(1), next]
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  }
  return undefined
}

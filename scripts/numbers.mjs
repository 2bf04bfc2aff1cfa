import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { featureArrows, oneReaderFiles, readSources } from './checks/house-rules.mjs'
import { readArguments } from './steps/read-arguments.mjs'
import { root } from './steps/root.mjs'

readArguments(`
Usage: npm run numbers

Files, lines and their median and p95 per part of the tree; then the targets of decision 0002: what stands, and what is wanted.
`)

const packages = ['packages/client', 'packages/domain', 'packages/postgres']
const parts = [...packages, 'apps/server', 'apps/portal', 'apps/site', 'harness', 'ops', 'e2e']
const isTest = (file) => /\.(test|e2e)\.tsx?$/.test(file)

const all = readSources(root, ['apps', 'packages', 'harness', 'ops', 'e2e'], true)
const code = new Map([...all].filter(([file]) => !isTest(file)))
const product = new Map([...code].filter(([file]) => /^(packages|apps)\/[^/]+\/src\//.test(file)))

for (const part of [...parts, '']) printPart(part)
printTargets()

function printPart(part) {
  const lengths = [...code]
    .filter(([file]) => file.startsWith(part))
    .map(([, text]) => linesOf(text))
    .sort((a, b) => a - b)
  if (lengths.length === 0) return
  const tests = [...all].filter(([file]) => file.startsWith(part) && isTest(file))
  const at = (share) => lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))]
  console.log(
    `${part || 'whole'}: ${lengths.length} files, ${sum(lengths)} lines, median ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}; tests ${tests.length} files, ${sum(tests.map(([, text]) => linesOf(text)))} lines`,
  )
}

function printTargets() {
  const inServer = [...product].filter(([file]) => file.startsWith('apps/server/'))
  const leaning = inServer.filter(([, text]) => linesOf(text) >= 235)
  const rows = [
    ['product, lines', linesUnder(product, ''), 85_600],
    [
      'server db + http and the package of PostgreSQL, lines',
      linesUnder(product, 'apps/server/src/db/', 'apps/server/src/http/', 'packages/postgres/'),
      5_400,
    ],
    ['harness and ops, lines', linesUnder(code, 'harness/', 'ops/'), 10_500],
    ['build plugins of the portal, lines', linesUnder(code, 'apps/portal/build/'), 170],
    ['WeakMaps of the server', occurrences(inServer, /new WeakMap\b/g), 5],
    ['AsyncLocalStorages of the server', occurrences(inServer, /new AsyncLocalStorage\b/g), 1],
    ['lint exceptions', occurrences(all, /\b(?:biome-ignore|oxlint-disable(?:-next-line)?) \w/g), 25],
    ['files of 235 to 250 lines in the server, per cent', Math.round((100 * leaning.length) / inServer.length), 1],
    ['literal cache keys of the portal', occurrences(product, /queryKey: \[/g), 0],
    ['one reader in their folder, 40 lines at most', oneReaderFiles(product).length, 8],
    ['mutual pairs of features', mutualPairs('server').length + mutualPairs('portal').length, 0],
    ['decisions', readdirSync(join(root, 'docs/decisions')).filter((file) => /^\d/.test(file)).length, 45],
  ]
  console.log(`\n${'target'.padEnd(56)}${'now'.padStart(8)}${'at most'.padStart(9)}`)
  for (const [what, now, most] of rows)
    console.log(
      `${what.padEnd(56)}${String(now).padStart(8)}${String(most).padStart(9)}${now > most ? '  missed' : ''}`,
    )
}

function linesUnder(files, ...folders) {
  return sum(
    [...files].filter(([file]) => folders.some((folder) => file.startsWith(folder))).map(([, text]) => linesOf(text)),
  )
}

function occurrences(files, pattern) {
  return sum([...files].map(([, text]) => text.match(pattern)?.length ?? 0))
}

/** Features that import each other, by whatever entry. */
function mutualPairs(app) {
  const arrows = featureArrows(product, app)
  return [...arrows].flatMap(([a, to]) =>
    [...to].flatMap((b) => (a < b && arrows.get(b)?.has(a) ? [`${a} ↔ ${b}`] : [])),
  )
}

function linesOf(text) {
  return text.split('\n').length - 1
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0)
}

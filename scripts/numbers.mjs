import { featureArrows, oneReaderFiles, readSources } from './checks/house-rules.mjs'
import { readArguments } from './steps/read-arguments.mjs'
import { root } from './steps/root.mjs'

readArguments(`
Usage: npm run numbers

Files, lines and their median and p95 per part of the tree, files with one reader, features that import each other: what
decision 0002 bounds.
`)

const parts = ['packages/client', 'packages/domain', 'apps/server', 'apps/portal', 'apps/site', 'harness', 'ops', 'e2e']
const isTest = (file) => /\.(test|e2e)\.tsx?$/.test(file)

const all = readSources(root, ['apps', 'packages', 'harness', 'ops', 'e2e'], true)
const sources = new Map([...all].filter(([file]) => !isTest(file)))

for (const part of [...parts, '']) print(part)
const product = readSources(root, ['apps', 'packages'])
console.log(`one reader in their folder, 40 lines at most: ${oneReaderFiles(product).length}`)
for (const app of ['server', 'portal'])
  console.log(`mutual pairs of features, ${app}: ${mutualPairs(app).join(', ') || 'none'}`)

function print(part) {
  const lengths = [...sources]
    .filter(([file]) => file.startsWith(part))
    .map(([, text]) => linesOf(text))
    .sort((a, b) => a - b)
  const tests = [...all].filter(([file]) => file.startsWith(part) && isTest(file))
  const sum = lengths.reduce((total, one) => total + one, 0)
  const at = (share) => lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))] ?? 0
  const testLines = tests.reduce((total, [, text]) => total + linesOf(text), 0)
  console.log(
    `${part || 'whole'}: ${lengths.length} files, ${sum} lines, median ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}; tests ${tests.length} files, ${testLines} lines`,
  )
}

function linesOf(text) {
  return text.split('\n').length - 1
}

/** Features that import each other, by whatever door. */
function mutualPairs(app) {
  const arrows = featureArrows(product, app)
  return [...arrows].flatMap(([a, to]) =>
    [...to].flatMap((b) => (a < b && arrows.get(b)?.has(a) ? [`${a} ↔ ${b}`] : [])),
  )
}

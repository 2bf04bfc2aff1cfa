import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productReaders, provenIds } from './checks/product-readers.mjs'
import { readArguments } from './steps/read-arguments.mjs'
import { root } from './steps/root.mjs'

const pages = [
  'requirements.md',
  'residents.md',
  'time-and-orders.md',
  'team-and-access.md',
  'team.md',
  'places-and-letter.md',
  'duties.md',
  'open.md',
  'next.md',
]

const { area } = readArguments(
  `
Usage: npm run spec [-- --area A,R]

Lists the requirements of docs/spec that no test title names, by area.
`,
  { area: 'value' },
)

const areas = area?.split(',').map((name) => name.trim().toUpperCase())
const product = productReaders(root)
const tested = new Set(testFiles().flatMap((file) => provenIds(product, file, readFileSync(join(root, file), 'utf8'))))
const lines = []
let missing = 0
let total = 0
for (const [name, rows] of byArea(requirements())) {
  if (areas && !areas.includes(name)) continue
  const untested = rows.filter(({ id }) => !tested.has(id))
  missing += untested.length
  total += rows.length
  lines.push(`${name}: ${rows.length - untested.length} of ${rows.length} tested`)
  for (const { id, text } of untested) lines.push(`  ${id}  ${text.slice(0, 110)}`)
}
// EPIPE: a reader such as head closed the pipe; the work is done.
process.stdout.on('error', () => process.exit(0))
process.stdout.write(`${lines.join('\n')}\n${missing} of ${total} requirements have no test\n`)

function byArea(rows) {
  const groups = new Map()
  for (const row of rows) {
    const [name] = row.id.split('-')
    groups.set(name, [...(groups.get(name) ?? []), row])
  }
  return groups
}

function requirements() {
  const text = pages.map((page) => readFileSync(join(root, 'docs/spec', page), 'utf8')).join('\n')
  const rows = text.split('\n').map((line) => /^\|\s*\**([A-Z]{1,3}-\d{3})\**\s*\|(.*)/.exec(line))
  return rows
    .filter(Boolean)
    .map(([, id, rest]) => ({ id, text: rest.split('|').join(' ').replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => !text.startsWith('void'))
}

function testFiles() {
  const folders = ['packages', 'apps', 'e2e', 'scripts', 'harness'].filter((name) => existsSync(join(root, name)))
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => (folder === 'e2e' ? /\.ts$/ : /\.test\.tsx?$/).test(path) && !path.includes('node_modules')),
  )
}

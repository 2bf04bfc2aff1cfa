import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { concerned } from './checks/advisories.mjs'
import { licencesPage } from './checks/licences.mjs'
import { youngVersions } from './checks/version-ages.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { inLanes } from './steps/in-lanes.mjs'
import { readArguments } from './steps/read-arguments.mjs'
import { root } from './steps/root.mjs'
import { runQuietly } from './steps/run-quietly.mjs'

const usage = `
Usage: npm run supply [-- --all] [--only fastify,zod] [--advisories FILE-OR-FOLDER] [--licences]

Asks the npm registry when each version in use was published: the packages that we name, or all of the lockfile. Those of less
than seven days are listed: what was taken over is usually found out within a week (docs/spec/trust.md, T30).
Needs the network; not a part of npm test.

--advisories compares every version of the lockfile with advisories in the OSV format (https://osv.dev: npm/all.zip, unpacked),
one or an array in each .json file, and asks no registry. --licences writes docs/licences.md from the lockfile.
`
const { all, only, advisories, licences } = readArguments(usage, {
  all: 'flag',
  only: 'value',
  advisories: 'value',
  licences: 'flag',
})
await ensureNode()

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const named = new Set(
  Object.entries(packages)
    .filter(([path]) => !path.includes('node_modules/'))
    .flatMap(([, entry]) =>
      Object.keys({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies }),
    ),
)
const locked = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, { name, ...entry }]) => ({ ...entry, name: name ?? path.slice(path.lastIndexOf('node_modules/') + 13) }))
if (licences) {
  writeFileSync(join(root, 'docs/licences.md'), licencesPage(locked))
  process.exit(0)
}
if (advisories) {
  const found = concerned(locked, readAdvisories(advisories))
  for (const sentence of found) process.stdout.write(`✗ ${sentence}\n`)
  process.stdout.write(`${locked.length - found.length} passed, ${found.length} failed\n`)
  process.exit(found.length > 0 ? 1 : 0)
}
const wanted = only?.split(',') ?? (all ? undefined : [...named])
const used = locked.filter(({ name }) => !wanted || wanted.includes(name))

const asked = await inLanes(4, used, async ({ name, version }) => ({ name, version, times: await timesOf(name) }))
const young = youngVersions(asked, Date.now())
for (const sentence of young) process.stdout.write(`✗ ${sentence}\n`)
process.stdout.write('– advisories were not compared: point --advisories at a copy of them\n')
process.stdout.write(`${used.length - young.length} passed, ${young.length} failed\n`)
process.exit(used.length === 0 || young.length > 0 ? 1 : 0)

/** Every advisory of a file, or of the .json files of a folder; what cannot be read ends the command. */
function readAdvisories(path) {
  const isFolder = statSync(path).isDirectory()
  const names = isFolder ? readdirSync(path).filter((name) => name.endsWith('.json')) : ['']
  return names.flatMap((name) => JSON.parse(readFileSync(isFolder ? join(path, name) : path, 'utf8')))
}

/** When each version of a package was published, as the registry says it; nothing when it does not answer. */
async function timesOf(name) {
  const { code, output } = await runQuietly('npm', ['view', name, 'time', '--json', '--loglevel=silent'], { cwd: root })
  return code === 0 ? JSON.parse(output) : {}
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { youngVersions } from './checks/version-ages.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { inLanes } from './steps/in-lanes.mjs'
import { readArguments } from './steps/read-arguments.mjs'
import { root } from './steps/root.mjs'
import { runQuietly } from './steps/run-quietly.mjs'

const usage = `
Usage: npm run supply [-- --all] [--only fastify,zod]

Asks the npm registry when each version in use was published: the packages that we name, or all of the lockfile. Those of less
than seven days are listed: what was taken over is usually found out within a week (docs/spec/trust.md, T30).
Needs the network; not a part of npm test.
`
const { all, only } = readArguments(usage, { all: 'flag', only: 'value' })
await ensureNode()

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const named = new Set(
  Object.entries(packages)
    .filter(([path]) => !path.includes('node_modules/'))
    .flatMap(([, entry]) =>
      Object.keys({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies }),
    ),
)
const wanted = only?.split(',') ?? (all ? undefined : [...named])
const used = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, { name, version }]) => ({ name: name ?? path.slice(path.lastIndexOf('node_modules/') + 13), version }))
  .filter(({ name }) => !wanted || wanted.includes(name))

const asked = await inLanes(4, used, async ({ name, version }) => ({ name, version, times: await timesOf(name) }))
const young = youngVersions(asked, Date.now())
for (const sentence of young) process.stdout.write(`✗ ${sentence}\n`)
process.stdout.write(`${used.length - young.length} passed, ${young.length} failed\n`)
process.exit(used.length === 0 || young.length > 0 ? 1 : 0)

/** When each version of a package was published, as the registry says it; nothing when it does not answer. */
async function timesOf(name) {
  const { code, output } = await runQuietly('npm', ['view', name, 'time', '--json', '--loglevel=silent'], { cwd: root })
  return code === 0 ? JSON.parse(output) : {}
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { brokenLockfileRules } from './checks/lockfile-rules.mjs'
import { brokenSourceRules } from './checks/source-rules.mjs'
import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { inLanes } from './steps/in-lanes.mjs'
import { readArguments } from './steps/read-arguments.mjs'
import { root } from './steps/root.mjs'
import { runQuietly } from './steps/run-quietly.mjs'

readArguments(`
Usage: npm run check

Format, lint, sizes, types, boundaries and cycles, unused code, our own rules. Prints what is wrong, then "N passed, N failed".
`)

ensureInstalled()
await ensureNode()

const folders = ['apps', 'packages', 'e2e', 'harness'].filter((name) => existsSync(join(root, name)))
const checks = {
  'format and lint': () => tool('biome', 'check', '--max-diagnostics=50'),
  'lint, sizes, promises': () => tool('oxlint', '--type-aware', '--deny-warnings'),
  // Incremental: a second check reads only what changed since the first.
  types: () => tool('tsc', '-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'),
  'boundaries and cycles': () => tool('depcruise', '--config', '.dependency-cruiser.cjs', ...folders),
  'unused code': () => tool('knip', '--no-progress'),
  // Tests are no readers here: what they alone call proves nothing about the product.
  'code that tests alone use': () => tool('knip', '--production', '--no-progress'),
  'our rules': () => found(brokenSourceRules(root)),
  lockfile: () => found(brokenLockfileRules(root)),
}

const results = await inLanes(3, Object.entries(checks), runOne)
const failed = results.filter((passed) => !passed).length
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`)
process.exit(failed > 0 ? 1 : 0)

async function runOne([name, check]) {
  const { code, output } = await check()
  if (code !== 0) process.stdout.write(`\n✗ ${name}\n${output.trimEnd()}\n\n`)
  return code === 0
}

function tool(name, ...args) {
  return runQuietly(process.execPath, [join(root, 'node_modules', '.bin', name), ...args], { cwd: root })
}

function found(broken) {
  return { code: broken.length === 0 ? 0 : 1, output: broken.join('\n') }
}
